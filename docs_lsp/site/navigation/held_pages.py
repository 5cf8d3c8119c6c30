"""The pages that a part of the navigation lists, and those that another lists as well.

Used only for elements with several kinds of content. Results are cached with each object, so that
only the objects around an edit are examined again.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.jsontree.nodes import Array, Container, Node, Object, String
from docs_lsp.schema.kinds import iter_kinds_and_titles
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import entry_to_page_path

_OTHER_CONTENT = frozenset(("openapi", "asyncapi", "graphql", "sdk", "href"))
"""Keys by which an element shows something without listing it."""
_SET_HEIGHT = 6
"""Maximum height of a value whose pages are combined into one set for look-ups.

It includes a tab with groups; for a whole site a keystroke would take too long.
"""


class HeldPages(NamedTuple):
    """The pages that a value of the navigation shows."""

    pages: frozenset[str] = frozenset()
    """The paths in its `pages`, and in `root` of its groups."""
    has_more: bool = False
    """Whether the value shows something else too, such as links or generated pages."""


_NOTHING = HeldPages()


def collect_held_pages(element: Element, key: str) -> HeldPages:
    """Return the pages under a content key of an element, in any file."""
    return _collect_cached(element.get_inlined(key), key)


def find_lost_pages(
    element: Element, dropped: HeldPages, accepted_key: str | None
) -> frozenset[str]:
    """Return the pages in dropped content that the accepted content does not list."""
    if accepted_key is None:
        return dropped.pages
    return _remove_listed(dropped.pages, element.get_inlined(accepted_key), accepted_key)


def is_dropped_duplicate(element: Element, key: str) -> bool:
    """Return whether a key's content is dropped and has only pages that accepted content has."""
    accepted_key = element.accepted_key
    if accepted_key is None or key == accepted_key or key not in element.rival_keys:
        return False
    held = collect_held_pages(element, key)
    if not held.pages or held.has_more or not element.is_valid_content(accepted_key):
        return False
    return not find_lost_pages(element, held, accepted_key)


def find_common_title(element: Element, key: str, pages: frozenset[str]) -> str | None:
    """Return the title of the innermost titled element of a key with all the pages, or None."""
    title, node = None, element.get_inlined(key)
    while isinstance(node, Container):
        values = [item.value for item in node.items] if isinstance(node, Object) else node.items
        keys = [item.key.value for item in node.items] if isinstance(node, Object) else ()
        node = next(
            (
                value
                for index, value in enumerate(values)
                if isinstance(value, Container)
                and pages <= _collect_cached(value, keys[index] if keys else "").pages
            ),
            None,
        )
        if isinstance(node, Object):
            title = next((text for _, text in iter_kinds_and_titles(node) if text), title)
    return title


def _remove_listed(pages: frozenset[str], value: Node | None, key: str) -> frozenset[str]:
    """Return the pages that are not listed in a value."""
    if not pages or not isinstance(value, Container):
        return pages
    if value.height <= _SET_HEIGHT:
        return pages - _collect_cached(value, key).pages
    if isinstance(value, Object):
        root = value.get("root")
        pages = pages - {entry_to_page_path(root.value)} if isinstance(root, String) else pages
        for member in value.items:
            pages = _remove_listed(pages, member.value, member.key.value)
        return pages
    if key == "pages":
        pages -= {
            entry_to_page_path(item.value) for item in value.items if isinstance(item, String)
        }
    for item in value.items:
        pages = _remove_listed(pages, item, "")
    return pages


def _collect_cached(value: Node | None, key: str) -> HeldPages:
    """Return the pages in a value; `key` is its key, empty for an item of an array."""
    if not isinstance(value, Container):
        return _NOTHING
    cache_key = HeldPages, key == "pages"
    cache = value.cache
    if cache is None:
        cache = value.cache = {}
    elif cache_key in cache:
        known: HeldPages = cache[cache_key]
        return known
    texts: list[str] = []
    inner: list[HeldPages] = []
    has_more = _add_held_pages(value, key, texts, inner)
    pages = frozenset(map(entry_to_page_path, texts)).union(*(part.pages for part in inner))
    held = HeldPages(pages, has_more or any(part.has_more for part in inner))
    cache[cache_key] = held
    return held


def _add_held_pages(node: Container, key: str, texts: list[str], inner: list[HeldPages]) -> bool:
    """Add a container's own paths and its objects' pages; return whether it shows more.

    Arrays have no cached result of their own: that would double the work of an edit.
    """
    if isinstance(node, Object):
        root = node.get("root")
        texts += [root.value] if isinstance(root, String) else []
        has_more = not _OTHER_CONTENT.isdisjoint(node.by_key)
        for member in node.items:
            if isinstance(member.value, Array):
                has_more |= _add_held_pages(member.value, member.key.value, texts, inner)
            elif isinstance(member.value, Object):
                inner.append(_collect_cached(member.value, member.key.value))
        return has_more
    own = [item.value for item in node.items if key == "pages" and isinstance(item, String)]
    texts += own
    inner += [_collect_cached(item, "") for item in node.items if isinstance(item, Container)]
    # An endpoint means a page of the inherited specification.
    return any(" " in text for text in own)

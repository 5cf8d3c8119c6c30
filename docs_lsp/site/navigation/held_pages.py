"""Which pages a part of the navigation lists, and which of them another part lists as well.

Asked of elements with several kinds of content alone. What is listed is cached with each object, so
that after an edit only the objects on the way to it are looked at again.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.jsontree.nodes import Array, Container, Node, Object, String
from docs_lsp.schema.kinds import titles_in
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import page_of

_OTHER_CONTENT = frozenset(("openapi", "asyncapi", "graphql", "sdk", "href"))
"""Keys by which an element shows something without listing it."""
_SET_HEIGHT = 6
"""Up to which height all pages of a value are put together for a look-up, those of a tab with
groups say: for a whole site that would take longer than a keystroke may."""


class HeldPages(NamedTuple):
    """What a value of the navigation shows."""

    pages: frozenset[str] = frozenset()
    """The paths in its `pages`, and those that titles of groups open."""
    has_more: bool = False
    """Whether it shows something else too, such as links or pages made from a specification."""


_NOTHING = HeldPages()


def list_held_pages(element: Element, key: str) -> HeldPages:
    """What stands under a content key of an element, in whatever file."""
    return _list(element.inline_value(key), key)


def find_lost_pages(
    element: Element, dropped: HeldPages, accepted_key: str | None
) -> frozenset[str]:
    """The pages in content that the service drops, but for those that it keeps under another key of
    the element."""
    if accepted_key is None:
        return dropped.pages
    return _remove_listed(dropped.pages, element.inline_value(accepted_key), accepted_key)


def is_listed_twice(element: Element, key: str) -> bool:
    """Whether the service drops content of an element that holds pages, and nothing that the
    content that it keeps does not list as well."""
    accepted_key = element.accepted_key
    if accepted_key is None or key == accepted_key or key not in element.rival_keys:
        return False
    held = list_held_pages(element, key)
    if not held.pages or held.has_more or not element.accepts(accepted_key):
        return False
    return not find_lost_pages(element, held, accepted_key)


def find_title_above(element: Element, key: str, pages: frozenset[str]) -> str | None:
    """The title of the innermost element under a content key that lists all of some pages."""
    title, node = None, element.inline_value(key)
    while isinstance(node, Container):
        values = [item.value for item in node.items] if isinstance(node, Object) else node.items
        keys = [item.key.value for item in node.items] if isinstance(node, Object) else ()
        node = next(
            (
                value
                for index, value in enumerate(values)
                if isinstance(value, Container)
                and pages <= _list(value, keys[index] if keys else "").pages
            ),
            None,
        )
        if isinstance(node, Object):
            title = next((text for _, text in titles_in(node) if text), title)
    return title


def _remove_listed(pages: frozenset[str], value: Node | None, key: str) -> frozenset[str]:
    """The pages that are not listed in a value."""
    if not pages or not isinstance(value, Container):
        return pages
    if value.height <= _SET_HEIGHT:
        return pages - _list(value, key).pages
    if isinstance(value, Object):
        root = value.get("root")
        pages = pages - {page_of(root.value)} if isinstance(root, String) else pages
        for member in value.items:
            pages = _remove_listed(pages, member.value, member.key.value)
        return pages
    if key == "pages":
        pages -= {page_of(item.value) for item in value.items if isinstance(item, String)}
    for item in value.items:
        pages = _remove_listed(pages, item, "")
    return pages


def _list(value: Node | None, key: str) -> HeldPages:
    """What stands in a value; `key` is the one that it stands under, empty in a list."""
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
    has_more = _gather(value, key, texts, inner)
    pages = frozenset(map(page_of, texts)).union(*(part.pages for part in inner))
    held = HeldPages(pages, has_more or any(part.has_more for part in inner))
    cache[cache_key] = held
    return held


def _gather(node: Container, key: str, texts: list[str], inner: list[HeldPages]) -> bool:
    """Add what a container lists itself and what the objects in it hold; whether it shows something
    else too. What a list holds is not cached by itself: that would double the work of an edit."""
    if isinstance(node, Object):
        root = node.get("root")
        texts += [root.value] if isinstance(root, String) else []
        has_more = not _OTHER_CONTENT.isdisjoint(node.by_key)
        for member in node.items:
            if isinstance(member.value, Array):
                has_more |= _gather(member.value, member.key.value, texts, inner)
            elif isinstance(member.value, Object):
                inner.append(_list(member.value, member.key.value))
        return has_more
    own = [item.value for item in node.items if key == "pages" and isinstance(item, String)]
    texts += own
    inner += [_list(item, "") for item in node.items if isinstance(item, Container)]
    # An endpoint stands for a page of the specification that is in force there.
    return any(" " in text for text in own)

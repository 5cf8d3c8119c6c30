"""The values that a navigation element inherits from the elements around it.

Source: SERVICE.md, nearest-specification.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.jsontree.nodes import Array, Literal, Node, Object, String
from docs_lsp.settings.settings import Settings

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts

_NAMED = frozenset(("language", "version", "product"))
"""The kinds of elements whose title is inherited."""


class Context(NamedTuple):
    """Everything that a check of one object may depend on, besides the object itself.

    Equal contexts give equal findings, so findings are cached by context.
    """

    settings: Settings
    facts: SiteFacts | None = None
    """The files on disk; None if unknown, and then checks of files report nothing."""
    parent: str = ""
    """The kind of the parent element; empty outside the navigation."""
    in_pages: bool = False
    """Whether the element is in a `pages` array, such as a group inside a group."""
    openapi: tuple[str, ...] = ()
    """The inherited specifications: site paths or URLs, as written."""
    asyncapi: tuple[str, ...] = ()
    directory: str | None = None
    language: str | None = None
    version: str | None = None
    product: str | None = None
    hidden: bool = False
    """Whether an element around it is hidden and excludes its pages from search."""


def derive_child_context(
    values: Mapping[str, Node],
    kind: str,
    context: Context,
    sources: Callable[[str], tuple[str, ...]],
) -> Context:
    """Return the context of an element's children.

    `values` are the element's own, and `sources` returns the specifications under a key.
    """
    changed: dict[str, object] = {}
    for key, value in values.items():
        if key == "openapi" or key == "asyncapi":
            changed[key] = sources(key) or getattr(context, key)
        elif key == "directory" or (key == kind and key in _NAMED):
            text = value.value if isinstance(value, String) else None
            changed[key] = text or getattr(context, key)
        elif key == "hidden":
            changed[key] = _is_hidden_from_search(
                value, values.get("searchable"), is_outer_hidden=context.hidden
            )
    if context.parent != kind:
        changed["parent"] = kind
    in_pages = kind == "group"
    if context.in_pages != in_pages:
        changed["in_pages"] = in_pages
    return context._replace(**changed) if changed else context  # type: ignore[arg-type]  # the keys are fields of Context


def _is_hidden_from_search(hidden: Node, searchable: Node | None, *, is_outer_hidden: bool) -> bool:
    """Return whether an element's pages are excluded from search.

    `hidden: true` excludes them unless `searchable: true` is set as well; `hidden: false` includes
    them again (SERVICE.md, hidden-elements). Otherwise the element around it decides.
    """
    if not isinstance(hidden, Literal) or hidden.value is None:
        return is_outer_hidden
    shown = isinstance(searchable, Literal) and searchable.value is True
    return hidden.value is True and not shown


def list_sources(node: Node | None) -> tuple[str, ...]:
    """Return the specifications in the value of `openapi` or `asyncapi`, as written."""
    if node is None:
        return ()
    items = node.items if isinstance(node, Array) else (node,)
    sources = (item.get("source") if isinstance(item, Object) else item for item in items)
    texts = (source.value.strip() for source in sources if isinstance(source, String))
    return tuple(text for text in texts if text)

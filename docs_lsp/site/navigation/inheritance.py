"""What a navigation element inherits from the elements around it, and how that is computed
(SERVICE.md, nearest-specification)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.jsontree.nodes import Array, Literal, Node, Object, String
from docs_lsp.settings.settings import Settings

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts

_NAMED = frozenset(("language", "version", "product", "tab"))
"""The kinds of elements whose title the elements below inherit."""


class Context(NamedTuple):
    """All that a check of one object may know beyond the object itself.

    Equal contexts give equal findings, so findings are kept under their context.
    """

    settings: Settings
    facts: SiteFacts | None = None
    """What the disk says; None where it is unknown, and checks of files stay silent."""
    parent: str = ""
    """The kind of the element around; empty outside the navigation."""
    in_pages: bool = False
    """Whether the element stands in a `pages` array: a group inside a group, say."""
    openapi: tuple[str, ...] = ()
    """The specifications in force: site paths or URLs, as written."""
    asyncapi: tuple[str, ...] = ()
    directory: str | None = None
    language: str | None = None
    version: str | None = None
    product: str | None = None
    tab: str | None = None
    hidden: bool = False
    """Whether an element around is hidden and takes its pages out of search."""


def context_below(
    values: Mapping[str, Node],
    kind: str,
    context: Context,
    sources: Callable[[str], tuple[str, ...]],
) -> Context:
    """The context of an element's children, given the element's values, its own context, and the
    specifications that it names under a key."""
    changed: dict[str, object] = {}
    for key, value in values.items():
        if key == "openapi" or key == "asyncapi":
            changed[key] = sources(key) or getattr(context, key)
        elif key == "directory" or (key == kind and key in _NAMED):
            text = value.value if isinstance(value, String) else None
            changed[key] = text or getattr(context, key)
        elif key == "hidden":
            changed[key] = _is_hidden(
                value, values.get("searchable"), is_outer_hidden=context.hidden
            )
    if context.parent != kind:
        changed["parent"] = kind
    in_pages = kind == "group"
    if context.in_pages != in_pages:
        changed["in_pages"] = in_pages
    return context._replace(**changed) if changed else context  # type: ignore[arg-type]  # the keys are fields of Context


def _is_hidden(hidden: Node, searchable: Node | None, *, is_outer_hidden: bool) -> bool:
    """Whether an element's pages are out of search, given whether the element around it is.

    `hidden: true` hides unless `searchable: true` stands beside it; `hidden: false` shows again
    (SERVICE.md, hidden-elements).
    """
    if not isinstance(hidden, Literal) or hidden.value is None:
        return is_outer_hidden
    shown = isinstance(searchable, Literal) and searchable.value is True
    return hidden.value is True and not shown


def sources_of(node: Node | None) -> tuple[str, ...]:
    """The specifications that the value of `openapi` or `asyncapi` puts in force, as written."""
    if node is None:
        return ()
    items = node.items if isinstance(node, Array) else (node,)
    sources = (item.get("source") if isinstance(item, Object) else item for item in items)
    texts = (source.value.strip() for source in sources if isinstance(source, String))
    return tuple(text for text in texts if text)

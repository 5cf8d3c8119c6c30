"""What stands where in the navigation.

An element is recognised by the key that names it (`tab`, `group`, ...) and stands in the list of
that kind (`tabs`, `groups`, ...). It holds one kind of child at each level; when a writer gives
several, the service keeps one and drops the rest without a word (`accepted_content`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from docs_lsp.jsontree.nodes import Object, String


class Kind:
    """One kind of navigation element.

    `container` is the key of the list it stands in; the root, `navigation` itself, has none.
    `label` is what a writer calls it, `noun` the same with its article.
    `order` is what the element may hold, in the order in which the service looks: the first that
    validates is kept. `documented` is the part of it that the written format names. `graphql` and
    `sdk` say whether the element may have those keys.
    """

    __slots__ = (
        "children",
        "container",
        "documented",
        "graphql",
        "label",
        "name",
        "noun",
        "order",
        "plural",
        "sdk",
        "takes_href",
        "title",
    )

    def __init__(
        self,
        name: str,
        container: str,
        label: str,
        order: tuple[str, ...],
        documented: frozenset[str],
        graphql: bool = False,
        sdk: bool = False,
    ) -> None:
        self.name: Final = name
        self.container: Final = container
        self.label: Final = label
        self.noun: Final = f"an {label}" if label[0] in "aeiou" else f"a {label}"
        self.plural: Final = f"{label}s"
        self.title: Final = name if container else ""
        """The key that holds the title and tells the element; empty for the root."""
        self.order: Final = order
        self.children: Final = tuple(key for key in order if key != "href")
        """The child keys this element may hold, the one that would be kept first."""
        self.takes_href: Final = "href" in order
        """Whether the element may be a link instead of holding content."""
        self.documented: Final = documented
        self.graphql: Final = graphql
        self.sdk: Final = sdk


def _kind(
    name: str,
    container: str,
    order: str,
    documented: str,
    label: str = "",
    graphql: bool = False,
    sdk: bool = False,
) -> Kind:
    named = frozenset(documented.split())
    return Kind(name, container, label or name, tuple(order.split()), named, graphql, sdk)


ROOT: Final = _kind(
    "navigation",
    "",
    "products languages versions tabs dropdowns anchors groups pages",
    "products languages versions tabs dropdowns anchors groups pages",
)

KINDS: Final[dict[str, Kind]] = {
    kind.name: kind
    for kind in (
        _kind("group", "groups", "pages", "pages", sdk=True),
        _kind(
            "tab",
            "tabs",
            "href languages versions dropdowns anchors products groups pages menu",
            "href groups pages anchors menu",
            graphql=True,
            sdk=True,
        ),
        _kind(
            "item",
            "menu",
            "href languages versions dropdowns anchors products tabs groups pages",
            "href groups pages",
            label="menu item",
        ),
        _kind(
            "anchor",
            "anchors",
            "href languages versions dropdowns tabs products groups pages",
            "href groups pages",
        ),
        _kind(
            "product",
            "products",
            "href languages versions tabs anchors dropdowns groups pages menu",
            "href groups pages",
        ),
        _kind(
            "dropdown",
            "dropdowns",
            "href languages versions tabs anchors products groups pages",
            "href groups pages",
        ),
        _kind(
            "version",
            "versions",
            "href languages tabs dropdowns anchors products groups pages",
            "href languages tabs dropdowns anchors products groups pages",
        ),
        _kind(
            "language",
            "languages",
            "href versions tabs dropdowns anchors products groups pages",
            "href versions tabs dropdowns anchors products groups pages",
        ),
    )
}

CONTAINERS: Final[dict[str, str]] = {kind.container: kind.name for kind in KINDS.values()}
"""The key of each list of elements, and the kind that stands in it. `pages` holds groups too."""

CHILD_KEYS: Final = frozenset((*CONTAINERS, "pages"))
"""Every key that holds children of some element."""

SWITCHED: Final = ("language", "version")
"""The kinds that readers switch between, instead of seeing them as a section of the site."""

BESIDE_GENERATED: Final = frozenset(
    ("tab", "icon", "hidden", "searchable", "align", "directory", "groups", "graphql", "sdk")
)
"""All that a tab may have beside `graphql` or `sdk`; with another key the service refuses it."""


def titles_in(node: Object) -> Iterator[tuple[Kind, str]]:
    """The titles that stand in an object, each with the kind of element that it makes of it."""
    for kind in KINDS.values():
        value = node.get(kind.title)
        if isinstance(value, String):
            yield kind, value.value

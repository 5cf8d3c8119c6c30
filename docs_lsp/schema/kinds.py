"""The kinds of navigation elements and the content that each may have.

An element is recognised by the key that names it (`tab`, `group`, ...) and belongs in the array of
that kind (`tabs`, `groups`, ...). It has one kind of children at each level. If there are several,
the service keeps one and silently drops the rest (`accepted_content`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from docs_lsp.jsontree.nodes import Object, String


class Kind:
    """A kind of navigation element, such as a tab or a group.

    `container` is the key of the array that it belongs in, empty for the root, `navigation`.
    `label` is its name in messages (by default `name`), `noun` the same with its article. `order`
    lists the content that it may have, in the order in which the service tries it: the first that
    is valid is accepted. `documented` is the part of it that the documentation of the format lists
    (by default all). `graphql` and `sdk` tell whether the element may have those keys.
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
        order: str,
        documented: str = "",
        label: str = "",
        graphql: bool = False,
        sdk: bool = False,
    ) -> None:
        label = label or name
        self.name: Final = name
        self.container: Final = container
        self.label: Final = label
        self.noun: Final = f"an {label}" if label[0] in "aeiou" else f"a {label}"
        self.plural: Final = f"{label}s"
        self.title: Final = name if container else ""
        """The key that holds the title and identifies the element; empty for the root."""
        self.order: Final = tuple(order.split())
        self.children: Final = tuple(key for key in self.order if key != "href")
        """The child keys that the element may have, in the order of precedence."""
        self.takes_href: Final = "href" in self.order
        """Whether the element may be a link instead of having content."""
        self.documented: Final = frozenset((documented or order).split())
        self.graphql: Final = graphql
        self.sdk: Final = sdk


ROOT: Final = Kind(
    "navigation", "", "products languages versions tabs dropdowns anchors groups pages"
)

KINDS: Final[dict[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind("group", "groups", "pages", sdk=True),
        Kind(
            "tab",
            "tabs",
            "href languages versions dropdowns anchors products groups pages menu",
            "href groups pages anchors menu",
            graphql=True,
            sdk=True,
        ),
        Kind(
            "item",
            "menu",
            "href languages versions dropdowns anchors products tabs groups pages",
            "href groups pages",
            label="menu item",
        ),
        Kind(
            "anchor",
            "anchors",
            "href languages versions dropdowns tabs products groups pages",
            "href groups pages",
        ),
        Kind(
            "product",
            "products",
            "href languages versions tabs anchors dropdowns groups pages menu",
            "href groups pages",
        ),
        Kind(
            "dropdown",
            "dropdowns",
            "href languages versions tabs anchors products groups pages",
            "href groups pages",
        ),
        Kind("version", "versions", "href languages tabs dropdowns anchors products groups pages"),
        Kind("language", "languages", "href versions tabs dropdowns anchors products groups pages"),
    )
}

CONTAINERS: Final[dict[str, str]] = {kind.container: kind.name for kind in KINDS.values()}
"""Kind of the elements in each array, by its key. `pages` may contain groups too."""

CHILD_KEYS: Final = frozenset((*CONTAINERS, "pages"))
"""All keys that hold children of some element."""

SWITCHED: Final = ("language", "version")
"""Kinds that readers switch between instead of seeing them as a section of the site."""

BESIDE_GENERATED: Final = frozenset(
    ("tab", "icon", "hidden", "searchable", "align", "directory", "groups", "graphql", "sdk")
)
"""Keys that a tab may have beside `graphql` or `sdk`; any other key makes it invalid."""


def iter_kinds_and_titles(node: Object) -> Iterator[tuple[Kind, str]]:
    """Yield each kind whose title key is a string in an object, with that title."""
    for kind in [kind for kind in KINDS.values() if kind.title in node.by_key]:
        value = node.get(kind.title)
        if isinstance(value, String):
            yield kind, value.value

"""Keys of navigation elements besides content: title, icon, and those of single kinds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from docs_lsp.schema.kinds import Kind
from docs_lsp.schema.model_chrome import BANNER, FOOTER, NAVBAR
from docs_lsp.schema.model_languages import DOCUMENTED_LANGUAGES, LANGUAGE_NAMES
from docs_lsp.schema.model_parts import (
    COLOUR_PAIR,
    FILLED,
    FLAG,
    GRAPHQL,
    ICON,
    ICON_STYLES,
    PAGE,
    SDK,
    TEXT,
)
from docs_lsp.schema.types import Choice, NumberType, Property, Type

DIRECTORY: Final = Choice(
    {
        "accordion": "Lists the child pages one below the other.",
        "card": "Shows the child pages as horizontal cards.",
        "none": "No listing.",
    },
    name="directory",
)

LANGUAGE_CODES: Final = Choice(LANGUAGE_NAMES, name="language", documented=DOCUMENTED_LANGUAGES)

# The service removes the key before it checks the value, so no value is wrong.
_IGNORED_STYLE: Final = Choice(ICON_STYLES.labels, open=True)

_TITLES: Final[dict[str, tuple[Type, str]]] = {
    "group": (FILLED, "Title of the group in the sidebar."),
    "tab": (FILLED, "Title of the tab in the bar."),
    "item": (FILLED, "Title of the entry in the tab's menu."),
    "anchor": (FILLED, "Title of the anchor at the top of the sidebar."),
    "product": (FILLED, "Name of the product in the product switcher."),
    "dropdown": (FILLED, "Title of the entry in the menu above the sidebar."),
    "version": (FILLED, "Name of the version in the switcher: a string, even for a number."),
    "language": (LANGUAGE_CODES, "Code of the language: it decides the switcher's label."),
}


def iter_own_properties(kind: str) -> Iterator[Property]:
    """Yield the properties of an element that are neither content nor shared by all."""
    if kind in ("group", "tab", "item", "anchor", "product", "dropdown"):
        yield Property("icon", ICON, "Icon before the title.")
        yield Property(
            "iconType",
            _IGNORED_STYLE,
            "Drawing style of the icon; the service ignores it here.",
            documented=False,
            deprecated="Write `icon` as an object with `name` and `style`.",
        )
    if kind in ("anchor", "product", "dropdown"):
        yield Property("color", COLOUR_PAIR, "Colour of the icon in each mode.", documented=False)
    if kind in ("item", "product", "dropdown"):
        yield Property(
            "description", TEXT, "Short text below the title.", documented=kind != "dropdown"
        )
    yield from _SPECIAL.get(kind, ())


_SEARCHABLE: Final = Property(
    "searchable", FLAG, "`true` keeps pages searchable although they are hidden.", documented=False
)


def _build_default_property(documented: bool) -> Property:
    """Return the key `default` of versions and languages."""
    return Property(
        "default",
        FLAG,
        "Readers land here first; without it they land at the first entry.",
        documented=documented,
        default=False,
    )


_SDK: Final = Property(
    "sdk", SDK, "Reference pages made from an SDK's documentation.", documented=False
)

_SPECIAL: Final[dict[str, tuple[Property, ...]]] = {
    "group": (
        Property("tag", TEXT, "Small label beside the title."),
        Property("root", PAGE, "Page opened by a click on the title."),
        Property(
            "expanded",
            FLAG,
            "`true` expands a nested group from the start; top-level groups are always expanded.",
            default=False,
        ),
        _SEARCHABLE,
        Property(
            "public", FLAG, "Whether readers see these pages without logging in.", documented=False
        ),
        Property(
            "boost",
            NumberType(),
            "Multiplies the rank of these pages in search: above 1 raises, below 1 lowers.",
            documented=False,
            default=1,
        ),
        _SDK,
    ),
    "tab": (
        _SEARCHABLE,
        Property(
            "align",
            Choice({"start": "With the other tabs.", "end": "At the far end of the bar."}),
            "Position of the tab in the bar.",
            documented=False,
            default="start",
        ),
        Property(
            "graphql",
            GRAPHQL,
            "Reference pages made from a GraphQL schema; only `groups` is allowed beside it.",
            documented=False,
        ),
        _SDK,
    ),
    "product": (Property("name", TEXT, "Name shown instead of `product`.", documented=False),),
    "version": (
        _build_default_property(documented=True),
        Property("tag", TEXT, "Badge in the switcher, such as latest or beta."),
    ),
    "language": (
        _build_default_property(documented=False),
        Property("banner", BANNER, "Banner of this language."),
        Property("footer", FOOTER, "Footer of this language."),
        Property("navbar", NAVBAR, "Top bar of this language."),
    ),
}


def build_title_property(kind: Kind) -> Property:
    """Return the key that holds the title and identifies the element."""
    type_, description = _TITLES[kind.name]
    return Property(kind.name, type_, description, required=True)


HIDDEN: Final = Property(
    "hidden",
    FLAG,
    "`true` removes the element from the navigation, and its pages from search.",
    documented=False,
    default=False,
)
"""The key that removes the element from the navigation."""


def build_directory_property(kind: str) -> Property:
    """Return the key that chooses the listing on root pages of groups."""
    documented = kind in ("navigation", "group", "tab")
    return Property(
        "directory",
        DIRECTORY,
        "How a group's root page lists its child pages; groups below inherit it.",
        documented=documented,
        default="none",
    )

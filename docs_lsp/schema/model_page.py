"""The frontmatter of a page: every key that the service reads; none is required."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_api import PLAYGROUND_DISPLAYS
from docs_lsp.schema.model_chrome import CONTEXTUAL
from docs_lsp.schema.model_parts import FILLED, FLAG, ICON, ICON_STYLES, TEXT
from docs_lsp.schema.types import (
    Anything,
    Boolean,
    ListOf,
    MapOf,
    NumberType,
    OneOf,
    Property,
    StringType,
    Type,
    choice,
    record,
)

MODES: Final = choice(
    {
        "default": "Sidebar, text and table of contents.",
        "wide": "Without the table of contents.",
        "custom": "An empty page below the top bar.",
        "frame": "An empty page that keeps the sidebar; aspen, almond, luma and sequoia only.",
        "center": "Only the text; mint, linden, willow and maple only.",
        "assistant": "The assistant as a page.",
    },
    open=True,
)

_GROUPS: Final = ListOf(
    OneOf(
        (
            FILLED,
            record(
                "accessRule",
                Property(
                    "includes",
                    ListOf(FILLED, min_items=1),
                    "Groups that may read the page; `*` stands for all.",
                ),
                Property(
                    "excludes",
                    ListOf(StringType(min_length=1, pattern=r"^(?!\*$)")),
                    "Groups that may not read it; `*` is not allowed here.",
                ),
                strict=True,
            ),
        )
    )
)


def _define_field(name: str, type_: Type, description: str, deprecated: str = "") -> Property:
    return Property(name, type_, description, deprecated=deprecated)


FRONTMATTER: Final = record(
    "frontmatter",
    _define_field("title", TEXT, "Title of the page: heading, browser tab and search results."),
    _define_field(
        "description", TEXT, "One or two sentences below the title and in search results."
    ),
    _define_field("sidebarTitle", TEXT, "Shorter title for the sidebar."),
    _define_field("icon", ICON, "Icon before the title in the sidebar."),
    _define_field(
        "iconType",
        ICON_STYLES,
        "Drawing style of the icon.",
        "Write `icon` as an object with `name` and `style`.",
    ),
    _define_field("tag", TEXT, "Small label beside the title in the sidebar."),
    _define_field("hidden", FLAG, "`true` removes the page from the navigation and from search."),
    _define_field("noindex", FLAG, "`true` keeps the page in the navigation but not in search."),
    _define_field(
        "searchable", FLAG, "`false` removes the page from the site's search and from AI."
    ),
    _define_field(
        "boost", NumberType(), "Multiplies the page's rank in search; beats the group's boost."
    ),
    _define_field("deprecated", FLAG, "`true` marks the page or endpoint as outdated."),
    _define_field(
        "hideFooterPagination", FLAG, "`true` hides the links to the previous and next page."
    ),
    _define_field("hideApiMarker", FLAG, "`true` hides the method badge in the sidebar."),
    _define_field("mode", MODES, "Layout of the page."),
    _define_field("url", TEXT, "Makes the entry in the sidebar a link to this URL."),
    _define_field("href", TEXT, "Address that the entry in the sidebar leads to."),
    _define_field("keywords", ListOf(TEXT), "Further words that search finds the page by."),
    _define_field("groups", _GROUPS, "Groups of users that may read the page."),
    _define_field("public", FLAG, "`true` lets everyone read the page without logging in."),
    _define_field("isPublic", FLAG, "The same as `public`.", "Write `public`."),
    _define_field(
        "related",
        OneOf((Boolean(only=False), ListOf(OneOf((TEXT, MapOf(TEXT)))))),
        "Pages to read next: paths, or `title: path`; `false` shows none.",
    ),
    _define_field("contextual", CONTEXTUAL, "The page's own menu, instead of the site's."),
    _define_field("timestamp", FLAG, "Shows or hides when the page was last changed."),
    _define_field(
        "lastUpdatedDate", Anything(), "Date of the last change, instead of the recorded one."
    ),
    _define_field("createdDate", Anything(), "Date on which the page was first published."),
    _define_field("api", TEXT, "Endpoint of a page written by hand: `METHOD /path` or with a URL."),
    _define_field(
        "openapi", TEXT, "Operation the page describes: `METHOD /path`, a file before it."
    ),
    _define_field("asyncapi", TEXT, "Channel the page describes."),
    _define_field("sdk", Anything(), "Symbol of an SDK that the page describes: `class Client`."),
    _define_field("openapi-schema", TEXT, "Schema of the specification that the page describes."),
    _define_field(
        "graphql",
        record(
            "graphqlReference",
            Property("source", TEXT, "Path of the schema.", required=True),
            Property(
                "kind",
                choice({"query": "A query.", "mutation": "A mutation.", "type": "A type."}),
                "What the name refers to.",
                required=True,
            ),
            Property("name", TEXT, "Name in the schema.", required=True),
        ),
        "Part of a GraphQL schema that the page describes.",
    ),
    _define_field("playground", PLAYGROUND_DISPLAYS, "What the page offers for trying a request."),
    _define_field("auth", TEXT, "Authentication of a page written by hand."),
    _define_field("authMethod", TEXT, "Authentication method of a page written by hand."),
    _define_field("contentType", TEXT, "Content type of the request on a page written by hand."),
    _define_field("version", TEXT, "Version the page belongs to, instead of the navigation's."),
    _define_field("rss", FLAG, "`true` makes a feed of the page's updates."),
    _define_field("robots", TEXT, "Value of the robots meta tag."),
    _define_field("canonical", TEXT, "Preferred URL of the page for search engines."),
    _define_field("og:title", TEXT, "Title in previews of shared links."),
    _define_field("og:description", TEXT, "Text in previews of shared links."),
    _define_field("og:image", TEXT, "Picture in previews of shared links."),
    _define_field("og:url", TEXT, "URL in previews of shared links."),
    _define_field("twitter:title", TEXT, "Title in previews on X."),
    _define_field("twitter:description", TEXT, "Text in previews on X."),
    _define_field("twitter:image", TEXT, "Picture in previews on X."),
    _define_field("authors", Anything(), "Who wrote the page, in any form."),
    open=True,
)

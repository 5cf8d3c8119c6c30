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


def _field(name: str, type_: Type, description: str, deprecated: str = "") -> Property:
    return Property(name, type_, description, deprecated=deprecated)


FRONTMATTER: Final = record(
    "frontmatter",
    _field("title", TEXT, "Title of the page: heading, browser tab and search results."),
    _field("description", TEXT, "One or two sentences below the title and in search results."),
    _field("sidebarTitle", TEXT, "Shorter title for the sidebar."),
    _field("icon", ICON, "Icon before the title in the sidebar."),
    _field(
        "iconType",
        ICON_STYLES,
        "Drawing style of the icon.",
        "Write `icon` as an object with `name` and `style`.",
    ),
    _field("tag", TEXT, "Small label beside the title in the sidebar."),
    _field("hidden", FLAG, "`true` removes the page from the navigation and from search."),
    _field("noindex", FLAG, "`true` keeps the page in the navigation but not in search."),
    _field("searchable", FLAG, "`false` removes the page from the site's search and from AI."),
    _field("boost", NumberType(), "Multiplies the page's rank in search; beats the group's boost."),
    _field("deprecated", FLAG, "`true` marks the page or endpoint as outdated."),
    _field("hideFooterPagination", FLAG, "`true` hides the links to the previous and next page."),
    _field("hideApiMarker", FLAG, "`true` hides the method badge in the sidebar."),
    _field("mode", MODES, "Layout of the page."),
    _field("url", TEXT, "Makes the entry in the sidebar a link to this URL."),
    _field("keywords", ListOf(TEXT), "Further words that search finds the page by."),
    _field("groups", _GROUPS, "Groups of users that may read the page."),
    _field("public", FLAG, "`true` lets everyone read the page without logging in."),
    _field("isPublic", FLAG, "The same as `public`.", "Write `public`."),
    _field(
        "related",
        OneOf((Boolean(only=False), ListOf(OneOf((TEXT, MapOf(TEXT)))))),
        "Pages to read next: paths, or `title: path`; `false` shows none.",
    ),
    _field("contextual", CONTEXTUAL, "The page's own menu, instead of the site's."),
    _field("timestamp", FLAG, "Shows or hides when the page was last changed."),
    _field("lastUpdatedDate", Anything(), "Date of the last change, instead of the recorded one."),
    _field("createdDate", Anything(), "Date on which the page was first published."),
    _field("api", TEXT, "Endpoint of a page written by hand: `METHOD /path` or with a URL."),
    _field("openapi", TEXT, "Operation the page describes: `METHOD /path`, a file before it."),
    _field("asyncapi", TEXT, "Channel the page describes."),
    _field("openapi-schema", TEXT, "Schema of the specification that the page describes."),
    _field(
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
    _field("playground", PLAYGROUND_DISPLAYS, "What the page offers for trying a request."),
    _field("auth", TEXT, "Authentication of a page written by hand."),
    _field("authMethod", TEXT, "Authentication method of a page written by hand."),
    _field("contentType", TEXT, "Content type of the request on a page written by hand."),
    _field("version", TEXT, "Version the page belongs to, instead of the navigation's."),
    _field("rss", FLAG, "`true` makes a feed of the page's updates."),
    _field("robots", TEXT, "Value of the robots meta tag."),
    _field("canonical", TEXT, "Preferred URL of the page for search engines."),
    _field("og:title", TEXT, "Title in previews of shared links."),
    _field("og:description", TEXT, "Text in previews of shared links."),
    _field("og:image", TEXT, "Picture in previews of shared links."),
    _field("og:url", TEXT, "URL in previews of shared links."),
    _field("twitter:title", TEXT, "Title in previews on X."),
    _field("twitter:description", TEXT, "Text in previews on X."),
    _field("twitter:image", TEXT, "Picture in previews on X."),
    _field("authors", Anything(), "Who wrote the page, in any form."),
    open=True,
)

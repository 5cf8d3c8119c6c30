"""The frontmatter of a page: every key that the service reads; none is required."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_api import PLAYGROUND_DISPLAYS
from docs_lsp.schema.model_chrome import CONTEXTUAL
from docs_lsp.schema.model_parts import FILLED, FLAG, ICON, ICON_STYLES, TEXT
from docs_lsp.schema.types import (
    Anything,
    Boolean,
    Choice,
    ListOf,
    MapOf,
    NumberType,
    OneOf,
    Property,
    Record,
    StringType,
)

MODES: Final = Choice(
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
            Record(
                "accessRule",
                Property(
                    "includes",
                    ListOf(FILLED, min_items=1),
                    "Groups that may read the page; `*` means all.",
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


FRONTMATTER: Final = Record(
    "frontmatter",
    Property("title", TEXT, "Title of the page: heading, browser tab and search results."),
    Property("description", TEXT, "One or two sentences below the title and in search results."),
    Property("sidebarTitle", TEXT, "Shorter title for the sidebar."),
    Property("icon", ICON, "Icon before the title in the sidebar."),
    Property(
        "iconType",
        ICON_STYLES,
        "Drawing style of the icon.",
        deprecated="Write `icon` as an object with `name` and `style`.",
    ),
    Property("tag", TEXT, "Small label beside the title in the sidebar."),
    Property("hidden", FLAG, "`true` removes the page from the navigation and from search."),
    Property("noindex", FLAG, "`true` keeps the page in the navigation but not in search."),
    Property("searchable", FLAG, "`false` removes the page from the site's search and from AI."),
    Property(
        "boost", NumberType(), "Multiplies the page's rank in search; beats the group's boost."
    ),
    Property("deprecated", FLAG, "`true` marks the page or endpoint as outdated."),
    Property("hideFooterPagination", FLAG, "`true` hides the links to the previous and next page."),
    Property("hideApiMarker", FLAG, "`true` hides the method badge in the sidebar."),
    Property("mode", MODES, "Layout of the page."),
    Property("url", TEXT, "Makes the entry in the sidebar a link to this URL."),
    Property("href", TEXT, "Address that the entry in the sidebar links to."),
    Property("keywords", ListOf(TEXT), "Further words that search finds the page by."),
    Property("groups", _GROUPS, "Groups of users that may read the page."),
    Property("public", FLAG, "`true` lets everyone read the page without logging in."),
    Property("isPublic", FLAG, "The same as `public`.", deprecated="Write `public`."),
    Property(
        "related",
        OneOf((Boolean(only=False), ListOf(OneOf((TEXT, MapOf(TEXT)))))),
        "Pages to read next: paths, or `title: path`; `false` shows none.",
    ),
    Property("contextual", CONTEXTUAL, "The page's own menu, instead of the site's."),
    Property("timestamp", FLAG, "Shows or hides when the page was last changed."),
    Property(
        "lastUpdatedDate", Anything(), "Date of the last change, instead of the recorded one."
    ),
    Property("createdDate", Anything(), "Date on which the page was first published."),
    Property("api", TEXT, "Endpoint of a page written by hand: `METHOD /path` or with a URL."),
    Property("openapi", TEXT, "Operation the page describes: `METHOD /path`, a file before it."),
    Property("asyncapi", TEXT, "Channel the page describes."),
    Property("sdk", Anything(), "Symbol of an SDK that the page describes: `class Client`."),
    Property("openapi-schema", TEXT, "Schema of the specification that the page describes."),
    Property(
        "graphql",
        Record(
            "graphqlReference",
            Property("source", TEXT, "Path of the schema.", required=True),
            Property(
                "kind",
                Choice({"query": "A query.", "mutation": "A mutation.", "type": "A type."}),
                "What the name refers to.",
                required=True,
            ),
            Property("name", TEXT, "Name in the schema.", required=True),
        ),
        "Part of a GraphQL schema that the page describes.",
    ),
    Property("playground", PLAYGROUND_DISPLAYS, "What the page offers for trying a request."),
    Property("auth", TEXT, "Authentication of a page written by hand."),
    Property("authMethod", TEXT, "Authentication method of a page written by hand."),
    Property("contentType", TEXT, "Content type of the request on a page written by hand."),
    Property("version", TEXT, "Version the page belongs to, instead of the navigation's."),
    Property("rss", FLAG, "`true` makes a feed of the page's updates."),
    Property("robots", TEXT, "Value of the robots meta tag."),
    Property("canonical", TEXT, "Preferred URL of the page for search engines."),
    Property("og:title", TEXT, "Title in previews of shared links."),
    Property("og:description", TEXT, "Text in previews of shared links."),
    Property("og:image", TEXT, "Picture in previews of shared links."),
    Property("og:url", TEXT, "URL in previews of shared links."),
    Property("twitter:title", TEXT, "Title in previews on X."),
    Property("twitter:description", TEXT, "Text in previews on X."),
    Property("twitter:image", TEXT, "Picture in previews on X."),
    Property("authors", Anything(), "Who wrote the page, in any form."),
    open=True,
)

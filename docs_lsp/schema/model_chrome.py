"""The frame around every page: banner, top bar, footer and contextual menu."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_parts import COLOUR, COLOUR_PAIR, FILLED, FLAG, ICON, LINK, TEXT
from docs_lsp.schema.types import Choice, Form, ListOf, MapOf, OneOf, Property, Record, StringType

BANNER: Final = Record(
    "banner",
    Property(
        "content",
        FILLED,
        "The line shown above every page; may contain Markdown links.",
        required=True,
    ),
    Property("dismissible", FLAG, "Whether readers can close the banner.", default=False),
    Property(
        "type",
        Choice(
            {
                "info": "News, in the site's colour.",
                "warning": "Something to be careful about.",
                "critical": "An outage or another emergency.",
            }
        ),
        "How urgent the banner looks.",
        documented=False,
    ),
    Property(
        "color",
        OneOf((COLOUR_PAIR, COLOUR)),
        "Background of the banner, one colour for each mode.",
        documented=False,
    ),
)

SOCIAL_NETWORKS: Final = Choice(
    {
        "x": "X",
        "website": "A website",
        "facebook": "Facebook",
        "youtube": "YouTube",
        "discord": "Discord",
        "slack": "Slack",
        "github": "GitHub",
        "linkedin": "LinkedIn",
        "instagram": "Instagram",
        "hacker-news": "Hacker News",
        "medium": "Medium",
        "telegram": "Telegram",
        "twitter": "Twitter",
        "x-twitter": "X, with its old name",
        "earth-americas": "A globe, for a website",
        "bluesky": "Bluesky",
        "threads": "Threads",
        "reddit": "Reddit",
        "podcast": "A podcast",
    },
    name="socialNetwork",
)

FOOTER: Final = Record(
    "footer",
    Property(
        "socials",
        MapOf(StringType(form=Form.PROFILE_URL), keys=SOCIAL_NETWORKS),
        "Icons that link to your profiles: a network's name, and the `https://` URL.",
    ),
    Property(
        "links",
        ListOf(
            Record(
                "footerColumn",
                Property("header", FILLED, "Title of the column."),
                Property(
                    "items",
                    ListOf(
                        Record(
                            "footerLink",
                            Property("label", FILLED, "Text of the link.", True),
                            Property(
                                "href",
                                StringType(form=Form.FOOTER_LINK),
                                "The target of the link: an `https://` URL, or a path of the site.",
                                required=True,
                            ),
                        ),
                        min_items=1,
                    ),
                    "The links of the column.",
                    required=True,
                ),
            ),
            min_items=1,
            max_items=4,
        ),
        "One to four columns of links at the bottom of every page.",
    ),
)

_HREF: Final = Property("href", LINK, "The target of the link.", required=True)
_LINK_ICON: Final = Property("icon", ICON, "Icon before the label.", documented=False)
_BADGES: Final = {
    "github": "The repository at `href`, with its stars.",
    "discord": "The Discord server at `href`, with its members.",
}

NAVBAR_LINK: Final = Record(
    "navbarLink",
    Property("label", TEXT, "Text of the link.", required=True),
    _HREF,
    _LINK_ICON,
    Property(
        "type",
        TEXT,
        "`github` or `discord` shows a badge with figures; omit it for a plain link.",
        documented=False,
    ),
    instead={"label": "icon"},
)

NAVBAR_BADGE: Final = Record(
    "navbarBadge",
    Property(
        "type",
        Choice(_BADGES),
        "Which badge to show instead of a plain link.",
        required=True,
        documented=False,
    ),
    _HREF,
    Property("label", TEXT, "Text of the badge, if it is not the name."),
    _LINK_ICON,
)

_PRIMARY_TYPE: Final = Property(
    "type",
    Choice({"button": "A button with a label.", **_BADGES}, documented=("button",)),
    "What is shown at the end of the bar.",
    required=True,
)

PRIMARY_BUTTON: Final = Record(
    "primaryButton",
    _PRIMARY_TYPE,
    Property("label", TEXT, "Text of the button.", required=True),
    _HREF,
)

PRIMARY_BADGE: Final = Record(
    "primaryBadge",
    _PRIMARY_TYPE,
    _HREF,
    Property("label", TEXT, "Text of the badge, if it is not the name."),
)

NAVBAR: Final = Record(
    "navbar",
    Property(
        "links",
        ListOf(
            OneOf(
                (NAVBAR_LINK, NAVBAR_BADGE),
                discriminator="type",
                cases=dict.fromkeys(_BADGES, NAVBAR_BADGE),
            )
        ),
        "Links in the bar at the top of every page.",
    ),
    Property(
        "primary",
        OneOf(
            (PRIMARY_BUTTON, PRIMARY_BADGE),
            discriminator="type",
            cases={"button": PRIMARY_BUTTON, **dict.fromkeys(_BADGES, PRIMARY_BADGE)},
        ),
        "The button that stands out at the end of the bar.",
    ),
)
CONTEXTUAL_OPTION: Final = Choice(
    {
        "copy": "Copies the page as Markdown.",
        "assistant": "Opens the site's assistant with the page.",
        "view": "Shows the page as Markdown.",
        "download-pdf": "Downloads the page as PDF.",
        "download-spec": "Downloads the specification of the endpoint.",
        "chatgpt": "Opens ChatGPT with the page.",
        "claude": "Opens Claude with the page.",
        "perplexity": "Opens Perplexity with the page.",
        "grok": "Opens Grok with the page.",
        "aistudio": "Opens Google AI Studio with the page.",
        "devin": "Opens Devin with the page.",
        "windsurf": "Opens Windsurf with the page.",
        "devin-desktop": "Opens Devin Desktop with the page.",
        "mcp": "Copies the URL of the site's MCP server.",
        "add-mcp": "Copies the command that installs the MCP server.",
        "cursor": "Installs the MCP server in Cursor.",
        "vscode": "Installs the MCP server in VS Code.",
        "devin-mcp": "Installs the MCP server in Devin.",
    },
    name="contextualOption",
)

_QUERY: Final = Record(
    "contextualQuery",
    Property("key", TEXT, "Name of the query parameter.", required=True),
    Property("value", TEXT, "Its value; may contain the placeholders.", required=True),
)

_TARGET: Final = Record(
    "contextualTarget",
    Property("base", TEXT, "The URL without its query.", required=True),
    Property("query", ListOf(_QUERY), "Query parameters, encoded by the service."),
)

CUSTOM_OPTION: Final = Record(
    "contextualCustom",
    Property("title", TEXT, "Title of the entry.", required=True),
    Property("description", TEXT, "Line below the title.", required=True),
    Property("icon", ICON, "Icon before the title."),
    Property(
        "href",
        OneOf((TEXT, _TARGET)),
        "Its target; `$page`, `$path` and `$mcp` become the page's text, its path, the MCP server.",
        required=True,
    ),
)

CONTEXTUAL: Final = Record(
    "contextual",
    Property(
        "options",
        ListOf(OneOf((CONTEXTUAL_OPTION, CUSTOM_OPTION))),
        "Entries in the order of the menu; the first is the button itself.",
        required=True,
    ),
    Property(
        "display",
        Choice({"header": "Beside the title.", "toc": "In the table of contents."}),
        "Where the menu is shown.",
        default="header",
    ),
)

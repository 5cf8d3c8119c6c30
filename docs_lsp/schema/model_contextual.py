"""`contextual`: the menu that hands a page to an assistant, an editor or the clipboard."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_parts import ICON, TEXT
from docs_lsp.schema.types import ListOf, OneOf, Property, choice, record

OPTIONS: Final = choice(
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

_QUERY: Final = record(
    "contextualQuery",
    Property("key", TEXT, "Name of the query parameter.", required=True),
    Property("value", TEXT, "Its value; may hold the placeholders.", required=True),
)

_TARGET: Final = record(
    "contextualTarget",
    Property("base", TEXT, "The URL without its query.", required=True),
    Property("query", ListOf(_QUERY), "Query parameters, encoded by the service."),
)

CUSTOM_OPTION: Final = record(
    "contextualCustom",
    Property("title", TEXT, "Title of the entry.", required=True),
    Property("description", TEXT, "Line below the title.", required=True),
    Property("icon", ICON, "Icon before the title."),
    Property(
        "href",
        OneOf((TEXT, _TARGET)),
        "Where it leads; `$page`, `$path` and `$mcp` stand for text, path and MCP server.",
        required=True,
    ),
)

CONTEXTUAL: Final = record(
    "contextual",
    Property(
        "options",
        ListOf(OneOf((OPTIONS, CUSTOM_OPTION))),
        "Entries in the order of the menu; the first is the button itself.",
        required=True,
    ),
    Property(
        "display",
        choice({"header": "Beside the title.", "toc": "In the table of contents."}),
        "Where the menu stands.",
        default="header",
    ),
)

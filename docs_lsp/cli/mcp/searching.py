"""The tool `search`: what the site's own search server finds, through the preview process."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from docs_lsp.cli.mcp.tool import AgentToolArguments, AgentToolResult, Tool, quote_data
from docs_lsp.cli.mcp.workspace import AgentWorkspace


class SearchArguments(AgentToolArguments):
    """The query."""

    query: str = Field(min_length=1, description="What a reader or an agent would ask.")
    language: str = Field(default="", description="Only pages of this language, such as `fr`.")
    version: str = Field(default="", description="Only pages of this version.")


class SearchResult(AgentToolResult):
    """The search results."""

    only_text = frozenset(("text",))
    text: str = Field(description="The answer of the search tool, as clients of the site get it.")

    def iter_lines(self) -> Iterator[str]:
        """Yield the answer."""
        yield from quote_data(self.text)


def _search_preview(workspace: AgentWorkspace, arguments: SearchArguments) -> SearchResult:
    workspace.require_docs_json()
    asked = arguments.model_dump(exclude_defaults=True)
    return SearchResult(text=workspace.search(asked))


SEARCH = Tool(
    "search",
    "Search as readers' agents do",
    "Asks the search server of this site as it will be published, over the files as they are now. "
    "Use it to see whether a question finds the page you have written.",
    SearchArguments,
    SearchResult,
    _search_preview,
)

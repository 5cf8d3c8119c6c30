"""The tool `search`: what the site's own search server finds, through the preview process.

Pages of the manual that answer the question come first, marked as such.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field

from docs_lsp.cli.manual_search import search_manual
from docs_lsp.cli.mcp.manual_resources import build_manual_uri
from docs_lsp.cli.mcp.tool import AgentToolArguments, AgentToolResult, Tool, quote_data
from docs_lsp.cli.mcp.workspace import AgentWorkspace


class SearchArguments(AgentToolArguments):
    """The query."""

    query: str = Field(min_length=1, description="What a reader or an agent would ask.")
    language: str = Field(default="", description="Only pages of this language, such as `fr`.")
    version: str = Field(default="", description="Only pages of this version.")


class ManualHit(BaseModel):
    """A page of the manual of docs-lsp."""

    model_config = ConfigDict(frozen=True)
    uri: str
    title: str
    description: str


class SearchResult(AgentToolResult):
    """The search results."""

    only_text = frozenset(("manual", "text"))
    text: str = Field(description="The answer of the search tool, as clients of the site get it.")
    manual: tuple[ManualHit, ...] = Field(description="Pages of the manual that answer it.")

    def iter_lines(self) -> Iterator[str]:
        """Yield the pages of the manual and the answer."""
        if self.manual:
            yield "From the manual of docs-lsp, not from this site (resources):"
            for hit in self.manual:
                yield f"- {hit.uri}  {hit.title}: {hit.description}"
            yield "From this site:"
        yield from quote_data(self.text)


def _search_preview(workspace: AgentWorkspace, arguments: SearchArguments) -> SearchResult:
    """Answer the tool that searches the site as the preview does, and the manual."""
    workspace.require_docs_json()
    asked = arguments.model_dump(exclude_defaults=True)
    hits = (
        ManualHit(uri=build_manual_uri(page.path), title=page.title, description=page.description)
        for page in search_manual(arguments.query)
    )
    return SearchResult(text=workspace.search(asked), manual=tuple(hits))


SEARCH = Tool(
    "search",
    "Search as readers' agents do",
    "Asks the search server of this site as it will be published, over the files as they are now. "
    "Use it to see whether a question finds the page you have written. Questions about docs-lsp "
    "itself find pages of its manual too.",
    SearchArguments,
    SearchResult,
    _search_preview,
)

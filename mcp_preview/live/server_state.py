"""All that is served, at one moment. It never changes: an edit makes another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from docs_lsp.site.tool_names import ToolNames, tool_names
from mcp_preview.content.pages import Pages
from mcp_preview.content.skills import Skill
from mcp_preview.http.llms import NOTHING, Outline


class Hit(Protocol):
    """A section that a search has found."""

    @property
    def title(self) -> str:
        """The title of its page."""
        ...

    @property
    def url(self) -> str:
        """Where it is, from the root of the site, with its anchor."""
        ...

    @property
    def path(self) -> str:
        """The path of its page."""
        ...

    @property
    def content(self) -> str:
        """Its text, as Markdown."""
        ...


class Search(Protocol):
    """The index of a site."""

    def search(
        self, query: str, *, language: str | None = None, version: str | None = None
    ) -> Sequence[Hit]:
        """The sections that fit best, best first."""
        ...


class Output(Protocol):
    """What a command has printed."""

    @property
    def text(self) -> str:
        """Its output, and what it had to complain about."""
        ...


class Filesystem(Protocol):
    """The pages of a site as files."""

    async def run(self, command: str) -> Output:
        """Run a command in it. Never raises for what stands in the command."""
        ...


@dataclass(frozen=True, slots=True)
class Served:
    """A site as its search server knows it."""

    name: str
    description: str
    versions: tuple[str, ...]  # in the order of docs.json; empty where the site has but one
    languages: tuple[str, ...]  # likewise
    pages: Pages
    search: Search
    filesystem: Filesystem
    skills: tuple[Skill, ...] = ()
    outline: Outline = NOTHING
    contextual: tuple[str, ...] = ()  # `contextual.options` of docs.json, those that are words
    revision: int = 0  # counts the changes since the start
    folder: str = ""  # full path of the folder of docs.json; empty where there is none
    trouble: str = ""  # why this is not what the files say now; for the writer

    @property
    def tool_names(self) -> ToolNames:
        """The names of the two tools."""
        return tool_names(self.name)

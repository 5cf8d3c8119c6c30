"""A site to be served, without files, index or shell: for tests of what stands around these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mcp_preview.content.pages import SitePages
from mcp_preview.filesystem.docs_filesystem import ShellOutput
from mcp_preview.index.page_meaning import MeaningState
from mcp_preview.index.passages import Passage
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.sections import PageSection
from mcp_preview.live.server_state import ServerState
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.settings.site_address import SiteAddress
from mcp_preview.store.store import Store
from tests.preview.small import page_of

FLOOD = "line of text\n" * 10_000


class Section(SearchHit):
    """What a search finds, with its properties as they are given."""

    title = url = path = content = ""
    also_urls: tuple[str, ...] = ()
    other_urls: tuple[str, ...] = ()
    other_versions = 0

    def __init__(
        self,
        title: str,
        url: str,
        path: str,
        content: str,
        also_urls: tuple[str, ...] = (),
        other_versions: int = 0,
    ) -> None:
        vars(self).update(title=title, url=url, path=path, content=content)
        vars(self).update(also_urls=also_urls, other_versions=other_versions)
        section = PageSection(title, "", 1, (), 0, len(content))
        vars(self).update(page=page_of(path, content), section=section)

    @property
    def passage(self) -> Passage:
        return Passage(self.content, is_whole=self.content == self.content.strip())


class Search:
    """Finds one section, which says what was looked for."""

    @property
    def meaning(self) -> MeaningState:
        return MeaningState.OFF

    def is_quick(self, query: str) -> bool:
        return query != "long"

    def search(
        self,
        query: str,
        *,
        language: str | None = None,
        version: str | None = None,
        explain: bool = False,
    ) -> Sequence[Section]:
        if query == "break":
            raise RuntimeError("secret")
        if query == "nothing":
            return []
        return [Section("Boats", "/boats#mooring", "boats", f"{query} {language} {version}")]


class Filesystem:
    """Prints the command."""

    async def run(self, command: str) -> ShellOutput:
        if command == "silent":
            return ShellOutput("", exit_code=1)
        return ShellOutput(FLOOD if command == "flood" else f"$ {command}\n")


def site(**given: Any) -> ServerState:
    """A site with some things otherwise than usual."""
    usual: dict[str, Any] = {
        "name": "Harbour Docs",
        "description": "Everything afloat.",
        "versions": (),
        "languages": (),
        "pages": SitePages(),
        "search": Search(),
        "filesystem": Filesystem(),
    }
    return ServerState(**{**usual, **given})


SITE = site()


def no_log_ins(current_state: Callable[[], ServerState]) -> AuthorizationParts:
    """The parts of an authenticated half that nobody uses."""

    def none() -> Store:
        raise AssertionError("nobody logs in here")

    return AuthorizationParts(current_state, SiteAddress(), none, lambda: 0)

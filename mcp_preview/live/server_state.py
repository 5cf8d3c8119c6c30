"""The state of the server: everything that it serves at one moment. An edit creates a new one."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from docs_lsp.settings.settings import PreviewUser
from docs_lsp.site.access_mode import OPEN, SiteAccess
from docs_lsp.site.routes.site_location import SiteLocation
from docs_lsp.site.site_files import LISTS, SITEMAP_XML, is_llms_file
from docs_lsp.site.tool_names import ToolNames, make_tool_names
from docs_lsp.site.visibility import Viewer
from mcp_preview.content.pages import IndexedPage, SitePages
from mcp_preview.content.published_redirects import PublishedRedirects
from mcp_preview.content.report_facts import ReportFacts
from mcp_preview.content.skills import Skill
from mcp_preview.content.viewer_content import NO_SOURCES, LlmsSources
from mcp_preview.index.page_meaning import MeaningState

if TYPE_CHECKING:
    from mcp_preview.filesystem.docs_filesystem import ShellOutput
    from mcp_preview.index.search_hit import SearchHit

ROBOTS_TXT = "robots.txt"
OVERRIDABLE = (*LISTS, SITEMAP_XML, ROBOTS_TXT)
"""Files that are generated unless the site has one of this name."""
_UNKNOWN_LOCATION = SiteLocation()


def is_own_list(path: str) -> bool:
    """Return whether a file of the site, given by its site path, is served at its own address.

    It replaces a generated file, or is a list for AI clients in a folder.
    """
    return path in OVERRIDABLE or is_llms_file(path)


class SectionSearch(Protocol):
    """The index of a site."""

    @property
    def meaning(self) -> MeaningState:
        """The state of the search by meaning at this moment: on, off or not yet ready."""
        ...

    def is_quick(self, query: str) -> bool:
        """Return whether a search takes less time than passing it to a thread."""
        ...

    def search(
        self,
        query: str,
        *,
        language: str | None = None,
        version: str | None = None,
        explain: bool = False,
    ) -> Sequence[SearchHit]:
        """Return the best sections, best first, with explanations if `explain` is set."""
        ...


class CommandRunner(Protocol):
    """The pages of a site as files."""

    async def run(self, command: str) -> ShellOutput:
        """Run a command. Never raises for the content of the command."""
        ...


class IndexingProgress(NamedTuple):
    """The progress of the first index of a site."""

    done: int = 0
    total: int = 0
    """The number of pages; 0 as long as docs.json has not been read."""

    @property
    def knows_site(self) -> bool:
        """Whether docs.json has been read: name, versions, languages, and who may search."""
        return self.total > 0


@dataclass(frozen=True, slots=True)
class ServerState:
    """Everything that the server needs to answer requests about a site. It never changes.

    Initially it has everything that the owner sees; other viewers get the result of
    `restrict_to_viewer`.
    """

    name: str
    description: str
    versions: tuple[str, ...]  # in the order of docs.json; empty where the site has but one
    languages: tuple[str, ...]  # likewise
    pages: SitePages
    search: SectionSearch
    filesystem: CommandRunner
    skills: tuple[Skill, ...] = ()
    llms_sources: LlmsSources = NO_SOURCES
    contextual: tuple[str, ...] = ()  # `contextual.options` of docs.json, those that are words
    revision: int = 0  # counts the changes since the start
    folder: str = ""  # full path of the folder of docs.json; empty where there is none
    trouble: str = ""  # why this is not what the files say now; for the writer
    access: SiteAccess = OPEN  # which pages need a log-in, and whether the server is switched on
    users: tuple[PreviewUser, ...] = ()  # who may log in, as the settings have it
    redirects: PublishedRedirects | None = None  # those of docs.json
    location: SiteLocation = _UNKNOWN_LOCATION  # where the site is published
    ends_in_slashes: bool = False  # whether search engines get addresses with a slash at the end
    known_paths: Container[str] = ()  # of all pages, whatever their audience
    redirect_domains: tuple[str, ...] = ()  # where log-ins may lead, as the settings have it
    indexing: IndexingProgress | None = None  # how far the first index is; None when it is whole
    has_saved_index: bool = False  # whether that of an earlier start answers searches meanwhile
    make_addressed_page: Callable[[str], IndexedPage | None] | None = field(
        default=None, repr=False, compare=False
    )
    """Builds an excluded page, by its path, as shown at its address.

    The caller must check whether the viewer may see it.
    """
    report_facts: Callable[[], ReportFacts] = field(default=ReportFacts, repr=False, compare=False)
    """Collects the facts of the site for the report; for the owner."""
    views: Callable[[ServerState, Viewer], ServerState] | None = field(
        default=None, repr=False, compare=False
    )
    """Restricts the owner's state to a viewer; None in the state of a viewer, and if all viewers
    see the same.
    """
    tool_names: ToolNames = field(init=False)
    """The names of the two tools."""
    example_page: str = field(init=False)
    """The path of a page near the root, the same at each start; empty for a site without pages."""

    def __post_init__(self) -> None:
        """Name the tools after the site, and choose a page for their description."""
        object.__setattr__(self, "tool_names", make_tool_names(self.name))
        paths = (page.path for page in self.pages.indexed.values() if page.of_default)
        example = min(paths, key=lambda path: (path.count("/"), path), default="")
        object.__setattr__(self, "example_page", example)

    def restrict_to_viewer(self, viewer: Viewer) -> ServerState:
        """Return the state for a viewer, without anything that is not for them."""
        return self if self.views is None else self.views(self, viewer)

"""The states of one site at one moment for its viewers, of which the last few are cached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

from docs_lsp.site.visibility import Viewer
from mcp_preview.content.viewer_content import SiteContent, ViewerContent
from mcp_preview.filesystem.viewer_trees import ViewerTrees
from mcp_preview.index.page_meaning import MeaningState
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live.server_state import LlmsSources, ServerState

_MOST_CACHED = 64


class ViewerSearch:
    """The index of a site for one viewer."""

    def __init__(self, index: SearchIndex, viewer: Viewer | None) -> None:
        """Search as this viewer; None is the owner, who sees everything."""
        self._index = index
        self._viewer = viewer

    @property
    def meaning(self) -> MeaningState:
        """The state of the search by meaning at this moment: on, off or not yet ready."""
        return self._index.meaning.state if self._index.meaning else MeaningState.OFF

    def is_quick(self, query: str) -> bool:
        """Whether a search takes less time than passing it to a thread."""
        return self._index.is_quick(query)

    def search(
        self,
        query: str,
        *,
        language: str | None = None,
        version: str | None = None,
        explain: bool = False,
    ) -> Sequence[SearchHit]:
        """Return the best sections, best first, with explanations if `explain` is set."""
        return self._index.search(
            query, language=language, version=version, viewer=self._viewer, explain=explain
        )


class ViewerStates:
    """Builds and caches the state of each viewer."""

    def __init__(self, content: SiteContent, index: SearchIndex, trees: ViewerTrees) -> None:
        """Build states of this content, which never changes."""
        self._content = content
        self._index = index
        self._trees = trees
        self._lock = Lock()
        self._states: dict[Viewer, ServerState] = {}

    def get_viewer_state(self, owner: ServerState, viewer: Viewer) -> ServerState:
        """Return a viewer's version of the owner's state; the last ones are cached."""
        with self._lock:
            state = self._states.get(viewer)
            if state is None:
                state = self._states[viewer] = self._build_state(owner, viewer)
                if len(self._states) > _MOST_CACHED:
                    del self._states[next(iter(self._states))]
            return state

    def _build_state(self, owner: ServerState, viewer: Viewer) -> ServerState:
        content = self._content.get_viewer_content(self._content.find_admitting_audiences(viewer))
        return replace(
            owner,
            versions=content.versions,
            languages=content.languages,
            pages=content.pages,
            # By viewer, not by audiences: an edit may separate two viewers.
            search=ViewerSearch(self._index, viewer),
            filesystem=self._trees.get_viewer_filesystem(viewer),
            skills=content.skills,
            llms_sources=build_llms_sources(content),
            folder="",
            trouble="",
            users=(),
            redirect_domains=(),
            views=None,
        )


def build_llms_sources(content: ViewerContent) -> LlmsSources:
    """Return the sources of the texts for AI clients."""
    return LlmsSources(
        content.readable,
        content.instructions,
        content.links,
        content.openapi,
        content.asyncapi,
        content.written,
    )

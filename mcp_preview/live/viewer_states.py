"""Builds the states that are served: the owner's, and those of the viewers of the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from threading import Lock

from docs_lsp.files.files import Files, escape_path
from docs_lsp.site.routes.site_location import look_up_site_location
from docs_lsp.site.visibility import ANONYMOUS, Viewer
from mcp_preview.content.preview_site import PreviewSite
from mcp_preview.content.published_redirects import PublishedRedirects
from mcp_preview.content.viewer_content import Admitted, SiteContent
from mcp_preview.filesystem.viewer_trees import TreeSource, ViewerTrees
from mcp_preview.filesystem.virtual_files import place_skill_files, place_spec_files
from mcp_preview.index.page_meaning import MeaningState
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live.server_state import ServerState

_MOST_CACHED = 64


def build_owner_state(
    content: SiteContent,
    index: SearchIndex,
    trees: ViewerTrees,
    files: Files,
    *,
    folder: str,
    revision: int,
) -> ServerState:
    """Return the owner's state; that of anonymous callers is computed with it.

    `folder` is the full path of the folder of docs.json, which has these files.
    """
    site, every = content.site, content.build_owner_content()
    settings = site.overview.settings.preview
    state = ServerState(
        name=site.name,
        description=site.description,
        versions=every.versions,
        languages=every.languages,
        pages=every.pages,
        search=ViewerSearch(index, None),
        filesystem=trees.get_viewer_filesystem(None),
        skills=every.skills,
        llms_sources=every.llms_sources,
        contextual=site.contextual,
        revision=revision,
        folder=folder,
        trouble=_describe_trouble(site, trees.omitted_paths),
        access=content.access,
        users=settings.users,
        redirects=site.navigation_facts.overview.cached(PublishedRedirects.from_overview),
        location=look_up_site_location(site.navigation_facts.overview),
        ends_in_slashes=site.navigation_facts.ends_in_slashes,
        known_paths=site.verdicts.by_page,
        make_addressed_page=partial(site.build_addressed_page, files=files),
        report_facts=lambda: site.report_facts,
        redirect_domains=settings.redirect_domains,
        views=ViewerStates(content, index, trees).get_viewer_state,
    )
    state.restrict_to_viewer(ANONYMOUS)
    return state


def build_tree_source(content: SiteContent) -> TreeSource:
    """Return the source for the trees of the filesystem tool."""

    def others(admitted: Admitted) -> dict[str, bytes]:
        """Return the files of specifications and skills for some audiences."""
        given = content.get_viewer_content(admitted)
        return place_spec_files(given.llms_sources.openapi) | place_skill_files(given.skills)

    return TreeSource(content.site.pages.indexed, content.find_admitting_audiences, others)


def _describe_trouble(site: PreviewSite, missing: Sequence[str]) -> str:
    """Return why the state differs from the files, as sentences; empty if it does not.

    `missing` are the paths that the filesystem tool cannot hold.
    """
    sentences = [site.trouble] if site.trouble else []
    if site.uses_previous_navigation:
        sentences.append("The preview uses the last navigation that could be read.")
    if missing:
        first = escape_path(missing[0])[:200]
        sentences.append(
            f"The filesystem tool cannot hold {len(missing):,} of the files, `{first}` the first "
            "of them: their folder has too many files, or their names have unusual characters."
        )
    return " ".join(sentences)


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
        """Return whether a search takes less time than passing it to a thread."""
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
            llms_sources=content.llms_sources,
            folder="",
            trouble="",
            users=(),
            redirect_domains=(),
            views=None,
        )

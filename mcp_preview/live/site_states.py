"""Builds the state of a site from the content that is served."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from docs_lsp.files.files import Files, escape_path
from docs_lsp.site.routes.site_location import look_up_site_location
from docs_lsp.site.visibility import ANONYMOUS
from mcp_preview.content.preview_site import PreviewSite
from mcp_preview.content.published_redirects import PublishedRedirects
from mcp_preview.content.viewer_content import Admitted, SiteContent
from mcp_preview.filesystem.viewer_trees import TreeSource, ViewerTrees
from mcp_preview.filesystem.virtual_files import place_skill_files, place_spec_files
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live.server_state import ServerState
from mcp_preview.live.viewer_states import ViewerSearch, ViewerStates, build_llms_sources


class StateParts(NamedTuple):
    """The components of the state of a site."""

    folder: str
    """The full path of the folder of docs.json."""
    files: Files
    content: SiteContent
    search_index: SearchIndex
    trees: ViewerTrees


def build_owner_state(parts: StateParts, revision: int) -> ServerState:
    """Return the owner's state; that of anonymous callers is computed with it."""
    content, site = parts.content, parts.content.site
    every, settings = content.build_owner_content(), site.overview.settings.preview
    state = ServerState(
        name=site.name,
        description=site.description,
        versions=every.versions,
        languages=every.languages,
        pages=every.pages,
        search=ViewerSearch(parts.search_index, None),
        filesystem=parts.trees.get_viewer_filesystem(None),
        skills=every.skills,
        llms_sources=build_llms_sources(every),
        contextual=site.contextual,
        revision=revision,
        folder=parts.folder,
        trouble=_describe_trouble(site, parts.trees.omitted_paths),
        access=content.access,
        users=settings.users,
        redirects=site.navigation_facts.overview.cached(PublishedRedirects.from_overview),
        location=look_up_site_location(site.navigation_facts.overview),
        ends_in_slashes=site.navigation_facts.ends_in_slashes,
        known_paths=site.verdicts.by_page,
        make_addressed_page=partial(site.build_addressed_page, files=parts.files),
        report_facts=lambda: site.report_facts,
        redirect_domains=settings.redirect_domains,
        views=ViewerStates(content, parts.search_index, parts.trees),
    )
    state.restrict_to_viewer(ANONYMOUS)
    return state


def build_tree_source(content: SiteContent) -> TreeSource:
    """Return the source for the trees of the filesystem tool."""

    def others(admitted: Admitted) -> dict[str, bytes]:
        given = content.get_viewer_content(admitted)
        return place_spec_files(given.openapi) | place_skill_files(given.skills)

    return TreeSource(content.site.pages.indexed, content.find_admitting_audiences, others)


def _describe_trouble(site: PreviewSite, missing: Sequence[str]) -> str:
    """Return what the owner has to know, as sentences; `missing` are unreadable files."""
    sentences = [site.trouble] if site.trouble else []
    if site.uses_previous_navigation:
        sentences.append("The navigation is the last one that could be read.")
    if missing:
        first = escape_path(missing[0])[:200]
        sentences.append(
            f"The filesystem tool cannot hold {len(missing):,} of the files, `{first}` the first "
            "of them: their folder holds too many, or their names have unusual signs."
        )
    return " ".join(sentences)

"""Keeps a served site up to date with its files and the editor's unsaved texts.

One thread at a time works on it; what is served is swapped in as a whole when it is done. A
docs.json that cannot be read keeps the navigation that there was, and says so.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from anyio import to_thread

from docs_lsp.files import DiskFiles, FileFault, Files, Overlay, shown
from docs_lsp.settings import SETTINGS_FILE, Settings
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.site_files import ScanCancelled
from docs_lsp.site.visibility import ANONYMOUS
from mcp_preview.content.preview_site import PreviewSite
from mcp_preview.content.published_redirects import PublishedRedirects
from mcp_preview.content.served_specs import ServedSpec
from mcp_preview.content.site_access import access_of
from mcp_preview.content.skills import ROOT_FILE, Skill, own_skills
from mcp_preview.content.viewer_content import Admitted, RestrictedFile, SiteContent
from mcp_preview.filesystem.viewer_trees import TreeSource, ViewerTrees
from mcp_preview.filesystem.virtual_files import (
    asyncapi_files,
    openapi_files,
    read_all,
    skill_files,
    spec_files,
)
from mcp_preview.index.page_meaning import PageMeaning
from mcp_preview.live.first_states import can_search, kept_state, unread_state
from mcp_preview.live.server_state import OVERRIDABLE, IndexingProgress, ServerState, is_own_list
from mcp_preview.live.site_loading import SiteLoading
from mcp_preview.live.touched_files import touched_files
from mcp_preview.live.viewer_states import ViewerSearch, ViewerStates, sources_of

logger = logging.getLogger(__name__)

SETTLE = 0.02
"""Seconds that are waited for more of the same, when something has changed."""
_REPORT_STEP = 64
"""Pages after which the state says how far indexing is."""
_FAILED = "The last change could not be followed; the log of the preview says why."


class LiveSite:
    """One site that is served, now and after each change."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        meaning: PageMeaning | None = None,
        *,
        keeps: bool = False,
    ) -> None:
        """A site that has still to be loaded: until then there is little to serve of it.

        With `meaning` pages are found by that as well; with `keeps` its index is kept in the user's
        cache folder for the next start.
        """
        self.folder = folder
        self._settings = settings
        self._keeps = keeps
        self._buffers: dict[str, bytes] = {}
        self._files: Files = DiskFiles(folder)
        self._touched: set[str] = set()
        self._news = asyncio.Event()
        self._meaning = meaning
        self._taken = 0
        self._is_stopped = False
        self._loading: SiteLoading | None = None
        self.state = unread_state(self._files, str(folder))

    @classmethod
    def loaded(cls, folder: Path, settings: Settings) -> LiveSite:
        """A site that has been loaded as a whole, and is kept in memory."""
        live = cls(folder, settings)
        live.load()
        return live

    def load(self) -> None:
        """Read and index the site. This takes its time: seconds for thousands of pages.

        `state` says meanwhile how far it is. What is touched meanwhile waits for `follow`.
        """
        buffers = dict(self._buffers)
        disk = DiskFiles(self.folder)
        self._files = Overlay(disk, buffers) if buffers else disk
        keeps = self._keeps and not buffers
        loading = SiteLoading(self.folder, self._settings, self._meaning, keeps=keeps)
        self._loading, self._search = loading, loading.index
        if loading.kept is not None and loading.is_as_kept:
            self.state = kept_state(loading.kept, self._search, self.state)
        self._site = loading.read(
            self._files, self._serve_unindexed, self._count, lambda _done, _total: self._go_on()
        )
        release_freed_memory()
        self._read_specs()
        self._written = self._own_lists()
        content = self._content()
        self._trees = ViewerTrees(_tree_source(content))
        self.state = self._make_state(content, 0)
        loading.keep(self.state, self._site)

    def stop(self) -> None:
        """Have `load` end as soon as it can, with `ScanCancelled`, and remove what it has made."""
        self._is_stopped = True
        if self._loading is not None:
            self._loading.close()

    def _go_on(self) -> None:
        if self._is_stopped:
            raise ScanCancelled

    def _count(self) -> None:
        """One more page is going into the index: say so of each few."""
        self._go_on()
        self._taken += 1
        if self._taken % _REPORT_STEP == 0 and not can_search(self.state):
            total = self.state.indexing.total if self.state.indexing else 0
            self.state = replace(self.state, indexing=IndexingProgress(self._taken, total))

    def _serve_unindexed(self, site: PreviewSite) -> None:
        """Serve what can be known without the text of any page."""
        self._site = site
        self._own = self._own_skills()
        content = SiteContent(site, access_of(site, self._own), self._own)
        self._trees = ViewerTrees(TreeSource({}, content.admitted, lambda _: {}))
        if not can_search(self.state):
            total = len(site.overview.facts.pages)
            self.state = replace(self._make_state(content, 0), indexing=IndexingProgress(0, total))

    def open(self, file: str, text: bytes) -> None:
        """The editor holds a file, given by its site path, in this form."""
        self._buffers[file] = text
        self.touch([file])

    def close(self, file: str) -> None:
        """The editor has let go of a file: what is on the disk counts again."""
        if self._buffers.pop(file, None) is not None:
            self.touch([file])

    def touch(self, files: Iterable[str]) -> None:
        """Files or folders have come, changed or gone."""
        self._touched |= set(files)
        if self._touched:
            self._news.set()

    async def follow(self) -> None:
        """Take over what is touched, for as long as the task lives."""
        while True:
            await self._news.wait()
            await asyncio.sleep(SETTLE)
            self._news.clear()
            touched, self._touched = self._touched, set()
            buffers = dict(self._buffers)
            try:
                self.state = await to_thread.run_sync(self._apply, touched, buffers)
            except Exception:
                logger.exception("A change could not be followed")
                self.state = replace(self.state, trouble=_FAILED, revision=self.state.revision + 1)

    def _apply(self, touched: set[str], buffers: Mapping[str, bytes]) -> ServerState:
        files = self._files = Overlay(DiskFiles(self.folder), buffers)
        facts = self._site.overview.facts
        every = touched_files(touched, files, facts.files, self.folder)
        settings = self._new_settings(files) if SETTINGS_FILE in every else None
        change = self._site.after(files, every, settings)
        self._site = change.site
        # What is a skill may lie elsewhere, and be linked.
        if any(file.lower().endswith(ROOT_FILE) or file in IGNORE_FILES for file in every):
            self._own = self._own_skills()
        if self._site.overview.facts is not facts:
            self._read_specs()  # One of them has changed, or docs.json names others.
        if any(is_own_list(file) or file in IGNORE_FILES for file in every):
            self._written = self._own_lists({*every, *self._written})
        content = self._content()
        self._search.update(change.changed, change.gone)
        self._trees.update(_tree_source(content), change.changed, change.gone)
        return self._make_state(content, self.state.revision + 1)

    def _new_settings(self, files: Files) -> Settings | None:
        """The project's settings where they say something else now about the preview.

        How it runs, such as its port and its limits, is decided at its start.
        """
        # Few sites have settings, and reading them takes long to import.
        from docs_lsp.config import load as load_settings

        try:
            settings, _ = load_settings(files.read(SETTINGS_FILE), ())
        except FileFault:
            settings = Settings()
        return None if settings.preview == self._site.overview.settings.preview else settings

    def _own_skills(self) -> tuple[Skill, ...]:
        return own_skills(self._files, self._site.overview.facts.files, self._site.name)

    def _read_specs(self) -> None:
        facts = self._site.overview.facts
        self._openapi = {
            path: ServedSpec(facts.specs[path], data)
            for path, data in openapi_files(facts, self._files).items()
        }
        self._asyncapi: dict[str, RestrictedFile] = asyncapi_files(
            self._site.navigation_facts, self._files
        )

    def _own_lists(self, touched: Collection[str] = ()) -> dict[str, bytes]:
        """The lists for AI clients that the site writes itself."""
        facts = self._site.overview.facts
        # Of a file that is no page the site need not know that it has come.
        found = {*OVERRIDABLE, *filter(is_own_list, (*facts.files, *touched))}
        return read_all(sorted(one for one in found if one not in facts.ignore), self._files)

    def _content(self) -> SiteContent:
        return SiteContent(
            self._site,
            access_of(self._site, self._own),
            self._own,
            self._openapi,
            self._asyncapi,
            self._written,
        )

    def _make_state(self, content: SiteContent, revision: int) -> ServerState:
        """The owner's state; that of anonymous callers is made with it."""
        site, every = self._site, content.for_owner()
        state = ServerState(
            name=site.name,
            description=site.description,
            versions=every.versions,
            languages=every.languages,
            pages=every.pages,
            search=ViewerSearch(self._search, None),
            filesystem=self._trees.of(None),
            skills=every.skills,
            llms_sources=sources_of(every),
            contextual=site.contextual,
            revision=revision,
            folder=str(self.folder),
            trouble=_trouble(site, self._trees.left_out),
            access=content.access,
            users=site.overview.settings.preview.users,
            redirects=site.navigation_facts.overview.once(PublishedRedirects.of),
            ends_in_slashes=site.navigation_facts.ends_in_slashes,
            known_paths=site.verdicts.by_page,
            shown=partial(site.shown, files=self._files),
            redirect_domains=site.overview.settings.preview.redirect_domains,
            views=ViewerStates(content, self._search, self._trees),
        )
        state.seen_by(ANONYMOUS)
        return state


def _tree_source(content: SiteContent) -> TreeSource:
    def others(admitted: Admitted) -> dict[str, bytes]:
        given = content.for_viewers(admitted)
        return spec_files(given.openapi) | skill_files(given.skills)

    return TreeSource(content.site.pages.indexed, content.admitted, others)


def _trouble(site: PreviewSite, missing: Sequence[str]) -> str:
    """What the writer has to know, in sentences; `missing` are files that no command can read."""
    sentences = [site.trouble] if site.trouble else []
    if site.is_kept:
        sentences.append("The navigation is the last one that could be read.")
    if missing:
        first = shown(missing[0])[:200]
        sentences.append(
            f"The filesystem tool cannot hold {len(missing):,} of the files, `{first}` the first "
            "of them: their folder holds too many, or their names have unusual signs."
        )
    return " ".join(sentences)


def release_freed_memory() -> None:
    """Give back what C code has freed and its allocator keeps; where that allocator is glibc's.

    To index a site takes many small pieces, and they would stay for as long as the preview runs.
    """
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return  # Another allocator, which has its own ways.

"""Keeps a served site up to date with its files and the editor's unsaved texts.

One thread at a time works on it; the new state is swapped in as a whole when it is complete. If
`content.previous_navigation` decides that the previous docs.json is used, the state says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from anyio import to_thread

from docs_lsp.core import freed_memory
from docs_lsp.files.files import BufferedFiles, DiskFiles, FileFault, Files
from docs_lsp.settings.settings import SETTINGS_FILE, Settings
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.site_files import ScanCancelled
from mcp_preview.content.preview_site import PreviewSite, SiteChange
from mcp_preview.content.viewer_content import SiteContent
from mcp_preview.filesystem.viewer_trees import TreeSource, ViewerTrees
from mcp_preview.index.page_meaning import PageMeaning
from mcp_preview.live.disk_watcher import WHOLE_FOLDER
from mcp_preview.live.first_states import build_saved_state, build_unread_state, can_search
from mcp_preview.live.own_files import OwnFiles, read_site_skills
from mcp_preview.live.server_state import IndexingProgress, ServerState
from mcp_preview.live.site_loading import SiteLoading
from mcp_preview.live.touched_files import NO_LINKS, SiteLinks, find_touched_files
from mcp_preview.live.viewer_states import build_owner_state, build_tree_source
from mcp_preview.settings.project_settings import ProjectSettings, read_project_settings

logger = logging.getLogger(__name__)

SETTLE = 0.02
"""The time in seconds to wait for further changes after a change."""
_REPORT_STEP = 64
"""The number of pages after which the state shows the progress of indexing."""
_FAILED = "The last change could not be applied; the log of the preview says why."

_IN_MEMORY = "The index is in memory from now on, because the cache cannot be written: %s"


class LiveSite:
    """A served site, now and after each change."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        meaning: PageMeaning | None = None,
        *,
        saves_index: bool = False,
    ) -> None:
        """Create a site that is still to be loaded.

        With `meaning` pages are found by meaning as well; with `saves_index` its index is saved in
        the user's cache folder for the next start.
        """
        self.folder = folder
        self._settings = settings
        self._saves_index = saves_index
        self._buffers: dict[str, bytes] = {}
        self._files: Files = DiskFiles(folder)
        self._links = NO_LINKS
        self._touched: set[str] = set()
        self._has_changes = asyncio.Event()
        self._meaning = meaning
        self._indexed_count = 0
        self._settings_trouble = ""
        self._is_stopped = False
        self._loading: SiteLoading | None = None
        self.state = build_unread_state(self._files, str(folder))

    @classmethod
    def from_folder(cls, folder: Path, settings: Settings) -> LiveSite:
        """Load a site completely, with its index in memory."""
        live = cls(folder, settings)
        live.load()
        return live

    def load(self) -> None:
        """Read and index the site and set `state`. Raises `ScanCancelled` after `stop`.

        It takes seconds for thousands of pages.
        `state` shows the progress meanwhile. Changes reported meanwhile wait for `apply_changes`.
        """
        buffers = dict(self._buffers)
        disk = DiskFiles(self.folder)
        self._files = BufferedFiles(disk, buffers) if buffers else disk
        self._links = SiteLinks.from_folder(self.folder)
        loading = self._read_site(saves_index=self._saves_index and not buffers)
        freed_memory.release_memory()
        self._own = OwnFiles.from_site(self._site, self._files)
        content = self._own.build_content(self._site)
        self._trees = ViewerTrees(build_tree_source(content))
        self.state = self._build_state(content, 0)
        loading.save_for_next_start(self.state, self._site)

    def _read_site(self, *, saves_index: bool) -> SiteLoading:
        """Read and index the site, in memory if the disk has no room. Raises `ScanCancelled`."""
        unread = self.state
        loading = SiteLoading(self.folder, self._settings, self._meaning, saves_index=saves_index)
        self._loading, self._search = loading, loading.index
        if self._is_stopped:  # Meanwhile, so that nothing was closed.
            loading.close()
            raise ScanCancelled
        try:
            if loading.saved_index is not None and loading.is_unchanged:
                self.state = build_saved_state(loading.saved_index, self._search, self.state)
            self._site = loading.read_and_index(
                self._files,
                self._serve_unindexed,
                self._count_page,
                lambda _done, _total: self._raise_if_stopped(),
            )
        except (OSError, ValueError) as error:  # The search engine raises the latter.
            # Stopping removes the folder of the index, which is not a disk error.
            self._raise_if_stopped()
            if not saves_index:
                raise
            logger.warning(_IN_MEMORY, error)
            loading.close()
            self.state, self._indexed_count = unread, 0
            return self._read_site(saves_index=False)
        return loading

    def stop(self) -> None:
        """Make `load` end soon, with `ScanCancelled`, and remove what it has written."""
        self._is_stopped = True
        if self._loading is not None:
            self._loading.close()

    def _raise_if_stopped(self) -> None:
        """Raise `ScanCancelled` after `stop` was called."""
        if self._is_stopped:
            raise ScanCancelled

    def _count_page(self) -> None:
        """Count an indexed page, and now and then show it in `state`. Raises `ScanCancelled`."""
        self._raise_if_stopped()
        self._indexed_count += 1
        if self._indexed_count % _REPORT_STEP == 0 and not can_search(self.state):
            total = self.state.indexing.total if self.state.indexing else 0
            # Generated pages are indexed as well.
            done = min(self._indexed_count, total)
            self.state = replace(self.state, indexing=IndexingProgress(done, total))

    def _serve_unindexed(self, site: PreviewSite) -> None:
        """Serve everything that is known without the text of any page."""
        # Skills affect who may see the site.
        content = OwnFiles(read_site_skills(site, self._files)).build_content(site)
        self._trees = ViewerTrees(TreeSource({}, content.find_admitting_audiences, lambda _: {}))
        if not can_search(self.state):
            total = len(site.overview.facts.pages)
            self.state = replace(self._build_state(content, 0), indexing=IndexingProgress(0, total))

    def set_buffer(self, file: str, text: bytes) -> None:
        """Use the editor's text for a file, given by its site path."""
        self._buffers[file] = text
        self.mark_touched([file])

    def drop_buffer(self, file: str) -> None:
        """Use the file on the disk again after the editor has closed it."""
        if self._buffers.pop(file, None) is not None:
            self.mark_touched([file])

    def mark_touched(self, files: Iterable[str]) -> None:
        """Record that files or folders were added, changed or removed."""
        self._touched |= set(files)
        if self._touched:
            self._has_changes.set()

    async def apply_changes(self) -> None:
        """Apply recorded changes until the task is cancelled."""
        while True:
            await self._has_changes.wait()
            await asyncio.sleep(SETTLE)
            self._has_changes.clear()
            touched, self._touched = self._touched, set()
            buffers = dict(self._buffers)
            try:
                self.state = await to_thread.run_sync(self._apply_touched, touched, buffers)
            except ScanCancelled:
                raise
            except Exception:
                logger.exception("A change could not be applied")
                self.state = replace(self.state, trouble=_FAILED, revision=self.state.revision + 1)
            # Indexing a change uses threads that leave 15 MB behind.
            await to_thread.run_sync(freed_memory.release_memory)

    def _apply_touched(self, touched: set[str], buffers: Mapping[str, bytes]) -> ServerState:
        """Return the next state of the site, after updating its index and its trees."""
        files = self._files = BufferedFiles(DiskFiles(self.folder), buffers)
        before = self._site
        every = self._find_touched_files(touched, files)
        settings = self._read_changed_settings(files) if SETTINGS_FILE in every else None
        change = before.apply_file_changes(files, every, settings)
        self._site = change.site
        self._own = self._own.apply_file_changes(before, change.site, files, every)
        content = self._own.build_content(change.site)
        self._update_index(change)
        self._trees.apply_edit(build_tree_source(content), change.changed, change.removed)
        return self._build_state(content, self.state.revision + 1)

    def _find_touched_files(self, touched: set[str], files: Files) -> set[str]:
        """Refresh the links; return the site paths of all changed files, under all their names."""
        before, links = self._links, self._links.refresh(touched, self.folder)
        self._links = links
        known = self._site.overview.facts.files
        every = find_touched_files(
            touched | links.find_changed_links(before), files, known, self.folder
        )
        if WHOLE_FOLDER in touched:
            every |= self._list_whole_folder(files)
        return {path for file in every for path in links.iter_equivalent_paths(file)}

    def _list_whole_folder(self, files: Files) -> set[str]:
        """Return all current and former files, and those that matter even if missing."""
        overview = self._site.overview
        named = {SETTINGS_FILE, *IGNORE_FILES, *overview.parts}
        return named.union(overview.facts.files, files.paths())

    def _update_index(self, change: SiteChange) -> None:
        """Update the index; log an error of the disk, and then rebuild it in memory."""
        try:
            self._search.update_pages(change.changed, change.removed)
        except (OSError, ValueError) as error:  # The search engine raises the latter.
            # Stopping removes the folder of the index, which is not a disk error.
            self._raise_if_stopped()
            logger.warning(_IN_MEMORY, error)
            self._search.rebuild(change.site.pages.indexed)

    def _read_changed_settings(self, files: Files) -> Settings | None:
        """Return the project's settings if the preview's have changed, or None; record a mistake.

        Settings such as the port and the limits are only read at the start. With a mistake that
        might open pages, the previous settings are used, since `auth` is incomplete while it is
        typed.
        """
        self._settings_trouble = ""
        try:
            project = read_project_settings(files)
        except FileFault:
            project = ProjectSettings(Settings())
        if project.visibility_mistake:
            self._settings_trouble = (
                f"{project.visibility_mistake} Until it is fixed, the previous settings apply."
            )
            return None
        is_same = project.settings.preview == self._site.overview.settings.preview
        return None if is_same else project.settings

    def _build_state(self, content: SiteContent, revision: int) -> ServerState:
        """Return the owner's state, with a mistake in the settings as its trouble."""
        state = build_owner_state(
            content,
            self._search,
            self._trees,
            self._files,
            folder=str(self.folder),
            revision=revision,
        )
        if not self._settings_trouble:
            return state
        return replace(state, trouble=state.trouble or self._settings_trouble)

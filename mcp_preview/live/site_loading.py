"""Reads a site for the first time, using the data saved by an earlier start.

The texts of pages and their index are in a folder of the user's cache, or in memory if there is
none. The served content is the same in either case.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock

from docs_lsp.cache.folder import create_cache_folder
from docs_lsp.files.files import DiskFiles, Files
from docs_lsp.settings.settings import Settings
from docs_lsp.site.access_mode import OPEN
from mcp_preview.content.navigation_facts import NavigationFacts
from mcp_preview.content.page_building import Verdict
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.preview_site import PreviewSite, load_site
from mcp_preview.content.stored_text import StoredText, TextFile
from mcp_preview.index.page_meaning import PageMeaning
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live.saved_folder import SavedFolder
from mcp_preview.live.saved_index import (
    TEXTS,
    SavedIndex,
    compute_program_key,
    compute_signatures,
    read_saved_index,
    write_saved_index,
)
from mcp_preview.live.server_state import ServerState
from mcp_preview.live.text_workers import TextWorkers, choose_process_count

logger = logging.getLogger(__name__)


class SiteLoading:
    """One complete reading of a site."""

    def __init__(
        self, folder: Path, settings: Settings, meaning: PageMeaning | None, *, saves_index: bool
    ) -> None:
        """Prepare to read the site in a folder.

        `saves_index` allows using an earlier reading and saving one for the next start.
        """
        self._folder = folder
        self._prefetcher: TextWorkers | None = None
        self._settings = settings
        self._meaning = meaning
        self._begun = time.time_ns()
        self._saved_folder = _open_saved_folder(folder) if saves_index else None
        self._key = compute_program_key(settings) if self._saved_folder else ""
        self._has_new_texts = False
        self._saving = Lock()
        self._signatures = compute_signatures(folder) if self._saved_folder else {}
        self.saved_index: SavedIndex | None = None
        """The data saved by an earlier reading, or None."""
        self.index = self._open_index()
        self.texts = self._open_text_file()

    @property
    def is_unchanged(self) -> bool:
        """Whether no file has changed since the earlier reading, and the site is public."""
        saved = self.saved_index
        return saved is not None and saved.is_open and saved.is_current(self._signatures)

    def read_and_index(
        self,
        files: Files,
        on_read: Callable[[PreviewSite], None],
        on_page: Callable[[], None],
        on_progress: Callable[[int, int], None],
    ) -> PreviewSite:
        """Read the site and index its pages; `on_page` is called for each page, indexed or not."""
        # The editor's unsaved texts are not on the disk, where processes read files.
        most = choose_process_count() if isinstance(files, DiskFiles) else 0

        def make_prefetcher(facts: NavigationFacts) -> TextWorkers:
            """Create the processes that convert texts, to be ended after the reading."""
            self._prefetcher = TextWorkers(self._folder, facts.variables, most)
            return self._prefetcher

        def store(verdict: Verdict) -> Verdict:
            """Index a page, and return its verdict with the text on the disk."""
            on_page()
            return self._index_page(verdict)

        saved = self.saved_index
        known = partial(saved.select_reusable_texts, self._signatures) if saved else None
        try:
            site = load_site(
                files,
                self._settings,
                on_progress=on_progress,
                on_read=on_read,
                known=known,
                store=store,
                make_prefetcher=make_prefetcher if most > 0 else None,
            )
        finally:
            self._end_text_workers()
        self._has_changed = self.index.commit_pages(site.pages.indexed)
        return site

    def save_for_next_start(self, state: ServerState, site: PreviewSite) -> None:
        """Save the site for the next start, if anything is new; a failure is only logged."""
        has_changed = self._has_changed or self._has_new_texts
        if self._saved_folder is None or (self.is_unchanged and not has_changed):
            return
        try:
            with self._saving:
                write_saved_index(
                    self._saved_folder.path, self._key, self._build_saved_index(state, site)
                )
                self._saved_folder.save_copy()
        except OSError as error:
            logger.info("The index of the site cannot be saved for the next start: %s", error)
        except Exception:
            # The served content does not depend on it.
            logger.exception("The index of the site cannot be saved for the next start")

    def close(self) -> None:
        """Remove the data that only this process needs, and end the other processes.

        A save in progress is completed first: it takes a second for 25,000 pages, and without it
        the next start takes half a minute.
        """
        self._end_text_workers()
        if self._saved_folder is not None:
            with self._saving:
                self._saved_folder.remove_copy()

    def _end_text_workers(self) -> None:
        if self._prefetcher is not None:
            self._prefetcher.close()

    def _open_index(self) -> SearchIndex:
        """Return the saved index or an empty one, in memory if need be, and set `saved_index`."""
        if self._saved_folder is None:
            return SearchIndex(self._meaning)
        try:
            if self._saved_folder.is_restored:
                self.saved_index = read_saved_index(self._saved_folder.path, self._key)
                # Deleted documents are still counted, so that words look less rare than they are.
                if self.saved_index and self.saved_index.content.deleted <= len(
                    self.saved_index.content.pages
                ):
                    return SearchIndex(
                        self._meaning,
                        folder=self._saved_folder.path,
                        content=self.saved_index.content,
                    )
        except (OSError, ValueError) as error:
            logger.info("The saved index cannot be used: %s", error)
        self.saved_index = None
        self._saved_folder.clear()
        try:
            return SearchIndex(self._meaning, folder=self._saved_folder.path)
        except (OSError, ValueError) as error:
            logger.warning("The index is kept in memory: %s", error)
            self._saved_folder.remove_copy()
            self._saved_folder = None
            return SearchIndex(self._meaning)

    def _open_text_file(self) -> TextFile:
        """Return a file for new texts. A saved file is never written to."""
        if self._saved_folder is None or self.saved_index is not None:
            return TextFile()
        return TextFile(self._saved_folder.path / TEXTS)

    def _index_page(self, verdict: Verdict) -> Verdict:
        """Return a verdict with its text on the disk, and add the page of an indexed one."""
        if isinstance(verdict, IndexedPage):
            stored = self._store_text(verdict)
            words = (
                self._prefetcher.get_last_words(verdict.file or "") if self._prefetcher else None
            )
            self.index.put_page(verdict, stored, words)
            return stored
        if verdict.readable is None:
            return verdict
        return replace(verdict, readable=self._store_text(verdict.readable))

    def _store_text(self, page: IndexedPage) -> IndexedPage:
        """Return a page with its text in the file of texts; unchanged if the disk is full."""
        if page.text.place is not None:
            return page
        # The text of a page without a file is never reused.
        self._has_new_texts = self._has_new_texts or page.file is not None
        try:
            return replace(page, text=self.texts.append_text(page.markdown))
        except OSError as error:
            logger.info("A text is kept in memory: %s", error)
            return page

    def _build_saved_index(self, state: ServerState, site: PreviewSite) -> SavedIndex:
        """Return the data of the site to save, after moving all texts into one file."""
        assert self._saved_folder is not None
        move = _TextMover(self._saved_folder.path / TEXTS, self.texts)
        content = self.index.snapshot_content
        pages = {
            number: replace(page, text=move.move_text(page.text))
            for number, page in content.pages.items()
        }
        by_path = {page.path: page for page in site.readable if page.file is not None}
        saved = SavedIndex(
            name=state.name,
            description=state.description,
            versions=state.versions,
            languages=state.languages,
            is_open=state.access == OPEN,
            variables=dict(site.navigation_facts.variables),
            made=self._begun,
            files=self._signatures,
            texts={path: move.move_text(page.text) for path, page in by_path.items()},
            sources={path: page.file or "" for path, page in by_path.items()},
            reads=site.verdicts.reads,
            content=content._replace(pages=pages),
        )
        move.replace_target()
        return saved


class _TextMover:
    """Copies all texts into one file, unless they are in it already."""

    def __init__(self, target: Path, current: TextFile) -> None:
        """Create a new file for the texts beside `target`, unless `current` is that file."""
        self._target = target
        self._is_needed = current.path != target
        self._fresh = target.with_name(f"{TEXTS}.new")
        self._file = TextFile(self._fresh) if self._is_needed else current
        self._moved: dict[bytes, StoredText] = {}

    def move_text(self, text: StoredText) -> StoredText:
        """Return the same text in the target file, copied there unless it is in it already."""
        if not self._is_needed and text.file is self._file:
            return text
        moved = self._moved.get(text.digest)
        if moved is None:
            moved = self._moved[text.digest] = self._file.append_text(text.markdown)
        return moved

    def replace_target(self) -> None:
        """Replace the target file by the one with all moved texts, if that is another one."""
        if self._is_needed:
            self._fresh.replace(self._target)


def _open_saved_folder(folder: Path) -> SavedFolder | None:
    """Return the saved folder of a site; None if the cache cannot be written."""
    try:
        # Verifying all texts would take longer than the rest of a second start: each is verified
        # when it is reused.
        return SavedFolder(create_cache_folder("indexes"), str(folder.resolve()), (TEXTS,))
    except OSError as error:
        logger.info("Nothing is saved for the next start: %s", error)
        return None

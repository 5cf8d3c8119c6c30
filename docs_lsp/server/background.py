"""Background work: finds, reads and scans sites, and runs the rules about a whole site.

It is done in threads of the pool, and its results are applied to the site on the event loop. Until
then a site has the diagnostics that need nothing from the disk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from docs_lsp.core import freed_memory
from docs_lsp.features._view import View
from docs_lsp.files.discover import find_older_files, find_sites
from docs_lsp.server import garbage_collection, waiting_times
from docs_lsp.server.client_requests import ProgressDisplay
from docs_lsp.server.disk_state import PagesRead, ScanResult
from docs_lsp.server.idle import SiteRulesResult, prepare_answers
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.repository_polls import EarlierReading, update_translation_status
from docs_lsp.server.site_edits import SiteAtRevision
from docs_lsp.server.threads import IsCancelled, JobRunner
from docs_lsp.site.site import EarlierSite
from docs_lsp.site.specifications.facts import SiteFacts, load_specs

if TYPE_CHECKING:
    from docs_lsp.translations.stale_translations import TranslationStatus

logger = logging.getLogger(__name__)

T = TypeVar("T")
_READINGS = ("enter", "read", "scan", "specs", "pages", "earlier", "translations")
_JOB_NAMES = (*_READINGS, "site rules", "prepare")


class SitesBelow(NamedTuple):
    """The sites below a folder of the workspace."""

    roots: Sequence[Path]
    older_files: Sequence[Path]
    """The mint.json files, if there is no site."""


class BackgroundWork:
    """Starts the slow work that a site needs, one step after the other. Event loop only."""

    def __init__(
        self,
        jobs: JobRunner,
        on_changed: Callable[[OpenSite], None],
        progress: Callable[[str], ProgressDisplay | None],
    ) -> None:
        """Store the callbacks.

        `on_changed` is called when more is known of a site; `progress` starts a progress display
        under a title, or returns None.
        """
        self.on_prepared: Callable[[View], None] | None = None
        """Called when everything that answers need from a site has been prepared."""
        self._jobs = jobs
        self._changed = on_changed
        self._progress = progress
        self._entered: set[OpenSite] = set()
        """Sites that are being read because a file of theirs was opened."""
        self._runs: set[OpenSite] = set()
        """Sites for which the rules about the whole site wait or run."""

    def start_finding_sites(self, folder: Path, then: Callable[[SitesBelow], None]) -> None:
        """Find the sites below a folder in the background, or else its older files, for `then`."""

        def find(is_cancelled: IsCancelled) -> SitesBelow:
            roots = [site.parent for site in find_sites(folder, cancelled=is_cancelled)]
            return SitesBelow(roots, () if roots else find_older_files(folder, is_cancelled))

        begun = time.monotonic()

        def pause() -> float:
            return max(
                begun + waiting_times.FIND_SITES_PAUSE - time.monotonic(),
                self.seconds_until_first_read(),
            )

        self._jobs.run(("find", folder), find, then, pause)

    def seconds_until_first_read(self) -> float:
        """Return how many seconds to wait while a large opened site is being read; 0 if none is.

        Until then reading it has the machine for itself.
        """
        return waiting_times.ENTERING_PAUSE if self._entered else 0.0

    def start_next_step(self, open_site: OpenSite) -> None:
        """Start the first missing step: reading parts, specifications, pages, or site rules."""
        if open_site.reader.is_first_read:
            return  # It is already being read.
        if open_site.reader.needs_reading():
            self._jobs.run(
                ("read", open_site.root),
                open_site.reader.build_reading(),
                partial(self._apply_reading, open_site),
                max(waiting_times.READ_PAUSE, open_site.reader.seconds_until_reading()),
            )
        elif open_site.site is not None and open_site.on_disk:
            wanted, facts = open_site.site.find_unread_specs(), open_site.disk.facts
            if facts is not None and not wanted <= open_site.disk.tried:
                self._start_loading_specs(open_site, facts, wanted)
            elif open_site.disk.needs_pages():
                self._start_reading_pages(open_site)
            elif open_site.rules.is_run_needed() and open_site not in self._runs:
                self._start_site_rules(open_site)

    def start_first_read(self, open_site: OpenSite, on_read: Callable[[OpenSite], None]) -> None:
        """Read a large site because a file of it was opened, and call `on_read` if that succeeds.

        It is read again if it has changed by more than edits in the meantime.
        """

        def take(reading: SiteAtRevision | None) -> None:
            """Apply the reading, or read again if it is outdated; without one, give up."""
            if reading is not None and not open_site.reader.apply_reading(reading):
                self.start_first_read(open_site, on_read)
                return
            self._entered.discard(open_site)
            if reading is None:
                open_site.reader.abandon_first_read()  # As if its file had not been opened.
                return
            on_read(open_site)
            self._notify_if_readable(open_site)

        self._entered.add(open_site)
        self._jobs.run(
            ("enter", open_site.root),
            _return_none_on_failure(open_site.reader.build_reading()),
            take,
        )

    def start_scan(self, open_site: OpenSite, pause: float = 0.0) -> None:
        """Scan a site's folder, after a pause that further calls do not prolong."""
        progress = (
            self._start_progress(open_site, "Reading") if open_site.disk.facts is None else None
        )
        work = partial(
            _run_with_progress,
            open_site.disk.build_scanner(open_site.files.build_files()),
            progress,
        )
        self._jobs.run(("scan", open_site.root), work, partial(self._apply_scan, open_site), pause)

    def start_comparison(self, open_site: OpenSite, read: EarlierReading) -> None:
        """Read the earlier version that a site is compared with, once the user pauses."""
        self._jobs.run(
            ("earlier", open_site.root),
            partial(read, open_site.reader.earlier),
            partial(self._apply_earlier_site, open_site),
            open_site.debounce.rest_seconds_left,
        )

    def _apply_earlier_site(self, open_site: OpenSite, earlier: EarlierSite | None) -> None:
        """Store what a site is compared with, and report the site if that is new."""
        if open_site.reader.set_earlier(earlier):
            garbage_collection.exclude_present_objects()
            self._changed(open_site)

    def start_translation_check(self, open_site: OpenSite) -> None:
        """Update a site's translation status, or clear it if switched off, once the user pauses."""
        wanted = open_site.settings.translations
        site = open_site.site if wanted else None

        def find(cancelled: IsCancelled) -> TranslationStatus | None:
            # Use what another job has found since this one was requested.
            return update_translation_status(site, open_site.reader.translation_status, cancelled)

        if site is not None or open_site.reader.translation_status:
            self._jobs.run(
                ("translations", open_site.root),
                find,
                partial(self._apply_translation_status, open_site),
                open_site.debounce.rest_seconds_left,
            )

    def _apply_translation_status(
        self, open_site: OpenSite, status: TranslationStatus | None
    ) -> None:
        """Store the translation status of a site, and report the site if that changes it."""
        if open_site.reader.set_translation_status(status):
            self._changed(open_site)

    def cancel_site_work(self, open_site: OpenSite) -> None:
        """Cancel all work for a site that is gone."""
        for name in _JOB_NAMES:
            self._jobs.cancel_jobs((name, open_site.root))
        self._runs.discard(open_site)
        self._entered.discard(open_site)

    def _apply_reading(self, open_site: OpenSite, reading: SiteAtRevision | None) -> None:
        """Store a reading, and report and scan its site; read again if it is outdated."""
        if open_site.reader.apply_reading(reading):
            self._changed(open_site)
            self._notify_if_readable(open_site)
            if open_site.on_disk and open_site.disk.facts is None:
                self.start_scan(open_site)
        else:
            self.start_next_step(open_site)

    def _apply_scan(self, open_site: OpenSite, result: ScanResult) -> None:
        """Store the result of a scan, and start the next step."""
        open_site.disk.apply_scan(result)
        self._start_step_after_disk_change(open_site)

    def _start_reading_pages(self, open_site: OpenSite) -> None:
        """Start reading the pages of a site whose file names are known."""
        progress = self._start_progress(open_site, "Reading the pages of")
        read = open_site.disk.build_page_reader(open_site.files.build_files())

        def work(is_cancelled: IsCancelled) -> PagesRead | None:
            pages = _run_with_progress(read, progress, is_cancelled)
            # Docs.json was read before, which may have left 30 MB of unused heap.
            freed_memory.release_memory()
            return pages

        self._jobs.run(("pages", open_site.root), work, partial(self._apply_pages, open_site))

    def _apply_pages(self, open_site: OpenSite, pages: PagesRead | None) -> None:
        """Apply the pages that were read, if any, and start the next step in any case."""
        if pages is not None:
            open_site.disk.apply_pages(pages)
        garbage_collection.exclude_present_objects()
        self._start_step_after_disk_change(open_site)

    def _start_step_after_disk_change(self, open_site: OpenSite) -> None:
        """Start the next step after more is known of the folder."""
        if open_site.disk.needs_scan():
            self.start_scan(open_site)
        self._report_or_start_next_step(open_site)

    def _start_progress(self, open_site: OpenSite, what: str) -> ProgressDisplay | None:
        return self._progress(f"{what} {open_site.root.name}")

    def _report_or_start_next_step(self, open_site: OpenSite) -> None:
        """Report the effects of new facts; for a large site, once they have been computed."""
        if open_site.apply_disk_state() and not open_site.reader.needs_reading():
            self._changed(open_site)
        else:
            self.start_next_step(open_site)

    def _start_site_rules(self, open_site: OpenSite) -> None:
        """Run the rules about the whole site, once the user pauses."""
        view = open_site.build_view()
        assert view is not None
        self._runs.add(open_site)
        self._jobs.run(
            ("site rules", open_site.root),
            open_site.rules.build_job(view),
            partial(self._apply_site_rules, open_site),
            open_site.debounce.rest_seconds_left,
        )

    def _apply_site_rules(self, open_site: OpenSite, result: SiteRulesResult | None) -> None:
        """Store the findings of site rules, and report them; run them again if outdated."""
        self._runs.discard(open_site)
        if open_site.rules.apply_result(result):
            self._changed(open_site)
            self._start_preparing_answers(open_site)
            self.start_translation_check(open_site)
        else:
            self.start_next_step(open_site)

    def _start_preparing_answers(self, open_site: OpenSite) -> None:
        """Compute what answers need from the whole site, while the user still pauses."""
        view = open_site.build_view()
        if view is None:
            return

        def make(is_cancelled: IsCancelled) -> View:
            prepare_answers(view, lambda: is_cancelled() or open_site.site is not view.site)
            return view

        self._jobs.run(("prepare", open_site.root), make, self._notify_prepared)

    def _notify_if_readable(self, open_site: OpenSite) -> None:
        """Call `on_prepared` with a view of a site, if the site has been read."""
        view = open_site.build_view()
        if view is not None:
            self._notify_prepared(view)

    def _notify_prepared(self, view: View) -> None:
        """Call `on_prepared`, if it is set."""
        if self.on_prepared is not None:
            self.on_prepared(view)

    def _start_loading_specs(
        self, open_site: OpenSite, facts: SiteFacts, wanted: frozenset[str]
    ) -> None:
        """Read the wanted specifications; drop them if the facts have changed meanwhile."""
        files = open_site.files.build_files()

        def take_specs(fuller: SiteFacts) -> None:
            if open_site.disk.facts is facts:
                open_site.disk.apply_specs(fuller, wanted)
            self._report_or_start_next_step(open_site)

        self._jobs.run(
            ("specs", open_site.root),
            lambda cancelled: load_specs(facts, files, wanted),
            take_specs,
        )


def _return_none_on_failure(
    read: Callable[[IsCancelled], SiteAtRevision | None],
) -> Callable[[IsCancelled], SiteAtRevision | None]:
    """Wrap a reading function so that it logs an exception and returns None."""

    def work(is_cancelled: IsCancelled) -> SiteAtRevision | None:
        try:
            return read(is_cancelled)
        except Exception:
            logger.exception("A site could not be read.")
            return None

    return work


def _run_with_progress(
    work: Callable[[Callable[..., None] | None, IsCancelled], T],
    progress: ProgressDisplay | None,
    cancelled: IsCancelled,
) -> T:
    """Run a function, and show its progress."""
    try:
        return work(progress.report if progress else None, cancelled)
    finally:
        if progress:
            progress.report_end()

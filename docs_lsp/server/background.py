"""Work in the background: finding sites, reading them, scanning their folders, and the rules about
the whole site.

It is done in threads of the pool, and its results reach the site on the event loop. Until then a
site has the diagnostics that need nothing of the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from docs_lsp.discover import find_sites
from docs_lsp.features._view import View
from docs_lsp.server import debounce, garbage_collection
from docs_lsp.server.client_requests import WorkProgress
from docs_lsp.server.disk_state import PagesRead, ScanResult
from docs_lsp.server.idle import SiteRulesResult, prepare
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.threads import IsCancelled, JobRunner
from docs_lsp.site.specifications.facts import SiteFacts, load_specs
from docs_lsp.snapshot import Snapshot

T = TypeVar("T")


class BackgroundWork:
    """Starts the slow work that a site needs, one part after the other. Event loop only."""

    def __init__(
        self,
        jobs: JobRunner,
        changed: Callable[[OpenSite], None],
        progress: Callable[[str], WorkProgress | None],
    ) -> None:
        """Call `changed` when more is known of a site; show long work under a title."""
        self.on_prepared: Callable[[View], None] | None = None
        """Called when all has been made that answers need of a site."""
        self._jobs = jobs
        self._changed = changed
        self._progress = progress
        self._runs: set[OpenSite] = set()
        """The sites for which the rules about the whole site wait or run."""

    def find_sites(self, folder: Path, then: Callable[[list[Path]], None]) -> None:
        """Find the folders of sites below a folder."""

        def find(is_cancelled: IsCancelled) -> list[Path]:
            return [site.parent for site in find_sites(folder, cancelled=is_cancelled)]

        self._jobs.run(("find", folder), find, then, debounce.FIND_SITES_PAUSE)

    def complete(self, live: OpenSite) -> None:
        """Start what a site lacks first: its parts, its specifications, its pages, the rules about
        the whole of it."""
        if live.needs_reading():
            self._jobs.run(
                ("read", live.root),
                live.reading(),
                partial(self._read, live, live.revision),
                max(debounce.READ_PAUSE, live.reading_pause()),
            )
        elif live.site is not None and live.on_disk:
            wanted, facts = live.site.wanted_specs(), live.disk.facts
            if facts is not None and not wanted <= live.disk.tried:
                self._load_specs(live, facts, wanted)
            elif live.disk.wants_pages():
                self._read_pages(live)
            elif live.wants_site_rules() and live not in self._runs:
                self._run_site_rules(live)

    def scan(self, live: OpenSite, pause: float = 0.0) -> None:
        """Scan a site's folder, after a pause that further calls do not prolong."""
        progress = self._shown_as(live, "Reading") if live.disk.facts is None else None
        work = partial(_shown, live.disk.scanning(live.files()), progress)
        self._jobs.run(("scan", live.root), work, partial(self._scanned, live), pause)

    def forget(self, live: OpenSite) -> None:
        """Cancel all work for a site that is gone."""
        for errand in ("read", "scan", "specs", "pages", "site rules", "prepare"):
            self._jobs.cancel((errand, live.root))
        self._runs.discard(live)

    def _read(self, live: OpenSite, revision: int, site: Snapshot | None) -> None:
        if live.take_site(site, revision):
            self._changed(live)
            if live.on_disk and live.disk.facts is None:
                self.scan(live)
        else:
            self.complete(live)

    def _scanned(self, live: OpenSite, result: ScanResult) -> None:
        live.disk.take_scan(result)
        self._continue(live)

    def _read_pages(self, live: OpenSite) -> None:
        """Read the pages of a site, once their names are known."""
        progress = self._shown_as(live, "Reading the pages of")
        work = partial(_shown, live.disk.reading_pages(live.files()), progress)
        self._jobs.run(("pages", live.root), work, partial(self._pages_read, live))

    def _pages_read(self, live: OpenSite, pages: PagesRead | None) -> None:
        if pages is not None:
            live.disk.take_pages(pages)
        garbage_collection.spare()
        self._continue(live)

    def _continue(self, live: OpenSite) -> None:
        """Start what comes next when more is known of the folder."""
        if live.disk.wants_scan():
            self.scan(live)
        self._report_or_complete(live)

    def _shown_as(self, live: OpenSite, what: str) -> WorkProgress | None:
        return self._progress(f"{what} {live.root.name}")

    def _report_or_complete(self, live: OpenSite) -> None:
        """Report what follows from new facts; for a large site, once that has been worked out."""
        if live.catch_up() and not live.needs_reading():
            self._changed(live)
        else:
            self.complete(live)

    def _run_site_rules(self, live: OpenSite) -> None:
        """Run the rules about the whole site, once the writer rests."""
        self._runs.add(live)
        self._jobs.run(
            ("site rules", live.root),
            live.site_rules_job(),
            partial(self._site_rules_done, live),
            live.debounce.rest_left,
        )

    def _site_rules_done(self, live: OpenSite, result: SiteRulesResult | None) -> None:
        self._runs.discard(live)
        if live.take_site_rules(result):
            self._changed(live)
            self._prepare(live)
        else:
            self.complete(live)

    def _prepare(self, live: OpenSite) -> None:
        """Make what answers need of the whole site, while the writer goes on resting."""
        view = live.view()
        if view is None:
            return

        def make(is_cancelled: IsCancelled) -> View:
            prepare(view, lambda: is_cancelled() or live.site is not view.site)
            return view

        self._jobs.run(("prepare", live.root), make, self._prepared)

    def _prepared(self, view: View) -> None:
        if self.on_prepared is not None:
            self.on_prepared(view)

    def _load_specs(self, live: OpenSite, facts: SiteFacts, wanted: frozenset[str]) -> None:
        files = live.files()

        def loaded(fuller: SiteFacts) -> None:
            if live.disk.facts is facts:
                live.disk.take_specs(fuller, wanted)
            self._report_or_complete(live)

        self._jobs.run(
            ("specs", live.root), lambda cancelled: load_specs(facts, files, wanted), loaded
        )


def _shown(
    work: Callable[[Callable[..., None] | None, IsCancelled], T],
    progress: WorkProgress | None,
    cancelled: IsCancelled,
) -> T:
    """Do something, and show how far it is."""
    try:
        return work(progress.report if progress else None, cancelled)
    finally:
        if progress:
            progress.end()

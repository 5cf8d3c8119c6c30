"""What takes long: looking for sites, reading them, looking through their folders, and at sites
as a whole.

Done in the background, and brought to the site when it is done. Until then a site has the
findings that need no look at the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from docs_lsp.discover import find_sites
from docs_lsp.features._view import View
from docs_lsp.server import garbage_collection
from docs_lsp.server.beforehand import prepare
from docs_lsp.server.idle import SiteRulesResult
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.scan import PagesRead, ScanResult
from docs_lsp.server.threads import IsCancelled, JobRunner, WorkProgress
from docs_lsp.site.specifications.facts import SiteFacts, load_specs
from docs_lsp.snapshot import Snapshot

T = TypeVar("T")

FINDING_PAUSE = 0.3
"""How long the file that the writer has opened has the machine for itself, in seconds."""
READING_PAUSE = 0.1
"""How long typing is awaited before a file is read that a `$ref` begins to name, in seconds."""


class BackgroundWork:
    """Sees to it that sites know what they need to know of the disk."""

    def __init__(
        self,
        background: JobRunner,
        changed: Callable[[OpenSite], None],
        progress: Callable[[str], WorkProgress | None],
        prepared: Callable[[View], None],
    ) -> None:
        """Call `changed` when a site has learnt something, and `prepared` when all has been made
        that answers need of it; show long work under a title."""
        self._background = background
        self._changed = changed
        self._progress = progress
        self._prepared = prepared
        self._surveys: set[OpenSite] = set()
        """The sites for which a survey waits or is under way."""

    def find_sites(self, folder: Path, then: Callable[[list[Path]], None]) -> None:
        """Look for the folders of sites below a folder."""

        def find(cancelled: Callable[[], bool]) -> list[Path]:
            return [site.parent for site in find_sites(folder, cancelled=cancelled)]

        self._background.run(("find", folder), find, then, FINDING_PAUSE)

    def complete(self, live: OpenSite) -> None:
        """Find out what is not known of a site yet: itself, its parts, its specifications, its
        pages, the whole of it."""
        if live.needs_reading():
            self._background.run(
                ("read", live.root),
                live.reading(),
                partial(self._read, live, live.revision),
                max(READING_PAUSE, live.reading_pause()),
            )
        elif live.site is not None and live.on_disk:
            wanted, facts = live.site.wanted_specs(), live.known.facts
            if facts is not None and not wanted <= live.known.tried:
                self._load_specs(live, facts, wanted)
            elif live.known.wants_pages():
                self._read_pages(live)
            elif live.wants_survey() and live not in self._surveys:
                self._survey(live)

    def scan(self, live: OpenSite, pause: float = 0.0) -> None:
        """Look through a site's folder, once no more calls come for a while."""
        progress = self._shown_as(live, "Reading") if live.known.facts is None else None
        work = partial(_shown, live.known.looking(live.files()), progress)
        self._background.run(("scan", live.root), work, partial(self._scanned, live), pause)

    def forget(self, live: OpenSite) -> None:
        """A site is gone: whatever is being done for it is in vain."""
        for errand in ("read", "scan", "specs", "pages", "survey", "prepare"):
            self._background.cancel((errand, live.root))
        self._surveys.discard(live)

    def _read(self, live: OpenSite, revision: int, site: Snapshot | None) -> None:
        if live.take_site(site, revision):
            self._changed(live)
            if live.on_disk and live.known.facts is None:
                self.scan(live)
        else:
            self.complete(live)

    def _scanned(self, live: OpenSite, seen: ScanResult) -> None:
        live.known.take_look(seen)
        self._go_on(live)

    def _read_pages(self, live: OpenSite) -> None:
        """Read what stands in the pages of a site, once it is known which there are."""
        progress = self._shown_as(live, "Reading the pages of")
        work = partial(_shown, live.known.reading_pages(live.files()), progress)
        self._background.run(("pages", live.root), work, partial(self._pages_read, live))

    def _pages_read(self, live: OpenSite, pages: PagesRead | None) -> None:
        if pages is not None:
            live.known.take_pages(pages)
        garbage_collection.spare()
        self._go_on(live)

    def _go_on(self, live: OpenSite) -> None:
        """Do what comes next when something has been learnt of the folder."""
        if live.known.wants_look():
            self.scan(live)
        self._tell_or_complete(live)

    def _shown_as(self, live: OpenSite, what: str) -> WorkProgress | None:
        return self._progress(f"{what} {live.root.name}")

    def _tell_or_complete(self, live: OpenSite) -> None:
        """Tell what follows from new facts; of a large site, once that has been worked out."""
        if live.catch_up() and not live.needs_reading():
            self._changed(live)
        else:
            self.complete(live)

    def _survey(self, live: OpenSite) -> None:
        """Ask the rules about the whole site, once the writer rests."""
        self._surveys.add(live)
        self._background.run(
            ("survey", live.root),
            live.surveying(),
            partial(self._surveyed, live),
            live.pace.rest_left,
        )

    def _surveyed(self, live: OpenSite, surveyed: SiteRulesResult | None) -> None:
        self._surveys.discard(live)
        if live.take_survey(surveyed):
            self._changed(live)
            self._prepare(live)
        else:
            self.complete(live)

    def _prepare(self, live: OpenSite) -> None:
        """Make what answers need of the whole site, while the writer goes on resting."""
        view = live.view()
        if view is None:
            return

        def make(cancelled: IsCancelled) -> View:
            prepare(view, lambda: cancelled() or live.site is not view.site)
            return view

        self._background.run(("prepare", live.root), make, self._prepared)

    def _load_specs(self, live: OpenSite, facts: SiteFacts, wanted: frozenset[str]) -> None:
        files = live.files()

        def loaded(fuller: SiteFacts) -> None:
            if live.known.facts is facts:
                live.known.take_specs(fuller, wanted)
            self._tell_or_complete(live)

        self._background.run(
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

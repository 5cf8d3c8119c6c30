"""Decides when a site is read again, and makes the result its newest snapshot.

`SiteReader` decides on the event loop. A snapshot is read in a thread, while docs.json may be
edited; it comes back to the reader, which rejects it if it is outdated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.evaluation.site_rules import NOTHING, SiteFindings
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.discover import SITE_FILE
from docs_lsp.files.files import read_bytes_or_empty
from docs_lsp.rules import are_rules_loaded
from docs_lsp.server.buffers import OpenFiles
from docs_lsp.server.debounce import Debounce
from docs_lsp.server.disk_state import DiskState
from docs_lsp.server.site_edits import SiteAtRevision, SiteEdits, replay_edits
from docs_lsp.server.site_settings import SiteSettings
from docs_lsp.server.threads import IsCancelled
from docs_lsp.site.navigation.refs import count_bytes
from docs_lsp.site.site import EarlierSite, StaleTranslation

if TYPE_CHECKING:
    from docs_lsp.translations.stale_translations import TranslationStatus

SnapshotReading: TypeAlias = Callable[[IsCancelled], SiteAtRevision | None]
"""Returns the snapshot of a site with all findings and later edits; None if it has to wait."""
LARGE = 100_000
"""The size in bytes from which computing a site again takes longer than typing can wait."""


class SiteReader:
    """Keeps a site's newest snapshot up to date with its files and settings. Event loop only."""

    def __init__(
        self,
        edits: SiteEdits,
        files: OpenFiles,
        disk: DiskState,
        settings: SiteSettings,
        debounce: Debounce,
    ) -> None:
        """Store what a snapshot is read from; `edits` holds the newest one."""
        self.is_read = asyncio.Event()
        """Set once there is a snapshot, or it is not wanted any more."""
        self.is_first_read = False
        """Whether it is being read for the first time because one of its files was opened."""
        self.earlier: EarlierSite | None = None
        """The earlier state that the site is compared with."""
        self.translation_status: TranslationStatus | None = None
        """The translation status when it was last determined."""
        self._edits = edits
        self._files = files
        self._disk = disk
        self._settings = settings
        self._debounce = debounce
        self._stale: set[str] = set()
        """The parts of docs.json that have changed on the disk."""

    # Reading docs.json

    def mark_part_stale(self, part: str) -> None:
        """Record that a part of docs.json has changed on the disk and must be read again."""
        self._stale.add(part)
        self._edits.revision += 1

    def needs_reading(self) -> bool:
        """Return whether there is anything that the newest snapshot does not contain yet."""
        site = self._edits.site
        return (
            site is None
            or bool(self._stale)
            or bool(site.find_unread_parts())
            or site.facts is not self._disk.facts
            or site.settings is not self._settings.effective
        )

    def seconds_until_reading(self) -> float:
        """Return the seconds to wait before reading, while a large site is typed in; else 0."""
        return 0.0 if self._is_small_site() else self._debounce.quiet_seconds_left()

    def start_first_read(self) -> bool:
        """Read a small site at once; return True if the caller must read it in a thread.

        It is True for a large site, and as long as the rules have not been imported: the caller
        must run `build_reading`.
        """
        self._edits.revision += 1
        size = len(read_bytes_or_empty(self._files.build_files(), SITE_FILE))
        self.is_first_read = size >= LARGE or not are_rules_loaded()
        if not self.is_first_read:
            self.apply_reading(self.build_reading()(lambda: False))
        return self.is_first_read

    def abandon_first_read(self) -> None:
        """Record that the site is not wanted any more."""
        self.is_first_read = False
        self.is_read.set()

    def build_reading(self) -> SnapshotReading:
        """Return a function that reads a complete snapshot in any thread, or None if it must wait.

        It waits while a large site is being typed in, until it is overdue. Its snapshot, including
        findings, shares no tree with the newest one, so both can be worked on at once.
        """
        edits, debounce, is_patient = self._edits, self._debounce, not self._is_small_site()
        revision, settings = edits.revision, self._settings.effective
        root, files = self._files.root, self._files.build_files()
        facts, contents, earlier = self._disk.facts, self._disk.contents, self.earlier
        stale_translations = self._find_stale_translations()
        # They hold until the site rules have run again.
        findings = self._collect_valid_findings()

        def read(_cancelled: IsCancelled) -> SiteAtRevision | None:
            if is_patient and debounce.has_to_wait():
                return None
            site = Snapshot.load(root, files, settings, SITE_FILE)
            site = site.with_facts(facts).with_contents(contents).with_earlier(earlier)
            site = site.with_stale_translations(stale_translations).with_site_findings(findings)
            site.get_problems()
            latest = replay_edits(SiteAtRevision(site, revision), edits.awaited)
            latest.site.get_problems()
            return latest

        return read

    def apply_reading(self, reading: SiteAtRevision | None) -> bool:
        """Store a snapshot that was read as of a revision; return False if it must be read again.

        It is outdated if the site has changed since by more than edits. If the site is overdue, its
        newest snapshot gets the current facts and settings instead.
        """
        edits, disk = self._edits, self._disk
        latest = replay_edits(reading, edits.awaited) if reading is not None else None
        if latest is not None and latest.revision == edits.revision:
            site = latest.site
            self._stale.clear()
            site = site if site.contents is disk.contents else site.with_contents(disk.contents)
            site = site if site.earlier is self.earlier else site.with_earlier(self.earlier)
            edits.replace_snapshot(self._with_stale_translations(site))
        elif edits.site is not None and self._debounce.is_overdue():
            site = edits.site.with_facts(disk.facts).with_settings(self._settings.effective)
            edits.replace_snapshot(site)
        else:
            return False
        self.is_first_read = False
        self.is_read.set()
        self._debounce.stop_waiting()
        edits.awaited = ()
        if self.needs_reading():
            self._debounce.start_waiting()
        return True

    def _collect_valid_findings(self) -> SiteFindings:
        """Return the findings of site rules that still hold when stale parts are read again."""
        site = self._edits.site
        site_findings = site.site_findings.mark_outdated() if site else NOTHING
        return reduce(SiteFindings.exclude_file, self._stale, site_findings)

    def _is_small_site(self) -> bool:
        """Return whether computing everything again takes only milliseconds."""
        site = self._edits.site
        return site is None or count_bytes(site.parts) < LARGE

    # Everything else that a snapshot depends on

    def apply_settings(self) -> None:
        """Update the snapshot after a change of settings; for a large site later."""
        if self._is_small_site():
            site = self._edits.site
            self._edits.site = site and site.with_settings(self._settings.effective)
        else:
            self._debounce.start_waiting()

    def apply_disk_state(self) -> bool:
        """Update the snapshot with what is known of the disk; return whether docs.json is affected.

        The snapshot of a large site is updated later.
        """
        edits, facts, contents = self._edits, self._disk.facts, self._disk.contents
        if edits.site is None:
            return False
        if edits.site.contents is not contents:
            edits.site = edits.site.with_contents(contents)
        if edits.site.facts is facts:
            return False
        if self._is_small_site():
            edits.site = edits.site.with_facts(facts)
        else:
            self._debounce.start_waiting()
        return True

    def set_earlier(self, earlier: EarlierSite | None) -> bool:
        """Store what the site is compared with, and return whether that is new."""
        if earlier is self.earlier:
            return False
        self.earlier = earlier
        site = self._edits.site
        self._edits.site = site and site.with_earlier(earlier)
        return True

    def set_translation_status(self, status: TranslationStatus | None) -> bool:
        """Store the translation status, and return whether that changes the snapshot."""
        self.translation_status = status
        before = self._edits.site
        self._edits.site = before and self._with_stale_translations(before)
        return self._edits.site is not before

    def _find_stale_translations(self) -> Mapping[str, StaleTranslation] | None:
        return self.translation_status.stale if self.translation_status else None

    def _with_stale_translations(self, site: Snapshot) -> Snapshot:
        stale = self._find_stale_translations()
        return site if site.stale_translations == stale else site.with_stale_translations(stale)

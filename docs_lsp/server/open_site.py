"""A site that is open in the server: its newest snapshot, and its open documents.

Slow work is returned as a function with all that it needs, to be called in any thread
(`build_reader`, `build_site_rules_job`). Its result comes back on the event loop through a `take_`
method, which rejects it if it is outdated.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import orjson

from docs_lsp.core.problem import Problem
from docs_lsp.core.text import Text
from docs_lsp.evaluation.site_rules import NOTHING, SiteFindings
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features.diagnostics import FileReport
from docs_lsp.features.to_lsp import ClientDialect
from docs_lsp.files.discover import SITE_FILE
from docs_lsp.files.files import (
    BufferedFiles,
    Files,
    MemoryFiles,
    read_bytes_or_empty,
    read_text,
)
from docs_lsp.jsontree.document import Document
from docs_lsp.server.buffers import Buffer, BufferEdit
from docs_lsp.server.debounce import Debounce
from docs_lsp.server.disk_state import DiskState
from docs_lsp.server.edit_log import SiteAtRevision, SiteEdit, apply_edit_to_part, replay_edits
from docs_lsp.server.idle import SiteRulesResult, run_site_rules
from docs_lsp.server.open_files import OpenFiles
from docs_lsp.server.reports import ReportCache
from docs_lsp.server.site_settings import SiteSettings
from docs_lsp.server.snapshot_reading import SnapshotReading
from docs_lsp.server.threads import IsCancelled
from docs_lsp.settings.settings import Settings, SettingsFault
from docs_lsp.site.navigation.refs import count_bytes, may_be_json
from docs_lsp.site.site import EarlierSite, StaleTranslation

if TYPE_CHECKING:
    from docs_lsp.translations.following_head import TranslationStatus

LARGE = 100_000
"""The size in bytes from which computing a site again takes longer than typing can wait."""
_MOST_SPENT = 3
_MOST_REPLAYED = 200

RuleLink: TypeAlias = Callable[[str], str | None]


class OpenSite:
    """A site whose snapshot changes while the user works. Event loop only.

    `site` is None until the site has been read; `revision` counts its changes. `files` are its
    files as the editor has them, `disk` is the known state of its folder, and `debounce` says when
    slow work on it may begin.
    """

    def __init__(
        self,
        root: Path,
        buffers: Mapping[str, Buffer],
        link: RuleLink,
        base: Files | None = None,
    ) -> None:
        """Create a site that has not been read yet; `base` replaces the disk."""
        self.files = OpenFiles(root, buffers, base)
        self.site: Snapshot | None = None
        self.is_read = asyncio.Event()
        """Set once there is a `site`, or it is not wanted any more."""
        self.is_first_read = False
        """Whether it is being read for the first time because one of its files was opened."""
        self.revision = 0
        self.link = link
        self.is_previewed = False
        self.is_interrupted = False
        """Whether a command was interrupted while it wrote here, or is writing."""
        self.disk = DiskState()
        self.earlier: EarlierSite | None = None
        """The earlier state that the site is compared with."""
        self.translation_status: TranslationStatus | None = None
        """The translation status when it was last determined."""
        self.debounce = Debounce()
        self._stale: set[str] = set()
        self._edits: tuple[SiteEdit, ...] = ()
        """The last edits while a reading is awaited, to be replayed on its result."""
        self._retired_snapshots: deque[Snapshot] = deque(maxlen=_MOST_SPENT)
        """Snapshots that the rules about the whole site used.

        Freeing a large one takes a while, for which typing must not wait: the next run of these
        rules does it.
        """
        self._settings = SiteSettings()
        self._texts: dict[str, Text] = {}
        self._reports = ReportCache()
        self._abandoned_rules: set[str] = set()
        """The rules about the whole site that took too long."""

    @property
    def root(self) -> Path:
        """The folder of the site."""
        return self.files.root

    @property
    def on_disk(self) -> bool:
        """Whether the site has been saved in a folder."""
        return self.files.on_disk

    @property
    def settings(self) -> Settings:
        """The settings that apply."""
        return self._settings.effective

    def is_settings_file(self, file: str) -> bool:
        """Whether a file is docs-lsp.toml, or the baseline that it names."""
        return self._settings.is_settings_file(file)

    def is_part(self, file: str) -> bool:
        """Whether a file is docs.json or, as far as is known, a file it includes."""
        return file in self.site.parts if self.site is not None else file == SITE_FILE

    def list_parts_at(self, place: str) -> list[str]:
        """Return the parts of docs.json that a path names: itself, or closed ones below a folder.

        Before the site has been read any JSON file may be one.
        """
        if self.site is None:
            return [place] if may_be_json(place) else []
        parts = self.site.parts
        below = (
            file for file in parts if file.startswith(f"{place}/") and file not in self.files.uris
        )
        return [place] if place in parts else [*below]

    # Changes that come from the editor

    def edit_part(self, file: str, text: Text, edits: Sequence[BufferEdit] | None) -> None:
        """Apply a new text of docs.json or a file it includes."""
        self._record_keystroke()
        if self.site is None:
            self.revision += 1
        else:
            self._set_snapshot(apply_edit_to_part(self.site, file, text, edits))
        if edits and (self.site is None or self.debounce.is_waiting()):
            self._edits = (*self._edits[1 - _MOST_REPLAYED :], SiteEdit(self.revision, file, edits))

    def edit_other_file(self, file: str, text: Text, edits: Sequence[BufferEdit] | None) -> bool:
        """Shift findings in another file along with an edit, and return whether any changed."""
        if self.site is None:
            self.edit_part(file, text, edits)  # It may turn out to be part of docs.json.
            return False
        self._record_keystroke()
        before = self.site.site_findings.problems
        if edits:
            self.site = self.site.apply_other_edit(file, [edit.change for edit in edits])
        else:
            self.site = self.site.with_site_findings(self.site.site_findings.exclude_file(file))
        return before != self.site.site_findings.problems

    def _record_keystroke(self) -> None:
        self.debounce.note_keystroke()
        if self.site is not None and self.site.has_overview():
            self._retired_snapshots.append(self.site)

    def set_editor_settings(self, settings: Settings) -> bool:
        """Store the editor's settings, and return whether that changes the effective settings."""
        return self._settings.set_editor_settings(settings) and self._apply_settings()

    def set_project_settings(self, settings: Settings, faults: Sequence[SettingsFault]) -> bool:
        """Store the settings of docs-lsp.toml, and return whether the effective settings change."""
        is_changed = self._settings.set_project_settings(settings, faults)
        return is_changed and self._apply_settings()

    def _apply_settings(self) -> bool:
        """Apply changed settings, for a large site after a pause; always return True."""
        if self._is_small_site():
            self.site = self.site and self.site.with_settings(self.settings)
        else:
            self.debounce.start_waiting()
        return True

    # Work to be done elsewhere, and its results

    def mark_part_stale(self, part: str) -> None:
        """Record that a part of docs.json has changed on the disk and must be read again."""
        self._stale.add(part)
        self.revision += 1

    def needs_reading(self) -> bool:
        """Whether there is anything that the newest snapshot does not contain yet."""
        return (
            self.site is None
            or bool(self._stale)
            or bool(self.site.find_unread_parts())
            or self.site.facts is not self.disk.facts
            or self.site.settings is not self.settings
        )

    def seconds_until_reading(self) -> float:
        """Seconds to wait before reading, while the site is still being typed in; else 0."""
        return 0.0 if self._is_small_site() else self.debounce.quiet_seconds_left()

    def start_first_read(self) -> bool:
        """Read a small site now; return True for a large one, which is to be read in a thread.

        The caller then runs `build_reader` in that thread.
        """
        self.revision += 1
        self.is_first_read = len(read_bytes_or_empty(self.files.build_files(), SITE_FILE)) >= LARGE
        if not self.is_first_read:
            self.apply_reading(self.build_reader()(lambda: False))
        return self.is_first_read

    def abandon_first_read(self) -> None:
        """Record that the site is not wanted any more."""
        self.is_first_read = False
        self.is_read.set()

    def build_reader(self) -> SnapshotReading:
        """Return a function that reads a complete snapshot, including findings.

        While a large site is being typed in it returns None, until it is overdue.
        """
        is_patient = not self._is_small_site()
        return SnapshotReading(
            self.revision,
            self.root,
            self.files.build_files(),
            self.settings,
            self.disk.facts,
            self.disk.contents,
            self.earlier,
            self._find_stale_translations(),
            self._collect_valid_findings(),
            # A tuple, which the event loop replaces and never changes.
            list_later_edits=lambda: self._edits,
            has_to_wait=lambda: is_patient and self.debounce.has_to_wait(),
        )

    def apply_reading(self, reading: SiteAtRevision | None) -> bool:
        """Store a snapshot that was read as of a revision; return False if it is outdated."""
        latest = replay_edits(reading, self._edits) if reading is not None else None
        if latest is not None and latest.revision == self.revision:
            site = latest.site
            self._stale.clear()
            contents = self.disk.contents
            site = site if site.contents is contents else site.with_contents(contents)
            same = site.earlier is self.earlier
            site = site if same else site.with_earlier(self.earlier)
            self._set_snapshot(self._with_stale_translations(site))
        elif self.site is not None and self.debounce.is_overdue():
            self._set_snapshot(self.site.with_facts(self.disk.facts).with_settings(self.settings))
        else:
            return False
        self.debounce.stop_waiting()
        self._edits = ()
        if self.needs_reading():
            self.debounce.start_waiting()
        return True

    def _collect_valid_findings(self) -> SiteFindings:
        """Return the findings of site rules that still hold when stale parts are read again."""
        site_findings = self.site.site_findings.mark_outdated() if self.site else NOTHING
        return reduce(SiteFindings.exclude_file, self._stale, site_findings)

    def needs_site_rules(self) -> bool:
        """Whether the rules about the whole site have to run; only if everything has been read."""
        site = self.site
        if site is None or site.contents is None or self.disk.needs_scan():
            return False
        return not site.site_findings.is_current

    def has_all_findings(self) -> bool:
        """Whether all files have been read, and the rules about the whole site have run."""
        site = self.site
        if site is None:
            return False
        if not self.on_disk:
            return True
        is_read = site.contents is not None and not self.disk.needs_scan()
        return is_read and site.site_findings.is_current

    def build_site_rules_job(self) -> Callable[[IsCancelled], SiteRulesResult | None]:
        """Return a function that runs the rules about the whole site.

        It returns None if the site has changed since.
        """
        view, reports, spent = self.build_view(), self._reports, self._retired_snapshots
        assert view is not None

        def work(cancelled: IsCancelled) -> SiteRulesResult | None:
            def is_outdated() -> bool:
                return cancelled() or self.site is not view.site

            spent.clear()
            return run_site_rules(view, reports, is_outdated, self._abandoned_rules)

        return work

    def apply_site_rules(self, result: SiteRulesResult | None) -> bool:
        """Store the findings of the site rules; return False if they are outdated."""
        if result is None or result.before is not self.site:
            return False
        self.site = result.site
        self._reports.store_reports(result.reports)
        return True

    def record_change(self, file: str) -> None:
        """Record that a file that is not part of docs.json was changed, created or deleted."""
        self._texts.pop(file, None)
        self.disk.record_change(file)

    def set_earlier(self, earlier: EarlierSite | None) -> bool:
        """Store what the site is compared with, and return whether that is new."""
        if earlier is self.earlier:
            return False
        self.earlier = earlier
        self.site = self.site and self.site.with_earlier(earlier)
        return True

    def set_translation_status(self, status: TranslationStatus | None) -> bool:
        """Store the translation status, and return whether that changes the snapshot."""
        self.translation_status = status
        before, self.site = self.site, self.site and self._with_stale_translations(self.site)
        return self.site is not before

    def _find_stale_translations(self) -> Mapping[str, StaleTranslation] | None:
        return self.translation_status.stale if self.translation_status else None

    def _with_stale_translations(self, site: Snapshot) -> Snapshot:
        stale = self._find_stale_translations()
        return site if site.stale_translations == stale else site.with_stale_translations(stale)

    def apply_disk_state(self) -> bool:
        """Update the snapshot from the known disk state; return whether docs.json is affected.

        For a large site the update is postponed.
        """
        if self.site is None:
            return False
        facts, contents = self.disk.facts, self.disk.contents
        if self.site.contents is not contents:
            self.site = self.site.with_contents(contents)
        if self.site.facts is facts:
            return False
        self._texts.clear()
        if self._is_small_site():
            self.site = self.site.with_facts(facts)
        else:
            self.debounce.start_waiting()
        return True

    def _is_small_site(self) -> bool:
        """Whether computing everything again takes only milliseconds."""
        return self.site is None or count_bytes(self.site.parts) < LARGE

    # Findings and texts

    def can_report(self) -> bool:
        """Whether there are diagnostics to publish.

        During the first reading of a large site an empty report is published if the text is valid
        JSON; other findings follow when they are known.
        """
        if not self.is_first_read:
            return self.site is not None
        try:
            orjson.loads(read_bytes_or_empty(self.files.build_files(), SITE_FILE))
        except ValueError:
            return False
        return True

    def text(self, file: str) -> Text:
        """Return the text that spans in a file refer to."""
        if (open_text := self.files.find_open_text(file)) is not None:
            return open_text
        part = self.site.parts.get(file) if self.site else None
        if isinstance(part, Document):
            return part.text
        if file not in self._texts:
            # Users don't edit files that are too large for the service.
            facts = self.disk.facts
            is_large = facts is not None and file in facts.large_files
            self._texts[file] = (
                Text.from_data(b"") if is_large else read_text(self.files.base, file)
            )
        return self._texts[file]

    def uri(self, file: str) -> str:
        """Return the client's URI for a file."""
        return self.files.uri(file)

    def build_view(self) -> View | None:
        """Return the site as it is now, for answering a request; None before it has been read."""
        if self.site is None:
            return None
        texts = {
            file: part.text.data
            for file, part in self.site.parts.items()
            if isinstance(part, Document)
        }
        texts |= self.files.list_open_bytes()
        root = self.root if self.on_disk else None
        files, versions = BufferedFiles(self.files.base, texts), self.files.list_versions()
        return View(
            *(self.site, files, root, dict(self.files.uris), versions, self.link),
            is_previewed=self.is_previewed,
            is_interrupted=self.is_interrupted,
        )

    def list_lens_sources(self) -> tuple[object, ...]:
        """Return what lenses and hints depend on besides docs.json; empty before the first scan."""
        site = self.site
        return (site.facts, site.contents, site.settings) if site and site.facts else ()

    def build_file_reports(self, dialect: ClientDialect) -> dict[str, FileReport]:
        """Return the diagnostics of each file of the site by URI, including all open files."""
        problems = {**dict.fromkeys(self.files.uris, ()), **self._collect_problems()}
        return self._reports.build_reports(
            problems, self, self.files.uris, self.files.buffers, dialect
        )

    def _collect_problems(self) -> Mapping[str, Sequence[Problem]]:
        site = self.site if self.site and not self._is_deleted(self.site) else None
        problems = site.list_shown_problems(self.files.uris) if site else {}
        settings_problems = self._settings.list_problems()
        return {**problems, **settings_problems} if settings_problems else problems

    def _is_deleted(self, site: Snapshot) -> bool:
        """Whether docs.json was deleted while a page of the site is open.

        It may come back, and until then there is no file to show anything in.
        """
        unreadable = not isinstance(site.parts[SITE_FILE], Document)
        return unreadable and self.on_disk and not self.files.base.exists(SITE_FILE)

    def _set_snapshot(self, site: Snapshot) -> None:
        self.site = site
        self.revision += 1
        self.is_first_read = False
        self.is_read.set()


def create_unsaved_site(uri: str, buffers: Mapping[str, Buffer], link: RuleLink) -> OpenSite:
    """Create a site for a docs.json in the editor that has not been saved anywhere yet."""
    open_site = OpenSite(Path(uri), buffers, link, MemoryFiles({}))
    open_site.files.uris[SITE_FILE] = uri
    return open_site

"""A site that is open in the server: its newest snapshot, and its open documents.

Each of its parts does one job: `edits` takes what the user types, `reader` reads the site again,
and `rules` runs the rules about the whole site. The last two return slow work as a function with
all that it needs, to be called in any thread; its result comes back on the event loop through an
`apply_` method, which rejects it if it is outdated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import orjson

from docs_lsp.core.problem import Problem
from docs_lsp.core.text import Text
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features.diagnostics import FileReport
from docs_lsp.features.to_lsp import ClientDialect
from docs_lsp.files.discover import SITE_FILE
from docs_lsp.files.files import BufferedFiles, Files, MemoryFiles, read_bytes_or_empty, read_text
from docs_lsp.jsontree.document import Document
from docs_lsp.server.buffers import Buffer, OpenFiles
from docs_lsp.server.debounce import Debounce
from docs_lsp.server.disk_state import DiskState
from docs_lsp.server.idle import SiteRulesRunner
from docs_lsp.server.reports import ReportCache
from docs_lsp.server.site_edits import SiteEdits
from docs_lsp.server.site_reader import SiteReader
from docs_lsp.server.site_settings import SiteSettings
from docs_lsp.settings.settings import Settings, SettingsFault
from docs_lsp.site.navigation.refs import may_be_json

RuleLink: TypeAlias = Callable[[str], str | None]


class OpenSite:
    """A site whose snapshot changes while the user works. Event loop only.

    `files` are its files as the editor has them, `disk` is the known state of its folder, and
    `debounce` says when slow work on it may begin.
    """

    def __init__(
        self, root: Path, buffers: Mapping[str, Buffer], link: RuleLink, base: Files | None = None
    ) -> None:
        """Create a site that has not been read yet; `base` replaces the disk."""
        self.link = link
        self.is_previewed = False
        self.is_interrupted = False
        """Whether a command was interrupted while it wrote here, or is writing."""
        self._settings = SiteSettings()
        self._texts: dict[str, Text] = {}
        self._reports = ReportCache()
        self.files = OpenFiles(root, buffers, base)
        self.disk = DiskState()
        self.debounce = Debounce()
        self.edits = SiteEdits(self.debounce)
        self.reader = SiteReader(self.edits, self.files, self.disk, self._settings, self.debounce)
        self.rules = SiteRulesRunner(self.edits, self.disk, self._reports)

    @property
    def site(self) -> Snapshot | None:
        """The newest snapshot; None until the site has been read."""
        return self.edits.site

    @property
    def root(self) -> Path:
        """The folder of the site; for one that has not been saved, its URI as a path."""
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
        """Return whether a file is docs-lsp.toml, or the baseline that it names or implies."""
        return self._settings.is_settings_file(file)

    def is_part(self, file: str) -> bool:
        """Return whether a file is docs.json or, as far as is known, a file it includes."""
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

    # Changes

    def set_editor_settings(self, settings: Settings) -> bool:
        """Store and apply the editor's settings; return whether the effective settings change."""
        return self._apply_settings(self._settings.set_editor_settings(settings))

    def set_project_settings(self, settings: Settings, faults: Sequence[SettingsFault]) -> bool:
        """Store and apply docs-lsp.toml's settings; return whether the effective ones change."""
        return self._apply_settings(self._settings.set_project_settings(settings, faults))

    def _apply_settings(self, is_changed: bool) -> bool:
        """Update the snapshot if the effective settings have changed; return whether they have."""
        if is_changed:
            self.reader.apply_settings()
        return is_changed

    def record_change(self, file: str) -> None:
        """Record that a file that is not part of docs.json was changed, created or deleted."""
        self._texts.pop(file, None)
        self.disk.record_change(file)

    def apply_disk_state(self) -> bool:
        """Update the snapshot with what is known of the disk; return whether docs.json is affected.

        The snapshot of a large site is updated later.
        """
        is_affected = self.reader.apply_disk_state()
        if is_affected:
            self._texts.clear()
        return is_affected

    def has_all_findings(self) -> bool:
        """Return whether all files have been read, and the rules about the whole site have run."""
        return self.rules.has_run_on_everything() if self.on_disk else self.site is not None

    # Findings and texts

    def can_report(self) -> bool:
        """Return whether diagnostics, or an empty report during the first read, can be published.

        During the first reading of a large site an empty report is published if the text is valid
        JSON; other findings follow when they are known.
        """
        if not self.reader.is_first_read:
            return self.site is not None
        try:
            orjson.loads(read_bytes_or_empty(self.files.build_files(), SITE_FILE))
        except ValueError:
            return False
        return True

    def text(self, file: str) -> Text:
        """Return the text that spans in a file refer to: the editor's, as parsed, or the disk's."""
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

    def prepare_file_reports(self, has_time: Callable[[], bool]) -> bool:
        """After a large edit, check as many elements as there is time for; return whether all are.

        An edit that replaces little changes few findings.
        """
        if self.site is None or not self.edits.is_large:
            return True
        self.edits.is_large = not self.site.prepare_problems(has_time)
        return not self.edits.is_large

    def build_file_reports(self, dialect: ClientDialect) -> dict[str, FileReport]:
        """Return the diagnostics of each file of the site by URI, including all open files."""
        problems = {**dict.fromkeys(self.files.uris, ()), **self._collect_problems()}
        self.edits.is_large = False
        return self._reports.build_reports(
            problems, self, self.files.uris, self.files.buffers, dialect
        )

    def _collect_problems(self) -> Mapping[str, Sequence[Problem]]:
        site = self.site if self.site and not self._is_deleted(self.site) else None
        problems = site.list_shown_problems(self.files.uris) if site else {}
        settings_problems = self._settings.list_problems()
        return {**problems, **settings_problems} if settings_problems else problems

    def _is_deleted(self, site: Snapshot) -> bool:
        """Return whether the docs.json of a saved site is neither readable nor on the disk.

        It may come back, and until then there is no file to show anything in.
        """
        unreadable = not isinstance(site.parts[SITE_FILE], Document)
        return unreadable and self.on_disk and not self.files.base.exists(SITE_FILE)


def create_unsaved_site(uri: str, buffers: Mapping[str, Buffer], link: RuleLink) -> OpenSite:
    """Create a site for a docs.json in the editor that has not been saved anywhere yet."""
    open_site = OpenSite(Path(uri), buffers, link, MemoryFiles({}))
    open_site.files.uris[SITE_FILE] = uri
    return open_site

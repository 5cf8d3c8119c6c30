"""One site as the server keeps it: its newest snapshot, and what the client has open of it.

What takes long is handed out as a function to be called in some thread (`reading`), which has all
it needs with it. Its result comes back through `take_site`, which tells when it is out of date.
"""

from __future__ import annotations

import logging
import posixpath
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.features.diagnostics import Filed, report
from docs_lsp.features.to_lsp import Dialect
from docs_lsp.files import DiskFiles, FileFault, Files, MemoryFiles, Overlay
from docs_lsp.jsontree.document import Document
from docs_lsp.problem import Problem, Severity
from docs_lsp.server.buffers import Buffer, Edit
from docs_lsp.server.discover import SITE_FILE
from docs_lsp.server.schedule import Cancelled
from docs_lsp.settings import SETTINGS_FILE, ConfigFault, Settings, merge
from docs_lsp.site.facts import SiteFacts, load_specs, scan
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.pages import without_extension
from docs_lsp.snapshot import Site
from docs_lsp.text import Text
from docs_lsp.uris import path_to_uri

logger = logging.getLogger(__name__)

SETTINGS_FAULT = "settings-error"

Link: TypeAlias = Callable[[str], str | None]
Count: TypeAlias = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class _Made:
    """A report, and what it was made from."""

    problems: Sequence[Problem]
    text: Text
    alone: bool  # No other file's text went into it.
    filed: Filed


class Seen(NamedTuple):
    """What a look at a site's folder has brought."""

    facts: SiteFacts
    reread: frozenset[str]
    """The specifications that were read again because they had changed."""


class LiveSite:
    """A site whose snapshot changes while the writer works.

    `uris` holds the client's names for the files that are open. `site` is None as long as nobody
    has read it; `revision` counts its changes.
    """

    def __init__(
        self,
        root: Path,
        buffers: Mapping[str, Buffer],
        link: Link,
        base: Files | None = None,
    ) -> None:
        """A site that has not been read yet; `base` stands for the disk where there is none."""
        self.root = root
        self.on_disk = base is None
        self.base: Files = base or DiskFiles(root)
        self.site: Site | None = None
        self.revision = 0
        self.uris: dict[str, str] = {}
        self.link = link
        self.tried: frozenset[str] = frozenset()
        """The specifications that were read since the folder was looked through."""
        self._buffers = buffers
        self._stale: set[str] = set()
        self._stale_specs: set[str] = set()
        self._editor = Settings()
        self._project = Settings()
        self._faults: Sequence[ConfigFault] = ()
        self._texts: dict[str, Text] = {}
        self._made: dict[str, _Made] = {}

    def files(self) -> Files:
        """The site's files as they are now: what is open counts as it stands in the editor."""
        held = {file: self._buffers[uri].text.data for file, uri in self.uris.items()}
        return Overlay(self.base, held)

    def file_of(self, path: Path) -> str | None:
        """The site path of a file; None for one outside of the site."""
        return self.base.site_path(str(path)) if isinstance(self.base, DiskFiles) else None

    def has_part(self, file: str) -> bool:
        """Whether a file is docs.json or one that a `$ref` names."""
        return self.site is not None and file in self.site.parts

    # Changes that come from the editor

    def edit(self, file: str, text: Text, edits: Sequence[Edit] | None) -> None:
        """Take over a new text of docs.json or one of its parts."""
        assert self.site is not None
        try:
            self._set(self.site.edited(file, text, edits or ()))
        except Exception:
            # Sharing trees is a matter of speed; a fault in it must not cost the findings.
            logger.exception("An edit of %s was taken as a whole new text.", file)
            self._set(self.site.replaced(file, text))

    def set_editor(self, settings: Settings) -> bool:
        """Take over what the editor has set; whether that changes anything."""
        self._editor, before = settings, self.settings
        return self._apply_settings(before)

    def set_project(self, settings: Settings, faults: Sequence[ConfigFault]) -> bool:
        """Take over what docs-lsp.toml says; whether that changes anything."""
        before, self._project, self._faults = self.settings, settings, faults
        return self._apply_settings(before)

    @property
    def settings(self) -> Settings:
        """What counts: the project's word before the editor's."""
        return merge(self._editor, self._project)

    def _apply_settings(self, before: Settings) -> bool:
        if self.settings == before:
            return False
        if self.site is not None:
            self.site = self.site.with_settings(self.settings)
        return True

    # Work to be done elsewhere, and its results

    def forget(self, file: str | None = None) -> None:
        """The disk has changed: what was read from it, or this part of it, is to be read again."""
        self._texts.clear()
        if file is not None:
            self._stale.add(file)
            self.revision += 1

    def needs_reading(self) -> bool:
        """Whether docs.json, or a file that a `$ref` names, has to be read."""
        return self.site is None or bool(self._stale) or bool(self.site.wanted_parts())

    def reading(self) -> Callable[[], Site]:
        """How to read what has to be read, as things stand now."""
        root, files, settings = self.root, self.files(), self.settings
        site, stale = self.site, frozenset(self._stale)

        def read() -> Site:
            if site is None or SITE_FILE in stale:
                return Site.load(root, files, settings, SITE_FILE)
            fresh = site
            for file in stale:
                fresh = fresh.without(file)
            return fresh.with_parts(files)

        return read

    def take_site(self, site: Site, revision: int) -> bool:
        """Take over a site read as things stood at a revision; False if that was not the last."""
        if revision != self.revision:
            return False
        self._stale.clear()
        facts = self.site.facts if self.site else None
        self._set(site.with_facts(facts).with_settings(self.settings))
        return True

    def is_news_of_disk(self, file: str) -> bool:
        """Whether a file, now that it has changed, may make another picture of the disk.

        Of most files the picture shows no more than that they are there.
        """
        facts = self.site.facts if self.site else None
        if facts is None or posixpath.basename(file) in IGNORE_FILES:
            return True
        if file in facts.specs:
            self._stale_specs.add(file)
            return True
        was_there = file in facts.files or facts.pages.never(without_extension(file)) is not None
        return was_there != self.files().exists(file)

    def scanning(self) -> Callable[[Count | None, Cancelled], Seen]:
        """How to look through the folder; specifications that have not changed are kept."""
        files, stale = self.files(), frozenset(self._stale_specs)
        facts = self.site.facts if self.site else None
        kept = (
            {path: spec for path, spec in facts.specs.items() if path not in stale} if facts else {}
        )

        def look(count: Count | None, cancelled: Cancelled) -> Seen:
            seen = scan(files, on_progress=count, cancelled=cancelled)
            return Seen(load_specs(replace(seen, specs=kept), files, stale), stale)

        return look

    def take_look(self, seen: Seen) -> None:
        """Take over what the folder holds."""
        self._stale_specs -= seen.reread
        self.tried = frozenset()
        self.take_facts(seen.facts)

    def take_facts(self, facts: SiteFacts) -> None:
        """Take over what the disk says."""
        self._texts.clear()
        if self.site is not None:
            self.site = self.site.with_facts(facts)

    # What is wrong

    def text(self, file: str) -> Text:
        """The text that spans in a file refer to."""
        if uri := self.uris.get(file):
            return self._buffers[uri].text
        part = self.site.parts.get(file) if self.site else None
        if isinstance(part, Document):
            return part.text
        if file not in self._texts:
            self._texts[file] = _read(self.base, file)
        return self._texts[file]

    def uri(self, file: str) -> str:
        """The client's name for a file."""
        return self.uris.get(file) or path_to_uri(str(self.root / file))

    def reports(self, dialect: Dialect) -> dict[str, Filed]:
        """What is wrong in each file of the site, by URI. Files that are open are always there."""
        problems = {**dict.fromkeys(self.uris, ()), **self._problems()}
        self._made = {file: self._make(file, found, dialect) for file, found in problems.items()}
        return {made.filed.uri: made.filed for made in self._made.values()}

    def _problems(self) -> Mapping[str, Sequence[Problem]]:
        found = self.site.problems() if self.site else {}
        if not self._faults:
            return found
        faults = [
            Problem(SETTINGS_FAULT, SETTINGS_FILE, fault.span, fault.message, Severity.ERROR)
            for fault in self._faults
        ]
        return {**found, SETTINGS_FILE: faults}

    def _make(self, file: str, problems: Sequence[Problem], dialect: Dialect) -> _Made:
        text, uri = self.text(file), self.uri(file)
        buffer = self._buffers.get(uri)
        version = buffer.version if buffer else None
        made = self._made.get(file)
        if (
            made
            and made.alone
            and made.text is text
            and made.problems == problems
            and (made.filed.uri, made.filed.version) == (uri, version)
        ):
            return made
        alone = not any(problem.related for problem in problems)
        filed = Filed(uri, version, report(file, problems, self, dialect))
        return _Made(problems, text, alone, filed)

    def _set(self, site: Site) -> None:
        self.site = site
        self.revision += 1


def without_disk(uri: str, buffers: Mapping[str, Buffer], link: Link) -> LiveSite:
    """A site that is only a text in the editor, not saved anywhere yet."""
    live = LiveSite(Path(uri), buffers, link, MemoryFiles({}))
    live.uris[SITE_FILE] = uri
    return live


def _read(files: Files, file: str) -> Text:
    try:
        return Text.of(files.read(file))
    except FileFault:
        return Text.of(b"")

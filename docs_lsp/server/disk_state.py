"""The state of a site's folder as far as it is known, and scans that read only what has changed.

Scans and readings take long: each is given out as a function with all that it needs, to be called
in any thread. `DiskState` changes on the event loop only, when a `take_` method gets the result.
"""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeAlias

from docs_lsp.files.files import Files
from docs_lsp.server.threads import IsCancelled
from docs_lsp.settings.settings import SETTINGS_FILE
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.mdx.contents import Contents, Progress, read_contents, reread, with_snippets
from docs_lsp.site.pages import PAGE_EXTENSIONS, strip_extension
from docs_lsp.site.specifications.facts import SiteFacts, load_specs, scan
from docs_lsp.site.specifications.operation_pages import load_page_specs
from docs_lsp.site.specifications.spec_files import with_file_survey
from docs_lsp.site.specifications.spec_paths import SPEC_EXTENSIONS
from docs_lsp.site.written_lists import LISTS

SUFFIXES = (*PAGE_EXTENSIONS, *SPEC_EXTENSIONS)
NAMES = (SETTINGS_FILE, *IGNORE_FILES, *LISTS)

Count: TypeAlias = Callable[[int], None]


class ScanResult(NamedTuple):
    """The result of a scan: what was known before, where nothing is new."""

    facts: SiteFacts
    contents: Contents | None
    """None as long as the pages have not been read, which a scan does not do."""
    touched: Mapping[str, int]
    """The changed files that were taken into account, and which touch of each."""


class PagesRead(NamedTuple):
    """The content of all pages of a site, read for the first time."""

    before: SiteFacts
    facts: SiteFacts
    """With the specifications that pages name; `before` where nothing is new."""
    contents: Contents


class DiskState:
    """The known state of a site's folder, apart from docs.json and its parts. Event loop only."""

    def __init__(self) -> None:
        """Start before the first scan."""
        self.facts: SiteFacts | None = None
        self.contents: Contents | None = None
        self.pages_are_read = asyncio.Event()
        """Set once the pages have been read for the first time."""
        self.tried: frozenset[str] = frozenset()
        """The specifications that were read since the last scan that found something new."""
        self._touched: dict[str, int] = {}
        """The files that were touched and not scanned since, and which touch was the last."""
        self._touches = 0
        self._unread: set[str] = set()
        """The files that were touched before the pages were read for the first time."""

    def touch(self, file: str) -> None:
        """Note that a file that is not part of docs.json has changed, or has come or gone."""
        self._touches += 1
        self._touched[file] = self._touches
        if self.contents is None:
            self._unread.add(file)

    def wants_scan(self) -> bool:
        """Whether files were touched that have not been scanned."""
        return bool(self._touched)

    def build_scanner(self, files: Files) -> Callable[[Count | None, IsCancelled], ScanResult]:
        """The function that scans what has been touched, or the whole folder where that matters."""
        return partial(rescan, files, dict(self._touched), self.facts, self.contents)

    def take_scan(self, result: ScanResult) -> None:
        """Take over what a scan has found."""
        if (result.contents is None) == (self.contents is None):
            # What was touched once more meanwhile was scanned as it had been before.
            done = [file for file, at in result.touched.items() if self._touched.get(file) == at]
            for file in done:
                del self._touched[file]
            self.contents = result.contents
        # Else the pages were read meanwhile, and what was touched has to be scanned again.
        if result.facts is not self.facts:
            self.tried = frozenset()
            self.facts = result.facts

    def wants_pages(self) -> bool:
        """Whether it is time to read the pages for the first time. Any thread."""
        return self.contents is None and self.facts is not None

    def build_page_reader(
        self, files: Files
    ) -> Callable[[Progress | None, IsCancelled], PagesRead | None]:
        """The function that reads the pages; it gives None when they have been read since."""
        facts = self.facts
        assert facts is not None

        def read(progress: Progress | None, cancelled: IsCancelled) -> PagesRead | None:
            return read_pages(files, facts, progress, cancelled) if self.wants_pages() else None

        return read

    def take_pages(self, pages: PagesRead) -> None:
        """Take over the content of the pages."""
        for file in self._unread:
            self._touched.setdefault(file, 0)
        self._unread.clear()
        self.contents = pages.contents
        self.pages_are_read.set()
        if self.facts is None or self.facts is pages.before:
            self.facts = pages.facts
        else:  # Something has come up meanwhile.
            self.facts = with_snippets(self.facts, pages.contents)

    def take_specs(self, facts: SiteFacts, tried: frozenset[str]) -> None:
        """Take over facts with more specifications, after the server tried to read these."""
        self.facts = facts
        self.tried |= tried


def affects_findings(file: str) -> bool:
    """Whether what a file holds can change what is found, by its path or URI."""
    name = file.rpartition("/")[2]
    return name.endswith(SUFFIXES) or name in NAMES


def rescan(
    files: Files,
    touches: Mapping[str, int],
    known: SiteFacts | None,
    contents: Contents | None,
    count: Count | None,
    cancelled: IsCancelled,
) -> ScanResult:
    """Find what has become of a site after some files have changed, come or gone.

    Neither specifications nor pages that have not been touched are read again.
    """
    if known is None:
        return ScanResult(_scan_files(files, count, cancelled), contents, touches)
    facts, touched = known, frozenset(touches)
    if _is_news(touched, known, files):
        facts = _scan_files(files, count, cancelled)
        stale = {path for path in known.specs if not touched.isdisjoint((path, *_folders([path])))}
        current_specs = {path: spec for path, spec in known.specs.items() if path not in stale}
        facts = load_specs(replace(facts, specs=current_specs), files, stale)
    if contents is not None:
        before = contents
        if facts is known:
            contents = reread(contents, facts, files, touched)
        else:
            others = {file: page for file, page in contents.items() if file not in touched}
            contents = read_contents(facts, files, others, cancelled)
        if contents is not before:
            facts = _add_snippets(facts, contents)
        facts = load_page_specs(facts, contents, files)
    return ScanResult(facts, contents, touches)


def read_pages(
    files: Files, facts: SiteFacts, progress: Progress | None, cancelled: IsCancelled
) -> PagesRead:
    """Read all pages of a site that has been scanned, for the first time."""
    contents = read_contents(facts, files, None, cancelled, progress)
    known = load_page_specs(_add_snippets(facts, contents), contents, files)
    return PagesRead(facts, known, contents)


def _add_snippets(facts: SiteFacts, contents: Contents) -> SiteFacts:
    known = with_snippets(facts, contents)
    if known is not facts:
        known.pages.prepare()
    return known


def _scan_files(files: Files, count: Count | None, cancelled: IsCancelled) -> SiteFacts:
    facts = with_file_survey(scan(files, on_progress=count, cancelled=cancelled), files)
    facts.pages.prepare()  # Here and now, and not when the writer makes the first mistake.
    return facts


def _is_news(touched: frozenset[str], known: SiteFacts, files: Files) -> bool:
    """Whether the whole folder must be scanned again because of files that have been touched.

    Of most files only the existence is known. What is touched may be a folder that has come or
    gone with all that is in it.
    """
    others = []
    for file in touched:
        if posixpath.basename(file) in IGNORE_FILES or file in known.specs:
            return True
        if file in known.large_files or file in known.lists:
            return True
        if file in (known.spec_files or ()) or _has_come_or_gone(file, known, files):
            return True
        if file not in known.files:
            others.append(file)
    return bool(others) and not _folders(known.files).isdisjoint(others)


def _folders(files: Iterable[str]) -> set[str]:
    """The folders that some files lie in."""
    folders: set[str] = set()
    for file in files:
        folder = posixpath.dirname(file)
        while folder and folder not in folders:
            folders.add(folder)
            folder = posixpath.dirname(folder)
    return folders


def _has_come_or_gone(file: str, known: SiteFacts, files: Files) -> bool:
    is_page = strip_extension(file) != file
    if not is_page and file in known.ignore:
        return False
    was_there = file in known.files or (
        is_page and known.pages.non_page_reason(strip_extension(file)) is not None
    )
    return was_there != files.exists(file)

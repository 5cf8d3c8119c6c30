"""The known state of a site's folder, and scans that read only what has changed.

Scans and reads are slow: each is returned as a function with all that it needs, to be called in any
thread. `DiskState` changes on the event loop only, when an `apply_` method gets the result.
"""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeAlias

from docs_lsp.files.files import Files
from docs_lsp.files.walk import list_parent_folders
from docs_lsp.server.threads import IsCancelled
from docs_lsp.settings.settings import SETTINGS_FILE
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.mdx.contents import (
    Contents,
    Progress,
    ReadingOptions,
    read_contents,
    reread_touched,
    with_snippets,
)
from docs_lsp.site.pages import PAGE_EXTENSIONS, strip_page_extension
from docs_lsp.site.site_files import LISTS, SITEMAP_XML
from docs_lsp.site.specifications.facts import SiteFacts, load_specs, scan_site
from docs_lsp.site.specifications.spec_files import add_file_survey
from docs_lsp.site.specifications.spec_paths import SPEC_EXTENSIONS
from docs_lsp.site.specifications.specs_named_by_pages import load_page_specs

SUFFIXES = (*PAGE_EXTENSIONS, *SPEC_EXTENSIONS)
NAMES = (SETTINGS_FILE, *IGNORE_FILES, *LISTS, SITEMAP_XML)

Count: TypeAlias = Callable[[int], None]


class ScanResult(NamedTuple):
    """The result of a scan: the previous objects, if nothing is new."""

    facts: SiteFacts
    contents: Contents | None
    """None until the pages have been read, which a scan does not do."""
    touched: Mapping[str, int]
    """The changed files that were taken into account, with the number of their last change."""


class PagesRead(NamedTuple):
    """The content of all pages of a site, read for the first time."""

    before: SiteFacts
    facts: SiteFacts
    """With the specifications that pages name; `before` if nothing is new."""
    contents: Contents


class DiskState:
    """The known state of a site's folder, except docs.json and its `$ref`s. Event loop only."""

    def __init__(self) -> None:
        """Start in the state before the first scan."""
        self.facts: SiteFacts | None = None
        self.contents: Contents | None = None
        self.pages_are_read = asyncio.Event()
        """Set once the pages have been read for the first time."""
        self.tried: frozenset[str] = frozenset()
        """The specifications that were read since the last scan that found something new."""
        self._touched: dict[str, int] = {}
        """The files changed since the last scan, with the number of their last change."""
        self._touches = 0
        self._unread: set[str] = set()
        """The files that changed before the pages were read for the first time."""

    def record_change(self, file: str) -> None:
        """Record that a file that is not part of docs.json was changed, created or deleted."""
        self._touches += 1
        self._touched[file] = self._touches
        if self.contents is None:
            self._unread.add(file)

    def needs_scan(self) -> bool:
        """Return whether files have changed that have not been scanned."""
        return bool(self._touched)

    def build_scanner(self, files: Files) -> Callable[[Count | None, IsCancelled], ScanResult]:
        """Return a function that scans the changed files, or the whole folder if necessary."""
        return partial(rescan_site, files, dict(self._touched), self.facts, self.contents)

    def apply_scan(self, result: ScanResult) -> None:
        """Store the result of a scan."""
        if (result.contents is None) == (self.contents is None):
            # A file that changed again in the meantime was scanned in its previous state.
            done = [file for file, at in result.touched.items() if self._touched.get(file) == at]
            for file in done:
                del self._touched[file]
            self.contents = result.contents
        # Otherwise the pages were read in the meantime, and the changes must be scanned again.
        if result.facts is not self.facts:
            self.tried = frozenset()
            self.facts = result.facts

    def needs_pages(self) -> bool:
        """Return whether it is time to read the pages for the first time. Any thread."""
        return self.contents is None and self.facts is not None

    def build_page_reader(
        self, files: Files
    ) -> Callable[[Progress | None, IsCancelled], PagesRead | None]:
        """Return a function that reads the pages; it returns None if they have been read since."""
        facts = self.facts
        assert facts is not None

        def read(progress: Progress | None, cancelled: IsCancelled) -> PagesRead | None:
            return read_pages(files, facts, progress, cancelled) if self.needs_pages() else None

        return read

    def apply_pages(self, pages: PagesRead) -> None:
        """Store the content of the pages."""
        for file in self._unread:
            self._touched.setdefault(file, 0)
        self._unread.clear()
        self.contents = pages.contents
        self.pages_are_read.set()
        if self.facts is None or self.facts is pages.before:
            self.facts = pages.facts
        else:  # Something has changed in the meantime.
            self.facts = with_snippets(self.facts, pages.contents)

    def apply_specs(self, facts: SiteFacts, tried: frozenset[str]) -> None:
        """Store facts with more specifications, and which ones the server tried to read."""
        self.facts = facts
        self.tried |= tried


def affects_findings(file: str) -> bool:
    """Return whether the path or URI of a file says that its content can change findings."""
    name = file.rpartition("/")[2]
    return name.endswith(SUFFIXES) or name in NAMES


def rescan_site(
    files: Files,
    touches: Mapping[str, int],
    known: SiteFacts | None,
    contents: Contents | None,
    count: Count | None,
    cancelled: IsCancelled,
) -> ScanResult:
    """Return facts and page contents after files were changed, created or deleted.

    Specifications and pages that have not changed are not read again. Without known facts the whole
    folder is scanned.
    """
    if known is None:
        return ScanResult(_scan_files(files, count, cancelled), contents, touches)
    facts, touched = known, frozenset(touches)
    if _needs_full_scan(touched, known, files):
        facts = _scan_files(files, count, cancelled)
        stale = {
            path
            for path in known.specs
            if not touched.isdisjoint((path, *list_parent_folders([path])))
        }
        current_specs = {path: spec for path, spec in known.specs.items() if path not in stale}
        facts = load_specs(replace(facts, specs=current_specs), files, stale)
    if contents is not None:
        before = contents
        if facts is known:
            contents = reread_touched(contents, facts, files, touched)
        else:
            others = {file: page for file, page in contents.items() if file not in touched}
            contents = read_contents(
                facts, files, ReadingOptions(known=others), cancelled=cancelled
            )
        if contents is not before:
            facts = _add_snippets(facts, contents)
        facts = load_page_specs(facts, contents, files)
    return ScanResult(facts, contents, touches)


def read_pages(
    files: Files, facts: SiteFacts, progress: Progress | None, cancelled: IsCancelled
) -> PagesRead:
    """Read all pages of a site that has been scanned, for the first time."""
    contents = read_contents(facts, files, cancelled=cancelled, on_progress=progress)
    known = load_page_specs(_add_snippets(facts, contents), contents, files)
    return PagesRead(facts, known, contents)


def _add_snippets(facts: SiteFacts, contents: Contents) -> SiteFacts:
    """Return the facts with those that follow from the contents, `facts` itself if unchanged."""
    known = with_snippets(facts, contents)
    if known is not facts:
        known.pages.build_suggestion_indexes()
    return known


def _scan_files(files: Files, count: Count | None, cancelled: IsCancelled) -> SiteFacts:
    """Return the facts about all files of a site, with the indexes for suggestions."""
    facts = add_file_survey(scan_site(files, on_progress=count, cancelled=cancelled), files)
    facts.pages.build_suggestion_indexes()  # Now, rather than at the first mistake.
    return facts


def _needs_full_scan(touched: frozenset[str], known: SiteFacts, files: Files) -> bool:
    """Return whether the whole folder must be scanned again because of changed files.

    Of most files only the existence is known. A changed path may be a folder that was created or
    deleted with all that is in it.
    """
    others = []
    for file in touched:
        if posixpath.basename(file) in IGNORE_FILES or file in known.specs:
            return True
        if file in known.large_files or file in known.lists:
            return True
        if file in (known.spec_files or ()) or _was_created_or_deleted(file, known, files):
            return True
        if file not in known.files:
            others.append(file)
    return bool(others) and not list_parent_folders(known.files).isdisjoint(others)


def _was_created_or_deleted(file: str, known: SiteFacts, files: Files) -> bool:
    """Return whether a file exists that was not known to exist, or the other way round."""
    is_page = strip_page_extension(file) != file
    if not is_page and file in known.ignore:
        return False
    was_there = file in known.files or (
        is_page and known.pages.find_non_page_reason(strip_page_extension(file)) is not None
    )
    return was_there != files.exists(file)

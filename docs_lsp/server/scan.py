"""A look through a site's folder, as seldom and as little as what has changed there allows."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from docs_lsp.files import Files
from docs_lsp.server.threads import IsCancelled
from docs_lsp.settings import SETTINGS_FILE
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.mdx.contents import Contents, Progress, read_contents, reread, with_snippets
from docs_lsp.site.pages import without_extension
from docs_lsp.site.specifications.facts import SiteFacts, load_specs, scan
from docs_lsp.site.specifications.operation_pages import with_page_specs
from docs_lsp.site.specifications.spec_files import with_spec_files

SUFFIXES = (".md", ".mdx", ".json", ".yaml", ".yml")
NAMES = (SETTINGS_FILE, *IGNORE_FILES)

Count: TypeAlias = Callable[[int], None]


class ScanResult(NamedTuple):
    """What a look has brought: what was known before, where nothing is new."""

    facts: SiteFacts
    contents: Contents | None
    """None as long as the pages have not been read, which is not what a look is for."""
    touched: frozenset[str]
    """The changed files that were taken into account."""


class PagesRead(NamedTuple):
    """What the pages of a site hold, when they were read for the first time."""

    before: SiteFacts
    facts: SiteFacts
    """With the specifications that pages name; the same facts where nothing is new."""
    contents: Contents


def matters(file: str) -> bool:
    """Whether what a file holds can change what is found, by its path or URI."""
    name = file.rpartition("/")[2]
    return name.endswith(SUFFIXES) or name in NAMES


def rescan(
    files: Files,
    touched: frozenset[str],
    known: SiteFacts | None,
    contents: Contents | None,
    count: Count | None,
    cancelled: IsCancelled,
) -> ScanResult:
    """See what has become of a site after some files have changed, come or gone.

    Neither specifications nor pages that have not been touched are read again.
    """
    if known is None:
        return ScanResult(_scanned(files, count, cancelled), contents, touched)
    facts = known
    if _is_news(touched, known, files):
        facts = _scanned(files, count, cancelled)
        stale = {path for path in known.specs if not touched.isdisjoint((path, *_folders([path])))}
        kept = {path: spec for path, spec in known.specs.items() if path not in stale}
        facts = load_specs(replace(facts, specs=kept), files, stale)
    if contents is not None:
        before = contents
        if facts is known:
            contents = reread(contents, facts, files, touched)
        else:
            others = {file: page for file, page in contents.items() if file not in touched}
            contents = read_contents(facts, files, others, cancelled)
        if contents is not before:
            facts = _knowing_snippets(facts, contents)
        facts = with_page_specs(facts, contents, files)
    return ScanResult(facts, contents, touched)


def read_pages(
    files: Files, facts: SiteFacts, progress: Progress | None, cancelled: IsCancelled
) -> PagesRead:
    """Read all pages of a site that has been looked through, for the first time."""
    contents = read_contents(facts, files, None, cancelled, progress)
    known = with_page_specs(_knowing_snippets(facts, contents), contents, files)
    return PagesRead(facts, known, contents)


def _knowing_snippets(facts: SiteFacts, contents: Contents) -> SiteFacts:
    known = with_snippets(facts, contents)
    if known is not facts:
        known.pages.prepare()
    return known


def _scanned(files: Files, count: Count | None, cancelled: IsCancelled) -> SiteFacts:
    facts = with_spec_files(scan(files, on_progress=count, cancelled=cancelled), files)
    facts.pages.prepare()  # Here and now, and not when the writer makes the first mistake.
    return facts


def _is_news(touched: frozenset[str], known: SiteFacts, files: Files) -> bool:
    """Whether files that have been touched may make another picture of the site.

    Of most files the picture shows no more than that they are there. What is touched may be a
    folder that has come or gone with all that is in it.
    """
    others = []
    for file in touched:
        if posixpath.basename(file) in IGNORE_FILES or file in known.specs:
            return True
        if file in known.large_files:
            return True
        if file in (known.spec_files or ()) or _has_come_or_gone(file, known, files):
            return True
        if file not in known.files:
            others.append(file)
    return bool(others) and not _folders(known.files).isdisjoint(others)


def _folders(files: Iterable[str]) -> set[str]:
    """The folders that some files lie in."""
    found: set[str] = set()
    for file in files:
        folder = posixpath.dirname(file)
        while folder and folder not in found:
            found.add(folder)
            folder = posixpath.dirname(folder)
    return found


def _has_come_or_gone(file: str, known: SiteFacts, files: Files) -> bool:
    is_page = without_extension(file) != file
    if not is_page and file in known.ignore:
        return False
    was_there = file in known.files or (
        is_page and known.pages.never(without_extension(file)) is not None
    )
    return was_there != files.exists(file)

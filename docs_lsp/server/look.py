"""A look through a site's folder, as seldom and as little as what has changed there allows."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from docs_lsp.files import Files
from docs_lsp.server.schedule import Cancelled
from docs_lsp.site.api.spec_files import with_spec_files
from docs_lsp.site.facts import SiteFacts, load_specs, scan
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.mdx.contents import Contents, Progress, read_contents, reread, with_snippets
from docs_lsp.site.pages import without_extension

Count: TypeAlias = Callable[[int], None]


class Seen(NamedTuple):
    """What a look has brought: what was known before, where nothing is new."""

    facts: SiteFacts
    contents: Contents | None
    """None as long as the pages have not been read, which is not what a look is for."""
    touched: frozenset[str]
    """The changed files that were taken into account."""


class Pages(NamedTuple):
    """What the pages of a site hold, when they were read for the first time."""

    before: SiteFacts
    facts: SiteFacts
    """The same facts where no page imports another file that was taken for a page."""
    contents: Contents


def look(
    files: Files,
    touched: frozenset[str],
    known: SiteFacts | None,
    contents: Contents | None,
    count: Count | None,
    cancelled: Cancelled,
) -> Seen:
    """See what has become of a site after some files have changed, come or gone.

    Neither specifications nor pages that have not been touched are read again.
    """
    if known is None:
        return Seen(_scanned(files, count, cancelled), contents, touched)
    facts = known
    if any(_is_news(file, known, files) for file in touched):
        facts = _scanned(files, count, cancelled)
        kept = {path: spec for path, spec in known.specs.items() if path not in touched}
        facts = load_specs(replace(facts, specs=kept), files, known.specs.keys() & touched)
    if contents is not None:
        before = contents
        if facts is known:
            contents = reread(contents, facts, files, touched)
        else:
            others = {file: page for file, page in contents.items() if file not in touched}
            contents = read_contents(facts, files, others, cancelled)
        if contents is not before:
            facts = _knowing_snippets(facts, contents)
    return Seen(facts, contents, touched)


def read_pages(
    files: Files, facts: SiteFacts, progress: Progress | None, cancelled: Cancelled
) -> Pages:
    """Read all pages of a site that has been looked through, for the first time."""
    contents = read_contents(facts, files, None, cancelled, progress)
    return Pages(facts, _knowing_snippets(facts, contents), contents)


def _knowing_snippets(facts: SiteFacts, contents: Contents) -> SiteFacts:
    known = with_snippets(facts, contents)
    if known is not facts:
        known.pages.prepare()
    return known


def _scanned(files: Files, count: Count | None, cancelled: Cancelled) -> SiteFacts:
    facts = with_spec_files(scan(files, on_progress=count, cancelled=cancelled), files)
    facts.pages.prepare()  # Here and now, and not when the writer makes the first mistake.
    return facts


def _is_news(file: str, known: SiteFacts, files: Files) -> bool:
    """Whether a file that has been touched may make another picture of the site.

    Of most files the picture shows no more than that they are there.
    """
    if posixpath.basename(file) in IGNORE_FILES or file in known.specs:
        return True
    if file in (known.spec_files or ()):
        return True
    was_there = file in known.files or known.pages.never(without_extension(file)) is not None
    return was_there != files.exists(file)

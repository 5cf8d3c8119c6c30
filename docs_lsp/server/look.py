"""A look through a site's folder, as seldom and as little as what has changed there allows."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from docs_lsp.files import Files
from docs_lsp.server.schedule import Cancelled
from docs_lsp.site.facts import SiteFacts, load_specs, scan
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.pages import without_extension

Count: TypeAlias = Callable[[int], None]


class Seen(NamedTuple):
    """What a look has brought: the facts that were known before, where nothing is new."""

    facts: SiteFacts
    touched: frozenset[str]
    """The changed files that were taken into account."""


def look(
    files: Files,
    touched: frozenset[str],
    known: SiteFacts | None,
    count: Count | None,
    cancelled: Cancelled,
) -> Seen:
    """See what has become of a site after some files have changed, come or gone.

    Specifications that have not been touched are not read again.
    """
    if known is None:
        return Seen(_scanned(files, count, cancelled), touched)
    if not any(_is_news(file, known, files) for file in touched):
        return Seen(known, touched)
    facts = _scanned(files, count, cancelled)
    kept = {path: spec for path, spec in known.specs.items() if path not in touched}
    facts = load_specs(replace(facts, specs=kept), files, known.specs.keys() & touched)
    return Seen(facts, touched)


def _scanned(files: Files, count: Count | None, cancelled: Cancelled) -> SiteFacts:
    facts = scan(files, on_progress=count, cancelled=cancelled)
    facts.pages.prepare()  # Here and now, and not when the writer makes the first mistake.
    return facts


def _is_news(file: str, known: SiteFacts, files: Files) -> bool:
    """Whether a file that has been touched may make another picture of the site.

    Of most files the picture shows no more than that they are there.
    """
    if posixpath.basename(file) in IGNORE_FILES or file in known.specs:
        return True
    was_there = file in known.files or known.pages.never(without_extension(file)) is not None
    return was_there != files.exists(file)

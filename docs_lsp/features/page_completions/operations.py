"""Completion of the operation that a page documents, spelt as other pages spell theirs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from docs_lsp.core.near_text import MatchKind, find_matches
from docs_lsp.features._spec_cache import SpecReader
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageProposal
from docs_lsp.features.page_completions.link_ranking import measure_likeness
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.site.mdx.page_cursor import ValueAtCursor
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.specifications.endpoints import METHODS
from docs_lsp.site.specifications.named_operation import iter_matching_files
from docs_lsp.site.specifications.specs_named_by_pages import (
    NamingConventions,
    SpecName,
    detect_naming_conventions,
    list_spec_files,
)

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation

_MOST = 100
_READ = 2
"""The maximum number of specifications read at once, if none is named."""


def iter_page_operation_items(
    view: View, file: str, value: ValueAtCursor
) -> Iterator[PageProposal]:
    """Yield up to 100 fitting operations of likely specifications, then other specifications.

    Operations that no page documents yet come first, and among them those like the page's name; the
    other specifications follow.
    """
    facts = view.site.facts
    if facts is None:
        return
    habits = detect_naming_conventions(file, facts, view.site.contents or {})
    wanted = _choose_specs(value.typed, file, facts, habits)
    query = value.typed.casefold()
    reader = SpecReader(facts, view.files)
    known = [
        (named, operation, _render_operation(named, operation, habits).casefold())
        for named in wanted
        for operation in reader.iter_operations(named.file)
    ]
    fits = find_matches((one[2] for one in known), query)
    for _, operation, written in known:
        if query in (operation.summary or "").casefold():
            fits.setdefault(written, MatchKind.CONTAINS)
    matches = [one for one in known if one[2] in fits]
    name = " ".join(strip_page_extension(file).split("/")[-2:])

    def sort_key(match: tuple[SpecName, Operation, str]) -> tuple[MatchKind, bool, float]:
        named, operation, written = match
        is_used = (named.written, operation.method, operation.path) in habits.used
        likeness = measure_likeness(name, operation.summary or "", operation.path)
        return fits[written], is_used, -likeness

    matches.sort(key=sort_key)
    for named, operation, _ in islice(matches, _MOST):
        yield _build_operation_item(named, operation, habits, value)
    if " " not in value.typed:
        yield from _iter_spec_file_items(value, facts, {named.file for named in wanted})


def _choose_specs(
    typed: str, file: str, facts: SiteFacts, habits: NamingConventions
) -> list[SpecName]:
    """Return the specification typed, else up to two named by pages, else up to two of the site.

    These are the one that is typed, or else those that pages name, or else the first ones of the
    site.
    """
    known = list_spec_files(facts)
    first, space, _ = typed.partition(" ")
    if space and first.upper() not in METHODS:
        named = [SpecName(first, one) for one in iter_matching_files(first, file, known)][:1]
        if named:
            return named  # Else it may be a misspelt method.
    if habits.named:
        return list(habits.named[:_READ])
    # A single specification need not be named.
    return [SpecName("" if len(known) == 1 else f"/{one}", one) for one in known[:_READ]]


def _render_operation(named: SpecName, operation: Operation, habits: NamingConventions) -> str:
    text = str(operation)
    if habits.is_lower:
        method, _, path = text.partition(" ")
        text = f"{method.lower()} {path}"
    return f"{named.written} {text}" if named.written else text


def _build_operation_item(
    named: SpecName, operation: Operation, habits: NamingConventions, value: ValueAtCursor
) -> PageProposal:
    text = _render_operation(named, operation, habits)
    return PageProposal(
        text,
        ItemKind.METHOD,
        value.span,
        f" {text}" if value.lacks_space else text,
        detail=operation.summary or "",
        description=operation.description or "",
        typed=value.typed,
        is_searched=True,
        is_deprecated=operation.deprecated,
    )


def _iter_spec_file_items(
    value: ValueAtCursor, facts: SiteFacts, files_to_skip: set[str]
) -> Iterator[PageProposal]:
    """Yield the other specifications that contain the typed text, each with a space after it."""
    query = value.typed.strip("/").casefold()
    for file in list_spec_files(facts):
        if file not in files_to_skip and query in file.casefold():
            new = f"/{file} "
            yield PageProposal(
                f"/{file}",
                ItemKind.FILE,
                value.span,
                f" {new}" if value.lacks_space else new,
                typed=value.typed,
                is_searched=True,
            )

"""Completion of the operation that a page documents, spelt as other pages spell theirs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from docs_lsp.features._spec_cache import SpecReader
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageProposal
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.site.mdx.page_cursor import ValueAtCursor
from docs_lsp.site.specifications.endpoints import METHODS
from docs_lsp.site.specifications.named_operation import iter_matching_files
from docs_lsp.site.specifications.page_specs import (
    NamingConventions,
    SpecName,
    detect_naming_conventions,
    iter_page_operations,
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
    """Yield operations of the specifications that the page most likely uses.

    Operations that no page documents yet come first; the other specifications follow.
    """
    facts = view.site.facts
    if facts is None:
        return
    habits = detect_naming_conventions(file, facts, view.site.contents or {})
    wanted = _choose_specs(value.typed, file, facts, habits)
    query = value.typed.casefold()
    reader = SpecReader(facts, view.files)
    matches = [
        (named, operation)
        for named in wanted
        for operation in _iter_page_operations(named, reader)
        if _matches_query(_render_operation(named, operation, habits), operation, query)
    ]
    matches.sort(key=lambda pair: (pair[0].written, pair[1].method, pair[1].path) in habits.used)
    for named, operation in islice(matches, _MOST):
        yield _build_operation_item(named, operation, habits, value)
    if " " not in value.typed:
        yield from _iter_spec_file_items(value, facts, {named.file for named in wanted})


def _choose_specs(
    typed: str, file: str, facts: SiteFacts, habits: NamingConventions
) -> list[SpecName]:
    """Return the specifications whose operations are proposed.

    These are the one that is typed, or else those that pages name, or else the first ones of the
    site.
    """
    known = list_spec_files(facts)
    first, space, _ = typed.partition(" ")
    if space and first.upper() not in METHODS:
        return [SpecName(first, one) for one in iter_matching_files(first, file, known)][:1]
    if habits.named:
        return list(habits.named[:_READ])
    # A single specification need not be named.
    return [SpecName("" if len(known) == 1 else f"/{one}", one) for one in known[:_READ]]


def _iter_page_operations(named: SpecName, reader: SpecReader) -> Iterator[Operation]:
    spec = reader.find_usable_spec(named.file)
    return iter_page_operations(spec) if spec else iter(())


def _matches_query(written: str, operation: Operation, query: str) -> bool:
    return query in written.casefold() or query in (operation.summary or "").casefold()


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
        said=operation.description or "",
        typed=value.typed,
        is_searched=True,
        is_deprecated=operation.deprecated,
    )


def _iter_spec_file_items(
    value: ValueAtCursor, facts: SiteFacts, files_to_skip: set[str]
) -> Iterator[PageProposal]:
    """Yield the other specifications, to be followed by a method and a path."""
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

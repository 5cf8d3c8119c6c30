"""Keep arrays of the navigation in sync with their source, as docs-lsp.toml declares.

A source is a folder, a specification, or the default language. `plan_sync` returns the changes that
bring docs.json and its parts in sync. What a person wrote is preserved: labels, icons, entries from
elsewhere and their position, and the spelling of each valid entry. An entry that exists is never
removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span, measure_common_ends
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edit, edit_document
from docs_lsp.settings.settings import SyncSource
from docs_lsp.site.overview import Overview
from docs_lsp.site.sync.list_merging import merge_list
from docs_lsp.site.sync.source_entries import require_wanted_list
from docs_lsp.site.sync.synced_element import SyncedElement, SyncFault, require_synced_element

__all__ = ["SyncFault", "SyncPlan", "SyncResult", "plan_sync", "require_sync_result"]


class SyncResult(NamedTuple):
    """An element of the navigation, compared with its source."""

    number: int
    """The index of the declaration."""
    source: SyncSource
    element: SyncedElement
    edits: tuple[FileEdit, ...]
    """The edits that bring it in sync; empty if it is."""
    added: tuple[str, ...] = ()
    """The missing entries, as they would be written."""
    removed: tuple[str, ...] = ()
    """The entries whose target no longer exists."""


class SyncPlan(NamedTuple):
    """The changes that bring all elements in sync."""

    out_of_step: tuple[SyncResult, ...]
    edits: tuple[FileEdit, ...]
    """All edits, relative to the files as they are."""
    faults: tuple[SyncFault, ...]
    """The declarations that cannot be followed."""


def plan_sync(overview: Overview) -> SyncPlan:
    """Plan the changes for each declaration in the settings of a site."""
    out_of_step, faults = [], []
    now = overview
    for index in range(len(overview.settings.sync)):
        try:
            one = require_sync_result(now, index)
        except SyncFault as fault:
            faults.append(fault)
            continue
        if one.edits:
            out_of_step.append(one)
            file = one.element.file
            edits = [Edit(span, new) for _, span, new in one.edits]
            document = edit_document(_get_part(now, file), edits)
            now = replace(now, parts={**now.parts, file: document})
    all_edits = tuple(
        edit
        for file in dict.fromkeys(one.element.file for one in out_of_step)
        for edit in _make_line_edits(file, _get_part(overview, file), _get_part(now, file))
    )
    return SyncPlan(tuple(out_of_step), all_edits, tuple(faults))


def require_sync_result(overview: Overview, index: int) -> SyncResult:
    """Compare an element with its source; raise `SyncFault` if that is impossible."""
    source = overview.settings.sync[index]
    try:
        element = require_synced_element(overview, source)
        items, elsewhere = require_wanted_list(overview, source, element)
    except SyncFault as fault:
        fault.index = index
        raise
    before = _get_part(overview, element.file)
    document, added, removed = merge_list(before, element, items, elsewhere)
    edits = _make_line_edits(element.file, before, document)
    return SyncResult(index, source, element, edits, added, removed)


def _get_part(overview: Overview, file: str) -> Document:
    part = overview.parts[file]
    assert isinstance(part, Document)
    return part


def _make_line_edits(file: str, before: Document, after: Document) -> tuple[FileEdit, ...]:
    """Return the lines that differ between two versions of a file, as edits of the first one."""
    old, new = before.text.data, after.text.data
    return tuple(_iter_line_edits(file, old, new)) if old != new else ()


def _iter_line_edits(file: str, before: bytes, after: bytes) -> Iterator[FileEdit]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, old))]
    # Only the lines between the shared ones are compared: comparing repeated lines takes long.
    head, tail = measure_common_ends(old, new)
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        if kind != "equal":
            text = b"".join(new[begin:end]).decode("utf-8", "surrogateescape")
            yield FileEdit(file, Span(starts[head + first], starts[head + last]), text)

"""Lists of the navigation that keep themselves: filled from a folder, from a specification, or
after the default language, as docs-lsp.toml declares.

`plan_sync` says how docs.json and its parts would read once all of them are in step. What a person
wrote is kept: labels, icons, entries of other origin and where they stand, and each entry that is
still right as it is written. Nothing that is listed and exists is ever left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import SyncSource
from docs_lsp.site.overview import Overview
from docs_lsp.site.sync.list_merging import merge_list
from docs_lsp.site.sync.sources import build_wanted_list
from docs_lsp.site.sync.sync_fault import SyncFault
from docs_lsp.site.sync.synced_element import SyncedElement, element_of

__all__ = ["SyncFault", "SyncPlan", "Synced", "plan_sync", "sync_element"]


class Synced(NamedTuple):
    """An element of the navigation beside what fills it."""

    number: int
    """Which of the declarations it is."""
    source: SyncSource
    element: SyncedElement
    before: bytes
    """The text of the file that the list stands in."""
    after: bytes
    """The same, once the element is in step."""
    added: tuple[str, ...] = ()
    """What it does not list, as it would be written."""
    removed: tuple[str, ...] = ()
    """What it lists and what is not there any more."""

    @property
    def edits(self) -> tuple[FileEdit, ...]:
        """The changes that bring it in step; none where it is."""
        return edits_between(self.element.file, self.before, self.after)


class SyncPlan(NamedTuple):
    """What brings all elements in step."""

    out_of_step: tuple[Synced, ...]
    edits: tuple[FileEdit, ...]
    """All changes, counted in the files as they are."""
    faults: tuple[SyncFault, ...]
    """The declarations that cannot be followed."""


def plan_sync(overview: Overview) -> SyncPlan:
    """What would bring each element in step that the settings of a site declare."""
    out_of_step, faults = [], []
    now = overview
    for index in range(len(overview.settings.sync)):
        try:
            one = sync_element(now, index)
        except SyncFault as fault:
            faults.append(fault)
            continue
        if one.before != one.after:
            out_of_step.append(one)
            document = Document.from_text(one.after)
            now = replace(now, parts={**now.parts, one.element.file: document})
    edits = tuple(
        edit
        for file in dict.fromkeys(one.element.file for one in out_of_step)
        for edit in edits_between(file, _text(overview, file), _text(now, file))
    )
    return SyncPlan(tuple(out_of_step), edits, tuple(faults))


def sync_element(overview: Overview, index: int) -> Synced:
    """One element beside what fills it. Raises `SyncFault` where it cannot be told."""
    source = overview.settings.sync[index]
    element = element_of(overview, index, source)
    before = _text(overview, element.file)
    result = merge_list(before, element, build_wanted_list(overview, index, element))
    return Synced(index, source, element, before, *result)


def _text(overview: Overview, file: str) -> bytes:
    part = overview.parts[file]
    assert isinstance(part, Document)
    return part.text.data


def edits_between(file: str, before: bytes, after: bytes) -> tuple[FileEdit, ...]:
    """The lines that differ between two texts of a file, as edits of the first one."""
    return tuple(_edits(file, before, after)) if before != after else ()


def _edits(file: str, before: bytes, after: bytes) -> Iterator[FileEdit]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        if kind != "equal":
            text = b"".join(new[begin:end]).decode("utf-8", "surrogateescape")
            yield FileEdit(file, Span(starts[first], starts[last]), text)

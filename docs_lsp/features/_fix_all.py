"""Applies many fixes, repeatedly until none remains, and returns the changes as one edit.

A rewritten file becomes a few small edits, so that the cursor, folds and marks stay in place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import accumulate

from docs_lsp.core.problem import DeletedFile, FileChange, FileEdit, Fix, NewFile, Problem
from docs_lsp.core.text import Span, measure_common_prefix
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files
from docs_lsp.fixes.fixing_rounds import apply_fixes_repeatedly
from docs_lsp.rules import all_rules


def compute_all_fixes(
    view: View, rules: Collection[str], is_wanted: Callable[[Problem, Fix], bool]
) -> tuple[FileChange, ...]:
    """Return the combined changes of all wanted fixes of some rules.

    Other rules about elements run as well: with them, fixes are left out that would only exchange
    one mistake for another.
    """
    others = {
        name: None
        for name, rule in all_rules().items()
        if name not in rules and rule.element is None
    }
    settings = replace(view.site.settings, rules={**view.site.settings.rules, **others})

    def load(files: Files) -> Snapshot:
        # Element rules run on shared trees only on the event loop, so this tree is parsed again.
        root, name = view.site.root, view.site.name
        changed = files.changed if isinstance(files, Draft) else {}
        if not changed.keys() <= view.site.parts.keys():
            return evaluate_whole_site(root, files, settings, name)
        site = Snapshot.load(root, files, settings, name)
        return site.with_facts(view.site.facts).with_contents(view.site.contents).run_site_rules()

    return tuple(
        _convert_draft_to_changes(apply_fixes_repeatedly(load, view.files, is_wanted, rules).draft)
    )


def _convert_draft_to_changes(draft: Draft) -> Iterator[FileChange]:
    """Yield the changes in a draft; a moved file is a new file and a deleted one."""
    for file, content in draft.changed.items():
        before = draft.was[file]
        if content is None:
            yield DeletedFile(file)
        elif before is None:
            yield NewFile(file, content.decode("utf-8", "replace"))
        else:
            yield from diff_file(file, before, content)


MOST_LINES = 20_000
"""The maximum number of lines that are compared; more become a single edit."""


def diff_file(file: str, before: bytes, after: bytes) -> tuple[FileEdit, ...]:
    """Return the edits, line by line, that turn one text into another."""
    return tuple(_trim_edit(edit, before) for edit in _diff_lines(file, before, after))


def _diff_lines(file: str, before: bytes, after: bytes) -> Iterator[FileEdit]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    head = measure_common_prefix(old, new)
    tail = measure_common_prefix(old[head:][::-1], new[head:][::-1])
    first, last = old[head : len(old) - tail], new[head : len(new) - tail]
    offsets = list(accumulate(map(len, first), initial=sum(map(len, old[:head]))))
    for start, end, lines in _find_replaced_lines(first, last):
        text = b"".join(lines).decode("utf-8", "replace")
        yield FileEdit(file, Span(offsets[start], offsets[end]), text)


def _find_replaced_lines(
    old: list[bytes], new: list[bytes]
) -> Iterator[tuple[int, int, list[bytes]]]:
    """Yield the range of old lines and the new lines of each replacement."""
    if len(old) + len(new) > MOST_LINES:
        yield 0, len(old), new
        return
    from difflib import SequenceMatcher  # Few requests need it.

    for kind, start, end, first, last in SequenceMatcher(None, old, new).get_opcodes():
        if kind != "equal":
            yield start, end, new[first:last]


def _trim_edit(edit: FileEdit, before: bytes) -> FileEdit:
    """Return an edit without the unchanged characters at its ends."""
    start, end = edit.span
    old, new = before[start:end].decode("utf-8", "replace"), edit.new
    if "\ufffd" in old:  # Bytes that are not valid UTF-8 have no size in characters.
        return edit
    head = measure_common_prefix(old, new)
    head -= head > 0 and old[head - 1] == "\r"  # Don't split a line break.
    tail = measure_common_prefix(old[head:][::-1], new[head:][::-1])
    if tail and old[-tail] == "\n" and "\r" in (old[-tail - 1 : -tail], new[-tail - 1 : -tail]):
        tail -= 1
    start += len(old[:head].encode())
    end -= len(old[len(old) - tail :].encode())
    return FileEdit(edit.file, Span(start, end), new[head : len(new) - tail])

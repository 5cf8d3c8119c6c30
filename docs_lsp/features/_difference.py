"""What has become of a text, as few small edits: so the cursor, folds and marks stay in place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from docs_lsp.problem import FileEdit
from docs_lsp.text import Span

MOST_LINES = 20_000
"""How many lines are compared with each other, at most; more become one edit."""


def difference(file: str, before: bytes, after: bytes) -> tuple[FileEdit, ...]:
    """The edits that make one text of another, line by line."""
    return tuple(_narrowed(edit, before) for edit in _by_lines(file, before, after))


def _by_lines(file: str, before: bytes, after: bytes) -> Iterator[FileEdit]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    first, last = old[head : len(old) - tail], new[head : len(new) - tail]
    offsets = list(accumulate(map(len, first), initial=sum(map(len, old[:head]))))
    for start, end, lines in _replaced(first, last):
        text = b"".join(lines).decode("utf-8", "replace")
        yield FileEdit(file, Span(offsets[start], offsets[end]), text)


def _replaced(old: list[bytes], new: list[bytes]) -> Iterator[tuple[int, int, list[bytes]]]:
    """Which lines are replaced by which others."""
    if len(old) + len(new) > MOST_LINES:
        yield 0, len(old), new
        return
    from difflib import SequenceMatcher  # Few requests need it.

    for kind, start, end, first, last in SequenceMatcher(None, old, new).get_opcodes():
        if kind != "equal":
            yield start, end, new[first:last]


def _common(old: list[bytes], new: list[bytes]) -> int:
    """How many lines both begin with."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count


def _narrowed(edit: FileEdit, before: bytes) -> FileEdit:
    """The same edit without the characters that stay as they are at its ends."""
    start, end = edit.span
    old, new = before[start:end].decode("utf-8", "replace"), edit.new
    if "\ufffd" in old:  # Bytes that are no text have no size as characters.
        return edit
    most = min(len(old), len(new))
    head = 0
    while head < most and old[head] == new[head]:
        head += 1
    head -= head > 0 and old[head - 1] == "\r"  # A line end stays in one piece.
    tail = 0
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    if tail and old[-tail] == "\n" and "\r" in (old[-tail - 1 : -tail], new[-tail - 1 : -tail]):
        tail -= 1
    start += len(old[:head].encode())
    end -= len(old[len(old) - tail :].encode())
    return FileEdit(edit.file, Span(start, end), new[head : len(new) - tail])

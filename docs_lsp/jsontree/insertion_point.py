"""Finds where something can be inserted at a cursor: a key, a value or an item.

It also finds the text needed around it so that the result is JSON. A half-typed text is easily
misread. So the typed token is replaced by a complete stand-in and the text is parsed with it: then
the tree shows what is around the cursor, and the faults beside the stand-in show which comma or
colon is missing. All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from docs_lsp.core.text import Span, encode_text
from docs_lsp.jsontree.cursor import Step, find_steps_to, find_typed_token
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import LINE_END, Edit, LineStyle
from docs_lsp.jsontree.nodes import Array, Broken, Member, Object, String
from docs_lsp.jsontree.parser import find_next_token, find_plain_end, is_plain_key

STAND_IN = "\ufffc"
"""The text that replaces the token being typed; it does not occur in real files."""

_TEXT = f'"{STAND_IN}"'
_MEMBER = f"{_TEXT}: 0"
_FORMS = ("0", '"0"', "[]", "{}")
"""A value of each kind, since they are parsed differently if a bracket is missing."""
_BLANK = b" \t\r\n"


class Expected(Enum):
    """The kind of content expected at an insertion point."""

    KEY = auto()
    VALUE = auto()
    ITEM = auto()
    WHOLE = auto()
    """The whole content of an empty file."""


@dataclass(frozen=True, slots=True)
class InsertionPoint:
    """A place where content can be inserted."""

    expected: Expected
    span: Span
    """The span to replace, on one line: a string with its quotes, a word, or nothing."""
    typed: str
    """The part of it before the cursor, with an opening quote if there is one."""
    document: Document
    """The document with the stand-in at this place."""
    at: int
    """The offset of the stand-in in that document."""
    steps: tuple[Step, ...]
    """The containers around it, the outermost first; the last step leads to the stand-in."""
    has_value: bool = False
    """Whether the expected key has its value already."""
    text_before: str = ""
    """The text needed before the inserted content."""
    text_after: str = ""
    """The text needed after the inserted content."""
    other_edits: tuple[Edit, ...] = ()
    """Edits that add missing text further up, to be applied with the insertion."""

    @property
    def query(self) -> str:
        """The typed text, without quotes and with its escapes resolved."""
        text = self.typed.lstrip("\"'").removesuffix('"')
        try:
            return str(json.loads(f'"{text}"'))
        except ValueError:
            return text

    @property
    def is_string(self) -> bool:
        """Whether the typed text begins with a quote."""
        return self.typed.startswith('"')

    def build_edit(self, new: str) -> Edit:
        """Return the edit that inserts content here; `other_edits` belong to it."""
        return Edit(self.span, self.text_before + new + self.text_after)

    def indent_lines(self, text: str) -> str | None:
        """Indent text of several lines for this place; None if its surroundings are on one line.

        The text starts at column 0, with LF line breaks and two spaces for each level.
        """
        data = self.document.text.data
        if not self.steps:
            return text
        step = self.steps[-1]
        if not LINE_END.search(data, step.at, self.at):
            return None
        style = LineStyle.detect(data, step.node, step.at)
        return style.indent_text(text, style.base_at(data, self.at))


def find_insertion_point(document: Document, offset: int) -> InsertionPoint | None:
    """Return the insertion point at an offset; None in a comment, or if it would add faults."""
    typed = find_typed_token(document, offset)
    if typed is None or _is_in_comment(document, offset):
        return None
    points = (
        _try_point(document, typed, offset, expected)
        for expected in _list_expectations(document, typed)
    )
    return next((point for point in points if point), None)


def _is_in_comment(document: Document, offset: int) -> bool:
    faults = [(0, fault) for fault in document.tree.faults]
    for step in find_steps_to(document, offset):
        faults += [(step.at, fault) for fault in step.node.faults]
    return any(
        fault.code == "comment" and at + fault.start < offset < at + fault.end
        for at, fault in faults
    )


# What can be expected


def _list_expectations(document: Document, span: Span) -> tuple[Expected, ...]:
    """Return the kinds of content that can be expected at a place, the likeliest first."""
    data, last = document.text.data, _find_token_before(document.text.data, span.start)
    if last < 0:
        return (Expected.WHOLE,)
    byte = data[last : last + 1]
    if byte == b":":
        return (Expected.VALUE,)
    if byte == b"[":
        return (Expected.ITEM,)
    if byte == b"{":
        return (Expected.KEY,)
    steps = find_steps_to(document, last)
    lacks_colon = byte == b'"' and _lacks_colon(steps, last + 1, data[last : span.start])
    first = (Expected.VALUE,) if lacks_colon else ()
    around = find_steps_to(document, span.start)
    if around and isinstance(around[-1].node, Array):
        return (*first, Expected.ITEM, Expected.KEY)
    return (*first, Expected.KEY, Expected.ITEM)


def _find_token_before(data: bytes, offset: int) -> int:
    """Return the offset of the last byte that is not blank before an offset, or -1."""
    while offset > 0 and data[offset - 1] in _BLANK:
        offset -= 1
    return offset - 1


def _lacks_colon(steps: tuple[Step, ...], end: int, between: bytes) -> bool:
    """Return whether a string that ends at an offset is a key without a colon on the same line."""
    member = steps[-1].child if steps else None
    if not isinstance(member, Member) or LINE_END.search(between):
        return False
    is_bare = isinstance(member.value, Broken) and not member.value.size
    return is_bare and steps[-1].child_offset + member.key.size == end


# Trying a stand-in


def _try_point(
    document: Document, span: Span, offset: int, expected: Expected
) -> InsertionPoint | None:
    """Return the insertion point for an expected kind, or None if it would add faults."""
    data = document.text.data
    if expected is Expected.VALUE and span.start == span.end:
        end = find_plain_end(data, offset)
        if end >= 0 and not is_plain_key(data, offset):
            span = Span(offset, end)  # Directly before a string, that string is replaced.
    following = find_next_token(data, span.end)
    has_colon = data[following : following + 1] == b":"
    if expected is Expected.VALUE and _begins_value(data, following):
        return None
    same_line = not LINE_END.search(data, span.end, following)
    if expected is not Expected.KEY or has_colon or (same_line and _begins_value(data, following)):
        point = _try_stand_in(document, span, offset, expected, _TEXT)
        if point is None or expected is not Expected.KEY or not _lacks_value(point):
            return point
        if has_colon and same_line:
            span = Span(span.start, following + 1)
    return _try_stand_in(document, span, offset, expected, _MEMBER)


def _begins_value(data: bytes, following: int) -> bool:
    """Return whether the following text is not a key; after a key, it is the value of that key."""
    first = data[following : following + 1]
    return first in (b"[", b"{") or (first == b'"' and not is_plain_key(data, following))


def _lacks_value(point: InsertionPoint) -> bool:
    value = point.steps[-1].value
    return isinstance(value, Broken) and not value.size


def _try_stand_in(
    document: Document, span: Span, offset: int, expected: Expected, stand_in: str
) -> InsertionPoint | None:
    """Return the insertion point with some JSON as a stand-in, or None if it does not fit."""
    data = document.text.data
    left = " " if data[span.start - 1 : span.start].strip(b" \t\r\n{[,:") else ""
    right = " " if data[span.end : span.end + 1].strip(b" \t\r\n}],:") else ""
    patched = document.replace_bytes(*span, encode_text(left + stand_in + right))
    at = span.start + len(left)
    steps = find_steps_to(patched, at)
    if not _is_as_expected(patched, steps, at, expected):
        return None
    typed = data[span.start : offset].decode("utf-8", "replace")
    has_value = expected is Expected.KEY and stand_in is _TEXT
    point = InsertionPoint(expected, span, typed, patched, at, steps, has_value)
    point = _with_separators(point, data, tuple(_find_missing_separators(point)) if steps else ())
    return point if _adds_no_faults(document, point) else None


def _adds_no_faults(document: Document, point: InsertionPoint) -> bool:
    """Return whether any content of the expected kind leaves no more faults than before."""
    if not (
        point.text_before.strip()
        or point.text_after
        or point.other_edits
        or point.document.fault_count
    ):
        return True  # In valid JSON, any value can replace another.
    most = document.fault_count
    for form in _FORMS[:1] if point.has_value else _FORMS:
        text = form
        if point.expected is Expected.KEY:
            text = _TEXT if point.has_value else f"{_TEXT}: {form}"
        (start, end), new = point.build_edit(text)
        after = document.replace_bytes(start, end, encode_text(new))
        for (start, end), new in reversed(point.other_edits):
            after = after.replace_bytes(start, end, encode_text(new))
        faults = after.fault_count
        if faults > most:
            return False
        if not faults:
            break  # All kinds of values are parsed alike in valid JSON.
    return True


def _is_as_expected(
    document: Document, steps: tuple[Step, ...], at: int, expected: Expected
) -> bool:
    """Return whether the stand-in at an offset has the expected kind."""
    if expected is Expected.WHOLE or not steps:
        tree = document.tree
        return expected is Expected.WHOLE and tree.start == at and isinstance(tree.root, String)
    step = steps[-1]
    if step.child is None or (step.value_offset != at and step.child_offset != at):
        return False
    if expected is Expected.ITEM:
        return isinstance(step.node, Array)
    return isinstance(step.node, Object) and (step.child_offset == at) is (expected is Expected.KEY)


# Missing separators


def _find_missing_separators(point: InsertionPoint) -> Iterator[Edit]:
    """Yield the commas and the colon missing around the stand-in, in the text with it."""
    step = point.steps[-1]
    child = step.child
    if child is None:
        return
    before = step.at + 1
    if step.index > 0:
        before = step.at + step.node.starts[step.index - 1] + step.node.items[step.index - 1].size
    for fault in step.node.faults:
        place = step.at + fault.start
        is_near = before <= place <= step.child_offset + child.size
        if fault.insert in (",", ":") and fault.start == fault.end and is_near:
            yield Edit(Span(place, place), fault.insert)


def _with_separators(
    point: InsertionPoint, data: bytes, separators: tuple[Edit, ...]
) -> InsertionPoint:
    """Return the insertion point with the missing separators, in terms of the text `data`."""
    start, end = point.span
    text_before, text_after = "", ""
    other_edits = []
    for (place, _), mark in separators:
        if place > point.at:
            text_after = (
                mark if data[end : end + 1] in (b"", b" ", b"\t", b"\r", b"\n") else f"{mark} "
            )
        elif place >= start:
            text_before = f"{mark} "
        else:
            other_edits.append(Edit(Span(place, place), mark))
    if not text_before and data[start - 1 : start] in (b":", b",") and not _is_compact(data, start):
        text_before = " "
    return replace(
        point, text_before=text_before, text_after=text_after, other_edits=tuple(other_edits)
    )


def _is_compact(data: bytes, start: int) -> bool:
    """Return whether the text has no space after colons, other than after one at `start`."""
    first = data.find(b'":')
    if first + 2 == start:
        first = data.find(b'":', start)
    return first >= 0 and data[first + 2 : first + 3] not in (b" ", b"\t", b"\r", b"\n")

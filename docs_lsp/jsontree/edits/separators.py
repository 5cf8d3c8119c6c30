"""The text between the children of a container, and separators for new ones.

A container of n children has n + 1 gaps: gap 0 follows the opening bracket, gap n precedes the
closing one. In valid JSON each gap is white space, with one comma in each of the inner gaps. All
offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits.indentation import LINE_END, detect_alignment
from docs_lsp.jsontree.nodes import Container

BLANK = compile_lazily(rb"[ \t\r\n]*")
_PLAIN = compile_lazily(rb"[ \t\r\n]*(?:,[ \t\r\n]*)?")
_NEAR = 16
"""The number of gaps on either side of a place that show how children are separated."""
STRING = rb'"(?:[^"\\\r\n]|\\[^\r\n])*"?'
"""A string, or an unclosed one to the end of its line, so that nothing in it is read as JSON."""
_COMMA = compile_lazily(STRING + rb"|,([ \t]?)[ \t]*(?![ \t\r\n\]}])")
_COLON = compile_lazily(STRING + rb"|:([ \t]?)[ \t]*(?![ \t\r\n])")
_ONLY_COLON = compile_lazily(rb"([ \t]?)[ \t]*:([ \t]?)[ \t]*")
_SPACES = compile_lazily(rb"[ \t]*")


@dataclass(frozen=True, slots=True)
class Gaps:
    """The gaps of one container."""

    data: bytes
    node: Container
    at: int
    masked: bytes
    """The text, with `x` for every byte between the children that is not JSON."""
    comments: dict[int, int]
    """The end of each comment between the children, by its start."""

    @classmethod
    def from_container(cls, data: bytes, node: Container, at: int) -> Gaps:
        """Collect the gaps of the container that starts at an offset."""
        masked = bytearray(data if node.faults else b"")
        comments = {}
        for fault in node.faults:
            start, end = at + fault.start, min(at + fault.end, len(data))
            if data[start:end] != b",":
                masked[start:end] = b"x" * (end - start)
            if fault.code == "comment":
                comments[start] = end
        return cls(data, node, at, bytes(masked) if node.faults else data, comments)

    @property
    def count(self) -> int:
        """The number of children."""
        return len(self.node.items)

    @property
    def inner(self) -> Span:
        """The span between the brackets, as far as they exist."""
        has_bracket = self.data[self.at] == self.node.bracket if self.node.size else False
        end = self.at + self.node.size
        return Span(self.at + has_bracket, end - 1 if self.node.closed else end)

    def get_child_span(self, index: int) -> Span:
        """Return the span of a child."""
        start = self.at + self.node.starts[index]
        return Span(start, start + self.node.items[index].size)

    def get_gap_span(self, index: int) -> Span:
        """Return the span before a child; for the number of children, the span after the last."""
        inner = self.inner
        start = self.get_child_span(index - 1).end if index else inner.start
        return Span(start, self.get_child_span(index).start if index < self.count else inner.end)

    def get_gap_text(self, index: int) -> bytes:
        """Return the bytes of a gap, with the text of comments masked."""
        start, end = self.get_gap_span(index)
        return self.masked[start:end]

    def find_comma(self, index: int) -> int:
        """Return the offset of the first comma in a gap, or -1."""
        start, end = self.get_gap_span(index)
        return self.masked.find(b",", start, end)

    def are_plain(self, indexes: Iterable[int]) -> bool:
        """Return whether each of some gaps contains only white space and at most one comma."""
        return not self.node.faults or all(
            _PLAIN.fullmatch(self.get_gap_text(at)) for at in indexes
        )

    def has_line_end(self, index: int) -> bool:
        """Return whether a gap contains a line break."""
        return LINE_END.search(self.get_gap_text(index)) is not None

    def skip_comments(self, offset: int) -> int:
        """Return the end of the comments that follow an offset on its line, or the offset."""
        while (end := self.comments.get(self._skip_blanks(offset))) is not None:
            offset = end
        return offset

    def _skip_blanks(self, offset: int) -> int:
        while self.data[offset : offset + 1] in (b" ", b"\t"):
            offset += 1
        return offset


class ChildPosition(NamedTuple):
    """A place for new children: before the child at an index, or behind it."""

    child: int
    behind: bool = False


class Separator(NamedTuple):
    """The text between two children: a comma with the white space before and after it."""

    before: str
    after: str
    indent: str | None = None
    """The indentation of the line it begins; None if children are on the same line."""

    @property
    def text(self) -> str:
        """The separator as written."""
        return f"{self.before},{self.after}"

    @property
    def ends_line(self) -> bool:
        """Whether the comma is at the end of a line, not at the start of one."""
        return self.indent is not None and not self.before.strip(" \t")


def choose_separator(gaps: Gaps, position: ChildPosition) -> Separator:
    """Return the separator between new children and their neighbour, and between each other."""
    near = range(max(1, position.child - _NEAR), min(gaps.count, position.child + _NEAR))
    by_distance = sorted(near, key=lambda index: abs(index - position.child))
    breaking = [index for index in by_distance if gaps.has_line_end(index)]
    if _needs_own_line(gaps, position, len(breaking), len(near)):
        return _build_line_separator(gaps, position.child, breaking)
    beside = [index for index in by_distance if index not in breaking]
    return _build_inline_separator(gaps, beside)


def detect_separator(data: bytes) -> Separator:
    """Return the separator of children on one line, from the first one in a document."""
    head, tail = _detect_spaces(_COMMA, data) or (
        "",
        (_detect_spaces(_COLON, data) or ("", " "))[1],
    )
    return Separator(head, tail)


def choose_colon(gaps: Gaps, index: int) -> str:
    """Return the text between key and value, from the member at an index or the document."""
    alignment = detect_alignment(gaps.data)
    if alignment is not None:
        return alignment.colon
    head, tail = _detect_spaces(_COLON, gaps.data) or ("", " ")
    if gaps.count:
        beside = min(index, gaps.count - 1)
        member, start = gaps.node.items[beside], gaps.get_child_span(beside).start
        end = start + member.value_start
        match = _ONLY_COLON.fullmatch(gaps.data, start + member.key.size, end)
        if match:
            head, tail = match[1].decode(), match[2].decode()
    return f"{head}:{tail}"


def _detect_spaces(mark: re.Pattern[bytes], data: bytes) -> tuple[str, str] | None:
    """Return the spaces around the first comma or colon on a line outside of strings, or None."""
    for match in mark.finditer(data):
        if match[1] is not None:
            head = data[max(match.start() - 1, 0) : match.start()]
            return head.decode() if head in (b" ", b"\t") else "", match[1].decode()
    return None


def _needs_own_line(gaps: Gaps, position: ChildPosition, breaking: int, near: int) -> bool:
    """Return whether a new child gets a line of its own, as most children near it have.

    An array of numbers wrapped at the margin stays wrapped, and children that were put side by side
    stay so.
    """
    if not near:
        return gaps.has_line_end(0)
    is_beside = position.child > 0 and not position.behind and not gaps.has_line_end(position.child)
    return 2 * breaking > near and not is_beside


def _build_line_separator(gaps: Gaps, index: int, breaking: list[int]) -> Separator:
    """Return the separator of children on lines of their own, as at the nearest line break."""
    head, tail = _split_at_comma(gaps, breaking[0]) if breaking else (b"", b"\n")
    if LINE_END.search(head) and not LINE_END.search(tail):
        line_end, indent = _split_last_line(head)
        return Separator(line_end + indent, tail.decode(), indent)
    line_end, indent = _split_last_line(
        gaps.get_gap_text(index if gaps.has_line_end(index) else breaking[0])
    )
    return Separator(_get_one_space(head), line_end + indent, indent)


def _build_inline_separator(gaps: Gaps, beside: list[int]) -> Separator:
    for index in beside:
        if gaps.are_plain((index,)) and gaps.find_comma(index) >= 0:
            head, tail = _split_at_comma(gaps, index)
            return Separator(_get_one_space(head), _get_one_space(tail))
    return detect_separator(gaps.data)


def _split_at_comma(gaps: Gaps, index: int) -> tuple[bytes, bytes]:
    """Split a gap at its comma; without a comma everything is the second part."""
    head, comma, tail = gaps.get_gap_text(index).partition(b",")
    return (head, tail) if comma else (b"", head)


def _split_last_line(gap: bytes) -> tuple[str, str]:
    """Return the last line break of a gap and the indentation after it."""
    *_, last = LINE_END.finditer(gap)
    indent = _SPACES.match(gap, last.end())
    return last.group().decode(), indent.group().decode() if indent else ""


def _get_one_space(gap: bytes) -> str:
    """Return the space or tab with which a gap begins; empty if it begins otherwise."""
    blank = _SPACES.match(gap)
    return blank.group()[:1].decode() if blank else ""

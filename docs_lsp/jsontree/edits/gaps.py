"""What stands between the children of a container: blank space, commas, and what does not belong.

A container of n children has n + 1 gaps: gap 0 follows the opening bracket, gap n comes before the
closing one. In JSON each gap is blank, but for one comma in each of the inner ones. All offsets
are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from docs_lsp.jsontree.edits.indentation import LINE_END
from docs_lsp.jsontree.nodes import Container
from docs_lsp.text import Span

BLANK = re.compile(rb"[ \t\r\n]*")
_PLAIN = re.compile(rb"[ \t\r\n]*(?:,[ \t\r\n]*)?")


@dataclass(frozen=True, slots=True)
class Gaps:
    """The gaps of one container."""

    data: bytes
    node: Container
    at: int
    bare: bytes
    """The text in which no comma, line end or blank between the children is part of a comment."""
    comments: dict[int, int]
    """Where each comment between the children starts, and where it ends."""

    @classmethod
    def of(cls, data: bytes, node: Container, at: int) -> Gaps:
        """The gaps of a container that starts at an offset."""
        bare = bytearray(data if node.faults else b"")
        comments = {}
        for fault in node.faults:
            start, end = at + fault.start, min(at + fault.end, len(data))
            if data[start:end] != b",":
                bare[start:end] = b"x" * (end - start)
            if fault.code == "comment":
                comments[start] = end
        return cls(data, node, at, bytes(bare) if node.faults else data, comments)

    @property
    def count(self) -> int:
        """How many children there are."""
        return len(self.node.items)

    @property
    def inner(self) -> Span:
        """What stands between the brackets, as far as they are there."""
        has_bracket = self.data[self.at] == self.node.bracket if self.node.size else False
        end = self.at + self.node.size
        return Span(self.at + has_bracket, end - 1 if self.node.closed else end)

    def child(self, index: int) -> Span:
        """Where a child stands."""
        start = self.at + self.node.starts[index]
        return Span(start, start + self.node.items[index].size)

    def gap(self, index: int) -> Span:
        """What stands before a child; for the number of children, what stands behind the last."""
        inner = self.inner
        start = self.child(index - 1).end if index else inner.start
        return Span(start, self.child(index).start if index < self.count else inner.end)

    def text(self, index: int) -> bytes:
        """The bytes of a gap, without what is written in comments."""
        start, end = self.gap(index)
        return self.bare[start:end]

    def comma(self, index: int) -> int:
        """Where the first comma of a gap stands; -1 where there is none."""
        start, end = self.gap(index)
        return self.bare.find(b",", start, end)

    def is_plain(self, indexes: Iterable[int]) -> bool:
        """Whether nothing but blank space and a comma each stands in some gaps."""
        return not self.node.faults or all(_PLAIN.fullmatch(self.text(at)) for at in indexes)

    def breaks(self, index: int) -> bool:
        """Whether a line ends in a gap."""
        return LINE_END.search(self.text(index)) is not None

    def comments_end(self, offset: int) -> int:
        """Where the comments end that follow an offset on its line, or the offset itself."""
        while (end := self.comments.get(self._next(offset))) is not None:
            offset = end
        return offset

    def _next(self, offset: int) -> int:
        while self.data[offset : offset + 1] in (b" ", b"\t"):
            offset += 1
        return offset

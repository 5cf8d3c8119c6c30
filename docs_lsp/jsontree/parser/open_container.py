"""An open container while its children are read, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from docs_lsp.jsontree.nodes import Array, Container, Node, Object, SyntaxFault
from docs_lsp.jsontree.parser import closing, commas, earlier
from docs_lsp.jsontree.parser.tokens import CLOSE_ARRAY, CLOSE_OBJECT, COMMA, END

if TYPE_CHECKING:
    from docs_lsp.jsontree.parser.descent import Parser


class Frame:
    """An open container while its children are read."""

    opener: ClassVar[str]
    bracket: ClassVar[int]
    closer: ClassVar[int]
    goes_on: ClassVar[bytes]
    """What may follow if the outermost container is not at its end yet."""

    def __init__(self, parser: Parser, start: int) -> None:
        self.parser = parser
        self.start = start
        self.items: list[Node] = []
        self.starts: list[int] = []  # relative
        self.faults: list[SyntaxFault] = []  # absolute
        self.end = start + 1  # where the last child, or the opening bracket, ends
        self.comma = -1  # where the comma after the last child stands
        self.resume = self.end  # where the container around this one reads on if this one gives up
        self.settled = 0  # how many of the faults stand before that
        self.old: Container | None = None
        self.is_misread = False  # whether its bracket is of the wrong kind, going by what follows

    def fault(self, start: int, end: int, message: str, insert: str | None = None) -> None:
        """Note a place that is not JSON; offsets are absolute."""
        self.faults.append(SyntaxFault(start, end, "syntax-error", message, None, insert))

    def add(self, start: int, node: Node) -> None:
        """Append a child that starts at an absolute offset."""
        self.items.append(node)
        self.starts.append(start - self.start)
        self.end = start + node.size
        self.comma = -1

    def take_back(self) -> int:
        """Remove the last child and what was said after the one before; give its offset."""
        at = self.start + self.starts.pop()
        self.items.pop()
        last = self.starts[-1] + self.items[-1].size if self.items else 1
        self.end = self.start + last
        self.settle(self.end)
        return at

    def settle(self, end: int) -> None:
        """Keep the faults before an offset, whatever becomes of what follows it."""
        count = len(self.faults)
        while count and self.faults[count - 1].start >= end:
            count -= 1
        self.resume, self.settled = end, count

    def read(self, known: Container | None = None) -> Node:
        """Read children until the container ends, by its bracket or for want of one.

        `known` is what stood in its place before an edit.
        """
        parser = self.parser
        parser.open.append(self)
        node = None
        if known is not None and not parser.by_indent and parser.reuse is not None:
            node = earlier.take_over(self, known, parser.reuse)
        elif not parser.by_indent:
            node = self.plain()
        if node is None:
            node = self.rest()
        parser.open.pop()
        return node

    def rest(self) -> Node:
        """Read from the position on."""
        parser = self.parser
        while True:
            first = self.next()
            pos = parser.pos
            if first == END:
                return closing.end_of_file(self)
            if first in (CLOSE_OBJECT, CLOSE_ARRAY):
                done = closing.close(self, first, pos)
                if done is not None:
                    return done
            elif first == COMMA:
                commas.pass_comma(self, pos)
            elif self.has_ended(first, pos):
                return closing.give_up(self)

    def plain(self) -> Node | None:
        """Read as far as nothing is out of the ordinary, which is quick; the container if that is
        all of it."""
        return None

    def has_ended(self, first: int, pos: int) -> bool:
        """Read on from a token that starts a child; True where the container has ended before."""
        if closing.ended_by_indent(self, pos):
            return True
        return not earlier.take_over_tail(self, pos) and self.child(first, pos)

    def next(self) -> int:
        """The first byte of the next token; remembers where the one before it ended."""
        self.parser.spend()
        if self.comma < 0:
            self.resume, self.settled = self.parser.pos, len(self.faults)
        return self.parser.peek(self.faults)

    def child(self, first: int, pos: int) -> bool:
        """Read one child; True where the container has ended before it."""
        raise NotImplementedError

    def closes_lost_child(self, closer: int, pos: int) -> bool:
        """Read on where a closing bracket of the wrong kind is that of a child whose opening one
        is missing; False where it is not."""
        return False

    def make(self, closed: bool) -> Node:
        """The finished container."""
        size = self.end - self.start
        faults = tuple(_relative(fault, self.start) for fault in self.faults)
        kind = Object if self.opener == "{" else Array
        return kind(self.items, self.starts, size, faults, closed)  # type: ignore[arg-type]  # each frame fills its own kind of children


def _relative(fault: SyntaxFault, start: int) -> SyntaxFault:
    related = fault.related
    if related is not None:
        related = (related[0] - start, related[1] - start, related[2])
    return SyntaxFault(
        fault.start - start, fault.end - start, fault.code, fault.message, related, fault.insert
    )

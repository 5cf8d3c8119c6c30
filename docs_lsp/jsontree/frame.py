"""An open container while its children are read: separators, ends, and what may be taken over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from docs_lsp.jsontree import layout, trivia
from docs_lsp.jsontree.nodes import Array, Container, Fault, Member, Node, Object
from docs_lsp.jsontree.reuse import Reuse
from docs_lsp.jsontree.tokens import (
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    COMMA,
    END,
    JUNK,
    MAX_DEPTH,
    OPEN_ARRAY,
    OPEN_OBJECT,
)

if TYPE_CHECKING:
    from docs_lsp.jsontree.parser import Parser

_CLOSER = {"{": "}", "[": "]"}
_STICKING = re.compile(rb"[;.](?=[\s\"]|\Z)|[^,\[\]{}\n\r]+")
_NO_COMMA = re.compile(rb"[ \t\r\n]*(?:[,\]}]|\Z)")
_ADJACENT_TEXT = re.compile(rb'"[^"\n\r]+"[ \t]*(?:[,\]}:\n\r]|\Z)')


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
        self.faults: list[Fault] = []  # absolute
        self.end = start + 1  # where the last child, or the opening bracket, ends
        self.comma = -1  # where the comma after the last child stands
        self.resume = self.end  # where the container around this one reads on if this one gives up
        self.settled = 0  # how many of the faults stand before that
        self.old: Container | None = None
        self.is_misread = False  # whether its bracket is of the wrong kind, going by what follows

    def fault(self, start: int, end: int, message: str, insert: str | None = None) -> None:
        """Note a place that is not JSON; offsets are absolute."""
        self.faults.append(Fault(start, end, "syntax-error", message, None, insert))

    def add(self, start: int, node: Node) -> None:
        """Append a child that starts at an absolute offset."""
        self.items.append(node)
        self.starts.append(start - self.start)
        self.end = start + node.size
        self.comma = -1

    def take_back(self) -> int:
        """Remove the last child and what was said after the one before; give its offset."""
        at = self.start + self.starts[-1]
        self.items = self.items[:-1]
        self.starts = self.starts[:-1]
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
            node = self.take_over(known, parser.reuse)
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
                return self.end_of_file()
            if first in (CLOSE_OBJECT, CLOSE_ARRAY):
                done = self.closing(first, pos)
                if done is not None:
                    return done
            elif first == COMMA:
                self.separator(pos)
            elif self.has_ended(first, pos):
                return self.give_up()

    def plain(self) -> Node | None:
        """Read as far as nothing is out of the ordinary, which is quick; the container if that is
        all of it."""
        return None

    def has_ended(self, first: int, pos: int) -> bool:
        """Read on from a token that starts a child; True where the container has ended before."""
        if self.ended_by_indent(pos):
            return True
        return not self.take_over_tail(pos) and self.child(first, pos)

    def next(self) -> int:
        """The first byte of the next token; remembers where the one before it ended."""
        self.parser.spend()
        if self.comma < 0:
            self.resume, self.settled = self.parser.pos, len(self.faults)
        return self.parser.peek(self.faults)

    def ended_by_indent(self, pos: int) -> bool:
        """Whether a child stands so far out that a bracket before it must be missing."""
        parser = self.parser
        if not parser.by_indent or len(parser.open) == 1 or not parser.may_lack(self.closer):
            return False
        return layout.is_shallower(parser.data, pos, self.start)

    def child(self, first: int, pos: int) -> bool:
        """Read one child; True where the container has ended before it."""
        raise NotImplementedError

    def make(self, closed: bool) -> Node:
        """The finished container."""
        size = self.end - self.start
        faults = tuple(_relative(fault, self.start) for fault in self.faults)
        kind = Object if self.opener == "{" else Array
        return kind(self.items, self.starts, size, faults, closed)  # type: ignore[arg-type]  # each frame fills its own kind of children

    # What an earlier parse already read

    def take_over(self, known: Container, reuse: Reuse) -> Node | None:
        """Start with what is left of the container as it was before the edit.

        The finished container, where the edit lies within one child that ends where it did.
        """
        if not reuse.encloses(known, self.start):
            return None
        self.old = known
        index = reuse.child_around(known, self.start)
        if index < 0:
            self.take_over_head(known, reuse.head(known, self.start))
            return None
        child = self.child_again(known, index)
        if self.parser.pos == self.start + reuse.end_of(known, index):
            self.parser.pos = self.start + known.size + reuse.shift
            return known.with_child(index, child)
        end = self.parser.pos
        self.take_over_head(known, index)
        self.add(self.start + known.starts[index], child)
        self.parser.pos = end
        return None

    def child_again(self, known: Container, index: int) -> Node:
        """Read a child again in which the edit lies; all before it is as it was."""
        parser = self.parser
        child = known.items[index]
        at = self.start + known.starts[index]
        if isinstance(child, Member):
            parser.pos = at + child.value_start
            value = parser.container(parser.data[parser.pos])
            size = child.value_start + value.size
            return Member(child.key, value, child.value_start, size)
        parser.pos = at
        return parser.container(parser.data[at])

    def take_over_head(self, known: Container, count: int) -> None:
        """Start with the first children of the container as it was before the edit."""
        if count:
            self.items = known.items[:count]
            self.starts = known.starts[:count]
            self.end = self.start + self.starts[-1] + self.items[-1].size
            self.parser.pos = self.end

    def take_over_tail(self, pos: int) -> bool:
        """Take all children behind the edit at once, when the next one is where it was."""
        reuse = self.parser.reuse
        if self.old is None or reuse is None or (self.comma < 0 and self.items):
            return False
        index = reuse.tail(self.old, self.start, pos)
        if index < 0:
            return False
        if len(self.parser.open) + self.old.height > MAX_DEPTH:
            return False
        shift = pos - self.start - self.old.starts[index]
        self.items += self.old.items[index:]
        self.starts += [start + shift for start in self.old.starts[index:]]
        self.end = self.start + self.starts[-1] + self.items[-1].size
        self.parser.pos = self.end
        self.comma = -1
        return True

    # Ends and separators

    def closing(self, closer: int, pos: int) -> Node | None:
        """The finished container, or None where a closing bracket does not end it."""
        parser = self.parser
        is_own = closer == self.closer
        asked = parser.by_indent and parser.may_lack(closer)
        if is_own and asked and self.is_meant_further_out(closer, pos):
            return self.give_up()
        if is_own and not self.is_stray(closer, pos):
            self.trailing_comma()
            if asked and layout.is_outdented(parser.data, pos, self.start):
                self.faults.append(Fault(pos, pos, trivia.SILENT, trivia.DEPENDS))
            parser.pos = self.end = pos + 1
            return self.make(True)
        if not is_own and self.is_mixed_up(closer, pos):
            message = f"`{chr(self.closer)}` belongs here: it closes the `{self.opener}`."
            self.trailing_comma()
            self.fault(pos, pos + 1, message, chr(self.closer))
            parser.has_strays = True
            parser.pos = self.end = pos + 1
            return self.make(True)
        if not is_own and self.closes_further_out(closer, pos):
            return self.give_up()
        self.fault(
            pos, pos + 1, f"This `{chr(closer)}` closes nothing that is open: remove it.", ""
        )
        parser.has_strays = True
        parser.pos = pos + 1
        return None

    def is_stray(self, closer: int, pos: int) -> bool:
        """Whether a bracket of the right kind is one too many all the same: it repeats another
        one, or would close the whole file although more of it is to come."""
        parser = self.parser
        is_asked = parser.by_indent and parser.surplus(closer) > 0
        if is_asked and layout.is_repeated(parser.data, pos, self.start):
            return True
        if len(parser.open) > 1:
            return False
        rest = trivia.skip(parser.data, pos + 1, [])
        return rest < len(parser.data) and parser.data[rest] in self.goes_on

    def is_mixed_up(self, closer: int, pos: int) -> bool:
        """Whether a bracket of the wrong kind was written where this container ends: one of its
        own kind is missing, and one of the other too many."""
        data = self.parser.data
        if not self.lacks_own_for(closer):
            return False
        column = layout.column(data, pos)
        return column is None or column == layout.line_indent(data, self.start)

    def lacks_own_for(self, closer: int) -> bool:
        """Whether a closing bracket of this kind is missing, and another kind has one too many."""
        return self.parser.surplus(self.closer) < 0 < self.parser.surplus(closer)

    def misread(self, closer: int) -> bool:
        """Whether all this was to be closed by a bracket of another kind; to be asked where the
        first child is none of this kind. Then the container is read again as what it is, unless
        it has no bracket or was read again already."""
        is_as_written = self.parser.data[self.start] == self.bracket
        self.is_misread = is_as_written and self.lacks_own_for(closer)
        return self.is_misread

    def outer(self, closer: int) -> list[int]:
        """Where the open brackets around this one stand that a closing bracket would fit."""
        opener = OPEN_OBJECT if closer == CLOSE_OBJECT else OPEN_ARRAY
        return [frame.start for frame in self.parser.open[:-1] if frame.bracket == opener]

    def is_meant_further_out(self, closer: int, pos: int) -> bool:
        """Whether a bracket of the right kind stands where one further out should be closed."""
        return layout.is_meant_further_out(self.parser.data, pos, self.outer(closer), self.start)

    def closes_further_out(self, closer: int, pos: int) -> bool:
        """Whether a bracket of the wrong kind closes a container further out."""
        own, other = self.parser.surplus(self.closer), self.parser.surplus(closer)
        if own >= 0 < other:
            return False  # None is missing, and this is the kind of which there are too many.
        return layout.closes_further_out(self.parser.data, pos, self.outer(closer), self.start)

    def trailing_comma(self) -> None:
        """Note a comma before the closing bracket."""
        if self.comma >= 0:
            message = (
                "The service reads plain JSON, where no comma may stand before a closing "
                "bracket: remove it."
            )
            fault = Fault(self.comma, self.comma + 1, "trailing-comma", message, insert="")
            self.faults.append(fault)

    def separator(self, pos: int) -> None:
        """Pass a comma."""
        if self.comma >= 0 or not self.items:
            self.fault(pos, pos + 1, "This comma separates nothing: remove it.", "")
        else:
            self.comma = pos
            self.resume, self.settled = pos, len(self.faults)
        self.parser.pos = pos + 1

    def missing_comma(self) -> None:
        """Note that a comma is missing before the next child."""
        if self.items and self.comma < 0 and not self.hidden_by_fault():
            self.fault(self.end, self.end, "A comma is missing here.", ",")

    def hidden_by_fault(self) -> bool:
        """Whether a fault since the last child already tells of the same mistake."""
        return (
            bool(self.faults)
            and self.faults[-1].start >= self.end
            and (self.faults[-1].code == "syntax-error")
        )

    def give_up(self) -> Node:
        """End the container without a closing bracket, after its last child.

        What was read behind that, a comma say, is read again by the container around it.
        """
        name = _CLOSER[self.opener]
        return self.unclosed("syntax-error", f"`{name}` is missing here.", name)

    def end_of_file(self) -> Node:
        """End the container because the text ends; the outermost one says so for all."""
        self.resume, self.settled = self.parser.pos, len(self.faults)
        missing = self.parser.unclosed
        missing.append(_CLOSER[self.opener])
        if len(self.parser.open) > 1:
            return self.unclosed(trivia.SILENT, "", "")
        closers = "".join(missing) if self.tells_where() else None
        if len(missing) == 1:
            return self.unclosed("syntax-error", f"`{missing[0]}` is missing here.", closers)
        names = ", ".join(f"`{name}`" for name in missing[:12])
        message = f"The file ends too early: {len(missing)} closing brackets are missing ({names})."
        return self.unclosed("syntax-error", message, closers)

    def tells_where(self) -> bool:
        """Whether brackets that are missing at the end are missing just there, as far as the
        lines can tell: on a single one they may be missing anywhere."""
        parser = self.parser
        return parser.by_indent and parser.data.find(b"\n", self.start, self.end) >= 0

    def unclosed(self, code: str, message: str, insert: str | None) -> Node:
        """The container as far as it was read, with a fault where its end should be."""
        del self.faults[self.settled :]
        related = (self.start, self.start + 1, "It would close this bracket.")
        self.faults.append(Fault(self.end, self.end, code, message, related, insert))
        self.parser.pos = self.end = self.resume
        return self.make(False)

    def sticking_junk(self) -> bool:
        """Skip rubbish that directly follows a child, such as what a stray quote leaves."""
        parser = self.parser
        if parser.pos != self.end or not self.items or self.comma >= 0:
            return False
        if self.opener == "[" and parser.data[self.end : self.end + 1] == b":":
            return False
        if parser.data[self.end : self.end + 1] == b'"' and _ADJACENT_TEXT.match(
            parser.data, self.end
        ):
            return False
        match = _STICKING.match(parser.data, self.end)
        end = match.end() if match else self.end
        junk = parser.data[self.end : end].rstrip()
        if not junk:
            return False
        meant = _comma_for(junk, parser.data, end)
        found = junk.decode("utf-8", "replace")[:40]
        self.fault(self.end, self.end + len(junk), _stuck(found, meant), meant)
        parser.pos = end
        return True


def _comma_for(junk: bytes, data: bytes, end: int) -> str | None:
    """What a semicolon or a full stop between two children was meant to be."""
    if junk not in (b";", b"."):
        return None
    return "" if _NO_COMMA.match(data, end) else ","


def _stuck(found: str, meant: str | None) -> str:
    if meant:
        return f"A comma separates what stands here, not `{found}`."
    if meant is not None:
        return f"`{found}` does not belong here: remove it."
    return f"`{found}` does not belong here. Is a quote or a comma out of place?"


def junk_end(data: bytes, start: int) -> int:
    """Where the rubbish that stands at an offset ends."""
    match = JUNK.match(data, start)
    return match.end() if match else start


def _relative(fault: Fault, start: int) -> Fault:
    related = fault.related
    if related is not None:
        related = (related[0] - start, related[1] - start, related[2])
    return Fault(
        fault.start - start, fault.end - start, fault.code, fault.message, related, fault.insert
    )

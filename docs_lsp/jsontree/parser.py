"""From bytes to a tree, past every mistake, and from an old tree to a new one after an edit.

The parser reads from left to right with a stack of open brackets and never gives up: at a place
that is not JSON it notes one fault and goes on as a reader would. A container in which there is
no fault was read from its own bytes alone, whatever stands around it. That is what makes an
incremental parse equal to a fresh one by construction: after an edit the parser starts at the top
again, but takes over clean containers, and whole runs of clean children, that lie outside the
edit. What remains to be read is one path and the gaps along it.

Offsets are UTF-8 byte offsets into the whole text while parsing; nodes carry relative ones.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.jsontree import scan, trivia
from docs_lsp.jsontree.nodes import Array, Broken, Container, Fault, Member, Node, Object, String
from docs_lsp.jsontree.reuse import Reuse
from docs_lsp.text import Span

MAX_DEPTH = 64
"""Deeper nesting than this is skipped with a finding; real files reach about 25."""

_QUOTE, _OPEN_OBJECT, _CLOSE_OBJECT = b'"{}'
_OPEN_ARRAY, _CLOSE_ARRAY, _COMMA, _COLON = b"[],:"
_END = -1
_BRACKET_NAME = {"{": "}", "[": "]"}
_JUNK = re.compile(rb"[^,\[\]{}:\n\r]+")
_STICKING = re.compile(rb"[^,\[\]{}\n\r]+")
_ADJACENT_TEXT = re.compile(rb'"[^"\n\r]+"[ \t]*(?:[,\]}:\n\r]|\Z)')
_INDENT = re.compile(rb"[ \t]*")
_SKIP_NESTED = re.compile(rb'"(?:[^"\\\n\r]|\\[^\n\r])*"?|[\[\]{}]')


class Tree(NamedTuple):
    """A parsed text: its top value, where that starts, and the faults outside of it."""

    root: Node
    start: int
    faults: tuple[Fault, ...]
    by_indent: bool
    """Whether brackets are missing in a way that only the indentation could tell where."""


def parse(data: bytes, reuse: Reuse | None = None) -> Tree:
    """The tree of a text. Never raises; the same bytes always give an equal tree."""
    tree = _Parser(data, reuse, by_indent=False).document()
    if not tree.by_indent:
        return tree
    if reuse is not None and not reuse.tree.by_indent:
        reuse = None
    return _Parser(data, reuse, by_indent=True).document()


class _Parser:
    """The state of one pass over a text."""

    def __init__(self, data: bytes, reuse: Reuse | None, *, by_indent: bool) -> None:
        self.data = data
        self.pos = 0
        self.reuse = reuse
        self.by_indent = by_indent
        self.open: list[tuple[int, int]] = []  # bracket, offset
        self.strings: dict[bytes, String] = {}
        self.unclosed_at_end = False

    # The document

    def document(self) -> Tree:
        faults: list[Fault] = []
        first = self.peek(faults)
        start = self.pos
        if first == _END:
            root: Node = Broken(None, 0)
            if not faults:
                faults.append(Fault(0, 0, "syntax-error", "The file is empty: add `{}`."))
        else:
            root = self.value(first, faults)
        self.text_after_end(faults)
        mode = self.by_indent or self.unclosed_at_end
        return Tree(root, start, tuple(faults), mode)

    def text_after_end(self, faults: list[Fault]) -> None:
        """One fault for all that follows the closing bracket."""
        if self.peek(faults) == _END:
            return
        start = self.pos
        match = _JUNK.match(self.data, start)
        end = match.end() if match else start + 1
        message = (
            "The file should end with the closing bracket before this. Remove what follows, or "
            "the bracket if it is one too many."
        )
        faults.append(Fault(start, end, "syntax-error", message))

    # Tokens

    def peek(self, faults: list[Fault]) -> int:
        """Move to the next token and give its first byte, or `_END`."""
        data, pos = self.data, self.pos
        if pos < len(data) and data[pos] <= 32 or pos >= len(data):
            match = trivia.SPACE.match(data, pos)
            assert match is not None
            pos = match.end()
        if pos < len(data) and data[pos] not in b'"{}[],:':
            pos = trivia.skip(data, pos, faults)
        self.pos = pos
        return data[pos] if pos < len(data) else _END

    def string(self) -> String:
        """The text at the position; equal ones without faults are one node."""
        data, start = self.data, self.pos
        end = scan.plain_end(data, start)
        if end < 0:
            node = scan.string(data, start)
            self.pos = start + node.size
            return node
        self.pos = end
        raw = data[start:end]
        known = self.strings.get(raw)
        if known is None:
            known = self.strings[raw] = String(raw[1:-1].decode("utf-8", "replace"), len(raw))
        return known

    def key(self) -> String:
        """The text at the position, read as a key: without its closing quote it ends at a colon."""
        unclosed = scan.unclosed_key(self.data, self.pos)
        if unclosed is None:
            return self.string()
        self.pos += unclosed.size
        return unclosed

    def value(self, first: int, faults: list[Fault]) -> Node:
        """The value that starts at the position, whatever stands there."""
        if first == _QUOTE:
            return self.string()
        if first == _OPEN_OBJECT or first == _OPEN_ARRAY:
            return self.container(first)
        if first == 39 and (quoted := scan.single_quoted(self.data, self.pos)):
            self.pos += quoted.size
            return quoted
        if 48 <= first <= 57 or first == 45:
            node = scan.number(self.data, self.pos)
        else:
            node = scan.word(self.data, self.pos) or self.unreadable()
        self.pos += node.size
        return node

    def unreadable(self) -> Broken:
        match = _JUNK.match(self.data, self.pos)
        size = match.end() - self.pos if match else 1
        found = self.data[self.pos : self.pos + size].decode("utf-8", "replace").rstrip()
        message = f"`{found[:40]}` does not belong here: remove it."
        return Broken(None, size, (Fault(0, size, "syntax-error", message, insert=""),))

    # Containers

    def container(self, bracket: int) -> Node:
        start = self.pos
        if self.reuse is not None and self.open:
            known = self.reuse.container_at(start, self.by_indent)
            if known is not None and len(self.open) + known.height <= MAX_DEPTH:
                self.pos = start + known.size
                return known
        if len(self.open) >= MAX_DEPTH:
            return self.too_deep(start)
        self.open.append((bracket, start))
        self.pos = start + 1
        frame = (_ObjectFrame if bracket == _OPEN_OBJECT else _ArrayFrame)(self, start)
        node = frame.read()
        self.open.pop()
        return node

    def too_deep(self, start: int) -> Node:
        """Pass over what is nested too deeply by counting brackets."""
        depth = 0
        for match in _SKIP_NESTED.finditer(self.data, start):
            token = match.group()
            depth += (token in (b"{", b"[")) - (token in (b"}", b"]"))
            if depth == 0:
                self.pos = match.end()
                break
        else:
            self.pos = len(self.data)
        message = f"Brackets are nested more than {MAX_DEPTH} deep here: nothing in docs.json is."
        size = self.pos - start
        return Array([], [], size, (Fault(0, 1, "syntax-error", message),), True)

    # Recovery

    def indent(self, offset: int) -> int | None:
        """The column of an offset if it is the first thing on its line, else None."""
        line = max(self.data.rfind(b"\n", 0, offset), self.data.rfind(b"\r", 0, offset)) + 1
        match = _INDENT.match(self.data, line)
        assert match is not None
        return offset - line if match.end() == offset else None

    def line_indent(self, offset: int) -> int:
        """The width of the white space that the line of an offset starts with."""
        line = max(self.data.rfind(b"\n", 0, offset), self.data.rfind(b"\r", 0, offset)) + 1
        match = _INDENT.match(self.data, line)
        assert match is not None
        return match.end() - line

    def is_shallower(self, offset: int, opener: int) -> bool:
        """Whether a token starts its line no deeper than the line of an open bracket does."""
        column = self.indent(offset)
        if column is None or self.data.find(b"\n", opener, offset) < 0:
            return False
        return column <= self.line_indent(opener)

    def belongs_outside(self, closer: int, offset: int) -> bool:
        """Whether a closing bracket of the wrong kind closes a container further out.

        Where it starts its line the indentation tells; otherwise any open bracket of its kind
        will do. A bracket that closes nothing is one too many.
        """
        opener = _OPEN_OBJECT if closer == _CLOSE_OBJECT else _OPEN_ARRAY
        candidates = [start for bracket, start in self.open[:-1] if bracket == opener]
        column = self.indent(offset)
        if column is None:
            return bool(candidates)
        return any(self.line_indent(start) == column for start in candidates) or (
            bool(candidates) and self.line_indent(self.open[-1][1]) > column
        )

    def junk_end(self, start: int) -> int:
        """Where the rubbish that sticks to a value ends."""
        match = _JUNK.match(self.data, start)
        return match.end() if match else start


class _Frame:
    """An open container while its children are read."""

    opener = ""

    def __init__(self, parser: _Parser, start: int) -> None:
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

    def fault(self, start: int, end: int, message: str, insert: str | None = None) -> None:
        self.faults.append(Fault(start, end, "syntax-error", message, None, insert))

    def add(self, start: int, node: Node) -> None:
        self.items.append(node)
        self.starts.append(start - self.start)
        self.end = start + node.size
        self.comma = -1

    def read(self) -> Node:
        """Read children until the container ends, by its bracket or for want of one."""
        parser = self.parser
        reuse = parser.reuse
        if reuse is not None and not parser.by_indent:
            self.take_over_head(reuse)
        while True:
            if self.comma < 0:
                self.resume, self.settled = parser.pos, len(self.faults)
            first = parser.peek(self.faults)
            pos = parser.pos
            if first == _END:
                parser.unclosed_at_end = True
                return self.give_up()
            if first == _CLOSE_OBJECT or first == _CLOSE_ARRAY:
                done = self.closing(first, pos)
                if done is not None:
                    return done
            elif first == _COMMA:
                self.separator(pos)
            elif parser.by_indent and parser.is_shallower(pos, self.start) and len(parser.open) > 1:
                return self.give_up()
            elif self.old is not None and self.take_over_tail(pos):
                continue
            elif self.child(first, pos):
                return self.give_up()

    def child(self, first: int, pos: int) -> bool:
        """Read one child; True where the container has ended before it."""
        raise NotImplementedError

    def make(self, closed: bool) -> Node:
        size = self.end - self.start
        faults = tuple(_relative(fault, self.start) for fault in self.faults)
        kind = Object if self.opener == "{" else Array
        return kind(self.items, self.starts, size, faults, closed)  # type: ignore[arg-type]  # each frame fills its own kind of children

    # What an earlier parse already read

    def take_over_head(self, reuse: Reuse) -> None:
        """Start with the clean children before the edit, as the tree before it had them."""
        self.old = reuse.enclosing_at(self.start, type(self) is _ObjectFrame)
        if self.old is None:
            return
        count = reuse.head(self.old, self.start)
        if count:
            self.items = self.old.items[:count]
            self.starts = self.old.starts[:count]
            self.end = self.start + self.starts[-1] + self.items[-1].size
            self.parser.pos = self.end

    def take_over_tail(self, pos: int) -> bool:
        """Take all children behind the edit at once, when the next one is where it was."""
        reuse = self.parser.reuse
        assert reuse is not None and self.old is not None
        if self.comma < 0 and self.items:
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
        parser = self.parser
        own = _CLOSE_OBJECT if self.opener == "{" else _CLOSE_ARRAY
        if closer == own and parser.by_indent and self.belongs_further_out(closer, pos):
            return self.give_up()
        if closer == own and not self.is_stray(pos):
            self.trailing_comma()
            parser.pos = self.end = pos + 1
            return self.make(True)
        if closer != own and parser.belongs_outside(closer, pos):
            return self.give_up()
        self.fault(
            pos, pos + 1, f"This `{chr(closer)}` closes nothing that is open: remove it.", ""
        )
        parser.pos = pos + 1
        return None

    def is_stray(self, pos: int) -> bool:
        """Whether a bracket would close the whole file although more of it is to come."""
        parser = self.parser
        if len(parser.open) > 1:
            return False
        rest = trivia.skip(parser.data, pos + 1, [])
        return rest < len(parser.data) and parser.data[rest] in b',"{}[]'

    def belongs_further_out(self, closer: int, pos: int) -> bool:
        """Whether a bracket of the right kind stands where one further out should be closed."""
        parser = self.parser
        column = parser.indent(pos)
        if column is None or column >= parser.line_indent(self.start):
            return False
        opener = parser.open[-1][0]
        return any(
            bracket == opener and parser.line_indent(start) == column
            for bracket, start in parser.open[:-1]
        )

    def trailing_comma(self) -> None:
        if self.comma >= 0:
            message = (
                "The service reads plain JSON, where no comma may stand before a closing "
                "bracket: remove it."
            )
            fault = Fault(self.comma, self.comma + 1, "trailing-comma", message, insert="")
            self.faults.append(fault)

    def separator(self, pos: int) -> None:
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
        return bool(self.faults) and self.faults[-1].start >= self.end and (
            self.faults[-1].code == "syntax-error"
        )

    def give_up(self) -> Node:
        """End the container without a closing bracket, after its last child.

        What was read behind that, a comma say, is read again by the container around it.
        """
        del self.faults[self.settled :]
        name = _BRACKET_NAME[self.opener]
        related = (self.start, self.start + 1, "It would close this bracket.")
        at = self.end
        fault = Fault(at, at, "syntax-error", f"`{name}` is missing here.", related, name)
        self.faults.append(fault)
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
        found = parser.data[self.end : end].decode("utf-8", "replace").rstrip()
        if not found:
            return False
        message = f"`{found[:40]}` does not belong here. Is a quote or a comma out of place?"
        self.fault(self.end, self.end + len(found.encode()), message)
        parser.pos = end
        return True


class _ArrayFrame(_Frame):
    opener = "["

    def child(self, first: int, pos: int) -> bool:
        if first == _COLON:
            return self.colon(pos)
        if self.sticking_junk():
            return False
        self.missing_comma()
        node = self.parser.value(first, self.faults)
        self.add(pos, node)
        return False

    def colon(self, pos: int) -> bool:
        """A colon in a list: the list should have ended before the key, or a bracket is missing."""
        parser = self.parser
        column = self.key_column()
        if column is not None and column > parser.line_indent(self.start):
            self.without_bracket(self.take_back())
            return False
        if column is not None and len(parser.open) > 1 and parser.open[-2][0] == _OPEN_OBJECT:
            self.take_back()
            return True
        message = "A list holds values, not keys: put `{` and `}` around the key and its value."
        self.fault(pos, pos + 1, message)
        parser.pos = pos + 1
        return False

    def key_column(self) -> int | None:
        """Where on its line the text before a colon stands, if it starts the line."""
        if not self.items or type(self.items[-1]) is not String or self.comma >= 0:
            return None
        return self.parser.indent(self.start + self.starts[-1])

    def take_back(self) -> int:
        """Remove the last child and what was said after the one before; give its offset."""
        at = self.start + self.starts[-1]
        self.items = self.items[:-1]
        self.starts = self.starts[:-1]
        last = self.starts[-1] + self.items[-1].size if self.items else 1
        self.end = self.resume = self.start + last
        self.settled = sum(fault.start < self.end for fault in self.faults)
        return at

    def without_bracket(self, start: int) -> None:
        """Read members that stand in a list as the object whose bracket was forgotten."""
        parser = self.parser
        parser.pos = start
        parser.open.append((_OPEN_OBJECT, start))
        frame = _ObjectFrame(parser, start)
        frame.end = start
        frame.fault(start, start, "`{` is missing here.", "{")
        node = frame.read()
        parser.open.pop()
        self.add(start, node)


class _ObjectFrame(_Frame):
    opener = "{"
    like_a_list = False  # whether a value without a key was found: more of them are no news

    def child(self, first: int, pos: int) -> bool:
        parser = self.parser
        if self.sticking_junk():
            return False
        if first == _QUOTE:
            self.missing_comma()
            self.member(pos, parser.key())
            return False
        if first == _OPEN_OBJECT or first == _OPEN_ARRAY:
            return self.value_without_key(first, pos)
        if first == _COLON:
            self.fault(pos, pos + 1, "A key is missing before this colon.")
            parser.pos = pos + 1
            self.after_colon(pos, _no_key())
            return False
        self.unquoted_key(pos)
        return False

    def value_without_key(self, first: int, pos: int) -> bool:
        """A bracket where a key belongs: the object should have ended, or the key is missing."""
        parser = self.parser
        in_list = len(parser.open) > 1 and parser.open[-2][0] == _OPEN_ARRAY
        column = parser.indent(pos)
        if in_list and (column is None or column <= parser.line_indent(self.start)):
            return True
        self.missing_comma()
        if not self.like_a_list:
            self.fault(pos, pos + 1, "A key and a colon are missing before this bracket.")
        self.like_a_list = True
        value = parser.value(first, self.faults)
        self.add(pos, Member(_no_key(), value, 0, value.size))
        return False

    def unquoted_key(self, pos: int) -> None:
        parser = self.parser
        self.missing_comma()
        single = scan.single_quoted(parser.data, pos)
        if single is not None:
            parser.pos = pos + single.size
            self.member(pos, single)
            return
        word = scan.word(parser.data, pos) or parser.unreadable()
        parser.pos = pos + word.size
        found = parser.data[pos : parser.pos].decode("utf-8", "replace")
        after = trivia.SPACE.match(parser.data, parser.pos)
        assert after is not None
        if parser.data[after.end() : after.end() + 1] == b":":
            message = "A key stands in double quotes."
            fault = Fault(0, word.size, "syntax-error", message, insert=f'"{found}"')
            self.member(pos, String(found, word.size, (fault,), Span(0, word.size)))
            return
        message = f"`{found[:40]}` does not belong here: a key in double quotes does."
        self.fault(pos, parser.pos, message)
        parser.pos = max(parser.pos, parser.junk_end(parser.pos))

    def member(self, pos: int, key: String) -> None:
        """Read what follows a key."""
        parser = self.parser
        key_end = parser.pos
        first = parser.peek(self.faults)
        if first == _COLON:
            parser.pos += 1
            self.after_colon(pos, key)
            return
        if first == _QUOTE and key_end == parser.pos or first not in (
            _QUOTE, _COMMA, _CLOSE_OBJECT, _CLOSE_ARRAY, _END, _OPEN_ARRAY, _OPEN_OBJECT,
        ):  # fmt: skip
            self.rubbish_after_key(pos, key, key_end)
            return
        if first in (_OPEN_ARRAY, _OPEN_OBJECT) or (
            first == _QUOTE and not self.is_key(parser.pos) and self.same_line(key_end, parser.pos)
        ):
            self.fault(key_end, key_end, "A colon is missing after this key.", ":")
            self.with_value(pos, key, first)
            return
        self.no_value(pos, key, key_end, f"`{key.value}` needs a colon and a value.")

    def rubbish_after_key(self, pos: int, key: String, key_end: int) -> None:
        """Skip to the colon, if there is one on the line, or to the end of the line."""
        parser = self.parser
        end = parser.junk_end(key_end)
        if key.clean:
            message = "After a key comes a colon. Is a quote or a colon missing or out of place?"
            self.fault(key_end, max(end, key_end + 1), message)
        parser.pos = max(end, key_end)
        if parser.data[parser.pos : parser.pos + 1] == b":":
            parser.pos += 1
            self.after_colon(pos, key)
            return
        size = parser.pos - pos
        self.add(pos, Member(key, Broken(None, 0), size, size))

    def after_colon(self, pos: int, key: String) -> None:
        parser = self.parser
        colon_end = parser.pos
        first = parser.peek(self.faults)
        absent = first in (_END, _COMMA, _CLOSE_OBJECT, _CLOSE_ARRAY)
        if not absent and first == _QUOTE and not self.same_line(colon_end, parser.pos):
            absent = self.is_key(parser.pos)
        if absent:
            self.no_value(pos, key, colon_end, f"`{key.value}` has no value: add one.")
        elif first == _COLON:
            self.fault(parser.pos, parser.pos + 1, "One colon is enough: remove this one.", "")
            parser.pos += 1
            self.after_colon(pos, key)
        else:
            self.with_value(pos, key, first)

    def with_value(self, pos: int, key: String, first: int) -> None:
        start = self.parser.pos
        value = self.parser.value(first, self.faults)
        self.add(pos, Member(key, value, start - pos, start - pos + value.size))

    def no_value(self, pos: int, key: String, end: int, message: str) -> None:
        parser = self.parser
        if key.clean and not self.like_a_list:
            self.fault(pos, max(end, pos + key.size), message)
        self.add(pos, Member(key, Broken(None, 0), end - pos, end - pos))
        if parser.pos < len(parser.data) and parser.data[parser.pos] == _QUOTE:
            self.comma = end  # The value was to be followed by one: not a mistake of its own.

    def is_key(self, pos: int) -> bool:
        """Whether the text at an offset is followed by a colon."""
        end = scan.plain_end(self.parser.data, pos)
        if end < 0:
            return False
        after = trivia.SPACE.match(self.parser.data, end)
        assert after is not None
        return self.parser.data[after.end() : after.end() + 1] == b":"

    def same_line(self, start: int, end: int) -> bool:
        return b"\n" not in self.parser.data[start:end]


def _no_key() -> String:
    return String("", 0, (), Span(0, 0))


def _relative(fault: Fault, start: int) -> Fault:
    related = fault.related
    if related is not None:
        related = (related[0] - start, related[1] - start, related[2])
    return Fault(
        fault.start - start, fault.end - start, fault.code, fault.message, related, fault.insert
    )

"""The state of one pass over a text: the position in it, and the open containers.

Modules that read containers (`descent`, `arrays`, `objects`) are above this module, and those they
share (`commas`, `closing`, `reuse`) in between: a container is begun by the abstract methods here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from docs_lsp.jsontree.nodes import (
    Array,
    Broken,
    Container,
    Node,
    Object,
    Scalar,
    String,
    SyntaxFault,
    build_plain_string,
)
from docs_lsp.jsontree.parser import strings, tokens, trivia
from docs_lsp.jsontree.parser.tokens import (
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    END,
    OPEN_ARRAY,
    OPEN_OBJECT,
    QUOTE,
)

MOST_FAULTS = 1000
"""The number of faults after which the rest of a text is not read."""
_COMMENTS = 5
"""The number of comments that count as one other fault, since files with comments have many."""


class TextReader(ABC):
    """A text, the position in it, and the brackets that are open there."""

    def __init__(self, data: bytes, *, by_indent: bool) -> None:
        self.data = data
        self.pos = 0
        self.by_indent = by_indent
        self.open: list[OpenContainer] = []
        self.strings: dict[bytes, String] = {}
        self.scalars: dict[bytes, Scalar] = {}
        self.unclosed: list[str] = []  # the brackets that are missing at the end
        # Whether closing brackets were too many, or lacked an opening one.
        self.has_unmatched_closers = False
        self.faults_left = float(MOST_FAULTS)
        self.stopped_at = -1  # from where on the text is not read, having too many faults
        self._balance: tuple[int, int] | None = None

    # Brackets

    def compute_balance(self) -> tuple[int, int]:
        """Return for `]` and `}` whether there are more (1) or fewer (-1) than opening ones.

        The result is for `]` and `}`; if brackets do not match it decides which one is too many, or
        missing. Brackets in strings count too: they mostly come in pairs, and excluding them would
        take time.
        """
        if self._balance is None:
            count = self.data.count
            brackets = ((CLOSE_ARRAY, OPEN_ARRAY), (CLOSE_OBJECT, OPEN_OBJECT))
            arrays, objects = (count(closer) - count(opener) for closer, opener in brackets)
            self._balance = _get_sign(arrays), _get_sign(objects)
        return self._balance

    def bracket_balance(self, closer: int) -> int:
        """Return whether there are too many (1) or too few (-1) closing brackets of a kind."""
        return self.compute_balance()[closer == CLOSE_OBJECT]

    def may_lack(self, closer: int) -> bool:
        """Return whether closing brackets of a kind are too few, or both kinds seem right."""
        return self.bracket_balance(closer) < 0 or self.compute_balance() == (0, 0)

    # Tokens

    def skip_to_token(self, faults: list[SyntaxFault]) -> int:
        """Skip white space and comments, recording faults; return the next byte or `END`."""
        data, pos = self.data, self.pos
        if pos >= len(data) or data[pos] <= 32:
            match = trivia.SPACE.match(data, pos)
            assert match is not None
            pos = match.end()
        if pos < len(data) and data[pos] not in b'"{}[],:':
            count = len(faults)
            pos = trivia.skip_trivia(data, pos, faults)
            self.count_faults(faults[count:])
        self.pos = pos
        return data[pos] if pos < len(data) else END

    def count_faults(self, faults: Sequence[SyntaxFault]) -> None:
        """Count faults, since a text with too many is not read to its end."""
        for fault in faults:
            if fault.code == "comment":
                self.faults_left -= 1 / _COMMENTS
            elif fault.code == "syntax-error":
                self.faults_left -= 1

    def read_string(self) -> String:
        """Read the string at the position; equal ones without faults share one node."""
        data, start = self.data, self.pos
        end = strings.find_plain_end(data, start)
        if end < 0:
            node = strings.read_string(data, start)
            self.pos = start + node.size
            self.count_faults(node.faults)
            return node
        self.pos = end
        return self.make_plain_string(data[start:end])

    def make_plain_string(self, raw: bytes) -> String:
        """Return the node of a string without escapes or faults; equal ones share it."""
        known = self.strings.get(raw)
        if known is None:
            known = self.strings[raw] = build_plain_string(raw)
        return known

    def make_plain_scalar(self, raw: bytes) -> Scalar:
        """Return the node of a number without faults, `true`, `false` or `null`."""
        known = self.scalars.get(raw)
        if known is None:
            known = self.scalars[raw] = tokens.build_plain_scalar(raw)
        return known

    def read_key(self) -> String:
        """Read the string at the position as a key: without closing quote it ends at a colon."""
        unclosed = strings.read_unclosed_key(self.data, self.pos)
        if unclosed is None:
            return self.read_string()
        self.pos += unclosed.size
        self.count_faults(unclosed.faults)
        return unclosed

    def read_value(self, first: int) -> Node:
        """Read the value that starts at the position, whatever it is."""
        if first == QUOTE:
            return self.read_string()
        if first in (OPEN_OBJECT, OPEN_ARRAY):
            return self.read_container(first)
        if first in strings.FIRST_OF_OTHERS and (
            quoted := strings.read_in_other_quotes(self.data, self.pos)
        ):
            self.pos += quoted.size
            self.count_faults(quoted.faults)
            return quoted
        if 48 <= first <= 57 or first == 45:
            node = tokens.read_number(self.data, self.pos)
        else:
            node = tokens.read_word(self.data, self.pos) or self.build_unreadable_value()
        if not node.clean:
            node = strings.read_unopened_string(self.data, self.pos) or node
            self.count_faults(node.faults)
        self.pos += node.size
        return node

    def build_unreadable_value(self) -> Broken:
        """Return a broken value for unreadable text; the caller moves on by its size."""
        size = max(tokens.find_unreadable_end(self.data, self.pos) - self.pos, 1)
        shown = self.data[self.pos : self.pos + size].decode("utf-8", "replace").rstrip()
        message = f"`{shown[:40]}` does not belong here: remove it."
        return Broken(None, size, (SyntaxFault(0, size, "syntax-error", message, insert=""),))

    # Containers

    @abstractmethod
    def find_reusable(self, start: int) -> Container | None:
        """Return the container that was at a bracket before the edit, if unchanged, or None."""

    @abstractmethod
    def read_container(self, bracket: int) -> Node:
        """Read the array or object at the position."""

    @abstractmethod
    def read_object_without_bracket(self, start: int) -> Node:
        """Read members in place of a value as an object whose opening bracket is missing."""

    @abstractmethod
    def read_array_without_bracket(self, start: int, first: Node) -> Node:
        """Read an array whose opening bracket is missing; its first value has been read."""

    def read_empty_without_bracket(self, closer: int, start: int) -> Node:
        """Read a closing bracket in place of a value as an empty container."""
        self.has_unmatched_closers = True
        kind, opener = (Object, "{") if closer == CLOSE_OBJECT else (Array, "[")
        fault = SyntaxFault(0, 0, "syntax-error", f"`{opener}` is missing here.", insert=opener)
        self.pos = start + 1
        return kind([], [], 1, (fault,), True)


class OpenContainer:
    """An array or object while its children are read."""

    opener: ClassVar[str]
    bracket: ClassVar[int]
    closer: ClassVar[int]
    continuations: ClassVar[bytes]
    """The bytes that can follow if the outermost container has not ended."""

    def __init__(self, reader: TextReader, start: int) -> None:
        self.reader = reader
        self.start = start
        self.items: list[Node] = []
        self.starts: list[int] = []  # relative
        self.faults: list[SyntaxFault] = []  # absolute
        self.end = start + 1  # where the last child, or the opening bracket, ends
        self.comma = -1  # where the comma after the last child stands
        self.resume = self.end  # where the container around this one reads on if this one gives up
        self.faults_before_resume = 0  # how many of the faults are before that
        self.old: Container | None = None  # what it was before an edit inside of it
        self.is_misread = False  # whether its bracket is of the wrong kind, as what follows shows

    # Reading, which differs between arrays and objects

    def read_plain(self) -> Node | None:
        """Read as far as the text is plain JSON; return the container if complete, or None."""
        raise NotImplementedError

    def read_run(self, limit: int) -> bool:
        """Read plain children that begin before `limit` (-1: all); return whether any was read.

        They and their commas must be plain JSON. To be called at a child for which no comma is
        missing.
        """
        raise NotImplementedError

    def read_child(self, first: int, pos: int) -> bool:
        """Read one child; returns True if the container has ended before it."""
        raise NotImplementedError

    def reread_unopened_child(self, closer: int, pos: int) -> bool:
        """Read the last child again, and return True, if a bracket shows that it was not opened."""
        return False

    # What was read

    def add_fault(self, start: int, end: int, message: str, insert: str | None = None) -> None:
        """Record a place that is not JSON; offsets are absolute."""
        self.faults.append(SyntaxFault(start, end, "syntax-error", message, None, insert))
        self.reader.faults_left -= 1

    def add_child(self, start: int, node: Node) -> None:
        """Append a child that starts at an absolute offset."""
        self.items.append(node)
        self.starts.append(start - self.start)
        self.end = start + node.size
        self.comma = -1

    def remove_last_child(self) -> int:
        """Remove the last child, set `resume` to the end of the one before; return its offset."""
        at = self.start + self.starts.pop()
        self.items.pop()
        last = self.starts[-1] + self.items[-1].size if self.items else 1
        self.end = self.start + last
        self.keep_faults_before(self.end)
        return at

    def keep_faults_before(self, end: int) -> None:
        """Let the container end at an offset, without later faults, if it is not closed.

        The faults before the offset are kept in any case.
        """
        count = len(self.faults)
        while count and self.faults[count - 1].start >= end:
            count -= 1
        self.resume, self.faults_before_resume = end, count

    def build_node(self, closed: bool) -> Node:
        """Return the node of the finished container."""
        size = self.end - self.start
        faults = tuple(_make_relative(fault, self.start) for fault in self.faults)
        kind = Object if self.opener == "{" else Array
        return kind(self.items, self.starts, size, faults, closed)  # type: ignore[arg-type]  # each kind of container has its own kind of children


def _get_sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _make_relative(fault: SyntaxFault, start: int) -> SyntaxFault:
    related = fault.related
    if related is not None:
        related = (related[0] - start, related[1] - start, related[2])
    return SyntaxFault(
        fault.start - start, fault.end - start, fault.code, fault.message, related, fault.insert
    )

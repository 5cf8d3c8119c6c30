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

from docs_lsp.jsontree.nodes import Array, Broken, Container, Node, Object, String, SyntaxFault
from docs_lsp.jsontree.parser import quotes, scan, trivia
from docs_lsp.jsontree.parser.arrays import ArrayFrame
from docs_lsp.jsontree.parser.conflicts import Conflicts
from docs_lsp.jsontree.parser.objects import ObjectFrame
from docs_lsp.jsontree.parser.open_container import Frame
from docs_lsp.jsontree.parser.reuse import Reuse
from docs_lsp.jsontree.parser.tokens import (
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    END,
    JUNK,
    MAX_DEPTH,
    OPEN_ARRAY,
    OPEN_OBJECT,
    QUOTE,
)

_SKIP_NESTED = re.compile(rb'"(?:[^"\\\n\r]|\\[^\n\r])*"?|[\[\]{}]')


class SyntaxTree(NamedTuple):
    """A parsed text: its top value, where that starts, and the faults outside of it."""

    root: Node
    start: int
    faults: tuple[SyntaxFault, ...]
    unmatched: bool
    """Whether the brackets do not match, so that the text was read by its indentation too."""
    by_indent: bool = False
    """Whether this is that second reading."""
    indented: SyntaxTree | None = None
    """The second reading, where it made less sense than this one."""
    balance: tuple[int, int] = (0, 0)
    """Whether the text has more closing brackets than opening ones (1), or fewer (-1), `]` and
    `}`: the second reading goes by that."""


def parse(data: bytes, reuse: Reuse | None = None) -> SyntaxTree:
    """The tree of a text. Never raises; the same bytes always give an equal tree.

    Where the text ends with brackets open, or has one too many, it is read once more, and the
    indentation may say where. The reading with fewer faults counts.
    """
    plain = Parser(data, reuse, by_indent=False).document()
    if not plain.unmatched:
        return plain
    second = Parser(data, None, by_indent=True)
    second.reuse = reuse and _of_indented(reuse, second.balance())
    indented = second.document()
    if _count(indented) <= _count(plain):
        return indented
    return plain._replace(indented=indented)


def _of_indented(reuse: Reuse, balance: tuple[int, int]) -> Reuse | None:
    """What can be taken over from an earlier second reading."""
    old = reuse.tree if reuse.tree.by_indent else reuse.tree.indented
    return None if old is None or old.balance != balance else reuse.of(old)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _count(tree: SyntaxTree) -> int:
    return len(tree.faults) + _count_in(tree.root)


def _count_in(node: Node) -> int:
    if node.clean:
        return 0
    own = sum(fault.message is not trivia.DEPENDS for fault in node.faults)
    return own + sum(_count_in(child) for _, child in node.children())


class Parser:
    """The state of one pass over a text."""

    def __init__(self, data: bytes, reuse: Reuse | None, *, by_indent: bool) -> None:
        self.data = data
        self.pos = 0
        self.reuse = reuse
        self.by_indent = by_indent
        self.open: list[Frame] = []
        self.strings: dict[bytes, String] = {}
        self.conflicts = Conflicts(data)
        self.steps = 4 * len(data) + 1000
        self.unclosed: list[str] = []  # the brackets that are missing at the end
        self.has_strays = False  # whether closing brackets were too many, or lacked an opening one
        self._balance: tuple[int, int] | None = None

    # The document

    def document(self) -> SyntaxTree:
        """Read the whole text."""
        faults: list[SyntaxFault] = []
        first = self.peek(faults)
        start = self.pos
        if first == END:
            root: Node = Broken(None, 0)
            if not faults:
                faults.append(SyntaxFault(0, 0, "syntax-error", "The file is empty: add `{}`."))
        elif first == QUOTE and scan.is_key(self.data, start):
            root = self.object_without_bracket(start)
        else:
            root = self.value(first, faults)
        self.text_after_end(faults)
        unmatched = self.by_indent or self.has_strays or bool(self.unclosed)
        balance = self.balance() if self.by_indent else (0, 0)
        return SyntaxTree(root, start, tuple(faults), unmatched, self.by_indent, None, balance)

    def text_after_end(self, faults: list[SyntaxFault]) -> None:
        """One fault for all that follows the closing bracket."""
        if self.peek(faults) == END:
            return
        start = self.pos
        match = JUNK.match(self.data, start)
        end = match.end() if match else start + 1
        self.has_strays |= self.data[start] in b"]}"
        message = (
            "The file should end with the closing bracket before this. Remove what follows, or "
            "the bracket if it is one too many."
        )
        faults.append(SyntaxFault(start, end, "syntax-error", message))

    def spend(self) -> None:
        """Count a step. Every step reads on, or goes back once: more steps than that would mean
        a mistake of ours, which must not keep an editor waiting for ever."""
        self.steps -= 1
        if self.steps < 0:
            self.pos = len(self.data)

    def balance(self) -> tuple[int, int]:
        """Whether the text has more closing brackets than opening ones (1), or fewer (-1).

        Where brackets do not match this tells which is the one too many, or too few. Those in
        texts count too: they mostly come in pairs, and to leave them out would take its time.
        """
        if self._balance is None:
            count = self.data.count
            brackets = ((CLOSE_ARRAY, OPEN_ARRAY), (CLOSE_OBJECT, OPEN_OBJECT))
            arrays, objects = (count(closer) - count(opener) for closer, opener in brackets)
            self._balance = _sign(arrays), _sign(objects)
        return self._balance

    def surplus(self, closer: int) -> int:
        """Whether there are too many (1) or too few (-1) closing brackets of a kind."""
        return self.balance()[closer == CLOSE_OBJECT]

    def may_lack(self, closer: int) -> bool:
        """Whether a closing bracket of a kind may be missing: one is, or none of either kind."""
        return self.surplus(closer) < 0 or self.balance() == (0, 0)

    # Tokens

    def peek(self, faults: list[SyntaxFault]) -> int:
        """Move to the next token and give its first byte, or `END`."""
        data, pos = self.data, self.pos
        if pos >= len(data) or data[pos] <= 32:
            match = trivia.SPACE.match(data, pos)
            assert match is not None
            pos = match.end()
        if pos < len(data) and data[pos] not in b'"{}[],:':
            pos = trivia.skip(data, pos, faults, self.conflicts)
        self.pos = pos
        return data[pos] if pos < len(data) else END

    def string(self) -> String:
        """The text at the position; equal ones without faults are one node."""
        data, start = self.data, self.pos
        end = scan.plain_end(data, start)
        if end < 0:
            node = scan.string(data, start)
            self.pos = start + node.size
            return node
        self.pos = end
        return self.plain_string(data[start:end])

    def plain_string(self, raw: bytes) -> String:
        """The node of a text without escapes or faults, given with its quotes."""
        known = self.strings.get(raw)
        if known is None:
            known = self.strings[raw] = String(raw[1:-1].decode("utf-8", "replace"), len(raw))
        return known

    def key(self) -> String:
        """The text at the position, read as a key: without its closing quote it ends at a colon."""
        unclosed = quotes.unclosed_key(self.data, self.pos)
        if unclosed is None:
            return self.string()
        self.pos += unclosed.size
        return unclosed

    def value(self, first: int, faults: list[SyntaxFault]) -> Node:
        """The value that starts at the position, whatever stands there."""
        if first == QUOTE:
            return self.string()
        if first in (OPEN_OBJECT, OPEN_ARRAY):
            return self.container(first)
        if first in quotes.FIRST_OF_OTHERS and (
            quoted := quotes.in_other_quotes(self.data, self.pos)
        ):
            self.pos += quoted.size
            return quoted
        if 48 <= first <= 57 or first == 45:
            node = scan.number(self.data, self.pos)
        else:
            node = scan.word(self.data, self.pos) or self.unreadable()
        if not node.clean:
            node = quotes.unopened(self.data, self.pos) or node
        self.pos += node.size
        return node

    def unreadable(self) -> Broken:
        """What stands at the position, up to where a reader would go on."""
        match = JUNK.match(self.data, self.pos)
        size = match.end() - self.pos if match else 1
        found = self.data[self.pos : self.pos + size].decode("utf-8", "replace").rstrip()
        message = f"`{found[:40]}` does not belong here: remove it."
        return Broken(None, size, (SyntaxFault(0, size, "syntax-error", message, insert=""),))

    # Containers

    def container(self, bracket: int) -> Node:
        """The array or object that opens at the position, or what an earlier parse made of it."""
        start = self.pos
        known = self.known(start) if self.reuse is not None else None
        if known is not None and self.is_still(known, start):
            self.pos = start + known.size
            return known
        if len(self.open) >= MAX_DEPTH:
            return self.too_deep(start)
        frame = (ObjectFrame if bracket == OPEN_OBJECT else ArrayFrame)(self, start)
        self.pos = start + 1
        node = frame.read(known)
        return self.opened_by_wrong_bracket(frame) if frame.is_misread else node

    def opened_by_wrong_bracket(self, misread: Frame) -> Node:
        """A container read again as one of the other kind."""
        self.has_strays = True
        is_list = misread.bracket == OPEN_OBJECT
        frame = (ArrayFrame if is_list else ObjectFrame)(self, misread.start)
        follows = "a list of values follows" if is_list else "keys and values follow"
        message = f"`{frame.opener}` belongs here: {follows}."
        frame.fault(frame.start, frame.end, message, frame.opener)
        self.pos = frame.end
        return frame.read()

    def object_without_bracket(self, start: int) -> Node:
        """Members that stand where a value belongs, as the object whose bracket was forgotten."""
        self.has_strays = True
        if len(self.open) >= MAX_DEPTH:
            self.pos = start
            broken = self.unreadable()
            self.pos += broken.size
            return broken
        frame = ObjectFrame(self, start)
        frame.end = self.pos = start
        frame.fault(start, start, "`{` is missing here.", "{")
        return frame.read()

    def array_without_bracket(self, start: int, first: Node) -> Node:
        """The list that begins with a value already read, and whose bracket was forgotten."""
        self.has_strays = True
        frame = ArrayFrame(self, start)
        frame.add(start, first)
        frame.fault(start, start, "`[` is missing here.", "[")
        self.pos = frame.end
        return frame.read()

    def empty_without_bracket(self, closer: int, start: int) -> Node:
        """A closing bracket where a value belongs, as what is empty and lacks its opening one."""
        self.has_strays = True
        kind, opener = (Object, "{") if closer == CLOSE_OBJECT else (Array, "[")
        fault = SyntaxFault(0, 0, "syntax-error", f"`{opener}` is missing here.", insert=opener)
        self.pos = start + 1
        return kind([], [], 1, (fault,), True)

    def known(self, start: int) -> Container | None:
        """What stood in the text before the edit where a bracket stands now."""
        assert self.reuse is not None
        around = self.open[-1] if self.open else None
        old = around.old if around else None
        known = self.reuse.find(start, old, around.start if around else 0)
        return known if known is not None and self.data[start] == known.bracket else None

    def is_still(self, known: Container, start: int) -> bool:
        """Whether an old container may be taken over whole.

        The outermost one may not: where it ends depends on what follows it.
        """
        assert self.reuse is not None
        return (
            bool(self.open)
            and len(self.open) + known.height <= MAX_DEPTH
            and self.reuse.holds(known, start, self.by_indent)
        )

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
        return Array([], [], size, (SyntaxFault(0, 1, "syntax-error", message),), True)

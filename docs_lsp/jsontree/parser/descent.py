"""The descent from the whole text into its containers, in a first parse and after an edit.

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

from docs_lsp.jsontree.nodes import Array, Broken, Container, Node, SyntaxFault, SyntaxTree
from docs_lsp.jsontree.parser import closing, commas, tokens, trivia
from docs_lsp.jsontree.parser.arrays import OpenArray
from docs_lsp.jsontree.parser.objects import OpenObject
from docs_lsp.jsontree.parser.reader import OpenContainer, TextReader
from docs_lsp.jsontree.parser.reuse import Reuse, enter, leave, take_over_tail
from docs_lsp.jsontree.parser.tokens import (
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    COMMA,
    END,
    MAX_DEPTH,
    OPEN_OBJECT,
    QUOTE,
)

_SKIP_NESTED = re.compile(rb'"(?:[^"\\\n\r]|\\[^\n\r])*"?|[\[\]{}]')


def parse(data: bytes, reuse: Reuse | None = None) -> SyntaxTree:
    """The tree of a text. Never raises; the same bytes always give an equal tree.

    Where the text ends with brackets open, or has one too many, it is read once more, and the
    indentation may say where. The reading with fewer faults counts.
    """
    plain = Descent(data, reuse, by_indent=False).read_document()
    if not plain.unmatched:
        return plain
    second = Descent(data, None, by_indent=True)
    second.reuse = reuse and _find_indented_reuse(reuse, second.balance())
    indented = second.read_document()
    if _fault_count(indented) <= _fault_count(plain):
        return indented
    return plain._replace(indented=indented)


def _find_indented_reuse(reuse: Reuse, balance: tuple[int, int]) -> Reuse | None:
    """What can be taken over from an earlier second reading."""
    old = reuse.tree if reuse.tree.by_indent else reuse.tree.indented
    return None if old is None or old.balance != balance else reuse.replace_tree(old)


def _fault_count(tree: SyntaxTree) -> int:
    return len(tree.faults) + _faults_in(tree.root)


def _faults_in(node: Node) -> int:
    if node.clean:
        return 0
    own = sum(fault.message is not trivia.DEPENDS for fault in node.faults)
    return own + sum(_faults_in(child) for _, child in node.children())


_STOPPED = "From here on the file is not read: there are too many syntax errors before this."


def _build_stop_fault(data: bytes, start: int) -> SyntaxFault:
    """The fault at the place from which on a text with too many faults is not read."""
    return SyntaxFault(start, min(start + 1, len(data)), "syntax-error", _STOPPED)


def is_cut_off(tree: SyntaxTree) -> bool:
    """Whether a text has too many faults to be read to its end."""
    return bool(tree.faults) and tree.faults[-1].message == _STOPPED


class Descent(TextReader):
    """One pass over a text, from the outermost bracket inwards."""

    def __init__(self, data: bytes, reuse: Reuse | None, *, by_indent: bool) -> None:
        super().__init__(data, by_indent=by_indent)
        self.reuse = reuse
        self.steps = 4 * len(data) + 1000

    # The document

    def read_document(self) -> SyntaxTree:
        """Read the whole text."""
        faults: list[SyntaxFault] = []
        first = self.peek(faults)
        start = self.pos
        if first == END:
            root: Node = Broken(None, 0)
            if not faults:
                faults.append(SyntaxFault(0, 0, "syntax-error", "The file is empty: add `{}`."))
        elif first == QUOTE and tokens.is_key(self.data, start):
            root = self.read_object_without_bracket(start)
        else:
            root = self.read_value(first, faults)
        self.text_after_end(faults)
        if self.stopped_at >= 0:
            faults.append(_build_stop_fault(self.data, self.stopped_at))
        unmatched = self.by_indent or self.has_strays or bool(self.unclosed)
        balance = self.balance() if self.by_indent else (0, 0)
        return SyntaxTree(root, start, tuple(faults), unmatched, self.by_indent, None, balance)

    def text_after_end(self, faults: list[SyntaxFault]) -> None:
        """Add one fault for all that follows the closing bracket."""
        if self.peek(faults) == END:
            return
        start = self.pos
        end = max(tokens.junk_end(self.data, start), start + 1)
        self.has_strays |= self.data[start] in b"]}"
        message = (
            "The file should end with the closing bracket before this. Remove what follows, or "
            "the bracket if it is one too many."
        )
        faults.append(SyntaxFault(start, end, "syntax-error", message))

    def spend(self) -> None:
        """Count a step, and stop in a text with too many faults.

        Every step reads on, or goes back once: more steps than that would mean a mistake of ours,
        which must not keep an editor waiting for ever.
        """
        self.steps -= 1
        if self.steps < 0:
            self.pos = len(self.data)
        elif self.faults_left < 0:
            if self.stopped_at < 0:
                self.stopped_at = self.pos
            self.pos = len(self.data)

    # Containers

    def read_container(self, bracket: int) -> Node:
        """The array or object that opens at the position, or what an earlier parse made of it."""
        start = self.pos
        known = self.find_old_container(start)
        if known is not None and self.is_reusable(known, start):
            self.pos = start + known.size
            return known
        if len(self.open) >= MAX_DEPTH:
            return self.skip_too_deep(start)
        container = self.open_container(bracket, start)
        if known is not None and not self.by_indent:
            return self.read_again(container, known)
        node = self.read(container)
        return self.reread_as_other_kind(container) if container.is_misread else node

    def open_container(self, bracket: int, start: int) -> OpenContainer:
        """Step into a container."""
        self.pos = start + 1
        return (OpenObject if bracket == OPEN_OBJECT else OpenArray)(self, start)

    def read(self, container: OpenContainer) -> Node:
        """Read children until the container ends, by its bracket or for want of one."""
        self.open.append(container)
        node = None if self.by_indent else container.read_plain()
        if node is None:
            node = self.read_rest(container)
        self.open.pop()
        return node

    def read_again(self, container: OpenContainer, known: Container) -> Node:
        """Read a container that stood in its place before an edit: down to the innermost one that
        holds the edit, and back."""
        reuse = self.reuse
        assert reuse is not None
        path: list[tuple[OpenContainer, int]] = []
        while True:
            self.open.append(container)
            index = enter(container, known, reuse)
            if index < 0:
                node = self.finish_container(container, None)
                break
            path.append((container, index))
            start, value = known.value_at(index)
            self.pos = container.start + start
            if len(self.open) >= MAX_DEPTH:
                node = self.skip_too_deep(self.pos)
                break
            assert isinstance(value, Container)
            known = value
            container = self.open_container(known.bracket, self.pos)
        for container, index in reversed(path):
            node = self.finish_container(container, leave(container, index, node, reuse))
        return node

    def finish_container(self, container: OpenContainer, node: Node | None) -> Node:
        """A container that was read again, with what is left of it to be read."""
        if node is None:
            node = self.read_rest(container)
        self.open.pop()
        return self.reread_as_other_kind(container) if container.is_misread else node

    def read_rest(self, container: OpenContainer) -> Node:
        """Read a container from the position on."""
        while True:
            self.spend()
            if container.comma < 0:
                container.resume, container.settled = self.pos, len(container.faults)
            first = self.peek(container.faults)
            pos = self.pos
            if first == END:
                return closing.close_at_end_of_file(container)
            if first in (CLOSE_OBJECT, CLOSE_ARRAY):
                done = closing.close(container, first, pos)
                if done is not None:
                    return done
            elif first == COMMA:
                commas.pass_comma(container, pos)
            elif self.has_ended(container, first, pos):
                return closing.give_up(container)

    def has_ended(self, container: OpenContainer, first: int, pos: int) -> bool:
        """Read on from a token that starts a child; True where the container has ended before."""
        if closing.is_ended_by_indent(container, pos):
            return True
        reuse = self.find_reuse()
        if reuse is not None and take_over_tail(container, reuse, pos):
            return False
        return container.read_child(first, pos)

    def find_reuse(self) -> Reuse | None:
        """What is left of the parse before an edit; nothing where a first parse would stop, having
        found too many faults."""
        return self.reuse if self.faults_left >= 0 else None

    def find_old_container(self, start: int) -> Container | None:
        """What stood in the text before the edit where a bracket stands now."""
        reuse = self.find_reuse()
        if reuse is None:
            return None
        around = self.open[-1] if self.open else None
        old = around.old if around else None
        known = reuse.find(start, old, around.start if around else 0)
        return known if known is not None and self.data[start] == known.bracket else None

    def is_reusable(self, known: Container, start: int) -> bool:
        """Whether an old container may be taken over whole.

        The outermost one may not: where it ends depends on what follows it.
        """
        assert self.reuse is not None
        return (
            bool(self.open)
            and len(self.open) + known.height <= MAX_DEPTH
            and self.reuse.is_unchanged(known, start, self.by_indent)
        )

    def skip_too_deep(self, start: int) -> Node:
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

    # Containers with a wrong bracket, or none

    def reread_as_other_kind(self, misread: OpenContainer) -> Node:
        """A container read again as one of the other kind."""
        self.has_strays = True
        is_list = misread.bracket == OPEN_OBJECT
        container = (OpenArray if is_list else OpenObject)(self, misread.start)
        follows = "a list of values follows" if is_list else "keys and values follow"
        message = f"`{container.opener}` belongs here: {follows}."
        container.add_fault(container.start, container.end, message, container.opener)
        self.pos = container.end
        return self.read(container)

    def read_object_without_bracket(self, start: int) -> Node:
        """Members that stand where a value belongs, as the object whose bracket was forgotten."""
        self.has_strays = True
        if len(self.open) >= MAX_DEPTH:
            self.pos = start
            broken = self.read_junk()
            self.pos += broken.size
            return broken
        container = OpenObject(self, start)
        container.end = self.pos = start
        container.add_fault(start, start, "`{` is missing here.", "{")
        return self.read(container)

    def read_array_without_bracket(self, start: int, first: Node) -> Node:
        """The list that begins with a value already read, and whose bracket was forgotten."""
        self.has_strays = True
        container = OpenArray(self, start)
        container.add(start, first)
        container.add_fault(start, start, "`[` is missing here.", "[")
        self.pos = container.end
        return self.read(container)

"""Reads a whole text down into its containers, in a first parse and after an edit.

The parser reads from left to right with a stack of open brackets and never gives up: at a place
that is not JSON it records one fault and continues as a person would. A container without a fault
was read from its own bytes alone, regardless of its surroundings. That makes an incremental parse
equal to a fresh one by construction: after an edit the parser starts at the top again, but reuses
clean containers, and whole runs of clean children, outside the edit. Only one path and the gaps
along it remain to be read.

Offsets are UTF-8 byte offsets into the whole text while parsing; nodes have relative ones.
"""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.nodes import Array, Broken, Container, Node, SyntaxFault, SyntaxTree
from docs_lsp.jsontree.parser import closing, commas, strings, tokens, trivia
from docs_lsp.jsontree.parser.arrays import OpenArray
from docs_lsp.jsontree.parser.objects import OpenObject
from docs_lsp.jsontree.parser.reader import OpenContainer, TextReader
from docs_lsp.jsontree.parser.reuse import (
    FirstParse,
    OldTree,
    enter_old_container,
    replace_reread_child,
    reuse_rest,
)
from docs_lsp.jsontree.parser.tokens import (
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    COMMA,
    END,
    MAX_DEPTH,
    OPEN_OBJECT,
    QUOTE,
)

_SKIP_NESTED = compile_lazily(rb'"(?:[^"\\\n\r]|\\[^\n\r])*"?|[\[\]{}]')


def parse(data: bytes, reuse: OldTree | None = None, last: OldTree | None = None) -> SyntaxTree:
    """Parse a text into a tree. Never raises; the same bytes always give an equal tree.

    If brackets are open at the end of the text, or there is one too many, it is parsed a second
    time by its indentation, and the parse with fewer faults is returned. `reuse` is any earlier
    version of the text, `last` the one just before, which may have been parsed so as well.
    """
    plain = Descent(data, reuse, by_indent=False).read_document()
    if not plain.unmatched:
        return plain
    second = Descent(data, None, by_indent=True)
    second.reuse = _find_indented_reuse(last or reuse, second.compute_balance(), data, plain)
    indented = second.read_document()
    if _count_faults(indented) <= _count_faults(plain):
        return indented
    return plain._replace(indented=indented)


def _find_indented_reuse(
    last: OldTree | None, balance: tuple[int, int], data: bytes, plain: SyntaxTree
) -> OldTree:
    """Return what can be reused of an earlier second parse, or else of the first parse."""
    if last is not None:
        old = last.tree if last.tree.by_indent else last.tree.indented
        if old is not None and old.balance == balance:
            return last.with_tree(old)
    return FirstParse(data, plain, balance)


def _count_faults(tree: SyntaxTree) -> int:
    return len(tree.faults) + _count_node_faults(tree.root)


def _count_node_faults(node: Node) -> int:
    """Return the number of faults in a node, without those that only depend on other brackets."""
    if node.clean:
        return 0
    own = sum(fault.message is not trivia.DEPENDS for fault in node.faults)
    return own + sum(_count_node_faults(child) for _, child in node.iter_children())


_STOPPED = "From here on the file is not read: there are too many syntax errors before this."


def _build_stop_fault(data: bytes, start: int) -> SyntaxFault:
    """Return the fault at the place after which a text with too many faults is not read."""
    return SyntaxFault(start, min(start + 1, len(data)), "syntax-error", _STOPPED)


def is_cut_off(tree: SyntaxTree) -> bool:
    """Return whether a text has too many faults to be read to its end."""
    return bool(tree.faults) and tree.faults[-1].message == _STOPPED


class Descent(TextReader):
    """One pass over a text, from the outermost bracket inwards."""

    def __init__(self, data: bytes, reuse: OldTree | None, *, by_indent: bool) -> None:
        super().__init__(data, by_indent=by_indent)
        self.reuse = reuse
        self.steps = 4 * len(data) + 1000

    # The document

    def read_document(self) -> SyntaxTree:
        """Read the whole text, and return its tree."""
        faults: list[SyntaxFault] = []
        first = self.skip_to_token(faults)
        start = self.pos
        if first == END:
            root: Node = Broken(None, 0)
            if not faults:
                faults.append(SyntaxFault(0, 0, "syntax-error", "The file is empty: add `{}`."))
        elif first == QUOTE and strings.is_plain_key(self.data, start):
            root = self.read_object_without_bracket(start)
        else:
            root = self.read_value(first)
        self.report_text_after_end(faults)
        if self.stopped_at >= 0:
            faults.append(_build_stop_fault(self.data, self.stopped_at))
        unmatched = self.by_indent or self.has_unmatched_closers or bool(self.unclosed)
        balance = self.compute_balance() if self.by_indent else (0, 0)
        return SyntaxTree(root, start, tuple(faults), unmatched, self.by_indent, None, balance)

    def report_text_after_end(self, faults: list[SyntaxFault]) -> None:
        """Add one fault for all text after the closing bracket."""
        if self.skip_to_token(faults) == END:
            return
        start = self.pos
        end = max(tokens.find_unreadable_end(self.data, start), start + 1)
        self.has_unmatched_closers |= self.data[start] in b"]}"
        message = (
            "The file should end with the closing bracket before this. Remove what follows, or "
            "the bracket if it is one too many."
        )
        faults.append(SyntaxFault(start, end, "syntax-error", message))

    def count_step(self) -> None:
        """Count a step, and go to the end of a text with too many faults.

        Every step reads on, or goes back once: more steps than that would mean a bug of the parser,
        which must not make an editor wait forever.
        """
        self.steps -= 1
        if self.steps < 0:
            self.pos = len(self.data)
        elif self.faults_left < 0:
            if self.stopped_at < 0:
                self.stopped_at = self.pos
            self.pos = len(self.data)

    # Containers

    def find_reusable(self, start: int) -> Container | None:
        """Return the container that was at a bracket before the edit, if unchanged, or None."""
        if self.reuse is None:
            return None  # This is called for each of thousands of empty objects.
        known = self.find_old_container(start)
        return known if known is not None and self.is_reusable(known, start) else None

    def read_container(self, bracket: int) -> Node:
        """Return the array or object at the position, or reuse the result of an earlier parse."""
        start = self.pos
        known = self.find_old_container(start)
        if known is not None and self.is_reusable(known, start):
            self.pos = start + known.size
            return known
        if len(self.open) >= MAX_DEPTH:
            return self.skip_too_deep(start)
        container = self.enter_container(bracket, start)
        if known is not None and not self.by_indent:
            return self.reread_around_edit(container, known)
        node = self.read_children(container)
        return self.reread_as_other_kind(container) if container.is_misread else node

    def enter_container(self, bracket: int, start: int) -> OpenContainer:
        """Create the container at an offset, and move behind its opening bracket."""
        self.pos = start + 1
        return (OpenObject if bracket == OPEN_OBJECT else OpenArray)(self, start)

    def read_children(self, container: OpenContainer) -> Node:
        """Read children until the container ends, with or without its bracket."""
        self.open.append(container)
        node = None if self.by_indent else container.read_plain()
        if node is None:
            node = self.read_rest(container)
        self.open.pop()
        return node

    def reread_around_edit(self, container: OpenContainer, known: Container) -> Node:
        """Read a container that was in this place before an edit.

        Goes down to the innermost container around the edit, and back.
        """
        reuse = self.reuse
        assert reuse is not None
        path: list[tuple[OpenContainer, int]] = []
        while True:
            self.open.append(container)
            index = enter_old_container(container, known, reuse)
            if index < 0:
                node = self.finish_container(container, None)
                break
            path.append((container, index))
            start, value = known.get_value_at(index)
            self.pos = container.start + start
            if len(self.open) >= MAX_DEPTH:
                node = self.skip_too_deep(self.pos)
                break
            assert isinstance(value, Container)
            known = value
            container = self.enter_container(known.bracket, self.pos)
        for container, index in reversed(path):
            node = self.finish_container(
                container, replace_reread_child(container, index, node, reuse)
            )
        return node

    def finish_container(self, container: OpenContainer, finished: Node | None) -> Node:
        """Close a container that was read again; read its remaining children unless `finished`."""
        node = finished or self.read_rest(container)
        self.open.pop()
        return self.reread_as_other_kind(container) if container.is_misread else node

    def read_rest(self, container: OpenContainer) -> Node:
        """Read the children of a container from the position on until it ends."""
        while True:
            self.count_step()
            if container.comma < 0:
                container.resume, container.faults_before_resume = self.pos, len(container.faults)
            first = self.skip_to_token(container.faults)
            pos = self.pos
            if first == END:
                return closing.close_at_end_of_file(container)
            if first in (CLOSE_OBJECT, CLOSE_ARRAY):
                done = closing.close_at_bracket(container, first, pos)
                if done is not None:
                    return done
            elif first == COMMA:
                commas.read_comma(container, pos)
            elif self.read_child_or_end(container, first, pos):
                return closing.close_without_bracket(container)

    def read_child_or_end(self, container: OpenContainer, first: int, pos: int) -> bool:
        """Read a child; returns True if the container has ended before it."""
        if closing.is_ended_by_indent(container, pos):
            return True
        reuse = self.find_reuse()
        if reuse is not None and reuse_rest(container, reuse, pos):
            return False
        if container.comma >= 0 or not container.items:
            limit = reuse.find_rest_start(container) if reuse is not None else -1
            if container.read_run(limit):
                return False
        return container.read_child(first, pos)

    def find_reuse(self) -> OldTree | None:
        """Return the earlier parse; None after too many faults, as a first parse stops there."""
        return self.reuse if self.faults_left >= 0 else None

    def find_old_container(self, start: int) -> Container | None:
        """Return the container that was at a bracket before the edit, or None."""
        reuse = self.find_reuse()
        if reuse is None:
            return None
        around = self.open[-1] if self.open else None
        old = around.old if around else None
        known = reuse.find_container(start, old, around.start if around else 0)
        return known if known is not None and self.data[start] == known.bracket else None

    def is_reusable(self, known: Container, start: int) -> bool:
        """Return whether an old container can be reused as a whole.

        The outermost one cannot: its end depends on the text after it.
        """
        assert self.reuse is not None
        return (
            bool(self.open)
            and len(self.open) + known.height <= MAX_DEPTH
            and self.reuse.is_unchanged(known, start, self.by_indent)
        )

    def skip_too_deep(self, start: int) -> Node:
        """Skip what is nested too deeply; return an empty array with a fault in its place."""
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

    # Containers with a wrong opening bracket, or none

    def reread_as_other_kind(self, misread: OpenContainer) -> Node:
        """Read a container again as one of the other kind; report its opening bracket as wrong."""
        self.has_unmatched_closers = True
        is_list = misread.bracket == OPEN_OBJECT
        container = (OpenArray if is_list else OpenObject)(self, misread.start)
        follows = "a list of values follows" if is_list else "keys and values follow"
        message = f"`{container.opener}` belongs here: {follows}."
        container.add_fault(container.start, container.end, message, container.opener)
        self.pos = container.end
        return self.read_children(container)

    def read_object_without_bracket(self, start: int) -> Node:
        """Read members in place of a value as an object whose opening bracket is missing."""
        self.has_unmatched_closers = True
        if len(self.open) >= MAX_DEPTH:
            self.pos = start
            broken = self.build_unreadable_value()
            self.pos += broken.size
            return broken
        container = OpenObject(self, start)
        container.end = self.pos = start
        container.add_fault(start, start, "`{` is missing here.", "{")
        return self.read_children(container)

    def read_array_without_bracket(self, start: int, first: Node) -> Node:
        """Read an array whose opening bracket is missing; its first value has been read."""
        self.has_unmatched_closers = True
        container = OpenArray(self, start)
        container.add_child(start, first)
        container.add_fault(start, start, "`[` is missing here.", "[")
        self.pos = container.end
        return self.read_children(container)

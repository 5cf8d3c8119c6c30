"""Finds what is at an offset: the containers around it, its JSON pointer, the token being typed.

Of a token being typed only the line of the cursor is read, and of a long line only a part, because
following text may be misread during typing. All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.lines import find_near_line_start
from docs_lsp.jsontree.nodes import Container, Member, Node, String

_LONG = 2000
"""The number of bytes before the cursor that are read; beyond it the tree gives the start."""
_MARK = compile_lazily(rb'"(?:[^"\\\n\r]|\\[^\n\r])*"?|//[^\n\r]*')
_WORD_BEFORE = compile_lazily(rb'[^\s"{}\[\],:]*\Z')
_WORD_BEHIND = compile_lazily(rb'[^\s"{}\[\],:]*')
_QUOTE = compile_lazily(rb'(?:[^"\\\n\r]|\\[^\n\r])*(")[ \t]*([^ \t])?')
_OPENS = compile_lazily(rb'"[^\s,:\]}"]')
"""A quote directly followed by text."""
_STRUCTURE = compile_lazily(rb"[{}\[\],:]")


@dataclass(frozen=True, slots=True)
class Step:
    """A container on the path to an offset."""

    node: Container
    at: int
    """The absolute byte offset of its opening bracket."""
    index: int
    """The index of the child at the offset, or the last one before it; -1 before the first."""

    @property
    def child(self) -> Node | None:
        """The item or member at or before the offset, or None."""
        return self.node.items[self.index] if self.index >= 0 else None

    @property
    def key(self) -> str:
        """The key of the child; empty for an item, and before the first member."""
        child = self.child
        return child.key.value if isinstance(child, Member) else ""

    @property
    def child_offset(self) -> int:
        """The absolute byte offset of the child, which must exist."""
        return self.at + self.node.starts[self.index]

    @property
    def value(self) -> Node | None:
        """The item itself, or the value of the member; None before the first child."""
        child = self.child
        return child.value if isinstance(child, Member) else child

    @property
    def value_offset(self) -> int:
        """The absolute byte offset of the item, or of the member's value; the child must exist."""
        child = self.child
        return self.child_offset + (child.value_start if isinstance(child, Member) else 0)


def find_steps_to(document: Document, offset: int) -> tuple[Step, ...]:
    """Return the containers around a byte offset, the outermost first."""
    steps: list[Step] = []
    node: Node = document.tree.root
    at = document.tree.start
    while isinstance(node, Container) and at <= offset:
        index = bisect_right(node.starts, offset - at) - 1
        steps.append(Step(node, at, index))
        if index < 0:
            break
        # Asking the step would take several times as long.
        child, at = node.items[index], at + node.starts[index]
        end = at + child.size
        node = child
        if isinstance(child, Member):
            node, at = child.value, at + child.value_start
        if not at <= offset <= end:
            break
    return tuple(steps)


def build_pointer_at(document: Document, offset: int) -> str:
    """Return the JSON pointer (RFC 6901) of the innermost value or member at a byte offset."""
    pointer = ""
    for step in find_steps_to(document, offset):
        child = step.node.items[step.index] if step.index >= 0 else None
        if child is None or offset > step.at + step.node.starts[step.index] + child.size:
            break
        name = _escape_key(child.key.value) if isinstance(child, Member) else step.index
        pointer += f"/{name}"
    return pointer


def _escape_key(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def find_typed_token(document: Document, offset: int) -> Span | None:
    """Return the span, quotes included, of the token typed at an offset; None in a comment.

    It is empty if there is none.
    """
    data = document.text.data
    start = _find_reading_start(document, offset)
    for mark in _MARK.finditer(data, start):
        if mark.start() >= offset:
            break
        if mark.group().startswith(b"//"):
            return None
        if mark.end() >= offset:
            end = _find_string_end(data, mark.end(), offset)
            return Span(mark.start(), end)
        if b"\n" in data[mark.end() : offset] or b"\r" in data[mark.end() : offset]:
            break
    word = _WORD_BEFORE.search(data, max(start, offset - _LONG), offset)
    rest = _WORD_BEHIND.match(data, offset)
    assert word is not None and rest is not None
    unopened = _find_unopened_end(document, word.start())
    return Span(word.start(), max(rest.end(), unopened))


def _find_unopened_end(document: Document, start: int) -> int:
    """Return the end of the string or key without opening quote at an offset, or -1."""
    data = document.text.data
    steps = find_steps_to(document, start)
    if not steps or steps[-1].child is None or data[start : start + 1] == b'"':
        return -1
    step, child = steps[-1], steps[-1].child
    key = (
        (child.key, step.child_offset) if isinstance(child, Member) else (child, step.child_offset)
    )
    for node, at in (key, (step.value, step.value_offset)):
        if isinstance(node, String) and at == start:
            return at + node.size
    return -1


def _find_reading_start(document: Document, offset: int) -> int:
    """Return an offset outside of strings before the cursor, to read the text from there."""
    start = find_near_line_start(document.text.data, offset)
    if offset - start <= _LONG:
        return start
    # Of what the cursor is behind: a container that begins at the cursor is not read into.
    steps = find_steps_to(document, offset - 1)
    if not steps:
        return start
    step = steps[-1]
    return max(start, step.child_offset if step.child else step.at + 1)


def _find_string_end(data: bytes, end: int, offset: int) -> int:
    """Return the end of a string that the next quote seems to close at `end`.

    That quote may open the next string. In that case, and without any quote, the string ends with
    the word at the cursor.
    """
    if end == offset and data[end - 1 : end] == b'"':
        return end  # The cursor is after the closing quote.
    closing = _QUOTE.match(data, offset)
    if closing is None:
        return _find_word_end(data, offset)
    between, following = data[offset : closing.start(1)], closing.group(2)
    if not between and _OPENS.match(data, offset):
        return offset
    is_closed = following is None or following in b",:]}\r\n" or not _STRUCTURE.search(between)
    if is_closed and (not between or not between[:1].isspace() or not between.isspace()):
        return closing.end(1)
    return _find_word_end(data, offset)


def _find_word_end(data: bytes, offset: int) -> int:
    rest = _WORD_BEHIND.match(data, offset)
    return rest.end() if rest else offset

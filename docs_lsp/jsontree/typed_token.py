"""The token that is being typed at a cursor: a text, closed or not, a word, or nothing.

Nothing is read but the line of the cursor, and of a long line only a part, because while a writer
types, whatever follows may be misread. All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.lines import line_start
from docs_lsp.jsontree.nodes import Member, String

_LONG = 2000
"""How far to the left of the cursor a line is read, in bytes; then the tree shows the start."""
_MARK = compile_lazily(rb'"(?:[^"\\\n\r]|\\[^\n\r])*"?|//[^\n\r]*')
_WORD_BEFORE = compile_lazily(rb'[^\s"{}\[\],:]*\Z')
_WORD_BEHIND = compile_lazily(rb'[^\s"{}\[\],:]*')
_QUOTE = compile_lazily(rb'(?:[^"\\\n\r]|\\[^\n\r])*(")[ \t]*([^ \t])?')
_OPENS = compile_lazily(rb'"[^\s,:\]}"]')
"""A quote behind which a text begins at once."""
_STRUCTURE = compile_lazily(rb"[{}\[\],:]")


class TypedToken(NamedTuple):
    """The token at a cursor, to be replaced by what is put there."""

    span: Span
    """With the quotes that it has; empty where nothing stands."""
    is_text: bool
    """Whether it begins with a double quote."""


def token_at(document: Document, offset: int) -> TypedToken | None:
    """The token at an offset; None in a comment."""
    data = document.text.data
    start = _first_to_read(document, offset)
    for mark in _MARK.finditer(data, start):
        if mark.start() >= offset:
            break
        if mark.group().startswith(b"//"):
            return None
        if mark.end() >= offset:
            end = _end_of_text(data, mark.end(), offset)
            return TypedToken(Span(mark.start(), end), True)
        if b"\n" in data[mark.end() : offset] or b"\r" in data[mark.end() : offset]:
            break
    word = _WORD_BEFORE.search(data, max(start, offset - _LONG), offset)
    rest = _WORD_BEHIND.match(data, offset)
    assert word is not None and rest is not None
    unopened = _find_unopened_end(document, word.start())
    return TypedToken(Span(word.start(), max(rest.end(), unopened)), False)


def _find_unopened_end(document: Document, start: int) -> int:
    """Where the text or key ends, with the quote that closes it, that starts at an offset without
    one; -1 where none does."""
    data = document.text.data
    steps = steps_to(document, start)
    if not steps or steps[-1].child is None or data[start : start + 1] == b'"':
        return -1
    step, child = steps[-1], steps[-1].child
    key = (child.key, step.child_at) if isinstance(child, Member) else (child, step.child_at)
    for node, at in (key, (step.value, step.value_at)):
        if isinstance(node, String) and at == start:
            return at + node.size
    return -1


def _first_to_read(document: Document, offset: int) -> int:
    start = line_start(document.text.data, offset)
    if offset - start <= _LONG:
        return start
    steps = steps_to(document, offset)
    if not steps:
        return start
    step = steps[-1]
    return max(start, step.child_at if step.child else step.at + 1)


def _end_of_text(data: bytes, end: int, offset: int) -> int:
    """Where a text ends that the next quote seems to close at `end`.

    That quote may be the first one of the next text. Then, and without any, the text ends with the
    word that the cursor is in.
    """
    if end == offset and data[end - 1 : end] == b'"':
        return end  # The cursor stands behind the closing quote.
    closing = _QUOTE.match(data, offset)
    if closing is None:
        return _word_end(data, offset)
    between, following = data[offset : closing.start(1)], closing.group(2)
    if not between and _OPENS.match(data, offset):
        return offset
    is_closed = following is None or following in b",:]}\r\n" or not _STRUCTURE.search(between)
    if is_closed and (not between or not between[:1].isspace() or not between.isspace()):
        return closing.end(1)
    return _word_end(data, offset)


def _word_end(data: bytes, offset: int) -> int:
    rest = _WORD_BEHIND.match(data, offset)
    return rest.end() if rest else offset

"""Where lines start and how far they are indented.

All offsets are UTF-8 byte offsets into the whole text.
"""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily

_INDENT = compile_lazily(rb"[ \t]*")
NEAR = 4000
"""How many bytes back are read, so that a file on one line takes no longer than others."""


def column(data: bytes, offset: int) -> int | None:
    """The column, in bytes, of an offset if it is the first thing on its line, else None."""
    line = line_start(data, offset)
    return offset - line if _indent_end(data, line) == offset else None


def line_indent(data: bytes, offset: int) -> int:
    """The width, in bytes, of the white space that the line of an offset starts with; 0 on a line
    whose start is far away."""
    line = line_start(data, offset)
    if line and data[line - 1] not in b"\r\n":
        return 0
    return _indent_end(data, line) - line


def is_shallower(data: bytes, offset: int, opener: int) -> bool:
    """Whether a token starts its line no deeper than the line of an open bracket does."""
    at = column(data, offset)
    if at is None or data.find(b"\n", opener, offset) < 0:
        return False
    return at <= line_indent(data, opener)


def line_start(data: bytes, offset: int) -> int:
    """The offset at which the line of an offset starts, or one that is far enough away."""
    near = max(0, offset - NEAR)
    return max(data.rfind(b"\n", near, offset) + 1, data.rfind(b"\r", near, offset) + 1, near)


def _indent_end(data: bytes, line: int) -> int:
    match = _INDENT.match(data, line)
    assert match is not None
    return match.end()

"""Finds the start and the indentation of lines.

All offsets are UTF-8 byte offsets into the whole text.
"""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily

_INDENT = compile_lazily(rb"[ \t]*")
NEAR = 4000
"""The number of bytes searched backwards, so that a file on one line takes no longer."""


def find_column(data: bytes, offset: int) -> int | None:
    """Return the column, in bytes, of an offset if only white space precedes it, or None."""
    line = find_near_line_start(data, offset)
    return offset - line if _find_indent_end(data, line) == offset else None


def measure_indent(data: bytes, offset: int) -> int:
    """Return the width, in bytes, of the white space at the start of the line of an offset.

    0 on a line whose start is far away.
    """
    line = find_near_line_start(data, offset)
    if line and data[line - 1] not in b"\r\n":
        return 0
    return _find_indent_end(data, line) - line


def is_shallower(data: bytes, offset: int, opener: int) -> bool:
    """Return whether a token starts its line no deeper than the line of an open bracket."""
    at = find_column(data, offset)
    if at is None or data.find(b"\n", opener, offset) < 0:
        return False
    return at <= measure_indent(data, opener)


def find_near_line_start(data: bytes, offset: int) -> int:
    """Return the start of the line of an offset; of a long line, 4000 bytes before the offset."""
    near = max(0, offset - NEAR)
    return max(data.rfind(b"\n", near, offset) + 1, data.rfind(b"\r", near, offset) + 1, near)


def _find_indent_end(data: bytes, line: int) -> int:
    match = _INDENT.match(data, line)
    assert match is not None
    return match.end()

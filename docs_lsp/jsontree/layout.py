"""What the indentation says about brackets that do not match.

It is asked only where the brackets alone cannot be right, never in valid JSON.
All offsets are UTF-8 byte offsets into the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_INDENT = re.compile(rb"[ \t]*")
_NEAR = 4000
"""How many bytes back is looked, so that a file on one line takes no longer than others."""


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


def is_repeated(data: bytes, offset: int, opener: int) -> bool:
    """Whether a closing bracket stands too far in for an open one, and right behind another one
    of its kind, on a line that starts where that one's does."""
    indent = line_indent(data, offset)
    if indent <= line_indent(data, opener):
        return False
    near = max(opener, offset - _NEAR)
    before = near + len(data[near:offset].rstrip()) - 1
    return data[before] == data[offset] and line_indent(data, before) == indent


def closes_further_out(data: bytes, offset: int, outer: Sequence[int], opener: int) -> bool:
    """Whether a bracket of the wrong kind closes one of the `outer` brackets of its kind.

    `opener` is the innermost open bracket. Where the token starts its line the indentation
    tells; otherwise any outer bracket will do. A bracket that closes nothing is one too many.
    """
    at = column(data, offset)
    if at is None or not outer:
        return bool(outer)
    return any(line_indent(data, start) == at for start in outer) or (
        line_indent(data, opener) > at
    )


def is_meant_further_out(data: bytes, offset: int, outer: Sequence[int], opener: int) -> bool:
    """Whether a bracket of the right kind stands where one further out should be closed."""
    if not is_outdented(data, offset, opener):
        return False
    at = column(data, offset)
    return any(line_indent(data, start) == at for start in outer)


def is_outdented(data: bytes, offset: int, opener: int) -> bool:
    """Whether a closing bracket starts its line further out than the line of its opening one."""
    at = column(data, offset)
    return at is not None and at < line_indent(data, opener)


def line_start(data: bytes, offset: int) -> int:
    """The offset at which the line of an offset starts, or one that is far enough away."""
    near = max(0, offset - _NEAR)
    return max(data.rfind(b"\n", near, offset) + 1, data.rfind(b"\r", near, offset) + 1, near)


def _indent_end(data: bytes, line: int) -> int:
    match = _INDENT.match(data, line)
    assert match is not None
    return match.end()

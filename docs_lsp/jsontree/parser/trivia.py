"""Skips white space between tokens, and other text that is there by mistake.

Comments, a byte-order mark, odd spaces and the lines of merge conflicts are skipped, each with a
fault of its own, so that the JSON around them is still parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.nodes import SyntaxFault

SILENT = ""
"""The code of a fault that is not shown, because another one reports the same mistake."""

DEPENDS = "depends"
"""The message of a silent fault for text that would be parsed differently with other brackets."""

_MOST_AT_ONCE = 6000

SPACE = compile_lazily(rb"[ \t\r\n]*")
_COMMENT = compile_lazily(
    rb"//[^\n\r]*|/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)|#(?![0-9a-fA-F]{3,8}\b)[^\n\r]*", re.DOTALL
)
_FORBIDDEN = compile_lazily(
    rb"(?:\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8d\xa8\xa9\xaf]|\xe2\x81[\x9f\xa0]|\xe3\x80\x80"
    rb"|\xef\xbb\xbf|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f])+"
)
_FIRST_OF_FORBIDDEN = (
    frozenset(b"\xc2\xe1\xe2\xe3\xef\x7f") | set(range(9)) | {11, 12} | set(range(14, 32))
)
_MARKER = compile_lazily(rb"(?<![^\r\n])(<{7}|={7}|>{7}|\|{7})(?=[ \r\n]|\Z)[^\r\n]*")
_OPENING, _CLOSING = b"<" * 7, b">" * 7


def find_next_token(data: bytes, offset: int) -> int:
    """Return the offset of the next token at or after another offset."""
    return skip_trivia(data, offset, [])


def skip_trivia(data: bytes, pos: int, faults: list[SyntaxFault]) -> int:
    """Return the offset of the next token at or after `pos`; skipped text adds to `faults`.

    Faults have absolute offsets. After thousands of faults in a row it stops.
    """
    most = len(faults) + _MOST_AT_ONCE
    while True:
        match = SPACE.match(data, pos)
        assert match is not None
        pos = match.end()
        if pos >= len(data):
            return pos
        first = data[pos]
        if first in b"/#" or data.startswith(b"<!--", pos):
            end = _skip_comment(data, pos, faults)
        elif first in b"<=>|":
            end = _skip_conflict(data, pos, faults)
        elif first in _FIRST_OF_FORBIDDEN:
            end = _skip_forbidden_characters(data, pos, faults)
        else:
            return pos
        if end == pos or len(faults) > most:
            return pos
        pos = end


def _skip_comment(data: bytes, pos: int, faults: list[SyntaxFault]) -> int:
    """Skip a comment at an offset, recording its fault; return where it ends."""
    match = _COMMENT.match(data, pos)
    if match is None:
        return pos
    message = "A comment is not allowed in JSON. Remove it."
    faults.append(SyntaxFault(pos, match.end(), "comment", message, insert=""))
    return match.end()


def _skip_forbidden_characters(data: bytes, pos: int, faults: list[SyntaxFault]) -> int:
    """Skip invisible characters and spaces that JSON forbids; record the fault, return the end."""
    match = _FORBIDDEN.match(data, pos)
    if match is None:
        return pos
    raw = match.group()
    what = "An invisible character"
    if raw.startswith(b"\xef\xbb\xbf"):
        what = "A byte-order mark"
    elif raw[0] == 0xC2 or raw[0] == 0xE3:
        what = "A no-break or wide space"
    message = f"{what} is not allowed between JSON values. Remove it."
    faults.append(SyntaxFault(pos, match.end(), "syntax-error", message, insert=""))
    return match.end()


def _skip_conflict(data: bytes, pos: int, faults: list[SyntaxFault]) -> int:
    """Skip a conflict marker at an offset, recording its faults; return where to read on.

    One conflict is one fault, at its first line. The lines of its first side are read as the
    content of the file; what follows, up to the end of the conflict, is skipped. Some of the marker
    lines may have been removed already: the remaining ones are still one conflict.
    """
    marker = _find_markers(data).get(pos) if _MARKER.match(data, pos) else None
    if marker is None:
        return pos
    line_end, end, is_first = marker
    start = pos
    if is_first:
        message = (
            "A merge conflict was left in the file. Keep one of its sides and remove the lines "
            "with `<<<<<<<`, `=======` and `>>>>>>>`."
        )
        faults.append(SyntaxFault(pos, line_end, "syntax-error", message))
        start = line_end
    if start < end:
        faults.append(SyntaxFault(start, end, SILENT, ""))
    return end


@lru_cache(maxsize=1)  # Only a text with a marker is searched, and for each of its markers.
def _find_markers(data: bytes) -> dict[int, tuple[int, int, bool]]:
    """Return the line end, resume offset and whether first of each conflict marker, by offset.

    Each is the end of its line, where to read on, and whether it is the first of its conflict.
    """
    return {
        line.start(): (line.end(), _find_resume(line, lines), line is lines[0])
        for lines in _find_conflicts(data)
        for line in lines
    }


def _find_conflicts(data: bytes) -> Iterator[list[re.Match[bytes]]]:
    """Yield the marker lines of each conflict."""
    lines: list[re.Match[bytes]] = []
    for line in _MARKER.finditer(data):
        if lines and line[1] == _OPENING:
            yield lines
            lines = []
        lines.append(line)
        if line[1] == _CLOSING:
            yield lines
            lines = []
    if lines:
        yield lines


def _find_resume(line: re.Match[bytes], lines: list[re.Match[bytes]]) -> int:
    """Return the offset after a marker, or after the other sides if their end is certain."""
    is_closed = lines[-1][1] == _CLOSING
    return line.end() if line[1] == _OPENING or not is_closed else lines[-1].end()

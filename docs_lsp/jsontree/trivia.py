"""What may stand between two tokens: white space, and what people put there by mistake.

Comments, a byte-order mark, odd spaces and merge-conflict markers are skipped, each with a
finding of its own, so that the JSON around them is still understood.
"""

from __future__ import annotations

import re

from docs_lsp.jsontree.nodes import Fault

SILENT = ""
"""The code of a fault that is not shown: another one already speaks of the same mistake."""

DEPENDS = "depends"
"""The message of a silent fault that marks what would be read otherwise among other brackets."""

SPACE = re.compile(rb"[ \t\r\n]*")
_COMMENT = re.compile(
    rb"//[^\n\r]*|/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)|#(?![0-9a-fA-F]{3,8}\b)[^\n\r]*", re.DOTALL
)
_ODD = re.compile(
    rb"(?:\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8d\xa8\xa9\xaf]|\xe2\x81[\x9f\xa0]|\xe3\x80\x80"
    rb"|\xef\xbb\xbf|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f])+"
)
_MARKER = re.compile(rb"(?P<mark><{7}|={7}|>{7}|\|{7})(?=[ \r\n]|\Z)[^\r\n]*")
_OPENING = re.compile(rb"^<{7}(?=[ \r\n]|\Z)", re.MULTILINE)
_CLOSING = re.compile(rb"^>{7}(?=[ \r\n]|\Z)[^\r\n]*", re.MULTILINE)
_ODD_FIRST = frozenset(b"\xc2\xe1\xe2\xe3\xef\x7f") | set(range(9)) | {11, 12} | set(range(14, 32))


def skip(data: bytes, pos: int, faults: list[Fault]) -> int:
    """The offset of the next token at or after `pos`; what is no white space adds to `faults`.

    Faults carry absolute offsets.
    """
    while True:
        match = SPACE.match(data, pos)
        assert match is not None
        pos = match.end()
        if pos >= len(data):
            return pos
        first = data[pos]
        if first in b"/#" or data.startswith(b"<!--", pos):
            end = _comment(data, pos, faults)
        elif first in b"<=>|":
            end = _conflict(data, pos, faults)
        elif first in _ODD_FIRST:
            end = _odd(data, pos, faults)
        else:
            return pos
        if end == pos:
            return pos
        pos = end


def _comment(data: bytes, pos: int, faults: list[Fault]) -> int:
    match = _COMMENT.match(data, pos)
    if match is None:
        return pos
    message = "The service reads plain JSON, where a comment is a mistake: remove it."
    faults.append(Fault(pos, match.end(), "comment", message, insert=""))
    return match.end()


def _odd(data: bytes, pos: int, faults: list[Fault]) -> int:
    match = _ODD.match(data, pos)
    if match is None:
        return pos
    raw = match.group()
    what = "An invisible character"
    if raw.startswith(b"\xef\xbb\xbf"):
        what = "A byte-order mark"
    elif raw[0] == 0xC2 or raw[0] == 0xE3:
        what = "A no-break or wide space"
    message = f"{what} stands here, which JSON does not allow between values: remove it."
    faults.append(Fault(pos, match.end(), "syntax-error", message, insert=""))
    return match.end()


def _conflict(data: bytes, pos: int, faults: list[Fault]) -> int:
    """Skip a conflict marker, and the side of the conflict that is not read.

    The lines of the first side are read as if they were the file; the second side, from `=======`
    to `>>>>>>>`, is passed over, so that one conflict is one finding.
    """
    match = _MARKER.match(data, pos)
    if match is None or not (pos == 0 or data[pos - 1] in b"\r\n"):
        return pos
    if match["mark"] in (b"=" * 7, b"|" * 7) and _is_open(data, pos):
        closing = _CLOSING.search(data, match.end())
        end = closing.end() if closing else match.end()
        faults.append(Fault(pos, end, SILENT, ""))
        return end
    message = (
        "A merge conflict was left in the file. Keep one of its sides and remove the lines with "
        "`<<<<<<<`, `=======` and `>>>>>>>`."
    )
    faults.append(Fault(pos, match.end(), "syntax-error", message))
    return match.end()


def _is_open(data: bytes, pos: int) -> bool:
    """Whether a conflict that began before an offset has not ended before it."""
    opening = data.rfind(b"<<<<<<<", 0, pos)
    if opening < 0 or not _OPENING.match(data, opening):
        return False
    return not _CLOSING.search(data, opening, pos)

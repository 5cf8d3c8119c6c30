"""What stands in a container and is no child, no comma and no bracket."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docs_lsp.jsontree.parser import commas
from docs_lsp.jsontree.parser.tokens import COLON, JUNK, OPEN_ARRAY, QUOTE

if TYPE_CHECKING:
    from docs_lsp.jsontree.parser.open_container import Frame

_STICKING = re.compile(rb"[;.](?=[\s\"]|\Z)|[^,\[\]{}\n\r]+")
_NO_COMMA = re.compile(rb"[ \t\r\n]*(?:[,\]}]|\Z)")
_ADJACENT_TEXT = re.compile(rb'"[^"\n\r]+"[ \t]*(?:[,\]}:\n\r]|\Z)')


def skip_sticking(frame: Frame, first: int) -> bool:
    """Skip rubbish that directly follows a child, such as what a stray quote leaves.

    `first` is the byte at the position. False where there is none.
    """
    parser, start = frame.parser, frame.end
    if parser.pos != start or not frame.items or frame.comma >= 0:
        return False
    if first == COLON and frame.bracket == OPEN_ARRAY:
        return False
    if first == QUOTE and _ADJACENT_TEXT.match(parser.data, start):
        return False
    match = _STICKING.match(parser.data, start)
    end = match.end() if match else start
    junk = parser.data[start:end].rstrip()
    if not junk:
        return False
    meant = _comma_for(junk, parser.data, end)
    found = junk.decode("utf-8", "replace")[:40]
    frame.fault(start, start + len(junk), _stuck(found, meant), meant)
    parser.pos = end
    return True


def junk_end(data: bytes, start: int) -> int:
    """Where the rubbish that stands at an offset ends."""
    match = JUNK.match(data, start)
    return match.end() if match else start


def _comma_for(junk: bytes, data: bytes, end: int) -> str | None:
    """What a semicolon or a full stop between two children was meant to be."""
    if junk not in (b";", b"."):
        return None
    return "" if _NO_COMMA.match(data, end) else ","


def _stuck(found: str, meant: str | None) -> str:
    if meant:
        return commas.said_of(found)
    if meant is not None:
        return f"`{found}` does not belong here: remove it."
    return f"`{found}` does not belong here. Is a quote or a comma out of place?"

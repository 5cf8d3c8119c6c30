"""The link or import that the writer of a page is about to write: where it leads.

Only the line up to the cursor is looked at, and whether that is code. Offsets are UTF-8 byte
offsets.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple

from docs_lsp.site.mdx.code import InlineCode, code_blocks, gaps
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.text import Span

_LONGEST = 2000

_ATTRIBUTE = re.compile(rb"(?:^|[\s\"'}])(href|src)=([\"'])([^\"'\n]*)\Z")
_DEFINITION = re.compile(rb"[ \t>]*\[[^\[\]\n]+\]:[ \t]+<?([^\s<>]*)")
_IMPORT = re.compile(rb"(?:(?:import|export)\b[^\"'\n]*\bfrom|import)[ \t]*([\"'])([^\"'\n]*)")
_INLINE = re.compile(rb"[ \t]*<?([^\s()<>\"']*)")
_TARGET_END = re.compile(rb"[\s()<>\"']|\Z")


class Wants(Enum):
    """What a target may lead to."""

    PAGE = auto()
    ASSET = auto()
    """A picture, or another file to be shown."""
    SNIPPET = auto()
    """Something to be imported."""


class Target(NamedTuple):
    """Where a link or an import leads."""

    wants: Wants
    span: Span
    typed: str


def target_at(data: bytes, body: int, offset: int) -> Target | None:
    """The target at an offset of the text of a page, which begins at `body`; None where no link or
    import is being written."""
    at = max(data.rfind(b"\n", body, offset) + 1, body)
    if offset - at > _LONGEST:
        at = offset - _LONGEST
    found = _target_in(data, at, offset)
    return found if found and not _is_code(data, body, found.span.start) else None


def _target_in(data: bytes, at: int, offset: int) -> Target | None:
    line = data[at:offset]
    match = _IMPORT.fullmatch(line)
    if match:
        return _quoted(Wants.SNIPPET, data, at + match.start(2), offset, match[1])
    match = _ATTRIBUTE.search(line)
    if match:
        wants = Wants.PAGE if match[1] == b"href" else Wants.ASSET
        return _quoted(wants, data, at + match.start(3), offset, match[2])
    match = _DEFINITION.fullmatch(line)
    if match:
        return target_from(Wants.PAGE, data, at + match.start(1), offset)
    bracket = line.rfind(b"](")
    match = _INLINE.fullmatch(line, bracket + 2) if bracket >= 0 else None
    if match is None:
        return None
    wants = Wants.ASSET if _is_picture(line, bracket) else Wants.PAGE
    return target_from(wants, data, at + match.start(1), offset)


def _is_picture(line: bytes, closing: int) -> bool:
    """Whether the bracket that closes at an offset was opened with a `!` before it."""
    depth = 0
    for at in range(closing, -1, -1):
        depth += (line[at] == 0x5D) - (line[at] == 0x5B)
        if depth == 0:
            return at > 0 and line[at - 1] == 0x21
    return False


def _quoted(wants: Wants, data: bytes, start: int, offset: int, quote: bytes) -> Target:
    closing = data.find(quote, offset, line_end(data, offset))
    if closing < 0:
        return target_from(wants, data, start, offset)
    return Target(wants, Span(start, closing), plain(data[start:offset]))


def target_from(wants: Wants, data: bytes, start: int, offset: int) -> Target:
    """A target without quotes around it, from its start to where it ends behind the cursor."""
    end = _TARGET_END.search(data, offset, min(len(data), offset + _LONGEST))
    stop = end.start() if end else offset
    return Target(wants, Span(start, stop), plain(data[start:offset]))


def _is_code(data: bytes, body: int, offset: int) -> bool:
    end = min(len(data), MOST_READ)
    for start, stop in gaps(code_blocks(data, body, end), body, end):
        if start <= offset <= stop:
            return InlineCode(data, start, stop).holds(offset)
    return True


def line_end(data: bytes, offset: int) -> int:
    """Where a line ends, without the characters that end it."""
    end = data.find(b"\n", offset)
    end = len(data) if end < 0 else end
    return end - 1 if end > offset and data[end - 1] == 0x0D else end


def plain(raw: bytes) -> str:
    """Bytes as text, whatever they are."""
    return raw.decode("utf-8", "replace")

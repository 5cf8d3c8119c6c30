"""Find the link or import that is being typed in a page, or the icon of a component.

Only the line up to the cursor is examined, and whether it is code. Offsets are UTF-8 byte offsets.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_end
from docs_lsp.core.text import Span
from docs_lsp.site.mdx.code import InlineCode, find_code_blocks, iter_gaps
from docs_lsp.site.mdx.content import MOST_READ

_LONGEST = 2000

_ATTRIBUTE = compile_lazily(rb"(?:^|[\s\"'}])(href|src|img)=([\"'])([^\"'\n]*)\Z")
_ICON = compile_lazily(rb"(?:^|[\s\"'}])icon=([\"'])([^\"'\n]*)\Z")
_OPENING = compile_lazily(rb"\s[\w:-]+=\Z")
_DEFINITION = compile_lazily(rb"[ \t>]*\[[^\[\]\n]+\]:[ \t]+<?([^\s<>]*)")
_IMPORT = compile_lazily(
    rb"(?:(?:import|export)\b([^\"'\n]*)\bfrom|import)[ \t]*([\"'])([^\"'\n]*)"
)
_INLINE = compile_lazily(rb"[ \t]*<?([^\s()<>\"']*)")
_TARGET_END = compile_lazily(rb"[\s()<>\"']|\Z")
_CLOSED = compile_lazily(rb"[)>]|[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*')[ \t]*\)")
_TITLE = compile_lazily(rb"\s(?:title|alt)=([\"'])([^\"'\n]*)\1")
_REST = compile_lazily(rb"[\w~%-]*(?:[/#.?=&][\w~%-]+)*/?")


class TargetKind(Enum):
    """The kinds of targets."""

    PAGE = auto()
    ASSET = auto()
    """An image, or another file to be shown."""
    SNIPPET = auto()
    """A file to be imported."""


class LinkAtCursor(NamedTuple):
    """The target of a link or an import."""

    wants: TargetKind
    span: Span
    typed: str
    label: str = ""
    """The text of the link, or the title of its component; for an image, what it shows.

    For an import, the names that are imported.
    """


def find_target_cursor(data: bytes, body: int, offset: int) -> LinkAtCursor | None:
    """Return the link, image or import path being typed at an offset; None elsewhere or in code.

    `body` is where the text of the page begins.
    """
    target = _find_target_in_line(data, _find_line_start(data, body, offset), offset)
    return target if target and not is_offset_in_code(data, body, target.span.start) else None


def find_icon_cursor(data: bytes, body: int, offset: int) -> tuple[Span, str] | None:
    """Return the span and beginning of the `icon` value being typed; None elsewhere or in code."""
    at = _find_line_start(data, body, offset)
    match = _ICON.search(data[at:offset])
    if match is None or is_offset_in_code(data, body, at + match.start(2)):
        return None
    start = at + match.start(2)
    return _find_quoted_span(data, start, offset, match[1]), decode_utf8(match[2])


def _find_line_start(data: bytes, body: int, offset: int) -> int:
    """Return the start of the line at an offset, or a near offset in a very long line."""
    return max(data.rfind(b"\n", body, offset) + 1, body, offset - _LONGEST)


def _find_target_in_line(data: bytes, at: int, offset: int) -> LinkAtCursor | None:
    """Return the link target at an offset of the line that begins at `at`, or None."""
    line = data[at:offset]
    match = _IMPORT.fullmatch(line)
    if match:
        start = at + match.start(3)
        target = _read_quoted_target(TargetKind.SNIPPET, data, start, offset, match[2])
        return target._replace(label=decode_utf8(match[1] or b""))
    match = _ATTRIBUTE.search(line)
    if match:
        wants = TargetKind.PAGE if match[1] == b"href" else TargetKind.ASSET
        target = _read_quoted_target(wants, data, at + match.start(3), offset, match[2])
        return target._replace(label=_find_tag_title(data, at + match.start(1), offset))
    match = _DEFINITION.fullmatch(line)
    if match:
        return read_unquoted_target(TargetKind.PAGE, data, at + match.start(1), offset)
    bracket = line.rfind(b"](")
    match = _INLINE.fullmatch(line, bracket + 2) if bracket >= 0 else None
    if match is None:
        return None
    opening = _find_opening_bracket(line, bracket)
    is_image = line[max(0, opening - 1) : opening] == b"!"
    wants = TargetKind.ASSET if is_image else TargetKind.PAGE
    label = decode_utf8(line[opening + 1 : bracket])
    start, end = at + match.start(1), _find_target_end(data, offset)
    if not _CLOSED.match(data, end):
        end = _find_unclosed_end(data, start, offset)
    return LinkAtCursor(wants, Span(start, end), decode_utf8(data[start:offset]), label)


def _find_opening_bracket(line: bytes, closing: int) -> int:
    """Return where the bracket opens that closes at an offset; 0 if it does not."""
    depth = 0
    for at in range(closing, -1, -1):
        depth += (line[at] == 0x5D) - (line[at] == 0x5B)
        if depth == 0:
            return at
    return 0


def _find_tag_title(data: bytes, attribute: int, offset: int) -> str:
    """Return the `title` or `alt` before an attribute or after the cursor in a tag, or ""."""
    start = data.rfind(b"<", max(0, attribute - _LONGEST), attribute)
    end = data.find(b">", offset, offset + _LONGEST)
    if start < 0:
        return ""
    before = _TITLE.search(data, start, attribute)
    title = before or _TITLE.search(data, offset, max(offset, end))
    return decode_utf8(title[2]) if title else ""


def _read_quoted_target(
    wants: TargetKind, data: bytes, start: int, offset: int, quote: bytes
) -> LinkAtCursor:
    """Return a quoted target, from its start to its closing quote after the cursor."""
    span = _find_quoted_span(data, start, offset, quote)
    return LinkAtCursor(wants, span, decode_utf8(data[start:offset]))


def _find_quoted_span(data: bytes, start: int, offset: int, quote: bytes) -> Span:
    """Return the span of a quoted value from `start`; an unclosed one ends after the typed path.

    If the next quote opens the value of another attribute, the value is not closed.
    """
    closing = data.find(quote, offset, find_line_end(data, offset))
    if closing < 0 or _OPENING.search(data, offset, closing):
        return Span(start, _find_unclosed_end(data, start, offset))
    return Span(start, closing)


def read_unquoted_target(wants: TargetKind, data: bytes, start: int, offset: int) -> LinkAtCursor:
    """Return an unquoted target, from its start to its end after the cursor."""
    return LinkAtCursor(
        wants, Span(start, _find_target_end(data, offset)), decode_utf8(data[start:offset])
    )


def _find_target_end(data: bytes, offset: int) -> int:
    """Return the end of the target at an offset, or the offset itself if that is far away."""
    end = _TARGET_END.search(data, offset, min(len(data), offset + _LONGEST))
    return end.start() if end else offset


def is_offset_in_code(data: bytes, body: int, offset: int) -> bool:
    """Return whether an offset is in code or a comment; the text begins at `body`."""
    end = min(len(data), MOST_READ)
    for start, stop in iter_gaps(find_code_blocks(data, body, end), body, end):
        if start <= offset <= stop:
            return InlineCode(data, start, stop).is_in_code(offset)
    return True


def _find_unclosed_end(data: bytes, start: int, offset: int) -> int:
    """Return the end of an unclosed target: that of the path that the cursor is in.

    What follows may be the rest of a sentence.
    """
    rest = _REST.match(data, offset, min(len(data), offset + _LONGEST))
    is_path = rest is not None and (start < offset or rest[0].startswith(b"/"))
    return rest.end() if rest and is_path else offset


def decode_utf8(raw: bytes) -> str:
    """Decode bytes as UTF-8, replacing invalid ones."""
    return raw.decode("utf-8", "replace")

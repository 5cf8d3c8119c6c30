"""Find out what is being typed in a page, for completion.

It may be a field, its value, a link, an import, an icon, a tag with its props, a variable, or the
language of a code block. A page is examined line by line, because what is being typed is neither
YAML nor MDX yet. Offsets are UTF-8 byte offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_end, find_line_start
from docs_lsp.core.text import Span
from docs_lsp.site.mdx.code import find_code_blocks
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.tag_cursor import TagCursor, find_tag_cursor
from docs_lsp.site.mdx.target_cursor import (
    LinkAtCursor,
    TargetKind,
    decode_utf8,
    find_icon_cursor,
    find_target_cursor,
    read_unquoted_target,
)

_MOST_LINES = 500
_LONGEST = 2000

_FIELD = compile_lazily(rb"([\w.-]+(?::[\w.-]+)*)[ \t]*:(?=[ \t\r\n]|\Z)")
_HALF_FIELD = compile_lazily(rb"[\w.:-]*")
_LIKE_YAML = compile_lazily(rb"[ \t\r#-]|\Z|[\w.:-]+\s*\Z|[^\s:][^\n]*?:(?:\s|\Z)")
_VALUE = compile_lazily(rb"([\w.-]+(?::[\w.-]+)*):([ \t]*)(.*)", re.DOTALL)
_ITEM = compile_lazily(rb"[ \t]*-[ \t]+(?:[^:\n\"'\[]+:[ \t]+)?([\"']?)([^\"'\s]*)")
_FENCE = compile_lazily(rb"(?:\xef\xbb\xbf)?-{0,3}[ \t]*")

_HALF_LANGUAGE = compile_lazily(rb"[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(?:`{3,}|~{3,})[ \t]*([\w+#-]*)")
_REST_OF_LANGUAGE = compile_lazily(rb"[\w+#-]*")

_RELATED = b"related"


class PageTopAtCursor(NamedTuple):
    """The first line of a page without frontmatter."""

    span: Span
    """The dashes that are already there."""


class FieldAtCursor(NamedTuple):
    """The name of a frontmatter field."""

    span: Span
    typed: str
    """The part before the cursor."""
    given: frozenset[str]
    """The names of the other fields."""
    has_value: bool
    """Whether a colon follows the name."""


class ValueAtCursor(NamedTuple):
    """The value of a field, or of an attribute with the same meaning."""

    name: str
    span: Span
    """The value inside the quotes."""
    typed: str
    is_quoted: bool
    lacks_space: bool
    """Whether the cursor directly follows the colon, where YAML requires a space."""


class LanguageAtCursor(NamedTuple):
    """The language of a code block, after its opening fence."""

    span: Span
    typed: str


PageCursor: TypeAlias = (
    PageTopAtCursor | FieldAtCursor | ValueAtCursor | LanguageAtCursor | LinkAtCursor | TagCursor
)


def find_page_cursor(data: bytes, offset: int) -> PageCursor | None:
    """Return what is being typed at a byte offset of a page, or None."""
    if not 0 <= offset <= min(len(data), MOST_READ):
        return None
    block = locate_frontmatter(data)
    is_open = block.end < 0
    if block.end == 0 or (is_open and _FENCE.fullmatch(data, 0, offset)):
        top = _find_page_top(data, offset)
        if top is not None:
            return top
    if is_open or block.start < offset < block.end:
        first = data.find(b"\n")
        end = len(data) if is_open else block.end
        cursor = (
            _find_frontmatter_cursor(data, first + 1, offset, end) if 0 <= first < offset else None
        )
        if cursor is not None or not is_open:
            return cursor
    return _find_text_cursor(data, block.body_start, offset) if offset >= block.body_start else None


# Frontmatter


def _find_page_top(data: bytes, offset: int) -> PageTopAtCursor | None:
    """Return a page's first line if an offset is in it and it is blank or only dashes, or None."""
    end = find_line_end(data, 0)
    if offset > end or not _FENCE.fullmatch(data, 0, end):
        return None
    start = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    return PageTopAtCursor(Span(start, end)) if offset >= start else None


def _find_frontmatter_cursor(data: bytes, start: int, offset: int, end: int) -> PageCursor | None:
    """Return the field, value or `related` link at an offset, or None if there is none.

    None too if the lines above do not look like YAML.
    """
    at = max(find_line_start(data, offset), start)
    if offset - at > _LONGEST or not all(
        _LIKE_YAML.match(line) for line in _iter_lines(data, start, at)
    ):
        return None
    before = data[at:offset]
    if before[:1] in (b" ", b"\t", b"-"):
        return _read_related_item(data, start, at, offset)
    if _HALF_FIELD.fullmatch(before) and not before.endswith(b":"):
        return _read_field_name(data, start, at, offset, end)
    return _read_field_value(data, at, offset)


def _read_field_name(data: bytes, start: int, at: int, offset: int, end: int) -> FieldAtCursor:
    """Return the field name being typed at an offset of the line that begins at `at`."""
    stop = offset + len(_match_bytes(_HALF_FIELD, data, offset, find_line_end(data, offset)))
    whole = _FIELD.match(data, at, find_line_end(data, offset))
    if whole:
        stop = whole.end(1)
    names = (
        _FIELD.match(line)
        for place, line in _iter_line_starts(data, start, end)
        if place != at and _LIKE_YAML.match(line)
    )
    other_names = frozenset(decode_utf8(name[1]) for name in names if name)
    return FieldAtCursor(
        Span(at, stop), decode_utf8(data[at:offset]), other_names, whole is not None
    )


def _read_field_value(data: bytes, at: int, offset: int) -> ValueAtCursor | None:
    """Return the value being typed in the line that begins at `at`, or None."""
    match = _VALUE.fullmatch(data, at, offset)
    if match is None or (not match[2] and match[3]):
        return None
    start, end = match.start(3), find_line_end(data, offset)
    quote = match[3][:1] if match[3][:1] in (b'"', b"'") else b""
    if quote:
        start += 1
        closing = data.find(quote, start, end)
        if 0 <= closing < offset:
            return None
        end = closing if closing >= 0 else end
    else:
        comment = data.find(b" #", offset, end)
        end = comment if comment >= 0 else end
    end = max(offset, start + len(data[start:end].rstrip()))
    typed = decode_utf8(data[start:offset])
    return ValueAtCursor(decode_utf8(match[1]), Span(start, end), typed, bool(quote), not match[2])


def _read_related_item(data: bytes, start: int, at: int, offset: int) -> LinkAtCursor | None:
    """Return the link being typed as an item of `related`, or None."""
    match = _ITEM.fullmatch(data, at, offset)
    if match is None:
        return None
    fields = [line for line in _iter_lines(data, start, at) if _FIELD.match(line)]
    field = _FIELD.match(fields[-1]) if fields else None
    if field is None or field[1] != _RELATED:
        return None
    return read_unquoted_target(TargetKind.PAGE, data, match.start(2), offset)


# Text


def _find_text_cursor(data: bytes, body: int, offset: int) -> PageCursor | None:
    """Return the language, link, icon, tag or variable at an offset of a page's text, or None."""
    language = _find_language_cursor(data, body, offset)
    if language is not None:
        return language
    target = find_target_cursor(data, body, offset)
    icon = None if target else find_icon_cursor(data, body, offset)
    if icon is None:
        return target or find_tag_cursor(data, body, offset)
    span, typed = icon
    return ValueAtCursor("icon", span, typed, is_quoted=True, lacks_space=False)


def _find_language_cursor(data: bytes, body: int, offset: int) -> LanguageAtCursor | None:
    """Return the language of the code block that opens in the line of an offset, or None."""
    at = max(data.rfind(b"\n", body, offset) + 1, body)
    match = _HALF_LANGUAGE.fullmatch(data, at, offset)
    if match is None:
        return None
    blocks = find_code_blocks(data, body, min(len(data), MOST_READ))
    if not any(
        at <= start <= match.start(1) for start, _ in blocks
    ):  # It closes a block, or is in one.
        return None
    span = Span(
        match.start(1), offset + len(_match_bytes(_REST_OF_LANGUAGE, data, offset, len(data)))
    )
    return LanguageAtCursor(span, decode_utf8(match[1]))


# Lines


def _iter_lines(data: bytes, start: int, end: int) -> Iterator[bytes]:
    """Yield the first lines of a range without their line breaks, very long ones cut short."""
    return (line for _, line in _iter_line_starts(data, start, end))


def _iter_line_starts(data: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
    """Yield the start and the content of the first lines of a range, very long ones cut short."""
    for _ in range(_MOST_LINES):
        if start >= end:
            break
        stop = data.find(b"\n", start, end)
        stop = end if stop < 0 else stop
        yield start, data[start : min(stop, start + _LONGEST)]
        start = stop + 1


def _match_bytes(pattern: re.Pattern[bytes], data: bytes, start: int, end: int) -> bytes:
    """Return what a pattern matches at `start`, or no bytes."""
    match = pattern.match(data, start, end)
    return match[0] if match else b""

"""Find the tag or variable that is being typed in a page, and the tags around it.

An unfinished tag cannot be parsed, so it is examined from its `<` on; the text before it is parsed
like every page. Offsets are UTF-8 byte offsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.reading import parse_page_tags
from docs_lsp.mdx.syntax import NOWHERE, MdxPage, TagForm
from docs_lsp.site.mdx.target_cursor import decode_utf8, is_offset_in_code

_LONGEST = 4000
_NAME = compile_lazily(rb"[A-Za-z_$][\w$.:-]*")
_PROP = compile_lazily(rb"[A-Za-z_$][\w$:-]*")
_BETWEEN = compile_lazily(rb"[ \t\r\n/]*")
_BEHIND = compile_lazily(rb"\s([A-Za-z][\w-]*)=")
_OPENS_ANOTHER = compile_lazily(rb"\s[\w-]+=\Z")
_MORE = compile_lazily(rb"[ \t]+[A-Za-z][\w-]*=|[ \t]*/?>")
_UNCLOSED_END = compile_lazily(rb"[\s>]|/>|\Z")
_BRACES = compile_lazily(rb"[{}]")
_HALF_VARIABLE = compile_lazily(rb"\{\{[ \t]*([\w.-]*)\Z")
_REST_OF_VARIABLE = compile_lazily(rb"[\w.-]*")
_VARIABLE_END = compile_lazily(rb"[\w.-]*[ \t]*\}\}")

_HALF_NAME = compile_lazily(rb"(?<![\\{=(:$,])\{([A-Za-z_$][\w$]*|)\Z")
_REST_OF_NAME = compile_lazily(rb"[\w$]*")
_STATEMENT = compile_lazily(rb"\s*(?:import|export)\b")


class _NoTag(Enum):
    """Marker: `<` does not start a tag (as opposed to a tag that ends before the cursor)."""

    TEXT = auto()


class Surroundings(NamedTuple):
    """The tags before the cursor."""

    around: tuple[str, ...]
    """The names of the open tags, the outermost first."""
    before: str
    """The name of the preceding tag in the innermost open one, or an empty string."""
    page: MdxPage
    """The page up to the tag that is being typed."""


class TagAtCursor(NamedTuple):
    """The name of a tag."""

    span: Span
    """The name, without the characters around it."""
    typed: str
    start: int
    """The offset of the `<`."""
    is_closing: bool
    has_more: bool
    """Whether an attribute or the `>` of the tag follows."""


class PropAtCursor(NamedTuple):
    """The name of a prop."""

    span: Span
    typed: str
    start: int
    tag: str
    given: frozenset[str]
    """The names of the props before and after it."""
    has_value: bool


class PropValueAtCursor(NamedTuple):
    """The value of a prop."""

    span: Span
    """The value inside the quotes or braces; empty after the `=` if there are none."""
    typed: str
    start: int
    tag: str
    prop: str
    quote: str
    """The character before the value: `"`, `'`, `{` or an empty string."""


class VariableAtCursor(NamedTuple):
    """The name of a variable in two pairs of braces."""

    span: Span
    typed: str
    is_closed: bool


class NameAtCursor(NamedTuple):
    """A name that is alone in braces in the text."""

    span: Span
    typed: str
    is_closed: bool


TagCursor: TypeAlias = (
    TagAtCursor | PropAtCursor | PropValueAtCursor | VariableAtCursor | NameAtCursor
)


def find_tag_cursor(data: bytes, body: int, offset: int) -> TagCursor | None:
    """Return the tag, prop, value or variable being typed at an offset; None elsewhere or in code.

    `body` is where the text of the page begins.
    """
    low = max(body, offset - _LONGEST)
    cursor = (
        _find_variable_cursor(data, low, offset)
        or _find_open_tag(data, body, offset)
        or _find_name_cursor(data, low, offset)
    )
    return cursor if cursor and not is_offset_in_code(data, body, cursor.span.start) else None


def find_surroundings(data: bytes, start: int) -> Surroundings:
    """Parse the page before the offset of a tag and return the tags around it; cached."""
    return _find_open_tags(data[:start])


@lru_cache(maxsize=2)  # The text before a tag stays the same while its name is typed.
def _find_open_tags(before_tag: bytes) -> Surroundings:
    page = parse_page_tags(before_tag)
    opening = [
        index
        for index, tag in enumerate(page.tags)
        if tag.form is TagForm.OPENING and tag.partner == NOWHERE and tag.name
    ]
    inner = opening[-1] if opening else NOWHERE
    before = ""
    for tag in page.tags[inner + 1 :]:
        if tag.parent == inner and tag.form is not TagForm.CLOSING:
            before = tag.name
    return Surroundings(tuple(page.tags[index].name for index in opening), before, page)


def _find_variable_cursor(data: bytes, low: int, offset: int) -> VariableAtCursor | None:
    """Return the variable whose `{{` and beginning are before an offset, or None."""
    match = _HALF_VARIABLE.search(data, max(low, offset - 200), offset)
    if match is None:
        return None
    rest = _REST_OF_VARIABLE.match(data, offset)
    end = rest.end() if rest else offset
    is_closed = _VARIABLE_END.match(data, offset) is not None
    return VariableAtCursor(Span(match.start(1), end), decode_utf8(match[1]), is_closed)


def _find_name_cursor(data: bytes, low: int, offset: int) -> NameAtCursor | None:
    """Return the name whose `{` and beginning are just before an offset, or None."""
    paragraph = max(low, data.rfind(b"\n\n", low, offset))
    match = _HALF_NAME.search(data, max(paragraph, offset - 200), offset)
    if match is None or _STATEMENT.match(data, paragraph):
        return None
    rest = _REST_OF_NAME.match(data, offset)
    end = rest.end() if rest else offset
    is_closed = data[end : end + 1] == b"}"
    return NameAtCursor(Span(match.start(1), end), decode_utf8(match[1]), is_closed)


def _find_open_tag(data: bytes, body: int, offset: int) -> TagCursor | None:
    """Return the unfinished tag at an offset, from the nearest `<` that starts one, or None."""
    low = max(body, offset - _LONGEST, data.rfind(b"\n\n", body, offset))
    at = offset
    while (at := data.rfind(b"<", low, at)) >= 0:
        cursor = _read_tag(data, at, offset)
        if not isinstance(cursor, _NoTag):
            return cursor
    return None


def _read_tag(data: bytes, start: int, offset: int) -> TagCursor | _NoTag | None:
    """Return the part of a tag being typed at an offset, None, or `_NoTag` if it is not a tag."""
    is_closing = data[start + 1 : start + 2] == b"/"
    at = start + 2 if is_closing else start + 1
    if offset < at:
        return _NoTag.TEXT
    name = _NAME.match(data, at)
    end = name.end() if name else at
    if offset <= end:
        more = _MORE.match(data, end) is not None
        return TagAtCursor(Span(at, end), decode_utf8(data[at:offset]), start, is_closing, more)
    if name is None:
        return _NoTag.TEXT
    if is_closing:
        return None
    return _find_attribute_cursor(data, start, decode_utf8(name[0]), end, offset)


def _iter_attributes(data: bytes, at: int) -> Iterator[tuple[Span, Span | None, int]]:
    """Yield the name, the inside of the value and the end of each attribute, then the tag's end.

    Begins at an offset in the tag.
    The name of a spread is empty. The end of the tag comes last, with an empty name and no value.
    """
    while True:
        blank = _BETWEEN.match(data, at)
        at = blank.end() if blank else at
        if data[at : at + 1] == b"{":
            end = _find_braces_end(data, at)
            end = len(data) if end is None else end
            yield Span(at, at), Span(at + 1, end), end
            at = end
            continue
        name = _PROP.match(data, at)
        if name is None:
            yield Span(at, at), None, at
            return
        inside, end = None, name.end()
        if data[end : end + 1] == b"=":
            inside, end = _read_value_span(data, end + 1)
        yield Span(*name.span()), inside, end
        at = end


def _find_attribute_cursor(
    data: bytes, start: int, tag: str, at: int, offset: int
) -> TagCursor | _NoTag | None:
    """Return the prop or value being typed in a tag, None, or `_NoTag` if it is not a tag."""
    previous_names: list[str] = []
    for name, inside, end in _iter_attributes(data, at):
        if offset < name.start or (offset == name.start == name.end and inside is None):
            if offset > at:
                return _make_prop_cursor(data, Span(offset, offset), start, tag, previous_names)
            return None
        if name.start == name.end and inside is None:
            # A `>` ends the tag; anything else means that the `<` is plain text.
            return None if data[name.start : name.start + 1] == b">" else _NoTag.TEXT
        if name.start < name.end and offset <= name.end:
            return _make_prop_cursor(
                data, name, start, tag, previous_names, data[name.start : offset]
            )
        if inside and name.start < name.end and inside.start <= offset <= inside.end:
            quote = decode_utf8(data[name.end + 1 : inside.start])
            typed = decode_utf8(data[inside.start : offset])
            prop = decode_utf8(data[slice(*name)])
            return PropValueAtCursor(inside, typed, start, tag, prop, quote)
        if offset <= end:
            return None
        previous_names.append(decode_utf8(data[slice(*name)]))
        at = end
    return None


def _make_prop_cursor(
    data: bytes, span: Span, start: int, tag: str, previous_names: list[str], typed: bytes = b""
) -> PropAtCursor:
    """Return the cursor at a prop, with the tag's other props; the tag's `<` is at `start`."""
    behind = data[span.end : span.end + _LONGEST].split(b">", 1)[0]
    names = frozenset((*previous_names, *map(decode_utf8, _BEHIND.findall(behind))))
    has_value = data[span.end : span.end + 1] == b"="
    return PropAtCursor(span, decode_utf8(typed), start, tag, names, has_value)


def _read_value_span(data: bytes, at: int) -> tuple[Span, int]:
    """Return the inside of the value at an offset, and the end of the value.

    One that is not closed on its line extends to the next whitespace or `>`.
    """
    sign = data[at : at + 1]
    if sign == b"{":
        end = _find_braces_end(data, at)
        if end is not None:
            return Span(at + 1, end - 1), end
    elif sign in (b'"', b"'"):
        line = data.find(b"\n", at)
        line = len(data) if line < 0 else line
        end = data.find(sign, at + 1, line)
        if end >= 0 and not _OPENS_ANOTHER.search(data, at + 1, end):
            return Span(at + 1, end), end + 1
    else:
        return Span(at, at), at
    stop = _UNCLOSED_END.search(data, at + 1)
    end = stop.start() if stop else len(data)
    return Span(at + 1, end), end


def _find_braces_end(data: bytes, at: int) -> int | None:
    """Return the end of the braces that open at an offset; None if it is far away or missing."""
    depth = 0
    for match in _BRACES.finditer(data, at, at + _LONGEST):
        depth += 1 if match[0] == b"{" else -1
        if depth == 0:
            return match.end()
    return None

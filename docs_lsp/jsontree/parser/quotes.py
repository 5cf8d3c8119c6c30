"""Reads strings and keys with missing quotes, or with quotes that JSON does not allow.

Each function reads at one offset and returns the intended string, with its fault, or None for
anything else.
"""

from __future__ import annotations

import re

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import String, SyntaxFault

QUOTED = compile_lazily(rb'"(?:[^"\\\n\r]|\\[^\n\r])*"')

FIRST_OF_OTHERS = frozenset(b"'`\xc2\xe2\xef")
"""The first bytes of other quotes, and of other characters."""
_OTHER = rb"(['`]|\xc2[\xab\xb4\xbb]|\xe2\x80[\x98-\x9f]|\xef\xbc\x82)"
_TEXT = rb'([^"\\\x00-\x1f]{0,500}?)'  # Bounded, so that long lines do not take longer.
_END = rb"(?=[ \t]*(?:[,\]}:\n\r]|\Z))"
_SINGLE = compile_lazily(rb"(')((?:[^'\\\n\r]|\\[^\n\r])*)(')")
_IN_OTHERS = compile_lazily(_OTHER + _TEXT + _OTHER + _END)
_OPENED_BY_OTHER = compile_lazily(_OTHER + _TEXT + rb'"' + _END)
_CLOSED_BY_OTHER = compile_lazily(rb'"' + _TEXT + _OTHER + _END)
_DOUBLED = compile_lazily(rb'("{1,2})([^"\\\x00-\x1f]+)("{1,2})' + _END)
_NAMES = {b"'": "single ones", b"`": "backticks"}

_COLON = compile_lazily(rb"[ \t]*:")
_COLON_OR_VALUE = compile_lazily(rb'[ \t\r\n]*:|[ \t]+["{\[]')
_UNOPENED = compile_lazily(
    rb'(?!//|/\*)[^\s"\'{}\[\],:][^"\n\r]{0,500}"(?=[ \t]*(?:[,\]}\n\r]|\Z))'
)
_UNOPENED_KEY = compile_lazily(rb'[\w$./:-]+"(?=[ \t]*:)')
_KEY = compile_lazily(rb'"([\w$-](?:[\w$./:-]*?[\w$-])?)(?=[ \t]*:[ \t]*(?:["{\[\dtfn\r\n-]|\Z))')


def read_in_other_quotes(data: bytes, start: int) -> String | None:
    """Return a string in quotes other than double quotes, or opened by one of them."""
    match = _SINGLE.match(data, start) or _IN_OTHERS.match(data, start)
    if match is None:
        return _read_opened_by_other(data, start)
    opening, raw, closing = match.groups()
    value = raw.decode("utf-8", "replace").replace("\\'", "'")
    name = _NAMES.get(opening, "typographic ones")
    size = len(match.group())
    fault = SyntaxFault(
        0, size, "syntax-error", f"JSON strings are in straight double quotes, not in {name}.",
        insert='"' + value.replace('"', '\\"') + '"',
    )  # fmt: skip
    return String(value, size, (fault,), Span(len(opening), size - len(closing)))


def _read_opened_by_other(data: bytes, start: int) -> String | None:
    """Return the string that another kind of quote opens, with its fault, or None."""
    match = _OPENED_BY_OTHER.match(data, start)
    if match is None:
        return None
    opening, raw = match.groups()
    message = 'A JSON string opens with a straight double quote: write `"` here.'
    fault = SyntaxFault(0, len(opening), "syntax-error", message, insert='"')
    size = len(match.group())
    return String(raw.decode("utf-8", "replace"), size, (fault,), Span(len(opening), size - 1))


def read_closed_by_other(data: bytes, start: int) -> String | None:
    """Return a string that is opened by a double quote and closed by another quote.

    Only for a place where the next double quote cannot close it.
    """
    match = _CLOSED_BY_OTHER.match(data, start)
    if match is None:
        return None
    raw, closing = match.groups()
    size = len(match.group())
    message = 'A JSON string closes with a straight double quote: write `"` here.'
    inner = Span(1, size - len(closing))
    fault = SyntaxFault(inner.end, size, "syntax-error", message, insert='"')
    return String(raw.decode("utf-8", "replace"), size, (fault,), inner)


def read_in_doubled_quotes(data: bytes, start: int) -> String | None:
    """Return a string with doubled double quotes, as when it was pasted with its own."""
    match = _DOUBLED.match(data, start)
    if match is None or match[1] == match[3] == b'"':
        return None
    size = len(match.group())
    opening, raw, closing = match.groups()
    inner = Span(len(opening), size - len(closing))
    value = raw.decode("utf-8", "replace")
    if len(opening) == len(closing):
        message = "One quote on either side is enough: remove the others."
        fault = SyntaxFault(0, size, "syntax-error", message, insert=f'"{value}"')
    else:
        at = 0 if len(opening) > 1 else size - 1
        message = "One quote is enough: remove this one."
        fault = SyntaxFault(at, at + 1, "syntax-error", message, insert="")
    return String(value, size, (fault,), inner)


def read_unclosed_key(data: bytes, start: int) -> String | None:
    """Return a key whose closing quote before the colon is missing, or is another quote."""
    quoted = QUOTED.match(data, start)
    if quoted and _COLON_OR_VALUE.match(data, quoted.end()):
        return None
    other = read_closed_by_other(data, start)
    if other is not None and _COLON.match(data, start + other.size):
        return other
    match = _KEY.match(data, start)
    if match is None:
        return None
    size = match.end() - start
    fault = SyntaxFault(
        size, size, "syntax-error", "The closing quote of this key is missing.", insert='"'
    )
    return String(match.group(1).decode("utf-8", "replace"), size, (fault,), Span(1, size))


def read_unopened_string(data: bytes, start: int) -> String | None:
    """Return a string whose opening quote is missing."""
    return _build_unopened_string(_UNOPENED.match(data, start))


def read_unopened_key(data: bytes, start: int) -> String | None:
    """Return a key whose opening quote is missing."""
    return _build_unopened_string(_UNOPENED_KEY.match(data, start))


def _build_unopened_string(match: re.Match[bytes] | None) -> String | None:
    """Return the string without opening quote that was matched, or None."""
    if match is None:
        return None
    fault = SyntaxFault(
        0, 0, "syntax-error", "The opening quote of this string is missing.", insert='"'
    )
    size = len(match.group())
    value = match.group()[:-1].decode("utf-8", "replace")
    return String(value, size, (fault,), Span(0, size - 1))

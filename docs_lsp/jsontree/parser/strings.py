"""Reads strings and keys, also unclosed or unopened ones and those in quotes of another kind.

A string whose closing quote is missing ends with its line, unless a later line closes it. The
functions for faulty strings return the intended one, with its fault, or None for anything else.
"""

from __future__ import annotations

import re
from itertools import islice
from json import JSONDecodeError, loads

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import String, SyntaxFault
from docs_lsp.jsontree.parser.tokens import CLOSE_ARRAY, CLOSE_OBJECT

QUOTED = compile_lazily(rb'"(?:[^"\\\n\r]|\\[^\n\r])*"')
_PLAIN = compile_lazily(rb'"[^"\\\x00-\x1f]*"(?![\w/"])')
_REST_OF_LINE = compile_lazily(rb"[^\n\r]*")
_RUNS_ON = compile_lazily(rb'[ \t\r\n]*(?![ \t\r\n]|["{}\[\],:]|//|/\*|<{7}|={7}|>{7}|\|{7}|\Z)')
_CLOSING = compile_lazily(rb'(?:[ \t]*[\r\n]+)[^"\n\r]*"(?=[ \t]*(?:[,\]}:\r\n]|\Z))')
_NEXT_LINE = compile_lazily(rb"\r\n?[^\r\n]*|\n[^\r\n]*")
_CONTROL = compile_lazily(rb"[\x00-\x1f]+")
_BAD_ESCAPE = compile_lazily(rb'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|(.?))', re.DOTALL)
_LINES_TO_LOOK_AHEAD = 20
_MOST_INSIDE = 128
"""The number of faults of one kind recorded in one string."""

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
_COLON_ON_LINE = compile_lazily(rb"[ \t]*:")
_COLON_OR_VALUE = compile_lazily(rb'[ \t\r\n]*:|[ \t]+["{\[]')
_UNOPENED = compile_lazily(
    rb'(?!//|/\*)[^\s"\'{}\[\],:][^"\n\r]{0,500}"(?=[ \t]*(?:[,\]}\n\r]|\Z))'
)
_UNOPENED_KEY = compile_lazily(rb'[\w$./:-]+"(?=[ \t]*:)')
_KEY = compile_lazily(rb'"([\w$-](?:[\w$./:-]*?[\w$-])?)(?=[ \t]*:[ \t]*(?:["{\[\dtfn\r\n-]|\Z))')
_COLON = compile_lazily(rb"[ \t\r\n]*:")
_STICKING = compile_lazily(rb"[\w/]")
_STICKING_OR_QUOTE = compile_lazily(rb'[\w/"]')


def read_string(data: bytes, start: int) -> String:
    """Read the string in double quotes at an offset, closed or not."""
    match = QUOTED.match(data, start)
    if match is None or _STICKING_OR_QUOTE.match(data, match.end()):
        meant = _read_closed_by_other(data, start) or _read_in_doubled_quotes(data, start)
        if meant is not None:
            return meant
    if match is None:
        return _read_unclosed_string(data, start)
    if (comma := _find_missing_close(data, start, match.end())) >= 0:
        return _build_unclosed_string(data, start, comma)
    return _build_string(data, start, match.end(), match.end() - 1)


def find_plain_end(data: bytes, start: int) -> int:
    """Return the end of a string without escapes or faults at an offset; -1 for any other."""
    match = _PLAIN.match(data, start)
    return match.end() if match else -1


def _find_missing_close(data: bytes, start: int, end: int) -> int:
    """Return where a string should be closed whose closing quote opens the next one, or -1."""
    if not _STICKING.match(data, end):
        return -1
    text = data[start : end - 1].rstrip(b" \t")
    return start + len(text) - 1 if text.endswith(b",") else -1


def _build_string(data: bytes, start: int, end: int, close: int, *faults: SyntaxFault) -> String:
    raw = data[start + 1 : close]
    all_faults = [*_find_inner_faults(raw), *faults]
    return String(_decode_escapes(raw), end - start, tuple(all_faults), Span(1, close - start))


def _decode_escapes(raw: bytes) -> str:
    """Return a string's value, or the raw text if it has an invalid escape."""
    text = raw.decode("utf-8", "replace")
    if "\\" not in text:
        return text
    try:
        return str(loads(f'"{text}"', strict=False))
    except JSONDecodeError:
        return text


def _find_inner_faults(raw: bytes) -> list[SyntaxFault]:
    """Return the faults in the bytes between the quotes of a string, at offsets from the quote."""
    faults = [
        SyntaxFault(
            match.start() + 1,
            match.end() + 1,
            "syntax-error",
            f"A JSON string cannot contain {_describe_control(match.group())}. Write "
            f"`{_escape_controls(match.group())}` instead.",
            insert=_escape_controls(match.group()),
        )
        for match in islice(_CONTROL.finditer(raw), _MOST_INSIDE)
    ]
    if b"\\" in raw:
        escapes = (match for match in _BAD_ESCAPE.finditer(raw) if match.group(1) is not None)
        faults += [
            SyntaxFault(
                match.start() + 1,
                match.end() + 1,
                "syntax-error",
                f"`{match.group().decode('utf-8', 'replace')}` is not a JSON escape. Write `\\\\` "
                "for a backslash.",
                insert="\\" + match.group().decode("utf-8", "replace"),
            )
            for match in islice(escapes, _MOST_INSIDE)
        ]
    return sorted(faults)


def _describe_control(raw: bytes) -> str:
    if raw[:1] in b"\r\n":
        return "a line break"
    return "a tab" if raw[:1] == b"\t" else "a control character"


def _escape_controls(raw: bytes) -> str:
    short = {9: "\\t", 10: "\\n", 13: "\\r", 8: "\\b", 12: "\\f"}
    return "".join(short.get(byte, f"\\u{byte:04x}") for byte in raw.replace(b"\r\n", b"\n"))


def _read_unclosed_string(data: bytes, start: int) -> String:
    """Read a string whose closing quote is not on its line: it continues, or lacks the quote."""
    line = _REST_OF_LINE.match(data, start + 1)
    assert line is not None
    end = line.end()
    follows = end
    for _ in range(_LINES_TO_LOOK_AHEAD):
        if follows >= len(data) or not _RUNS_ON.match(data, follows):
            break
        quoted = _CLOSING.match(data, follows)
        if quoted:
            return _build_string(data, start, quoted.end(), quoted.end() - 1)
        following = _NEXT_LINE.match(data, follows)
        if following is None or following.end() == follows:
            break
        follows = following.end()
    return _build_unclosed_string(
        data, start, start + 1 + _measure_without_closers(data[start + 1 : end])
    )


def _build_unclosed_string(data: bytes, start: int, close: int) -> String:
    """Build a string whose closing quote is missing at an offset."""
    fault = SyntaxFault(
        close - start, close - start, "syntax-error",
        "The closing quote of this string is missing. Add `\"` here.",
        (0, 1, "The string starts here."), '"',
    )  # fmt: skip
    return _build_string(data, start, close, close, fault)


def _measure_without_closers(line: bytes) -> int:
    """Return the size of a string without the comma and brackets after it.

    Brackets that it opens itself are included.
    """
    text = line.rstrip(b" \t").removesuffix(b",").rstrip(b" \t")
    spare = {
        CLOSE_ARRAY: text.count(b"]") - text.count(b"["),
        CLOSE_OBJECT: text.count(b"}") - text.count(b"{"),
    }
    end = done = len(text)
    while end and (text[end - 1] in b" \t" or spare.get(text[end - 1], 0) > 0):
        end -= 1
        if text[end] in spare:
            spare[text[end]] -= 1
            done = end
    return len(text[:done].rstrip(b" \t"))


def is_plain_key(data: bytes, start: int) -> bool:
    """Return whether the plain string at an offset is followed by a colon."""
    end = find_plain_end(data, start)
    return end >= 0 and _COLON.match(data, end) is not None


def is_any_key(data: bytes, start: int) -> bool:
    """Return whether the string at an offset, with or without escapes, is followed by a colon."""
    quoted = QUOTED.match(data, start)
    return quoted is not None and _COLON.match(data, quoted.end()) is not None


def read_in_other_quotes(data: bytes, start: int) -> String | None:
    """Return a string in quotes other than double ones, or opened by such a quote, or None."""
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


def _read_closed_by_other(data: bytes, start: int) -> String | None:
    """Return a string opened by a double quote and closed by another quote, or None.

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


def _read_in_doubled_quotes(data: bytes, start: int) -> String | None:
    """Return a string with doubled quotes, as when pasted with its own ones, or None.

    Only for a place where the next double quote cannot close it.
    """
    match = _DOUBLED.match(data, start)
    if match is None:
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
    """Return a key whose closing quote is missing, or is another quote, before a colon, or None."""
    quoted = QUOTED.match(data, start)
    if quoted and _COLON_OR_VALUE.match(data, quoted.end()):
        return None
    other = _read_closed_by_other(data, start)
    if other is not None and _COLON_ON_LINE.match(data, start + other.size):
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
    """Return a string whose opening quote is missing, or None if there is none."""
    return _build_unopened_string(_UNOPENED.match(data, start))


def read_unopened_key(data: bytes, start: int) -> String | None:
    """Return a key whose opening quote is missing, or None if there is none."""
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

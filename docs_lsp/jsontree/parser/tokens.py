"""Reads one token: a string, a number or a word.

Each function takes the bytes and an offset and never reads beyond the line, unless a quoted string
or a comment continues there. That confines a typing mistake to its place.
"""

from __future__ import annotations

import re
from itertools import islice
from json import JSONDecodeError, loads

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import cut_text
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Broken, Literal, Number, Scalar, String, SyntaxFault
from docs_lsp.jsontree.parser.quotes import QUOTED, read_closed_by_other, read_in_doubled_quotes

QUOTE, OPEN_OBJECT, CLOSE_OBJECT = b'"{}'
OPEN_ARRAY, CLOSE_ARRAY, COMMA, COLON = b"[],:"
END = -1
"""The marker for the end of the text."""

MAX_DEPTH = 64
"""The nesting depth beyond which content is skipped with a fault; real files reach about 25."""

_JUNK = compile_lazily(rb"[^,\[\]{}:\n\r]+")
"""Text that is skipped if nothing can be read."""

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
_COLON = compile_lazily(rb"[ \t\r\n]*:")
_STICKING = compile_lazily(rb"[\w/]")
_STICKING_OR_QUOTE = compile_lazily(rb'[\w/"]')
_NUMBER = compile_lazily(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
PLAIN_SCALAR = _NUMBER.pattern + rb"|true|false|null"
"""The pattern of a number, `true`, `false` or `null`, which must not be followed by more text."""
_WORD = compile_lazily(rb"[^\s\x00-\x20\"'{}\[\],:]+")
_MORE_WORDS = compile_lazily(
    rb"(?:[ \t]+(?!//|/\*|#)[^\s\x00-\x20\"{}\[\],:]{1,80}){0,40}"
    rb"(?=[ \t]*(?:[,\]}\n\r]|//|/\*|#|\Z))"
)
_LITERALS = {b"true": Literal(True, 4), b"false": Literal(False, 5), b"null": Literal(None, 4)}
_MEANT = {"true": "true", "false": "false", "null": "null", "none": "null", "nil": "null",
          "undefined": "null", "yes": "true", "no": "false"}  # fmt: skip
_OF_PYTHON = {"True": True, "False": False, "None": None}


def find_junk_end(data: bytes, start: int) -> int:
    """Return the end of the junk at an offset."""
    match = _JUNK.match(data, start)
    return match.end() if match else start


def read_string(data: bytes, start: int) -> String:
    """Read the string in double quotes at an offset, closed or not."""
    match = QUOTED.match(data, start)
    if match is None or _STICKING_OR_QUOTE.match(data, match.end()):
        meant = read_closed_by_other(data, start) or read_in_doubled_quotes(data, start)
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
        data, start, start + 1 + _measure_without_tail(data[start + 1 : end])
    )


def _build_unclosed_string(data: bytes, start: int, close: int) -> String:
    """Build a string whose closing quote is missing at an offset."""
    fault = SyntaxFault(
        close - start, close - start, "syntax-error",
        "The closing quote of this string is missing. Add `\"` here.",
        (0, 1, "The string starts here."), '"',
    )  # fmt: skip
    return _build_string(data, start, close, close, fault)


def _measure_without_tail(line: bytes) -> int:
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
    """Whether the plain string at an offset is followed by a colon."""
    end = find_plain_end(data, start)
    return end >= 0 and _COLON.match(data, end) is not None


def is_any_key(data: bytes, start: int) -> bool:
    """Whether the string at an offset, with or without escapes, is followed by a colon."""
    quoted = QUOTED.match(data, start)
    return quoted is not None and _COLON.match(data, quoted.end()) is not None


def read_number(data: bytes, start: int) -> Scalar:
    """Read the number at an offset; text that only looks like one is `Broken`."""
    match = _NUMBER.match(data, start)
    rest = _WORD.match(data, start)
    end = rest.end() if rest else start + 1
    if match is None or match.end() != end:
        return _read_broken_word(data, start, end)
    return build_plain_scalar(match.group())


def build_plain_scalar(raw: bytes) -> Scalar:
    """Return the node of a number without faults, `true`, `false` or `null`."""
    literal = _LITERALS.get(raw)
    if literal is not None:
        return literal
    return Number(float(raw) if not raw.lstrip(b"-").isdigit() else _parse_integer(raw), len(raw))


def _parse_integer(raw: bytes) -> int | float:
    """Convert an integer; thousands of digits, which Python rejects, become a float as in JS."""
    return int(raw) if len(raw) < 400 else float(raw)


def read_word(data: bytes, start: int) -> Scalar | None:
    """Read `true`, `false`, `null`, or a word without quotes; None if there is no word."""
    match = _WORD.match(data, start)
    if match is None:
        return None
    literal = _LITERALS.get(match.group().rstrip(b";."))  # Typed for a comma.
    return literal or _read_broken_word(data, start, match.end())


def _read_broken_word(data: bytes, start: int, end: int) -> Scalar:
    more = _MORE_WORDS.match(data, end)
    end = more.end() if more else end
    text = data[start:end].decode("utf-8", "replace")
    meant = _MEANT.get(text.lower())
    message = f"`{cut_text(text, 40)}` is not a JSON value. "
    if meant:
        message += f"Write `{meant}`."
    elif text[0].isdigit() or text[0] in "+-.":
        message += "A number is written like `2`, `-1` or `0.5`, a string in double quotes."
    else:
        message += "A string must be in double quotes."
    quoted = '"' + text.replace("\\", "\\\\") + '"'
    fault = SyntaxFault(0, end - start, "syntax-error", message, insert=meant or quoted)
    if text in _OF_PYTHON:
        return Literal(_OF_PYTHON[text], end - start, (fault,))
    return Broken(None, end - start, (fault,))

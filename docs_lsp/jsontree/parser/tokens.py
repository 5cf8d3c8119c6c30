"""Reads one token that is no string: a number or a word.

Each function takes the bytes and an offset and never reads beyond the line, which confines a typing
mistake to its place.
"""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import cut_text
from docs_lsp.jsontree.nodes import Broken, Literal, Number, Scalar, SyntaxFault

QUOTE, OPEN_OBJECT, CLOSE_OBJECT = b'"{}'
OPEN_ARRAY, CLOSE_ARRAY, COMMA, COLON = b"[],:"
END = -1
"""The marker for the end of the text."""

MAX_DEPTH = 64
"""The nesting depth beyond which content is skipped with a fault; real files reach about 25."""

_UNREADABLE = compile_lazily(rb"[^,\[\]{}:\n\r]+")
"""Text that is skipped if it cannot be read."""

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


def find_unreadable_end(data: bytes, start: int) -> int:
    """Return the offset of the next comma, colon, bracket or line end, or of the end."""
    match = _UNREADABLE.match(data, start)
    return match.end() if match else start


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
    # Python rejects thousands of digits; as in JavaScript they are a float.
    is_integer = raw.lstrip(b"-").isdigit() and len(raw) < 400
    return Number(int(raw) if is_integer else float(raw), len(raw))


def read_word(data: bytes, start: int) -> Scalar | None:
    """Read `true`, `false`, `null`, or a word without quotes; None if there is no word."""
    match = _WORD.match(data, start)
    if match is None:
        return None
    literal = _LITERALS.get(match.group().rstrip(b";."))  # Typed for a comma.
    return literal or _read_broken_word(data, start, match.end())


def _read_broken_word(data: bytes, start: int, end: int) -> Scalar:
    """Return a word that is no JSON value, such as `True` or `abc`, with a fault."""
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

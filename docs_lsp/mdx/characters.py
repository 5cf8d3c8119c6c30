"""Characters in a text of which each `str` character is one byte of UTF-8.

Pages are read in this form, so that every offset is one into the bytes; only the few characters
beyond ASCII whose sort matters are ever put together.
"""

from __future__ import annotations

import codecs
import unicodedata

from docs_lsp.core.lazy_pattern import compile_lazily

BLANK = compile_lazily(
    r"(?:[ \t\n\r\x0b\x0c]|\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f"
    r"|\xe3\x80\x80|\xef\xbb\xbf)*"
)
"""The blanks of JavaScript, as many as there are."""
_NAME_PART = compile_lazily(r"[A-Za-z0-9_$-]*")


def character(text: str, at: int) -> str:
    """The whole character that begins at an offset; empty at the end."""
    first = text[at : at + 1]
    if first < "\x80":
        return first
    width = 2 if first < "\xe0" else 3 if first < "\xf0" else 4
    return text[at : at + width].encode("latin-1").decode("utf-8", "replace")[:1]


def character_before(text: str, at: int) -> str:
    """The whole character that ends at an offset; empty at the start."""
    start = at - 1
    while start > 0 and at - start < 4 and "\x80" <= text[start] < "\xc0":
        start -= 1
    return character(text, start) if at > 0 else ""


def name_end(text: str, at: int, end: int) -> int:
    """Where the name that begins at an offset ends, hyphens included; `at` where none begins."""
    first = character(text, at) if at < end else ""
    if not (first == "$" or first.isidentifier()):
        return at
    while True:
        match = _NAME_PART.match(text, at, end)
        at = match.end() if match else at
        if at >= end or text[at] < "\x80":
            return at
        one = character(text, at)
        if not (f"a{one}".isidentifier() or one in "\u200c\u200d"):
            return at
        at += len(one.encode())


def is_blank(char: str) -> bool:
    """Whether a character, or the edge of a text, counts as a blank."""
    return not char or char.isspace()


def is_punctuation(char: str) -> bool:
    """Whether a character is punctuation or a symbol, as CommonMark counts."""
    return unicodedata.category(char)[0] in "PS" if char else False


def code_in(text: str) -> str:
    """A piece of such a text as JavaScript. What is no UTF-8 keeps its length in bytes, so that
    places in it are places in the page."""
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", _KEPT_LENGTH)


def _substitute(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return _SUBSTITUTE * (error.end - error.start), error.end


_SUBSTITUTE = "\x1a"
"""Allowed in strings, and no JavaScript anywhere else, like what it stands for."""
_KEPT_LENGTH = "docs-lsp.kept-length"
codecs.register_error(_KEPT_LENGTH, _substitute)


def words(text: str) -> str:
    """A piece of such a text as it is meant."""
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "replace")

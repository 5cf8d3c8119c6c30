"""Characters in a text of which each `str` character is one UTF-8 byte.

Pages are read in this form, so that every offset is a byte offset. Only the few characters beyond
ASCII whose category matters are decoded.
"""

from __future__ import annotations

import codecs
import unicodedata

from docs_lsp.core.lazy_pattern import compile_lazily

_BLANK = compile_lazily(
    r"(?:[ \t\n\r\x0b\x0c]|\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f"
    r"|\xe3\x80\x80|\xef\xbb\xbf)*"
)
"""Any amount of JavaScript white space."""
_NAME_PART = compile_lazily(r"[A-Za-z0-9_$-]*")


def skip_white_space(text: str, at: int, end: int) -> int:
    """Return the offset after the white space of JavaScript at an offset, line breaks included."""
    match = _BLANK.match(text, at, end)
    return match.end() if match else at


def skip_spaces(text: str, at: int, end: int) -> int:
    """Return the offset after the spaces and tabs at an offset."""
    while at < end and text[at] in " \t":
        at += 1
    return at


def find_line_break(text: str, at: int) -> int:
    """Return the offset of the next line break; the end of the text if there is none."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def decode_character_at(text: str, at: int) -> str:
    """Return the whole character that begins at an offset; empty at the end of the text."""
    first = text[at : at + 1]
    if first < "\x80":
        return first
    width = 2 if first < "\xe0" else 3 if first < "\xf0" else 4
    return text[at : at + width].encode("latin-1").decode("utf-8", "replace")[:1]


def decode_character_before(text: str, at: int) -> str:
    """Return the whole character that ends at an offset; empty at the start of the text."""
    start = at - 1
    while start > 0 and at - start < 4 and "\x80" <= text[start] < "\xc0":
        start -= 1
    return decode_character_at(text, start) if at > 0 else ""


def find_name_end(text: str, at: int, end: int) -> int:
    """Return the end of the tag or attribute name at an offset; `at` if none begins there."""
    first = decode_character_at(text, at) if at < end else ""
    if not (first == "$" or first.isidentifier()):
        return at
    while True:
        match = _NAME_PART.match(text, at, end)
        at = match.end() if match else at
        if at >= end or text[at] < "\x80":
            return at
        character = decode_character_at(text, at)
        if not (f"a{character}".isidentifier() or character in "\u200c\u200d"):
            return at
        at += len(character.encode())


def is_blank(char: str) -> bool:
    """Return whether a character, or the edge of a text (empty), is white space."""
    return not char or char.isspace()


def is_punctuation(char: str) -> bool:
    """Return whether a character is punctuation or a symbol in CommonMark."""
    return unicodedata.category(char)[0] in "PS" if char else False


def decode_code(text: str) -> str:
    """Decode text with a character per byte as JavaScript, with the same length in UTF-8 bytes.

    Invalid UTF-8 is replaced byte by byte, so that places in the code are places in the page.
    """
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", _SAME_LENGTH)


def _substitute(error: UnicodeError) -> tuple[str, int]:
    """Return a substitute for each invalid byte, and where to continue, for `register_error`."""
    assert isinstance(error, UnicodeDecodeError)
    return _SUBSTITUTE * (error.end - error.start), error.end


_SUBSTITUTE = "\x1a"
"""A character that JavaScript allows in strings only, like the invalid bytes it replaces."""
_SAME_LENGTH = "docs-lsp.same-length"
codecs.register_error(_SAME_LENGTH, _substitute)


def decode_text(text: str) -> str:
    """Decode text with a character per byte; invalid UTF-8 becomes replacement characters."""
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "replace")

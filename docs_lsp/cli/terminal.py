"""Output to terminals: safe characters, their width, colour, line breaks."""

from __future__ import annotations

import os
import unicodedata
from typing import NamedTuple, TextIO

from docs_lsp.core.lazy_pattern import compile_lazily

DEFAULT_WIDTH = 100

# Control characters could control the terminal, direction marks could reorder the text, and a lone
# surrogate cannot be written at all. Text from a site may contain any of them.
_UNSAFE = compile_lazily(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
_CODES = {"error": "1;31", "warning": "1;33", "information": "1;34", "hint": "2", "bold": "1"}


def escape_unsafe(text: str) -> str:
    """Return the text with control and other unsafe characters escaped as in JSON."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def count_char_columns(char: str) -> int:
    """Return the number of columns that a terminal uses for one safe character."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


class Style(NamedTuple):
    """Paints text, or leaves it as it is."""

    colored: bool

    def paint(self, text: str, style: str) -> str:
        """Return the text in the colour of a severity, or bold."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colored else text


def choose_style(mode: str, stream: TextIO) -> Style:
    """Return the style for `--color`; `auto` respects NO_COLOR, FORCE_COLOR and the terminal."""
    if mode != "auto":
        return Style(mode == "always")
    if os.environ.get("NO_COLOR"):
        return Style(False)
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return Style(True)
    return Style(stream.isatty() and os.environ.get("TERM") != "dumb")


def find_terminal_width(stream: TextIO) -> int:
    """Return the width of the terminal, or a default for a file."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or DEFAULT_WIDTH
    except (OSError, ValueError):
        return DEFAULT_WIDTH


def wrap_text(start: str, text: str, columns: int, indent: str) -> list[str]:
    """Return `start` and `text` in lines of at most `columns`; later lines begin with `indent`."""
    from textwrap import wrap

    lines = wrap(
        "x" * len(start) + text,  # It must not break before the text.
        columns,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [start + lines[0][len(start) :], *lines[1:]]

"""Parses JavaScript with the library esprima, if it is installed.

The library counts characters; `CodePlaces` converts these to byte offsets in a page.
"""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span

_MAJOR = 5
_OPTIONS = {"jsx": True, "range": True, "positionEncoding": "scalar"}
_TOO_DEEP = "resource limit"
"""Part of the library's message for code that is nested too deeply."""
_UNENDED = "Unexpected token ILLEGAL"
"""The library's message for an unterminated string, template or comment, or a wrong character."""
_OTHER_TAG = "Expected corresponding JSX closing tag"
"""The library's message after a closing tag whose name differs from the open tag."""
_LONG_REGEX = compile_lazily(r"/(?:[^/\n\\]|\\.)*+")
_LONG_JSX_TEXT = compile_lazily(r"[>}][^<>{}]*+")
_LONGEST_UNIT = 65_536
"""The longest token of these kinds, in characters, that is parsed.

The library joins them character by character, in superlinear time.
"""
_LONGEST_CODE = 192 << 10
"""The maximum number of characters parsed as one text, at about 8 microseconds each."""
_REGEX = "Invalid regular expression: missing /"
_BETWEEN = compile_lazily(r"(?:\s|//[^\n]*(?:\n|\Z)|/\*.*?\*/)*", re.DOTALL)
_COMMENTS = compile_lazily(r"/\*.*?\*/|//[^\r\n]*(?:\r\n|\n|\r)", re.DOTALL)
_STRING = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_UNITS = compile_lazily(
    rf"//[^\n]*|/\*.*?\*/|{_STRING}|`(?:[^`\\]|\\.)*`|(?P<unended>/\*|`)", re.DOTALL
)


class Parsed(NamedTuple):
    """The result of parsing a text; without statements and fault if it could not be checked."""

    statements: tuple[Any, ...] = ()
    """Nodes of ESTree; ranges count characters."""
    fault: int | None = None
    """The character index at which the text is not JavaScript; its length if it ends too soon."""
    message: str = ""
    """The library's message about the fault."""


class CodePlaces(NamedTuple):
    """Code, with its byte offset in the page from which it is."""

    code: str
    base: int
    """The byte offset of the code in the page."""

    def to_byte_offset(self, characters: int) -> int:
        """Return the byte offset in the page of a character index."""
        if self.code.isascii():
            return self.base + characters
        return self.base + len(self.code[:characters].encode("utf-8", "surrogatepass"))

    def to_byte_span(self, characters: tuple[int, int]) -> Span:
        """Return the byte span in the page of a range of characters."""
        return Span(self.to_byte_offset(characters[0]), self.to_byte_offset(characters[1]))


def is_available() -> bool:
    """Return whether JavaScript can be parsed."""
    return _load_library() is not None


@cache
def _load_library() -> ModuleType | None:
    """Return esprima if it is installed in the supported major version, or None; cached."""
    try:
        import esprima  # takes long, and most pages hold no JavaScript
    except ImportError:
        return None
    # Another library of this name knows no JavaScript from after 2017.
    major = str(getattr(esprima, "version", "")).partition(".")[0]
    return esprima if major == str(_MAJOR) else None


def parse_module(code: str) -> Parsed:
    """Parse a module; empty without the library, or if code is too long or deep. Never raises."""
    library = _load_library()
    if library is None or len(code) > _LONGEST_CODE:
        return Parsed()
    if len(code) > _LONGEST_UNIT and _has_long_token(code):
        return Parsed()
    try:
        statements = tuple(library.parseModule(code, _OPTIONS).body)
    except library.Error as error:
        error.__traceback__ = None  # Avoids a reference cycle with the frames of the library.
        if _TOO_DEEP in error.message:
            return Parsed()
        return Parsed((), _locate_error(code, error.index, error.message), error.message)
    except Exception:  # its own mistake: no verdict
        return Parsed()
    return Parsed(statements, next(filter(None, map(_find_newer_syntax, statements)), None))


def is_empty_code(code: str) -> bool:
    """Return whether code consists of white space and terminated comments only."""
    return not code.strip() or not _COMMENTS.sub("", code).strip()


def _has_long_token(code: str) -> bool:
    """Return whether a regular expression or the text between tags may be too long to parse."""
    return any(
        end - start > _LONGEST_UNIT
        for pattern in (_LONG_REGEX, _LONG_JSX_TEXT)
        for start, end in (unit.span() for unit in pattern.finditer(code))
    )


def _locate_error(code: str, index: int, message: str) -> int:
    """Return the character index at which a user has to look for an error of the library."""
    if _REGEX in message:
        return code.rfind("/", 0, index) + 1
    if _OTHER_TAG in message:
        return max(0, code.rfind("</", 0, index))
    return _find_next_token(code, index, is_unended=_UNENDED in message)


def _find_newer_syntax(statement: Any) -> int | None:
    """Return the index at which an import or export has attributes (`with { … }`), or None."""
    if statement.type not in ("ImportDeclaration", "ExportNamedDeclaration"):
        return None
    attributes = getattr(statement, "attributes", None)
    return int(statement.source.range[1]) if attributes else None


def _find_next_token(code: str, offset: int, *, is_unended: bool) -> int:
    """Return the character index of the token at or after an offset.

    If the text `is_unended`, that is the comment or template that extends beyond its end.
    """
    if is_unended and offset >= len(code.rstrip()):
        for unit in _UNITS.finditer(code):
            if unit["unended"]:
                return unit.start()
    between = _BETWEEN.match(code, max(0, min(offset, len(code))))
    return between.end() if between else offset

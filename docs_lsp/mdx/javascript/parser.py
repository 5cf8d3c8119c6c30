"""The parser of JavaScript, and what it says of one text."""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from docs_lsp.mdx.javascript.tokens import next_token

_MAJOR = 5
_OPTIONS = {"jsx": True, "range": True, "positionEncoding": "scalar"}
_TOO_DEEP = "resource limit"
"""What the parser says of code that is nested deeper than it can follow."""
_UNENDED = "Unexpected token ILLEGAL"
"""What it says of a string, a template, a comment or a character that is no JavaScript."""
_OTHER_TAG = "Expected corresponding JSX closing tag"
"""What it says behind a closing tag of another name than the open one."""
_LONG_REGEX = re.compile(r"/(?:[^/\n\\]|\\.)*+")
_LONG_JSX_TEXT = re.compile(r"[>}][^<>{}]*+")
_LONGEST_UNIT = 65_536
"""How many characters one of these may have, which the parser puts together sign by sign, in a
time that grows faster than they do."""
_LONGEST_CODE = 192 << 10
"""How many characters are read as one text; the parser takes some 8 microseconds for each, and
nobody writes so many by hand."""
_REGEX = "Invalid regular expression: missing /"


class Parsed(NamedTuple):
    """What became of one text. Both are empty where the parser cannot tell."""

    statements: tuple[Any, ...] = ()
    """Nodes of ESTree; ranges count characters."""
    fault: int | None = None
    """Where the text stops being JavaScript, in characters; its length where it ends too soon."""
    message: str = ""
    """What the library says of the fault."""


def available() -> bool:
    """Whether JavaScript can be judged."""
    return _library() is not None


@cache
def _library() -> ModuleType | None:
    try:
        import esprima  # takes long, and most pages hold no JavaScript
    except ImportError:
        return None
    # Another library of this name knows no JavaScript from after 2017.
    major = str(getattr(esprima, "version", "")).partition(".")[0]
    return esprima if major == str(_MAJOR) else None


def parse(code: str) -> Parsed:
    """Parse a module. Never raises, and takes time in proportion to its length."""
    library = _library()
    if library is None or len(code) > _LONGEST_CODE:
        return Parsed()
    if len(code) > _LONGEST_UNIT and _holds_long_unit(code):
        return Parsed()
    try:
        statements = tuple(library.parseModule(code, _OPTIONS).body)
    except library.Error as error:
        error.__traceback__ = None  # The library's calls hold it, and it would hold them.
        if _TOO_DEEP in error.message:
            return Parsed()
        return Parsed((), _place(code, error.index, error.message), error.message)
    except Exception:  # its own mistake: no verdict
        return Parsed()
    return Parsed(
        statements, next((_newer(statement) for statement in statements if _newer(statement)), None)
    )


def _holds_long_unit(code: str) -> bool:
    """Whether there may be a regular expression, or a text between tags, that is too long."""
    return any(
        end - start > _LONGEST_UNIT
        for pattern in (_LONG_REGEX, _LONG_JSX_TEXT)
        for start, end in (unit.span() for unit in pattern.finditer(code))
    )


def _place(code: str, index: int, message: str) -> int:
    if _REGEX in message:
        return code.rfind("/", 0, index) + 1
    if _OTHER_TAG in message:
        return max(0, code.rfind("</", 0, index))
    return next_token(code, index, unended=_UNENDED in message)


def _newer(statement: Any) -> int | None:
    """Where a statement uses what came after ECMAScript 2024: `import … with { … }`."""
    if statement.type not in ("ImportDeclaration", "ExportNamedDeclaration"):
        return None
    attributes = getattr(statement, "attributes", None)
    return int(statement.source.range[1]) if attributes else None

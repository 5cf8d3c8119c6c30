"""Finds what is wrong in a block of imports and exports, in a user's terms."""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.javascript.module_code import ModuleCode, parse_module_code
from docs_lsp.mdx.javascript.rough_names import find_plain_imports_end
from docs_lsp.mdx.syntax import FaultKind

_PROSE = compile_lazily(
    r"(?:import|export) +(?!default\b|const\b|let\b|var\b|async\b)[\w'\u2019-]+[ ,.:]+\w"
)
_CODE = compile_lazily(r"[{}=*\"`]|\bfrom\b|'[./]")
_REPEATED = compile_lazily(
    r"Line \d+: (?:Identifier '(?P<name>[^']+)' has already been declared"
    r"|Duplicate export '(?P<export>[^']+)')"
)
_WORD = compile_lazily(r"[\w$]+|\S")
_DECLARATIONS = {"VariableDeclaration", "FunctionDeclaration", "ClassDeclaration"}


class ModuleFault(NamedTuple):
    """A fault of a block and the place where the block then ends, in characters."""

    kind: FaultKind
    range: tuple[int, int]
    detail: str = ""
    resume: int | None = None
    """The beginning of the text that follows an import without a blank line."""


def find_module_fault(text: str, start: int, parsed: ModuleCode) -> ModuleFault | None:
    """Return the fault of the block that begins at `start`, or None."""
    other = parsed.other
    if parsed.fault is not None:
        at = parsed.fault
    elif other is not None:
        at = other.start
    else:
        return None
    repeated = _REPEATED.match(parsed.message)
    if repeated:
        name = repeated["name"] or repeated["export"]
        return ModuleFault(
            FaultKind.DECLARED_TWICE, _find_second_declaration(text, start, at, name), name
        )
    if at >= len(text.rstrip()):
        # What is never closed begins below the imports that are whole.
        line = find_plain_imports_end(text, start)
        if start < line < len(text):
            return ModuleFault(FaultKind.MODULE_TEXT, _find_word(text, line), resume=line)
        return ModuleFault(FaultKind.MODULE, _find_word(text, start))
    if other is not None and other.kind in _DECLARATIONS:
        word = _find_word(text, at)
        return ModuleFault(FaultKind.MODULE, word, text[slice(*word)])
    return _find_text_fault(text, start, at) or ModuleFault(FaultKind.MODULE, _find_word(text, at))


def _find_text_fault(text: str, start: int, at: int) -> ModuleFault | None:
    """Return the fault of text that follows an import directly or begins like one, or None."""
    line = text.rfind("\n", start, at) + 1
    if line > start:
        before = parse_module_code(text[:line])
        if before.fault is None and before.other is None:
            return ModuleFault(FaultKind.MODULE_TEXT, _find_word(text, line), resume=line)
    first = text[start:].partition("\n")[0]
    if _PROSE.match(first) and not _CODE.search(first):
        return ModuleFault(FaultKind.MODULE_TEXT, _find_word(text, start))
    return None


def _find_word(text: str, at: int) -> tuple[int, int]:
    """Return the range of the next word or sign from an index on, or of the rest of the text."""
    match = _WORD.search(text, at)
    return match.span() if match else (at, len(text))


def _find_second_declaration(text: str, start: int, at: int, name: str) -> tuple[int, int]:
    """Return the range where a name is declared again, from `start` at the earliest."""
    match = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])").search(text, max(start, at))
    return match.span() if match else _find_word(text, max(start, at))

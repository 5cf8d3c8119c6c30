"""Reads one block of imports and exports: its end, its names and its fault."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.javascript.code_places import CodePlaces
from docs_lsp.mdx.javascript.module_code import (
    ModuleCode,
    parse_module_code,
    shift_exports,
    shift_imports,
)
from docs_lsp.mdx.javascript.module_faults import find_module_fault
from docs_lsp.mdx.javascript.parser import is_available
from docs_lsp.mdx.javascript.rough_names import match_exports, match_imports, match_plain_imports
from docs_lsp.mdx.syntax import MdxExport, MdxFault, MdxImport

_BLANK = compile_lazily(r"(?:\r\n|\n|\r)(?=[ \t]*(?:\r|\n|\Z))|\Z")
_SIGNS = compile_lazily(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*(?:`|\Z)"
    r"|[\[\](){}]|\n[ \t]*(?=\n|\r|\Z)",
    re.DOTALL,
)
_NAME = compile_lazily(r"[\w$]+")
_MOST_TRIES = 24
_MOST_PARSED = 60_000
"""The number of characters parsed in all to find the end of a block."""


class ModuleBlock(NamedTuple):
    """The imports, exports and fault of a block, with byte offsets in the page."""

    end: int
    """The end of its last line, before the line break; what follows is text."""
    imports: tuple[MdxImport, ...] = ()
    exports: tuple[MdxExport, ...] = ()
    fault: MdxFault | None = None


def read_module_block(code: str, base: int, imported: Collection[str] = ()) -> ModuleBlock:
    """Read the block of imports and exports at the beginning of `code`. Never raises.

    `code` extends to the end of the page, `base` is its byte offset in the page, and `imported` are
    names imported by earlier blocks, which must not be declared again.
    """
    first = next(_iter_block_ends(code, 0), len(code))
    plain = match_plain_imports(code[:first], base, imported)
    if plain is not None:
        return ModuleBlock(CodePlaces(code[:first], base).to_byte_offset(first), plain)
    if not is_available():
        text = code[: _guess_block_end(code, 0)]
        end = CodePlaces(text, base).to_byte_offset(len(text))
        return ModuleBlock(end, match_imports(text, base), match_exports(text, base))
    # A `var` declares the names imported earlier, as the service's parser does.
    names = dict.fromkeys(_NAME.findall(code, 0, _find_farthest_end(code))) if imported else ()
    again = [name for name in names if name in imported]
    known = f"var {','.join(again)}\n" if again else ""
    return _parse_block(known + code, len(known), base - len(known.encode()))


def _parse_block(text: str, start: int, base: int) -> ModuleBlock:
    """Parse the block that begins at `start`; the code before it declares names."""
    end, parsed = _find_block_end(text, start)
    text = text[:end]
    places = CodePlaces(text, base)
    wrong = find_module_fault(text, start, parsed)
    if wrong is None:
        imports, exports = shift_imports(parsed.imports, base), shift_exports(parsed.exports, base)
        return ModuleBlock(places.to_byte_offset(end), imports, exports)
    stop = end if wrong.resume is None else wrong.resume - 1
    rest, at = text[start:stop], places.to_byte_offset(start)
    fault = MdxFault(wrong.kind, places.to_byte_span(wrong.range), detail=wrong.detail)
    return ModuleBlock(
        places.to_byte_offset(stop), match_imports(rest, at), match_exports(rest, at), fault
    )


def _find_block_end(text: str, start: int) -> tuple[int, ModuleCode]:
    """Return the end of the block that begins at `start`, and the parsed code up to there.

    The block ends at the first blank line before which everything is JavaScript, or before which it
    is wrong however it continues: two ends have the same fault.
    """
    likely = _guess_block_end(text, start)
    parsed = parse_module_code(text[:likely])
    if parsed.fault is None:
        return likely, parsed
    before = None
    left = _MOST_PARSED
    for end in islice(_iter_block_ends(text, start), _MOST_TRIES):
        left -= end
        here = parse_module_code(text[:end]) if end != likely else parsed
        if here.fault is None:
            return end, here
        if before is not None and before[1].fault == here.fault and here.fault < before[0]:
            return before
        before = end, here
        if left < 0:
            break
    return before or (likely, parsed)


def _find_farthest_end(text: str) -> int:
    """Return the last of the offsets that are tried as the end of a text's first block."""
    return max((_guess_block_end(text, 0), *islice(_iter_block_ends(text, 0), _MOST_TRIES)))


def _iter_block_ends(text: str, start: int) -> Iterator[int]:
    """Yield the ends of the lines before blank lines, and the end of the text."""
    return (match.start() for match in _BLANK.finditer(text, start))


def _guess_block_end(text: str, start: int) -> int:
    """Return the end of the first line before a blank line at which no bracket is open."""
    depth = 0
    for match in _SIGNS.finditer(text, start):
        sign = match[0]
        if sign[0] == "\n":
            if depth <= 0:
                return match.start()
        elif len(sign) == 1:
            depth += 1 if sign in "([{" else -1 if sign in ")]}" else 0
    return len(text) if depth <= 0 else next(_iter_block_ends(text, start), len(text))

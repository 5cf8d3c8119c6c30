"""Reads the imports and exports of a page, block by block: their ends, names and faults."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.characters import decode_code
from docs_lsp.mdx.javascript.module_code import (
    ModuleCode,
    parse_module_code,
    shift_exports,
    shift_imports,
)
from docs_lsp.mdx.javascript.module_patterns import (
    find_plain_imports_end,
    match_exports,
    match_imports,
    match_plain_imports,
)
from docs_lsp.mdx.javascript.parser import CodePlaces, is_available
from docs_lsp.mdx.syntax import FaultKind, MdxExport, MdxFault, MdxImport

_FIRST_REACH = 4_000
"""The number of characters searched for the end of a block at first."""
_STATEMENTS = ("import ", "export ")
_MORE = 32
"""The factor by which that number grows until the end is found."""
_BLANK = compile_lazily(r"(?:\r\n|\n|\r)(?=[ \t]*(?:\r|\n|\Z))|\Z")
_NAME = compile_lazily(r"[\w$]+")
_MOST_TRIES = 24
_MOST_PARSED = 60_000
"""The number of characters parsed in all to find the end of a block."""
_PROSE = compile_lazily(
    r"(?:import|export) +(?!default\b|const\b|let\b|var\b|async\b)[\w'\u2019-]+[ ,.:]+\w"
)
_CODE = compile_lazily(r"[{}=*\"`]|\bfrom\b|'[./]")
_WORD = compile_lazily(r"[\w$]+|\S")
_DECLARATIONS = {"VariableDeclaration", "FunctionDeclaration", "ClassDeclaration"}
_SIGNS = compile_lazily(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*(?:`|\Z)"
    r"|[\[\](){}]|\n[ \t]*(?=\n|\r|\Z)",
    re.DOTALL,
)
_REPEATED = compile_lazily(
    r"Line \d+: (?:Identifier '(?P<name>[^']+)' has already been declared"
    r"|Duplicate export '(?P<export>[^']+)')"
)


class ModuleReader:
    """The imports and exports of the blocks read so far."""

    def __init__(self, text: str) -> None:
        self.imports: list[MdxImport] = []
        self.exports: list[MdxExport] = []
        self._text = text
        self._known: dict[str, None] = {}
        """The names that the blocks import."""

    def read_block(self, start: int, *, has_few_faults: bool = True) -> tuple[int, MdxFault | None]:
        """Read and add the imports and exports at an offset; return their end, and fault or None.

        On a page with many faults (not `has_few_faults`) long blocks are not searched.
        """
        block = self._find_block(start, has_few_faults)
        end, fault = block.end, block.fault
        if fault and fault.kind is FaultKind.MODULE and self._text.startswith("import", start):
            # Lines below are not part of an import.
            line_end = self._text.find("\n", fault.span.start)
            end = line_end if 0 <= line_end < end else end
        elif fault and fault.kind is FaultKind.MODULE_TEXT and fault.span.start > start:
            # A statement that cannot be parsed is not text; it begins the next block.
            is_code = self._text.startswith(_STATEMENTS, fault.span.start)
            fault = None if is_code else fault._replace(related=Span(start, end))
        self._add_block(block, end)
        return end, fault

    def _add_block(self, block: ModuleBlock, end: int) -> None:
        """Add the imports that end, and the exports that begin, before an offset."""
        imports = [mdx_import for mdx_import in block.imports if mdx_import.span.end <= end]
        self.imports += imports
        self.exports += [export for export in block.exports if export.span.start <= end]
        self._known |= dict.fromkeys(
            name.local for mdx_import in imports for name in mdx_import.names
        )

    def _find_block(self, start: int, has_few_faults: bool) -> ModuleBlock:
        """Return the block at an offset, reading further until its end is certain."""
        reach = _FIRST_REACH
        while True:
            stop = start + reach
            block = read_module_block(decode_code(self._text[start:stop]), start, self._known)
            is_last = stop >= len(self._text) or not has_few_faults
            if is_last or (block.fault is None and block.end < stop - 1):
                return block
            reach *= _MORE


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
    wrong = _find_fault(places, start, parsed)
    if wrong is None:
        imports, exports = shift_imports(parsed.imports, base), shift_exports(parsed.exports, base)
        return ModuleBlock(places.to_byte_offset(end), imports, exports)
    fault, end = wrong
    code, at = text[start:end], places.to_byte_offset(start)
    return ModuleBlock(
        places.to_byte_offset(end), match_imports(code, at), match_exports(code, at), fault
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


def _find_fault(places: CodePlaces, start: int, parsed: ModuleCode) -> tuple[MdxFault, int] | None:
    """Return the fault of the block that begins at `start`, and the index of its end, or None."""
    text, at = places.code, parsed.other_start if parsed.fault is None else parsed.fault
    if at is None:
        return None
    repeated = _REPEATED.match(parsed.message)
    if repeated:
        name = repeated["name"] or repeated["export"]
        again = _find_second_declaration(text, start, at, name)
        return _build_fault(places, FaultKind.DECLARED_TWICE, again, name), len(text)
    if at >= len(text.rstrip()):
        # What is never closed begins below the imports that are whole.
        line = find_plain_imports_end(text, start)
        if start < line < len(text):
            return _build_text_fault(places, line), line - 1
        return _build_fault(places, FaultKind.MODULE, _find_word(text, start)), len(text)
    word = _find_word(text, at)
    if parsed.other_type in _DECLARATIONS:
        return _build_fault(places, FaultKind.MODULE, word, text[slice(*word)]), len(text)
    as_text = _find_text_fault(places, start, at)
    return as_text or (_build_fault(places, FaultKind.MODULE, word), len(text))


def _find_text_fault(places: CodePlaces, start: int, at: int) -> tuple[MdxFault, int] | None:
    """Return the fault of text below an import or that begins like one, and the end, or None."""
    text = places.code
    line = text.rfind("\n", start, at) + 1
    if line > start:
        before = parse_module_code(text[:line])
        if before.fault is None and before.other_start is None:
            return _build_text_fault(places, line), line - 1
    first = text[start:].partition("\n")[0]
    if _PROSE.match(first) and not _CODE.search(first):
        return _build_text_fault(places, start), len(text)
    return None


def _build_text_fault(places: CodePlaces, at: int) -> MdxFault:
    return _build_fault(places, FaultKind.MODULE_TEXT, _find_word(places.code, at))


def _build_fault(
    places: CodePlaces, kind: FaultKind, characters: tuple[int, int], detail: str = ""
) -> MdxFault:
    return MdxFault(kind, places.to_byte_span(characters), detail=detail)


def _find_word(text: str, at: int) -> tuple[int, int]:
    """Return the range of the next word or sign from an index on, or of the rest of the text."""
    match = _WORD.search(text, at)
    return match.span() if match else (at, len(text))


def _find_second_declaration(text: str, start: int, at: int, name: str) -> tuple[int, int]:
    """Return the range where a name is declared again, from `start` at the earliest."""
    match = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])").search(text, max(start, at))
    return match.span() if match else _find_word(text, max(start, at))

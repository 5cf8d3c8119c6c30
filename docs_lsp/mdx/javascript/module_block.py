"""One block of imports and exports: where it ends, what it makes known, and what is wrong in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.javascript.code_places import CodePlaces
from docs_lsp.mdx.javascript.module_faults import fault_of
from docs_lsp.mdx.javascript.module_names import exports_of, imports_of
from docs_lsp.mdx.javascript.parser import Parsed, available, parse
from docs_lsp.mdx.javascript.rough_names import plain_imports, rough_exports, rough_imports
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
"""How many characters in all are parsed to find the end of one block."""


class ModuleBlock(NamedTuple):
    """What one block of imports and exports says. Offsets are bytes of the page."""

    end: int
    """Behind its last line, without the line break; what follows is read as text."""
    imports: tuple[MdxImport, ...] = ()
    exports: tuple[MdxExport, ...] = ()
    fault: MdxFault | None = None


def read_module(code: str, base: int, imported: Collection[str] = ()) -> ModuleBlock:
    """The block at the beginning of `code`, which goes on to the end of the page.

    `base` is the offset of `code` in the page. `imported` holds the names that blocks before it
    import: none of them may be declared again. Never raises.
    """
    first = next(_find_line_ends(code, 0), len(code))
    plain = plain_imports(code[:first], base, imported)
    if plain is not None:
        return ModuleBlock(CodePlaces(code[:first], base).offset(first), plain)
    if not available():
        text = code[: _guess_end(code, 0)]
        end = CodePlaces(text, base).offset(len(text))
        return ModuleBlock(end, rough_imports(text, base), rough_exports(text, base))
    # A `var` keeps what is imported known, as the service's parser does.
    names = dict.fromkeys(_NAME.findall(code)) if imported else ()
    again = [name for name in names if name in imported]
    known = f"var {','.join(again)}\n" if again else ""
    return _read_block(known + code, len(known), base - len(known.encode()))


def _read_block(text: str, start: int, base: int) -> ModuleBlock:
    """The block that begins at `start`, where what stands before it declares names."""
    end, parsed = _find_end(text, start)
    statements = parsed.statements[start > 0 :]
    text = text[:end]
    places = CodePlaces(text, base)
    wrong = fault_of(text, start, parsed._replace(statements=statements))
    if wrong is None:
        imports, exports = imports_of(statements, places), exports_of(statements, places)
        return ModuleBlock(places.offset(end), imports, exports)
    stop = end if wrong.resume is None else wrong.resume - 1
    rest, at = text[start:stop], places.offset(start)
    fault = MdxFault(wrong.kind, places.span(wrong.range), detail=wrong.detail)
    return ModuleBlock(places.offset(stop), rough_imports(rest, at), rough_exports(rest, at), fault)


def _find_end(text: str, start: int) -> tuple[int, Parsed]:
    """Where a block ends that begins at `start`, and what is parsed up to there.

    At the first blank line before which all is JavaScript, or before which it is wrong however it
    goes on: the same place is wrong up to two blank lines.
    """
    likely = _guess_end(text, start)
    parsed = parse(text[:likely])
    if parsed.fault is None:
        return likely, parsed
    before = None
    left = _MOST_PARSED
    for end in islice(_find_line_ends(text, start), _MOST_TRIES):
        left -= end
        here = parse(text[:end]) if end != likely else parsed
        if here.fault is None:
            return end, here
        if before is not None and before[1].fault == here.fault and here.fault < before[0]:
            return before
        before = end, here
        if left < 0:
            break
    return before or (likely, parsed)


def _find_line_ends(text: str, start: int) -> Iterator[int]:
    """The ends of the lines that a blank one follows, and of the text."""
    return (match.start() for match in _BLANK.finditer(text, start))


def _guess_end(text: str, start: int) -> int:
    """The end of the first line that a blank one follows where no bracket is open."""
    depth = 0
    for match in _SIGNS.finditer(text, start):
        sign = match[0]
        if sign[0] == "\n":
            if depth <= 0:
                return match.start()
        elif len(sign) == 1:
            depth += 1 if sign in "([{" else -1 if sign in ")]}" else 0
    return len(text) if depth <= 0 else next(_find_line_ends(text, start), len(text))

"""Reads the imports and exports of a page, block by block."""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.mdx.characters import decode_code
from docs_lsp.mdx.javascript.module_block import ModuleBlock, read_module_block
from docs_lsp.mdx.syntax import FaultKind, MdxExport, MdxFault, MdxImport

_FIRST_REACH = 4_000
"""The number of characters searched for the end of a block at first."""
_STATEMENTS = ("import ", "export ")
_MORE = 32
"""The factor by which that number grows until the end is found."""


class ModuleReader:
    """The imports and exports of the blocks read so far."""

    def __init__(self, text: str) -> None:
        self.imports: list[MdxImport] = []
        self.exports: list[MdxExport] = []
        self._text = text
        self._known: dict[str, None] = {}
        """The names that the blocks import."""

    def read_block(self, start: int, *, is_calm: bool = True) -> tuple[int, MdxFault | None]:
        """Read a block of imports and exports at an offset; return its end and its fault, or None.

        On a page with many faults (not `is_calm`) long blocks are not searched.
        """
        block = self._find_block(start, is_calm)
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
        """Add the imports and exports that begin before an offset."""
        imports = [mdx_import for mdx_import in block.imports if mdx_import.span.end <= end]
        self.imports += imports
        self.exports += [export for export in block.exports if export.span.start <= end]
        self._known |= dict.fromkeys(
            name.local for mdx_import in imports for name in mdx_import.names
        )

    def _find_block(self, start: int, is_calm: bool) -> ModuleBlock:
        """Return the block at an offset, reading further until its end is certain."""
        reach = _FIRST_REACH
        while True:
            stop = start + reach
            block = read_module_block(decode_code(self._text[start:stop]), start, self._known)
            is_last = stop >= len(self._text) or not is_calm
            if is_last or (block.fault is None and block.end < stop - 1):
                return block
            reach *= _MORE

"""Reads a file of components (`.jsx`): its imports, exports and first fault.

TypeScript (`.tsx`) is not checked, since the parser does not support it; its exports are found by
patterns.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.mdx.characters import decode_code
from docs_lsp.mdx.javascript.module_code import collect_exports, collect_imports
from docs_lsp.mdx.javascript.module_patterns import match_exports, match_imports
from docs_lsp.mdx.javascript.parser import CodePlaces, is_available, parse_module
from docs_lsp.mdx.syntax import FaultKind, MdxExport, MdxFault, MdxImport

ENDS_TOO_SOON = "end"
"""The detail of a fault at the end of the file, where code is missing."""


class JsxFile(NamedTuple):
    """The imports, exports and fault of a file of components, with byte offsets."""

    imports: tuple[MdxImport, ...] = ()
    exports: tuple[MdxExport, ...] = ()
    fault: MdxFault | None = None
    is_exact: bool = False
    """Whether the exports are complete; otherwise they are those that can be recognized."""


def parse_jsx_file(data: bytes, typescript: bool = False) -> JsxFile:
    """Parse a component file; TypeScript, and code that is not valid, is matched by patterns."""
    code = decode_code(data.decode("latin-1"))
    if code.startswith("\ufeff"):
        return _read_code(code[1:], len("\ufeff".encode()), typescript)
    return _read_code(code, 0, typescript)


def _read_code(code: str, base: int, typescript: bool) -> JsxFile:
    """Read the text of a component file, which begins at the byte offset `base`."""
    if typescript or not is_available():
        return JsxFile(match_imports(code, base), match_exports(code, base))
    parsed = parse_module(code)
    places = CodePlaces(code, base)
    # Syntax that is too new for the parser of pages may be accepted in separate files.
    if parsed.fault is not None and not parsed.statements:
        last = max(0, len(code.rstrip()) - 1)
        at = min(parsed.fault, last)
        detail = ENDS_TOO_SOON if parsed.fault > last else ""
        fault = MdxFault(FaultKind.MODULE, places.to_byte_span((at, at + 1)), detail=detail)
        return JsxFile(match_imports(code, base), match_exports(code, base), fault)
    statements = parsed.statements
    exact = bool(statements) and all(
        statement.type != "ExportAllDeclaration" for statement in statements
    )
    imports, exports = collect_imports(statements, places), collect_exports(statements, places)
    return JsxFile(imports, exports, None, is_exact=exact)

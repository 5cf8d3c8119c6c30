"""Reads a file of components (`.jsx`): its imports, exports and first fault.

TypeScript (`.tsx`) is not checked, since the parser does not support it; its exports are found by
patterns.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.mdx.characters import code_in
from docs_lsp.mdx.javascript.code_places import CodePlaces
from docs_lsp.mdx.javascript.module_names import exports_of, imports_of
from docs_lsp.mdx.javascript.parser import available, parse
from docs_lsp.mdx.javascript.rough_names import rough_exports, rough_imports
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


def read_jsx(data: bytes, typescript: bool = False) -> JsxFile:
    """Parse a file of components. Never raises."""
    code = code_in(data.decode("latin-1"))
    if code.startswith("\ufeff"):
        return _read_code(code[1:], len("\ufeff".encode()), typescript)
    return _read_code(code, 0, typescript)


def _read_code(code: str, base: int, typescript: bool) -> JsxFile:
    if typescript or not available():
        return JsxFile(rough_imports(code, base), rough_exports(code, base))
    parsed = parse(code)
    places = CodePlaces(code, base)
    # Syntax that is too new for the parser of pages may be accepted in separate files.
    if parsed.fault is not None and not parsed.statements:
        last = max(0, len(code.rstrip()) - 1)
        at = min(parsed.fault, last)
        detail = ENDS_TOO_SOON if parsed.fault > last else ""
        fault = MdxFault(FaultKind.MODULE, places.span((at, at + 1)), detail=detail)
        return JsxFile(rough_imports(code, base), rough_exports(code, base), fault)
    statements = parsed.statements
    exact = bool(statements) and all(
        statement.type != "ExportAllDeclaration" for statement in statements
    )
    imports, exports = imports_of(statements, places), exports_of(statements, places)
    return JsxFile(imports, exports, None, is_exact=exact)

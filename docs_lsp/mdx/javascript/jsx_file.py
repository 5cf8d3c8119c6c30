"""A file of components, `.jsx`: what it exports, and what is wrong in it.

TypeScript (`.tsx`) is not judged: the parser does not know it. Its exports are read as they look.
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
"""The detail of a fault that only the end of the file shows."""


class JsxFile(NamedTuple):
    """What a file of components says. Offsets are bytes of the file."""

    imports: tuple[MdxImport, ...] = ()
    exports: tuple[MdxExport, ...] = ()
    fault: MdxFault | None = None
    is_exact: bool = False
    """Whether the exports are all there are; else they are those that can be seen."""


def read_jsx(data: bytes, typescript: bool = False) -> JsxFile:
    """Read a file of components. Never raises."""
    code = code_in(data.decode("latin-1"))
    if code.startswith("\ufeff"):
        return _read_code(code[1:], len("\ufeff".encode()), typescript)
    return _read_code(code, 0, typescript)


def _read_code(code: str, base: int, typescript: bool) -> JsxFile:
    if typescript or not available():
        return JsxFile(rough_imports(code, base), rough_exports(code, base))
    parsed = parse(code)
    places = CodePlaces(code, base)
    # What is only newer than the parser of pages may well be read in files of their own.
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

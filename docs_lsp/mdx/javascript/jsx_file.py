"""A file of components, `.jsx`: what it exports, and what is wrong in it.

TypeScript (`.tsx`) is not judged: the parser does not know it. Its exports are read as they look.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.mdx.javascript.code_places import CodePlaces
from docs_lsp.mdx.javascript.module_names import exports_of, imports_of
from docs_lsp.mdx.javascript.parser import available, parse
from docs_lsp.mdx.javascript.rough_names import rough_exports, rough_imports
from docs_lsp.mdx.syntax import FaultKind, MdxExport, MdxFault, MdxImport


class JsxFile(NamedTuple):
    """What a file of components says. Offsets are bytes of the file."""

    imports: tuple[MdxImport, ...] = ()
    exports: tuple[MdxExport, ...] = ()
    fault: MdxFault | None = None
    is_exact: bool = False
    """Whether the exports are all there are; else they are those that can be seen."""


def read_jsx(data: bytes, typescript: bool = False) -> JsxFile:
    """Read a file of components. Never raises."""
    code = data.decode("utf-8", "replace")
    if code.startswith("\ufeff"):
        return _at(code[1:], len("\ufeff".encode()), typescript)
    return _at(code, 0, typescript)


def _at(code: str, base: int, typescript: bool) -> JsxFile:
    if typescript or not available():
        return JsxFile(rough_imports(code, base), rough_exports(code, base))
    parsed = parse(code)
    places = CodePlaces(code, base)
    if parsed.fault is not None:
        after = min(parsed.fault + 1, len(code))
        fault = MdxFault(FaultKind.MODULE, places.span((parsed.fault, after)))
        return JsxFile(rough_imports(code, base), rough_exports(code, base), fault)
    statements = parsed.statements
    exact = all(one.type != "ExportAllDeclaration" for one in statements) and bool(statements)
    imports, exports = imports_of(statements, places), exports_of(statements, places)
    return JsxFile(imports, exports, None, is_exact=exact or not code.strip())

"""Parses the code of a block of imports and exports, and caches what it says.

A page is parsed after each edit, and nearly all of its blocks are as they were.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.recent_texts import cache_recent_texts
from docs_lsp.mdx.javascript.code_places import CodePlaces
from docs_lsp.mdx.javascript.module_names import collect_exports, collect_imports
from docs_lsp.mdx.javascript.parser import parse_module
from docs_lsp.mdx.syntax import MdxExport, MdxImport

_MOST_CACHED = 1 << 20
"""The number of characters, several times those of a page."""


class OtherStatement(NamedTuple):
    """A statement that is neither an import nor an export."""

    kind: str
    """The type of its node in ESTree."""
    start: int
    """The character index in the code."""


class ModuleCode(NamedTuple):
    """The statements of a module, without its first one if that is a `var`."""

    imports: tuple[MdxImport, ...] = ()
    """With byte offsets in the code."""
    exports: tuple[MdxExport, ...] = ()
    """With byte offsets in the code."""
    other: OtherStatement | None = None
    """The first statement that does not belong into a block of a page."""
    fault: int | None = None
    """The character index at which it is not JavaScript, or None."""
    message: str = ""
    """The message of the library about that."""


@cache_recent_texts(_MOST_CACHED)
def parse_module_code(code: str) -> ModuleCode:
    """Parse the code of a block; a `var` before it declares names that are imported above.

    Never raises; takes time in proportion to the length.
    """
    parsed = parse_module(code)
    is_after_var = bool(parsed.statements) and parsed.statements[0].type == "VariableDeclaration"
    statements = parsed.statements[1:] if is_after_var else parsed.statements
    places = CodePlaces(code, 0)
    other = next(
        (
            OtherStatement(statement.type, statement.range[0])
            for statement in statements
            if not statement.type.startswith(("Import", "Export"))
        ),
        None,
    )
    imports, exports = collect_imports(statements, places), collect_exports(statements, places)
    return ModuleCode(imports, exports, other, parsed.fault, parsed.message)


def shift_imports(imports: tuple[MdxImport, ...], by: int) -> tuple[MdxImport, ...]:
    """Return imports moved by some bytes."""
    return tuple(
        MdxImport(
            each.span.shift(by),
            each.source,
            each.source_span.shift(by),
            tuple(name._replace(span=name.span.shift(by)) for name in each.names),
        )
        for each in imports
    )


def shift_exports(exports: tuple[MdxExport, ...], by: int) -> tuple[MdxExport, ...]:
    """Return exports moved by some bytes."""
    return tuple(
        MdxExport(
            each.span.shift(by),
            tuple(name._replace(span=name.span.shift(by)) for name in each.names),
        )
        for each in exports
    )

"""Parses a block of imports and exports, and collects their names from the nodes of ESTree.

A page is parsed after each edit, and nearly all of its blocks are as they were, so that results are
cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from docs_lsp.core.recent_texts import cache_recent_texts
from docs_lsp.mdx.javascript.name_uses import iter_bound_identifiers
from docs_lsp.mdx.javascript.parser import CodePlaces, parse_module
from docs_lsp.mdx.syntax import ExportedName, ExportKind, ImportedName, MdxExport, MdxImport

_FUNCTIONS = {"ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"}
_MOST_CACHED = 1 << 20
"""The number of characters, several times those of a page."""


class ModuleCode(NamedTuple):
    """The statements of a module, without its first one if that is a `var`."""

    imports: tuple[MdxImport, ...] = ()
    """With byte offsets in the code."""
    exports: tuple[MdxExport, ...] = ()
    """With byte offsets in the code."""
    other_start: int | None = None
    """The character index of the first statement that is neither an import nor an export."""
    other_type: str = ""
    """The type of its node in ESTree."""
    fault: int | None = None
    """The character index at which it is not JavaScript, or None."""
    message: str = ""
    """The message of the library about that."""


@cache_recent_texts(_MOST_CACHED)
def parse_module_code(code: str) -> ModuleCode:
    """Parse a block of imports and exports, ignoring a `var` statement at its beginning.

    Never raises; takes time in proportion to the length.
    """
    parsed = parse_module(code)
    is_after_var = bool(parsed.statements) and parsed.statements[0].type == "VariableDeclaration"
    statements = parsed.statements[1:] if is_after_var else parsed.statements
    places = CodePlaces(code, 0)
    imports, exports = collect_imports(statements, places), collect_exports(statements, places)
    module = ModuleCode(imports, exports, fault=parsed.fault, message=parsed.message)
    for statement in statements:
        if not statement.type.startswith(("Import", "Export")):
            return module._replace(other_start=statement.range[0], other_type=statement.type)
    return module


def collect_imports(statements: tuple[Any, ...], places: CodePlaces) -> tuple[MdxImport, ...]:
    """Return the imports among statements."""
    return tuple(
        _convert_import(statement, places)
        for statement in statements
        if statement.type == "ImportDeclaration"
    )


def collect_exports(statements: tuple[Any, ...], places: CodePlaces) -> tuple[MdxExport, ...]:
    """Return the exports among statements."""
    return tuple(
        MdxExport(
            places.to_byte_span(statement.range), tuple(_iter_exported_names(statement, places))
        )
        for statement in statements
        if statement.type.startswith("Export")
    )


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


def _convert_import(statement: Any, places: CodePlaces) -> MdxImport:
    """Return the import of a statement, with byte spans."""
    start, end = statement.source.range
    names = tuple(
        ImportedName(
            specifier.local.name,
            _get_imported_name(specifier),
            places.to_byte_span(specifier.local.range),
        )
        for specifier in statement.specifiers
    )
    inside = places.to_byte_span((start + 1, end - 1))
    return MdxImport(
        places.to_byte_span(statement.range), str(statement.source.value), inside, names
    )


def _get_imported_name(specifier: Any) -> str:
    """Return the exported name that a specifier imports: `default`, `*` or a name."""
    if specifier.type == "ImportDefaultSpecifier":
        return "default"
    return "*" if specifier.type == "ImportNamespaceSpecifier" else _get_name(specifier.imported)


def _iter_exported_names(statement: Any, places: CodePlaces) -> Iterator[ExportedName]:
    """Yield the names that an export statement defines; none for `export * from`."""
    if statement.type == "ExportDefaultDeclaration":
        start = statement.range[0]
        words = places.code[start : statement.declaration.range[0]].rstrip(" \t\r\n(")
        keyword = places.to_byte_span((start, start + len(words)))
        yield ExportedName("default", keyword, _classify_export(statement.declaration))
    elif statement.type == "ExportAllDeclaration":
        if statement.exported is not None:
            yield _build_exported_name(statement.exported, places)
    elif statement.declaration is None:
        for specifier in statement.specifiers:
            # `export a from 'b'` has no other name, and is not JavaScript yet.
            if specifier.exported is not None:
                yield _build_exported_name(specifier.exported, places)
    else:
        yield from _iter_declared_exports(statement.declaration, places)


def _iter_declared_exports(declaration: Any, places: CodePlaces) -> Iterator[ExportedName]:
    """Yield the names that an exported declaration declares."""
    if declaration.type != "VariableDeclaration":
        yield _build_exported_name(declaration.id, places, _classify_export(declaration))
        return
    for each in declaration.declarations:
        is_name = each.id.type == "Identifier"
        kind = _classify_export(each.init) if is_name else ExportKind.OTHER
        for identifier in iter_bound_identifiers(each.id):
            yield _build_exported_name(identifier, places, kind)


def _build_exported_name(
    node: Any, places: CodePlaces, kind: ExportKind = ExportKind.OTHER
) -> ExportedName:
    return ExportedName(_get_name(node), places.to_byte_span(node.range), kind)


def _get_name(node: Any) -> str:
    """Return the name of an identifier, or of a string in its place."""
    return str(node.name if node.type == "Identifier" else node.value)


def _classify_export(node: Any) -> ExportKind:
    """Return the kind of the value that a declaration or an expression gives a name."""
    if node is None:
        return ExportKind.OTHER
    if node.type in _FUNCTIONS:
        return ExportKind.FUNCTION
    if node.type in ("JSXElement", "JSXFragment"):
        return ExportKind.JSX
    if node.type == "UnaryExpression" and node.operator == "-":
        return _classify_export(node.argument)
    if node.type == "Literal" and getattr(node, "regex", None) is None:
        return ExportKind.LITERAL
    return ExportKind.OTHER

"""Collects the names of imports and exports from ESTree nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docs_lsp.mdx.javascript.code_places import CodePlaces
from docs_lsp.mdx.syntax import (
    ExportedName,
    ExportKind,
    ImportedName,
    MdxExport,
    MdxImport,
)

_FUNCTIONS = {"ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"}


def collect_imports(statements: tuple[Any, ...], places: CodePlaces) -> tuple[MdxImport, ...]:
    """Return the imports among statements."""
    return tuple(
        _build_import(statement, places)
        for statement in statements
        if statement.type == "ImportDeclaration"
    )


def collect_exports(statements: tuple[Any, ...], places: CodePlaces) -> tuple[MdxExport, ...]:
    """Return the exports among statements."""
    return tuple(
        MdxExport(
            places.to_byte_span(statement.range), tuple(_collect_exported_names(statement, places))
        )
        for statement in statements
        if statement.type.startswith("Export")
    )


def _build_import(statement: Any, places: CodePlaces) -> MdxImport:
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


def _get_name(node: Any) -> str:
    """Return the name of an identifier, or of a string in its place."""
    return str(node.name if node.type == "Identifier" else node.value)


def _collect_exported_names(statement: Any, places: CodePlaces) -> Iterator[ExportedName]:
    if statement.type == "ExportDefaultDeclaration":
        start = statement.range[0]
        words = places.code[start : statement.declaration.range[0]].rstrip(" \t\r\n(")
        keyword = places.to_byte_span((start, start + len(words)))
        yield ExportedName("default", keyword, _classify_export(statement.declaration))
    elif statement.type == "ExportAllDeclaration":
        if statement.exported is not None:
            place = places.to_byte_span(statement.exported.range)
            yield ExportedName(_get_name(statement.exported), place, ExportKind.OTHER)
    elif statement.declaration is None:
        # `export a from 'b'` has no other name, and is not JavaScript yet.
        for one in (
            specifier for specifier in statement.specifiers if specifier.exported is not None
        ):
            place = places.to_byte_span(one.exported.range)
            yield ExportedName(_get_name(one.exported), place, ExportKind.OTHER)
    else:
        yield from _collect_declared_names(statement.declaration, places)


def _collect_declared_names(declaration: Any, places: CodePlaces) -> Iterator[ExportedName]:
    if declaration.type != "VariableDeclaration":
        yield ExportedName(
            declaration.id.name,
            places.to_byte_span(declaration.id.range),
            _classify_export(declaration),
        )
        return
    for one in declaration.declarations:
        if one.id.type == "Identifier":
            yield ExportedName(
                one.id.name, places.to_byte_span(one.id.range), _classify_export(one.init)
            )
        else:
            for name in _iter_bound_identifiers(one.id):
                yield ExportedName(name.name, places.to_byte_span(name.range), ExportKind.OTHER)


def _iter_bound_identifiers(pattern: Any) -> Iterator[Any]:
    """Yield the identifiers that a pattern such as `{ a, b: [c], ...d }` binds."""
    if pattern is None:
        return
    if pattern.type == "Identifier":
        yield pattern
    elif pattern.type == "ObjectPattern":
        for one in pattern.properties:
            yield from _iter_bound_identifiers(one.value if one.type == "Property" else one)
    elif pattern.type == "ArrayPattern":
        for one in pattern.elements:
            yield from _iter_bound_identifiers(one)
    elif pattern.type == "AssignmentPattern":
        yield from _iter_bound_identifiers(pattern.left)
    elif pattern.type == "RestElement":
        yield from _iter_bound_identifiers(pattern.argument)


def _classify_export(node: Any) -> ExportKind:
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

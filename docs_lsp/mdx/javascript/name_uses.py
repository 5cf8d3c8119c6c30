"""Finds uses of the names that a page or a file of components defines.

A name that a function or block declares again is a different name within it. Properties after a dot
and the keys of objects are not names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from docs_lsp.core.recent_texts import cache_recent_texts
from docs_lsp.mdx.javascript.parser import is_empty_code, parse_module

_BEFORE, _AFTER = "<a b={", "}/>"
_SPREAD = "<a {"
_FUNCTIONS = frozenset(("ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"))
_LOOPS = frozenset(("ForStatement", "ForInStatement", "ForOfStatement"))
_SKIPPED = frozenset(("type", "range", "loc", "parent"))
_DEEPEST = 200
_MOST_CACHED = 1 << 19
"""The number of characters of modules: to find one name, all are collected."""


class CodeName(NamedTuple):
    """A use of a name in code."""

    name: str
    start: int
    """The character index in the code."""
    is_key: bool = False
    """Whether it is also the key of an object: `{ name }`."""
    is_tag: bool = False
    is_inner: bool = False
    """Whether enclosing code declares the name again, so that it is a different one."""


def find_names_in_expression(code: str, *, spread: bool = False) -> tuple[CodeName, ...] | None:
    """Return the names that an expression uses, or None if it cannot be parsed."""
    return () if is_empty_code(code) else _find_names_in_braces(code, spread)


@lru_cache(1024)
def _find_names_in_braces(code: str, spread: bool) -> tuple[CodeName, ...] | None:
    """Return the names that code in braces uses, or None if it cannot be parsed."""
    before = _SPREAD if spread else _BEFORE
    parsed = parse_module(f"{before}{code}{_AFTER}")
    if parsed.fault is not None or not parsed.statements:
        return None
    shift = len(before)
    names = (
        name for name in _iter_names(parsed.statements[0], frozenset(), 0) if name.start >= shift
    )
    return tuple(name._replace(start=name.start - shift) for name in names)


@cache_recent_texts(_MOST_CACHED)
def find_names_in_module(code: str) -> tuple[CodeName, ...] | None:
    """Return the names that a module uses, declares and imports, or None if it is not valid."""
    parsed = parse_module(code)
    if parsed.fault is not None or not parsed.statements:
        return () if is_empty_code(code) else None
    return tuple(name for each in parsed.statements for name in _iter_names(each, frozenset(), 0))


def _iter_names(node: Any, hidden: frozenset[str], depth: int) -> Iterator[CodeName]:
    """Yield the names in a node, marking `hidden` ones as inner; very deep code is skipped."""
    if depth > _DEEPEST:
        return
    kind = node.type
    if kind in ("Identifier", "JSXIdentifier"):
        is_tag, is_inner = kind == "JSXIdentifier", node.name in hidden
        yield CodeName(node.name, node.range[0], is_tag=is_tag, is_inner=is_inner)
        return
    if kind == "Property" and node.shorthand:
        for name in _iter_names(node.value, hidden, depth + 1):
            yield name._replace(is_key=name.is_key or name.start == node.key.range[0])
        return
    hidden |= _collect_bound_names(node)
    for child in iter_child_nodes(node):
        yield from _iter_names(child, hidden, depth + 1)


def iter_child_nodes(node: Any) -> Iterator[Any]:
    """Yield the direct child nodes of a node in which names are used."""
    skipped = _list_nameless_fields(node)
    for key, value in vars(node).items():
        if key in _SKIPPED or key in skipped:
            continue
        for child in value if isinstance(value, list | tuple) else (value,):
            if hasattr(child, "type") and hasattr(child, "range"):
                yield child


def _list_nameless_fields(node: Any) -> tuple[str, ...]:
    """Return the fields of a node that hold words but no names."""
    match node.type:
        case "MemberExpression":
            return () if node.computed else ("property",)
        case "JSXMemberExpression":
            return ("property",)
        case "Property" | "MethodDefinition" | "PropertyDefinition":
            return () if node.computed else ("key",)
        case "JSXAttribute":
            return ("name",)
        case "JSXNamespacedName" | "MetaProperty" | "BreakStatement" | "ContinueStatement":
            return ("namespace", "name", "meta", "property", "label")
        case "LabeledStatement":
            return ("label",)
        case "ImportSpecifier":
            return ("imported",)
        case "ExportSpecifier":
            return ("exported",)
    return ()


def _collect_bound_names(node: Any) -> frozenset[str]:
    """Return the names that a node declares for the code within it."""
    kind = node.type
    if kind in _FUNCTIONS:
        return frozenset(name for each in node.params for name in _iter_bound_names(each))
    if kind == "CatchClause" and node.param is not None:
        return frozenset(_iter_bound_names(node.param))
    if kind == "BlockStatement":
        return frozenset(name for each in node.body for name in _iter_declared_names(each))
    if kind in _LOOPS:
        first = getattr(node, "left", None) or getattr(node, "init", None)
        return frozenset(_iter_declared_names(first)) if first is not None else frozenset()
    return frozenset()


def _iter_declared_names(statement: Any) -> Iterator[str]:
    """Yield the names that a declaration declares; none for any other statement."""
    if statement.type == "VariableDeclaration":
        for declaration in statement.declarations:
            yield from _iter_bound_names(declaration.id)
    elif statement.type in ("FunctionDeclaration", "ClassDeclaration") and statement.id:
        yield statement.id.name


def _iter_bound_names(pattern: Any) -> Iterator[str]:
    """Yield the names that a pattern binds."""
    return (identifier.name for identifier in iter_bound_identifiers(pattern))


def iter_bound_identifiers(pattern: Any) -> Iterator[Any]:
    """Yield the identifiers that a pattern such as `{ a, b: [c], ...d }` binds."""
    match pattern.type if pattern is not None else "":
        case "Identifier":
            yield pattern
        case "ObjectPattern":
            for entry in pattern.properties:
                value = entry.value if entry.type == "Property" else entry
                yield from iter_bound_identifiers(value)
        case "ArrayPattern":
            for item in pattern.elements:
                yield from iter_bound_identifiers(item)
        case "AssignmentPattern":
            yield from iter_bound_identifiers(pattern.left)
        case "RestElement":
            yield from iter_bound_identifiers(pattern.argument)

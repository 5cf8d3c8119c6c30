"""Workspace symbols: the pages and endpoints of all sites, found by part of a title or path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nsmallest
from typing import NamedTuple

from docs_lsp.core.text import Encoding
from docs_lsp.features._locations import place_of
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, SymbolKind, range_of
from docs_lsp.site.references.targets import OperationTarget
from docs_lsp.site.search.name_index import Fuzzy, NameIndex, NameMatch

_MOST = 200
_TOP = {"line": 0, "character": 0}


class _Found(NamedTuple):
    """A page or endpoint whose name matches; the first fields define the order."""

    fit: int
    size: int
    name: str
    other: str
    order: int
    view: View
    named: NameMatch


def workspace_symbols(
    views: Iterable[View], query: str, encoding: Encoding, *, is_lazy: bool
) -> list[Json]:
    """Return the answer to `workspace/symbol`, at most 200 symbols, best first.

    Locating an endpoint in its specification takes a while: with `is_lazy`, the client asks for it
    later with `resolve_symbol`.
    """
    symbols = nsmallest(_MOST, _find_symbols(views, Fuzzy(query)))
    return [_symbol(symbol, encoding, is_lazy=is_lazy) for symbol in symbols]


def resolve_symbol(views: Iterable[View], data: Json, encoding: Encoding) -> Json | None:
    """Return the `location` of a symbol with this `data`, or None if it no longer exists."""
    for view in views:
        facts = view.site.facts
        if facts is not None and data.get("root") == str(view.root):
            spec = facts.specs.get(str(data.get("file")))
            method, path = str(data.get("method")), str(data.get("path"))
            operation = spec.find(method, path) if spec else None
            if spec and operation:
                return _location(view, OperationTarget(spec, operation), encoding)
    return None


def _find_symbols(views: Iterable[View], fuzzy: Fuzzy) -> Iterator[_Found]:
    order = 0
    for view in views:
        if view.site.facts is None or not view.site.is_ours:
            continue
        index = view.site.facts.cached(NameIndex, view.site.contents)
        for named in index.find(fuzzy, _MOST):
            order += 1
            fit, name, other, _ = named
            yield _Found(fit, len(name), name, other, order, view, named)


def _symbol(match: _Found, encoding: Encoding, *, is_lazy: bool) -> Json:
    view, (_, name, other, target) = match.view, match.named
    kind = SymbolKind.METHOD if isinstance(target, OperationTarget) else SymbolKind.FILE
    shape: Json = {"name": name, "kind": kind}
    if other:
        shape["containerName"] = other
    if not isinstance(target, OperationTarget):
        shape["location"] = {"uri": view.uri(target.file), "range": {"start": _TOP, "end": _TOP}}
    elif is_lazy:
        shape["location"] = {"uri": view.uri(target.file)}
        shape["data"] = _data(view, target)
    else:
        shape["location"] = _location(view, target, encoding)
    return shape


def _data(view: View, target: OperationTarget) -> Json:
    operation = target.operation
    place = {"method": operation.method, "path": operation.path}
    return {"root": str(view.root), "file": target.file, **place}


def _location(view: View, target: OperationTarget, encoding: Encoding) -> Json | None:
    place = place_of(view, target)
    if place is None:
        return None
    file, span = place
    return {"uri": view.uri(file), "range": range_of(view.text(file), span, encoding)}

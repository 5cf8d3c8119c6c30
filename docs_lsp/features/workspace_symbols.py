"""Workspace symbols: the pages and endpoints of all sites, found by part of a title or path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nsmallest
from typing import NamedTuple

from docs_lsp.core.text import Encoding
from docs_lsp.features._locations import find_target_location
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, SymbolKind, build_range
from docs_lsp.site.specifications.named_operation import SpecOperation
from docs_lsp.site.summaries.name_index import FuzzyQuery, NameIndex, NameMatch

_MOST = 200
_TOP = {"line": 0, "character": 0}


class _SymbolMatch(NamedTuple):
    """A page or endpoint whose name matches; the first fields define the order."""

    fit: int
    size: int
    name: str
    other: str
    order: int
    view: View
    named: NameMatch


def answer_workspace_symbols(
    views: Iterable[View], query: str, encoding: Encoding, *, is_lazy: bool
) -> list[Json]:
    """Return the answer to `workspace/symbol`, at most 200 symbols, best first.

    Locating an endpoint in its specification takes a while: with `is_lazy`, the client asks for it
    later with `resolve_symbol_location`.
    """
    symbols = nsmallest(_MOST, _iter_symbol_matches(views, FuzzyQuery(query)))
    return [_build_symbol(symbol, encoding, is_lazy=is_lazy) for symbol in symbols]


def resolve_symbol_location(views: Iterable[View], data: Json, encoding: Encoding) -> Json | None:
    """Return the `location` of a symbol with this `data`, or None if it no longer exists."""
    for view in views:
        facts = view.site.facts
        if facts is not None and data.get("root") == str(view.root):
            spec = facts.specs.get(str(data.get("file")))
            method, path = str(data.get("method")), str(data.get("path"))
            operation = spec.find_operation(method, path) if spec else None
            if spec and operation:
                return _build_location(view, SpecOperation(spec, operation), encoding)
    return None


def _iter_symbol_matches(views: Iterable[View], fuzzy: FuzzyQuery) -> Iterator[_SymbolMatch]:
    order = 0
    for view in views:
        if view.site.facts is None or not view.site.is_service_site:
            continue
        index = view.site.facts.cached_for_last(NameIndex, view.site.contents)
        for named in index.find_matches(fuzzy, _MOST):
            order += 1
            fit, name, other, _ = named
            yield _SymbolMatch(fit, len(name), name, other, order, view, named)


def _build_symbol(match: _SymbolMatch, encoding: Encoding, *, is_lazy: bool) -> Json:
    view, (_, name, other, target) = match.view, match.named
    kind = SymbolKind.METHOD if isinstance(target, SpecOperation) else SymbolKind.FILE
    shape: Json = {"name": name, "kind": kind}
    if other:
        shape["containerName"] = other
    if not isinstance(target, SpecOperation):
        shape["location"] = {"uri": view.uri(target.file), "range": {"start": _TOP, "end": _TOP}}
    elif is_lazy:
        shape["location"] = {"uri": view.uri(target.file)}
        shape["data"] = _build_resolve_data(view, target)
    else:
        shape["location"] = _build_location(view, target, encoding)
    return shape


def _build_resolve_data(view: View, target: SpecOperation) -> Json:
    operation = target.operation
    place = {"method": operation.method, "path": operation.path}
    return {"root": str(view.root), "file": target.file, **place}


def _build_location(view: View, target: SpecOperation, encoding: Encoding) -> Json | None:
    place = find_target_location(view, target)
    if place is None:
        return None
    file, span = place
    return {"uri": view.uri(file), "range": build_range(view.text(file), span, encoding)}

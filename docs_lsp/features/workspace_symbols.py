"""Workspace symbols: the pages and endpoints of all sites, found by part of a title or path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nsmallest

from docs_lsp.core.text import Encoding
from docs_lsp.features._locations import build_location, find_target_location
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import TOP_RANGE, Json, SymbolKind
from docs_lsp.site.specifications.named_operation import SpecOperation
from docs_lsp.site.summaries.name_index import FuzzyQuery, NameIndex, NameMatch

_MOST = 200


def answer_workspace_symbols(
    views: Iterable[View], query: str, encoding: Encoding, *, is_lazy: bool
) -> list[Json]:
    """Return the answer to `workspace/symbol`, at most 200 symbols, best first.

    Locating an endpoint in its specification takes a while: with `is_lazy`, the client asks for it
    later with `resolve_symbol_location`.
    """
    matches = nsmallest(_MOST, _iter_symbol_matches(views, FuzzyQuery(query)), _match_sort_key)
    return [_build_symbol(view, match, encoding, is_lazy=is_lazy) for view, match in matches]


def resolve_symbol_location(views: Iterable[View], data: Json, encoding: Encoding) -> Json | None:
    """Return the `location` of a symbol with this `data`, or None if it no longer exists."""
    for view in views:
        facts = view.site.facts
        if facts is not None and data.get("root") == str(view.root):
            spec = facts.specs.get(str(data.get("file")))
            method, path = str(data.get("method")), str(data.get("path"))
            operation = spec.find_operation(method, path) if spec else None
            if spec and operation:
                return _locate_operation(view, SpecOperation(spec, operation), encoding)
    return None


def _iter_symbol_matches(
    views: Iterable[View], fuzzy: FuzzyQuery
) -> Iterator[tuple[View, NameMatch]]:
    """Yield up to 200 pages and endpoints per site whose names match, each with its view."""
    for view in views:
        if view.site.facts is not None and view.site.is_service_site:
            index = view.site.facts.cached_for_last(NameIndex, view.site.contents)
            for match in index.find_matches(fuzzy, _MOST):
                yield view, match


def _match_sort_key(named: tuple[View, NameMatch]) -> tuple[int, int, str, str]:
    fit, name, other, _ = named[1]
    return fit, len(name), name, other


def _build_symbol(view: View, match: NameMatch, encoding: Encoding, *, is_lazy: bool) -> Json:
    _, name, other, target = match
    kind = SymbolKind.METHOD if isinstance(target, SpecOperation) else SymbolKind.FILE
    shape: Json = {"name": name, "kind": kind}
    if other:
        shape["containerName"] = other
    if not isinstance(target, SpecOperation):
        shape["location"] = {"uri": view.uri(target.file), "range": TOP_RANGE}
    elif is_lazy:
        shape["location"] = {"uri": view.uri(target.file)}
        shape["data"] = _build_resolve_data(view, target)
    else:
        shape["location"] = _locate_operation(view, target, encoding)
    return shape


def _build_resolve_data(view: View, target: SpecOperation) -> Json:
    operation = target.operation
    place = {"method": operation.method, "path": operation.path}
    return {"root": str(view.root), "file": target.file, **place}


def _locate_operation(view: View, target: SpecOperation, encoding: Encoding) -> Json | None:
    place = find_target_location(view, target)
    return build_location(view, *place, encoding) if place else None

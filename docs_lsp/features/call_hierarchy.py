"""Call hierarchy: who links to a page or lists it, and where it leads.

The items are pages, operations, files, and elements of the navigation. An item's `data` says which
one it is (`about`), beside the document that was asked about, which answers all further requests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._locations import (
    build_resolver,
    find_reference_in_file,
    find_target_location,
    has_page_extension,
)
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, SymbolKind, build_range
from docs_lsp.site.navigation.element import Spot
from docs_lsp.site.navigation.origins import get_title
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.references.docs_references import Reference, Role, iter_object_references
from docs_lsp.site.references.finder import (
    ReferenceFinder,
    ReferenceQuery,
    make_query_for_file,
    make_query_for_operations,
)
from docs_lsp.site.references.page_references import iter_page_references
from docs_lsp.site.references.resolver import ReferenceResolver
from docs_lsp.site.references.targets import FileTarget, PageTarget, Target, WebTarget
from docs_lsp.site.routes.redirect_card import LocatedRedirect
from docs_lsp.site.specifications.named_operation import SpecOperation
from docs_lsp.site.summaries.page_titles import get_page_title

_NAMES = ("label", "name", "source", "href")
"""The keys whose value is the name of an object that is no element, in order."""


class _HierarchyItem(NamedTuple):
    """A page, an operation, a file or an object of docs.json."""

    name: str
    detail: str
    kind: int
    file: str
    span: Span
    about: Json


def answer_call_hierarchy_preparation(
    view: View, file: str, offset: int, encoding: Encoding
) -> list[Json] | None:
    """Return the answer to `textDocument/prepareCallHierarchy`, or None if nothing is there.

    It is about what the string at the offset names, or else about the page or the element there.
    """
    if not view.site.is_service_site:
        return None
    hierarchy = _Hierarchy(view, file, encoding)
    callers = hierarchy.find_items_at(offset)
    return [hierarchy.build_item(caller) for caller in callers] or None


def answer_incoming_calls(view: View, file: str, about: Json, encoding: Encoding) -> list[Json]:
    """Return the answer to `callHierarchy/incomingCalls`: what links to an item or lists it."""
    hierarchy = _Hierarchy(view, file, encoding)
    return [
        {"from": hierarchy.build_item(caller), "fromRanges": hierarchy.build_ranges(file, spans)}
        for caller, file, spans in hierarchy.list_incoming(about)
    ]


def answer_outgoing_calls(view: View, file: str, about: Json, encoding: Encoding) -> list[Json]:
    """Return the answer to `callHierarchy/outgoingCalls`: what an item links to or lists.

    The ranges of `$ref`s in other files than the item itself are left out.
    """
    hierarchy = _Hierarchy(view, file, encoding)
    own = str(about.get("file"))
    return [
        {
            "to": hierarchy.build_item(caller),
            "fromRanges": hierarchy.build_ranges(own, spans.get(own, ())),
        }
        for caller, spans in hierarchy.list_outgoing(about)
    ]


class _Hierarchy:
    """The references between pages and elements of one site at one moment."""

    def __init__(self, view: View, origin: str, encoding: Encoding) -> None:
        """Prepare answers; `origin` is the open document that the client asked about first."""
        self._view = view
        self._origin = origin
        self._encoding = encoding
        self._resolver: ReferenceResolver = build_resolver(view)

    def build_item(self, caller: _HierarchyItem) -> Json:
        """Return LSP's CallHierarchyItem."""
        view = self._view
        where = build_range(view.text(caller.file), caller.span, self._encoding)
        return {
            "name": caller.name,
            "kind": caller.kind,
            "detail": caller.detail,
            "uri": view.uri(caller.file),
            "range": where,
            "selectionRange": where,
            "data": {"uri": view.uri(self._origin), "file": self._origin, "about": caller.about},
        }

    def build_ranges(self, file: str, spans: Iterable[Span]) -> list[Json]:
        """Return the ranges of some spans of a file."""
        text = self._view.text(file)
        return [build_range(text, span, self._encoding) for span in spans]

    def find_items_at(self, offset: int) -> list[_HierarchyItem]:
        """Return what the string at an offset names, or else the page or the element there."""
        view, file = self._view, self._origin
        reference = find_reference_in_file(view, file, offset)
        if reference is not None and reference.role is not Role.SOURCE:
            return list(self._iter_targets(reference))[:1]
        if has_page_extension(file):
            return list(self._iter_target_callers((PageTarget(file),)))
        if file not in view.site.parts:
            return []
        around = view.site.navigator.find_objects_around(file, offset)
        if not around:
            return []
        caller = self._describe_placed(around[-1])
        is_there = caller.span.start - 1 <= offset <= caller.span.end + 1
        return [caller] if caller.file == file and is_there else []

    def list_incoming(self, about: Json) -> list[tuple[_HierarchyItem, str, list[Span]]]:
        """Return what refers to an item or contains it, with the spans of it in one file."""
        query = self._make_query(about)
        if query is None:
            placed = self._find_placed(about)
            around = placed.around if placed else None
            while around is not None and around.element.kind is None:
                around = around.around
            if placed is None or around is None:
                return []
            own = self._describe_placed(placed)
            return [(self._describe_placed(around), own.file, [own.span])]
        finder = ReferenceFinder(self._resolver, self._view.files, self._view.site.contents)
        spans: dict[tuple[str, int, str], list[Span]] = defaultdict(list)
        callers: dict[tuple[str, int, str], _HierarchyItem] = {}
        for reference in finder.find_references(query):
            placed = reference.placed
            key = (placed.file, placed.at) if placed else (reference.file, -1)
            place = (*key, reference.file)
            spans[place].append(reference.span)
            if place not in callers:
                callers[place] = self._describe_source(reference)
        return [(caller, place[2], spans[place]) for place, caller in callers.items()]

    def list_outgoing(self, about: Json) -> list[tuple[_HierarchyItem, dict[str, list[Span]]]]:
        """Return what an item refers to or contains, each with the spans of it by file."""
        callers: dict[tuple[str, int, str], _HierarchyItem] = {}
        spans: dict[tuple[str, int, str], dict[str, list[Span]]] = {}
        for caller, file, span in self._iter_outgoing(about):
            key = (caller.file, caller.span.start, caller.name)
            callers.setdefault(key, caller)
            spans.setdefault(key, defaultdict(list))[file].append(span)
        return [(caller, spans[key]) for key, caller in callers.items()]

    def _iter_outgoing(self, about: Json) -> Iterator[tuple[_HierarchyItem, str, Span]]:
        """Yield what an item refers to or contains, with the place of each."""
        placed = self._find_placed(about)
        for reference in self._iter_references(about, placed):
            caller = next(self._iter_targets(reference), None)
            if caller is not None:
                yield caller, reference.file, reference.span
        for other in self._resolver.site.objects if placed else ():
            is_child = other.around is not None and _has_same_place(other.around, placed)
            if is_child and other.element.kind is not None:
                caller = self._describe_placed(other)
                yield caller, caller.file, caller.span

    def _iter_references(self, about: Json, placed: Placed | None) -> Iterator[Reference]:
        """Yield the references in a page, but for links within it, or in an object."""
        match about:
            case {"kind": "page", "file": str(file)}:
                for reference in iter_page_references(self._view.text(file).data, file):
                    if not reference.text.startswith("#"):  # A link within the page.
                        yield reference
        if placed is not None:
            yield from iter_object_references(placed)

    def _make_query(self, about: Json) -> ReferenceQuery | None:
        """Return the query for references to a page, a file or an operation; else None."""
        match about:
            case {"kind": "page" | "file", "file": str(file)}:
                return make_query_for_file(file)
            case {"kind": "operation", "file": str(file), "method": method, "path": path}:
                spec = self._resolver.get_spec(file)
                operation = spec.find_operation(method, path) if spec else None
                return make_query_for_operations(file, [operation] if operation else [])
        return None

    def _find_placed(self, about: Json) -> Placed | None:
        """Return the object of docs.json that an item is about, or None."""
        match about:
            case {"kind": "object", "file": str(file), "at": int(at)}:
                for placed in self._resolver.site.objects:
                    if (placed.file, placed.at) == (file, at):
                        return placed
        return None

    def _iter_targets(self, reference: Reference) -> Iterator[_HierarchyItem]:
        """Yield the items that a reference names, without web addresses and redirects."""
        return self._iter_target_callers(self._resolver.resolve(reference))

    def _iter_target_callers(self, targets: Iterable[Target]) -> Iterator[_HierarchyItem]:
        """Yield targets as items, without web addresses and redirects."""
        for target in targets:
            place = find_target_location(self._view, target)
            if place is None or isinstance(target, WebTarget | LocatedRedirect):
                continue
            yield self._describe_target(target, *place)

    def _describe_target(
        self, target: PageTarget | SpecOperation | FileTarget, file: str, span: Span
    ) -> _HierarchyItem:
        match target:
            case SpecOperation(operation=operation):
                about = {"method": operation.method, "path": operation.path}
                name = f"{operation.method} {operation.path}"
                return _HierarchyItem(
                    *(name, file, SymbolKind.METHOD, file, span),
                    {"kind": "operation", "file": file, **about},
                )
            case PageTarget():
                return self._describe_page(file, span)
        return _describe_file(file, span)

    def _describe_page(self, file: str, span: Span) -> _HierarchyItem:
        site, path = self._view.site, strip_page_extension(file)
        page = site.facts.pages.find_page(path) if site.facts else None
        title = get_page_title(page, site.facts, site.contents) if page and site.facts else None
        return _HierarchyItem(
            title or path, path, SymbolKind.FILE, file, span, {"kind": "page", "file": file}
        )

    def _describe_source(self, reference: Reference) -> _HierarchyItem:
        """Return the page or the object of docs.json that contains a reference."""
        if reference.placed is not None:
            return self._describe_placed(reference.placed)
        if has_page_extension(reference.file):
            place = find_target_location(self._view, PageTarget(reference.file))
            return self._describe_page(reference.file, place[1] if place else reference.span)
        return _describe_file(reference.file, reference.span)

    def _describe_placed(self, placed: Placed) -> _HierarchyItem:
        element, kind = placed.element, placed.element.kind
        about = {"kind": "object", "file": placed.file, "at": placed.at}
        if kind is not None:
            title = get_title(element)
            spot = element.find_value_spot(kind.title) if title else Spot(Span(0, 1))
            name, detail = title or kind.name, kind.label
        else:
            key = next((key for key in _NAMES if element.get_text(key)), "")
            spot = element.find_value_spot(key) if key else Spot(Span(0, 1))
            name = (element.get_text(key) if key else None) or placed.key or element.record.name
            detail = element.record.name
        file, span = placed.locate_spot(spot)
        return _HierarchyItem(name, detail, SymbolKind.PACKAGE, file, span, about)


def _describe_file(file: str, span: Span) -> _HierarchyItem:
    about = {"kind": "file", "file": file}
    return _HierarchyItem(file.rpartition("/")[2], file, SymbolKind.FILE, file, span, about)


def _has_same_place(placed: Placed, other: Placed | None) -> bool:
    return other is not None and (placed.file, placed.at) == (other.file, other.at)

"""The navigation of a site as a tree, for editors that show one beside the text.

The outline tells what stands in one file. This tells what readers get: `$ref`s are followed, pages
go by their titles, and each entry says whether its page is missing, hidden, or not found by search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, range_of
from docs_lsp.site.api.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.api.named_operation import operation_listed
from docs_lsp.site.index_card import IndexCard, index_card
from docs_lsp.site.mdx.page_titles import page_of_entry, titles
from docs_lsp.site.nav.navigation import Listing
from docs_lsp.site.nav.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PageFile
from docs_lsp.text import Encoding, Span

_MISSING_PAGE = "missing-page"
_HIDDEN = "Readers do not see it in the navigation."
Place: TypeAlias = tuple[str, Span]


class _Child(NamedTuple):
    """Something in an element, and where it stands: for the order of the text."""

    file: str
    span: Span
    what: Placed | Listing


def navigation_tree(view: View, encoding: Encoding) -> list[Json] | None:
    """What stands in `navigation`; None before the disk is known.

    An entry has a `title`, a `kind` (`page`, `endpoint` or that of an element), a `detail`, the
    `location` to go to, the `place` that it takes up, the URI of its `page`, `children`, and
    `marks` with a sentence each: `missing`, `hidden`, `unfound`.
    """
    overview = view.site.overview()
    if overview is None:
        return None
    return _Writer(view, overview, encoding).written()


class _Writer:
    """Writes the tree of one site."""

    def __init__(self, view: View, overview: Overview, encoding: Encoding) -> None:
        self._view = view
        self._overview = overview
        self._encoding = encoding
        self._card: IndexCard | None = overview.once(index_card)
        self._titles: Mapping[str, str] = overview.facts.kept(titles, overview.contents)
        self._missing = {
            (problem.file, problem.span): problem.message
            for problem in chain.from_iterable(view.site.problems().values())
            if problem.rule == _MISSING_PAGE
        }
        self._children: dict[Placed, list[_Child]] = {}

    def written(self) -> list[Json]:
        """All that is in `navigation`, of which a docs.json with faults may have several."""
        navigation = self._overview.navigation
        top: list[_Child] = []
        for placed in navigation.elements:
            inside = next((one for one in _around(placed) if one in self._children), None)
            span = Span(placed.at, placed.at + placed.element.node(0).size)
            child = _Child(placed.file, span, placed)
            (top if inside is None else self._children[inside]).append(child)
            self._children[placed] = []
        for listing in navigation.listings:
            self._children[listing.placed].append(_Child(listing.file, listing.span, listing))
        roots = [self._children[one.what] for one in top if isinstance(one.what, Placed)]
        return [written for root in roots for written in self._all(root)]

    def _all(self, children: list[_Child]) -> Iterator[Json]:
        # Those of one file in the order of its text; what a `$ref` brings comes after them.
        files = {child.file: number for number, child in reversed(list(enumerate(children)))}
        for child in sorted(children, key=lambda one: (files[one.file], one.span)):
            if isinstance(child.what, Placed):
                yield self._element(child, child.what)
            else:
                yield self._listing(child, child.what)

    def _element(self, child: _Child, placed: Placed) -> Json:
        element, kind = placed.element, placed.element.kind
        key = kind.title if kind else ""
        title = " ".join((element.text(key) or "").split())
        location = placed.file_span(element.value_spot(key)) if element.has(key) else None
        hidden = element.flag("hidden") is True
        return {
            **self._entry(child, kind.label if kind else "", title or "…", location),
            "detail": element.text("href") or "",
            "marks": {"hidden": _HIDDEN} if hidden else {},
            "children": list(self._all(self._children[placed])),
        }

    def _listing(self, child: _Child, listing: Listing) -> Json:
        place = (listing.file, listing.span)
        endpoint = parse_endpoint(listing.text)
        if isinstance(endpoint, Endpoint):
            in_force, facts = listing.placed.element.inner.openapi, self._overview.facts
            found = operation_listed(endpoint, in_force, facts)
            title = " ".join(((found.operation.summary or "") if found else "").split())
            entry = self._entry(child, "endpoint", title or listing.text, place)
            return {**entry, "detail": listing.text if title else ""}
        page = page_of_entry(listing.text, self._overview.facts.pages)
        title = self._titles.get(page.page, "") if page else ""
        return {
            **self._entry(child, "root page" if listing.is_root else "page", title, place),
            "title": title or listing.text or "…",
            "detail": listing.text if title else "",
            "marks": self._marks(listing, page),
            **({"page": self._view.uri(page.file)} if page else {}),
        }

    def _marks(self, listing: Listing, page: PageFile | None) -> Json:
        """What is to be said of a page, by what it is about."""
        missing = self._missing.get((listing.file, listing.span))
        if missing is not None:
            return {"missing": missing}
        sight = self._card.sights.get(page.page) if self._card and page else None
        if sight is None:
            return {}
        hidden = {} if sight.in_navigation else {"hidden": _HIDDEN}
        return hidden if sight.searchable else {**hidden, "unfound": sight.text}

    def _entry(self, child: _Child, kind: str, title: str, location: Place | None) -> Json:
        """What all entries have."""
        place = self._location(child.file, child.span)
        return {
            "title": title,
            "kind": kind,
            "detail": "",
            "location": self._location(*location) if location else place,
            "place": place,
            "marks": {},
            "children": [],
        }

    def _location(self, file: str, span: Span) -> Json:
        text = self._view.text(file)
        return {"uri": self._view.uri(file), "range": range_of(text, span, self._encoding)}


def _around(placed: Placed) -> Iterator[Placed]:
    return islice(placed.outward(), 1, None)

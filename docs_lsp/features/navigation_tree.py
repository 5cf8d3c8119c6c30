"""The navigation of a site as a tree, for editors that show one beside the text.

The outline shows the content of one file. This tree shows what readers get: `$ref`s are followed,
pages are shown by title, and each entry says whether its page is missing, hidden or not found by
search, and whether the service drops it. Unlisted pages are in a section of their own at the end.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple, TypeAlias

from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._locations import build_location
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json
from docs_lsp.site.navigation.navigation import Listing, is_listing_accepted
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PageFile
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import find_listed_operation
from docs_lsp.site.summaries.index_card import IndexCard, make_index_card
from docs_lsp.site.summaries.page_titles import find_page_of_entry, map_page_titles
from docs_lsp.site.summaries.unlisted_pages import list_all_unlisted_pages

_MISSING_PAGE = "missing-page"
_HIDDEN = "Readers do not see it in the navigation."
_HIDES_ITSELF = "Its frontmatter says `hidden: true`."
_OUTSIDE = "Not in the navigation"
_MOST_OUTSIDE = 500
_TOP = Span(0, 0)
Place: TypeAlias = tuple[str, Span]


class _PlacedChild(NamedTuple):
    """A child of an element with its position, for sorting in the order of the text."""

    file: str
    span: Span
    what: Placed | Listing


def build_navigation_tree(view: View, encoding: Encoding) -> list[Json] | None:
    """Return the tree of `navigation`; None before the disk is read, or if it is another tool's.

    A node has a `title`, a `kind` (`page`, `endpoint` or that of an element), a `detail`, the
    `location` to go to, the `place` it occupies, the URI of its `page`, `children`, whether it is
    itself marked as hidden (`isHidden`), and `marks` with a sentence each: `missing`, `dropped`,
    `wrong`, `hidden`, `unfound`. Entries of pages have their `path`.

    The last node may be of the kind `outside`, with the pages that no entry lists. Their places are
    in the pages.
    """
    overview = view.site.get_overview()
    if overview is None:
        return None
    return _TreeBuilder(view, overview, encoding).build_tree()


class _TreeBuilder:
    """Builds the tree of one site."""

    def __init__(self, view: View, overview: Overview, encoding: Encoding) -> None:
        self._view = view
        self._overview = overview
        self._encoding = encoding
        self._card: IndexCard | None = overview.cached(make_index_card)
        self._titles: Mapping[str, str] = overview.facts.cached_for_last(
            map_page_titles, overview.contents
        )
        self._errors = {
            file: sorted(filter(_is_serious, problems), key=_problem_start)
            for file, problems in view.site.get_problems().items()
        }
        self._scopes = overview.navigation.ancestors
        self._children: dict[Placed, list[_PlacedChild]] = {}

    def build_tree(self) -> list[Json]:
        """Return the nodes in `navigation`, followed by the section of unlisted pages, if any.

        A docs.json with syntax errors may have several `navigation` keys.
        """
        navigation = self._overview.navigation
        top: list[_PlacedChild] = []
        for placed in navigation.elements:
            inside = next(
                (element for element in _iter_outer_elements(placed) if element in self._children),
                None,
            )
            span = Span(placed.at, placed.at + placed.element.get_layer_node(0).size)
            child = _PlacedChild(placed.file, span, placed)
            (top if inside is None else self._children[inside]).append(child)
            self._children[placed] = []
        for listing in navigation.listings:
            self._children[listing.placed].append(_PlacedChild(listing.file, listing.span, listing))
        roots = [self._children[one.what] for one in top if isinstance(one.what, Placed)]
        written = [written for root in roots for written in self._build_nodes(root)]
        return [*written, *self._build_unlisted_section(top)]

    def _build_nodes(self, children: list[_PlacedChild]) -> Iterator[Json]:
        """Yield the nodes of some children, file by file in the order of the text."""
        # Children of one file in the order of its text; those included by a `$ref` come after them.
        files = {child.file: number for number, child in reversed(list(enumerate(children)))}
        for child in sorted(children, key=lambda one: (files[one.file], one.span)):
            if isinstance(child.what, Placed):
                yield self._build_element_node(child, child.what)
            else:
                yield self._build_entry_node(child, child.what)

    def _build_element_node(self, child: _PlacedChild, placed: Placed) -> Json:
        element, kind = placed.element, placed.element.kind
        key = kind.title if kind else ""
        title = " ".join((element.get_text(key) or "").split())
        location = placed.locate_spot(element.find_value_spot(key)) if element.has(key) else None
        hidden = element.get_flag("hidden") is True
        dropped = self._explain_dropped_element(placed)
        wrong = self._find_error(child.file, Span(placed.at, placed.at))
        return {
            **self._build_node(child, kind.label if kind else "", title or "…", location),
            "detail": element.get_text("href") or "",
            "marks": {
                **({"dropped": dropped} if dropped else {}),
                **({"wrong": wrong.message} if wrong else {}),
                **({"hidden": _HIDDEN} if hidden else {}),
            },
            "isHidden": hidden,
            "children": list(self._build_nodes(self._children[placed])),
        }

    def _build_entry_node(self, child: _PlacedChild, listing: Listing) -> Json:
        place = (listing.file, listing.span)
        endpoint = parse_endpoint_entry(listing.text)
        if isinstance(endpoint, Endpoint):
            spec_sources, facts = listing.placed.element.inner.openapi, self._overview.facts
            match = find_listed_operation(endpoint, spec_sources, facts)
            title = " ".join(((match.operation.summary or "") if match else "").split())
            entry = self._build_node(child, "endpoint", title or listing.text, place)
            marks = self._build_entry_marks(listing, None)
            return {**entry, "detail": listing.text if title else "", "marks": marks}
        page = find_page_of_entry(listing.text, self._overview.facts.pages)
        title = self._titles.get(page.page, "") if page else ""
        return {
            **self._build_node(child, "root page" if listing.is_root else "page", title, place),
            "title": title or listing.text or "…",
            "detail": listing.text if title else "",
            "marks": self._build_entry_marks(listing, page),
            "path": listing.page,
            **self._build_page_fields(page),
        }

    def _build_unlisted_section(self, roots: list[_PlacedChild]) -> Iterator[Json]:
        """Yield the section of pages that no entry lists, if there are any."""
        pages = list_all_unlisted_pages(self._overview) if roots else ()
        if not pages:
            return
        count, root = len(pages), roots[0]
        shown = pages[:_MOST_OUTSIDE]
        number = format_count(count, "page")
        yield {
            **self._build_node(root, "outside", _OUTSIDE, None),
            "detail": number if shown == pages else f"the first {_MOST_OUTSIDE} of {number}",
            "children": [self._build_unlisted_page(page) for page in shown],
        }

    def _build_unlisted_page(self, page: PageFile) -> Json:
        top, about = self._build_location(page.file, _TOP), self._build_page_fields(page)
        return {
            "title": self._titles.get(page.page) or page.page,
            "kind": "outside page",
            "detail": page.page,
            **{"location": top, "place": top, "children": []},
            "path": page.page,
            **about,
            # Search never finds unlisted pages, so that gets no mark.
            "marks": {"hidden": _HIDES_ITSELF} if about["isHidden"] else {},
        }

    def _build_page_fields(self, page: PageFile | None) -> Json:
        """Return the keys of a node about its page; just `isHidden` if that is missing."""
        if page is None:
            return {"isHidden": False}
        content = self._overview.contents.get(page.file) if self._overview.contents else None
        hidden = content is not None and content.fields.get("hidden") is True
        return {"page": self._view.uri(page.file), "isHidden": hidden}

    def _build_entry_marks(self, listing: Listing, page: PageFile | None) -> Json:
        """Return the marks of an entry: a sentence by the kind of mark."""
        problem = self._find_error(listing.file, listing.span)
        dropped = self._explain_dropped_entry(listing)
        marks: Json = {"dropped": dropped} if dropped else {}
        if problem is not None and problem.rule == _MISSING_PAGE:
            return {"missing": problem.message, **marks}
        if problem is not None:
            marks["wrong"] = problem.message
        # Visibility does not matter for a dropped entry.
        return {**marks, **(self._build_visibility_marks(page) if page and not dropped else {})}

    def _find_error(self, file: str, span: Span) -> Problem | None:
        """Return the first serious problem that begins in a span, or None."""
        errors = self._errors.get(file, [])
        index = bisect_left(errors, span.start, key=_problem_start)
        if index < len(errors) and errors[index].span.start <= span.end:
            return errors[index]
        return None

    def _build_visibility_marks(self, page: PageFile) -> Json:
        visibility = self._card.sights.get(page.page) if self._card else None
        if visibility is None:
            return {}
        hidden = {} if visibility.in_navigation else {"hidden": _HIDDEN}
        return hidden if visibility.searchable else {**hidden, "unfound": visibility.text}

    def _explain_dropped_entry(self, listing: Listing) -> str:
        """Return why the service drops an entry; empty if it accepts it, or if unknown."""
        if is_listing_accepted(listing, self._scopes):
            return ""
        return self._explain_dropped_element(listing.placed) or _explain_dropped_key(
            listing.placed, "pages"
        )

    def _explain_dropped_element(self, placed: Placed) -> str:
        """Return why the service drops an element; empty if it accepts it, or if unknown."""
        if self._scopes[placed].is_accepted:
            return ""
        around = next(
            (element for element in _iter_outer_elements(placed) if element in self._scopes), None
        )
        if around is None:
            return ""
        return self._explain_dropped_element(around) or _explain_dropped_key(around, placed.key)

    def _build_node(
        self, child: _PlacedChild, kind: str, title: str, location: Place | None
    ) -> Json:
        """Return a node with the keys that all nodes have."""
        place = self._build_location(child.file, child.span)
        return {
            "title": title,
            "kind": kind,
            "detail": "",
            "location": self._build_location(*location) if location else place,
            "place": place,
            "marks": {},
            "isHidden": False,
            "children": [],
        }

    def _build_location(self, file: str, span: Span) -> Json:
        return build_location(self._view, file, span, self._encoding)


def _is_serious(problem: Problem) -> bool:
    """Return whether the tree marks a problem: an error, or a missing page."""
    return problem.severity is Severity.ERROR or problem.rule == _MISSING_PAGE


def _problem_start(problem: Problem) -> int:
    return problem.span.start


def _iter_outer_elements(placed: Placed) -> Iterator[Placed]:
    """Yield the elements around another one, the innermost first."""
    return islice(placed.list_outward(), 1, None)


def _explain_dropped_key(placed: Placed, key: str) -> str:
    """Return why the service drops the value of a key of an element; empty if unknown."""
    element = placed.element
    accepted_key = element.accepted_key
    if not accepted_key:
        return ""
    if key in element.rival_keys and not element.is_valid_content(key):
        return f"The service drops it: `{key}` cannot be read, and `{accepted_key}` is used."
    return f"The service drops it: `{key}` has no effect beside `{accepted_key}`."

"""Hints at the entries of an element: titles of pages, summaries of endpoints."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from docs_lsp.features._prose import shortened
from docs_lsp.features._view import View
from docs_lsp.features.inlay_hints.hint import (
    LONGEST,
    LONGEST_TOOLTIP,
    SUMMARIES,
    TITLES,
    Hint,
    Sight,
)
from docs_lsp.jsontree.nodes import Array, String
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.named_operation import operation_listed
from docs_lsp.site.summaries.page_titles import is_spelt_by, page_of_entry, title_of_page


def entry_hints(placed: Placed, view: View, sight: Sight) -> Iterator[Hint]:
    """What is said of each page and endpoint that an element lists in sight."""
    facts = view.site.facts
    if facts is not None:
        for entry, at in (*_root(placed, sight), *_listed(placed, sight)):
            yield from _of_entry(entry, at, placed, view, facts)


def _root(placed: Placed, sight: Sight) -> Iterator[tuple[str, int]]:
    root = placed.element.root_entry()
    at = behind_value(placed, "root", sight)
    if root is not None and at is not None:
        yield root.text, at


def behind_value(placed: Placed, key: str, sight: Sight) -> int | None:
    """Where to say something of the text under a key; None out of sight or in another file."""
    element = placed.element
    value, layer = element.get(key), element.layer_of(key)
    if value is None or element.resolved.layers[layer].file != sight.file:
        return None
    return sight.behind(value, placed.starts[layer] + element.node(layer).value_span(key).start)


def _listed(placed: Placed, sight: Sight) -> Iterator[tuple[str, int]]:
    """The strings in `pages` that are in sight, each with where to say something of it."""
    element = placed.element
    pages, layer = element.get("pages"), element.layer_of("pages")
    file, at = element.resolved.layers[layer].file, placed.starts[layer]
    brought = element.brought("pages")
    if brought is not None:
        file, at, pages = brought
    elif pages is not None:
        at += element.node(layer).value_span("pages").start
    if file != sight.file or not isinstance(pages, Array):
        return
    first = bisect_left(pages.starts, sight.span.start - at)
    for index in range(max(first - 1, 0), len(pages.items)):
        start, item = at + pages.starts[index], pages.items[index]
        if start > sight.span.end:
            break
        behind = sight.behind(item, start)
        if isinstance(item, String) and behind is not None:
            yield item.value, behind


def _of_entry(entry: str, at: int, placed: Placed, view: View, facts: SiteFacts) -> Iterator[Hint]:
    page = page_of_entry(entry, facts.pages)
    if page is None:
        endpoint = parse_endpoint(entry) if " " in entry else None
        if isinstance(endpoint, Endpoint):
            yield from _summary(endpoint, at, placed, facts)
        return
    title = title_of_page(page, facts, view.site.contents)
    if title and not is_spelt_by(page.page, title):
        content = (view.site.contents or {})[page.file]
        tooltip = _Card(title, lambda: content.fields.get("description"), page.file)
        yield Hint(at, TITLES, shortened(title, LONGEST), tooltip)


def _summary(endpoint: Endpoint, at: int, placed: Placed, facts: SiteFacts) -> Iterator[Hint]:
    found = operation_listed(endpoint, placed.element.inner.openapi, facts)
    summary = " ".join((found.operation.summary or "").split()) if found else ""
    if found and summary:
        operation, spec = found.operation, found.spec
        card = _Card(summary, lambda: operation.description, f"{operation} in {spec.file}")
        yield Hint(at, SUMMARIES, shortened(summary, LONGEST), card)


@dataclass(frozen=True, slots=True)
class _Card:
    """What there is to say of a page or an endpoint; called for the words."""

    title: str
    description: Callable[[], object]
    source: str

    def __call__(self) -> str:
        said = self.description()
        first = said.strip().split("\n\n")[0] if isinstance(said, str) else ""
        words = (shortened(one, LONGEST_TOOLTIP) for one in (self.title, first, self.source))
        return "\n\n".join(filter(None, words))

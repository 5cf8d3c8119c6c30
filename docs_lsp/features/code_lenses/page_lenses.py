"""The lens on top of a page: where in the navigation it is."""

from __future__ import annotations

from docs_lsp.features._commands import SHOW_REFERENCES
from docs_lsp.features._prose import shortened
from docs_lsp.features._view import View
from docs_lsp.features.code_lenses.lens import LONGEST, count, words
from docs_lsp.features.to_lsp import Json, range_of
from docs_lsp.jsontree.document import Document
from docs_lsp.site.completeness import is_whole
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import without_extension
from docs_lsp.site.summaries.placements import Placement, placement_of
from docs_lsp.site.summaries.translations import site_translations
from docs_lsp.text import Encoding

_QUICK = 300_000
"""A docs.json of so many bytes is looked through in a moment."""


def is_page(view: View, file: str) -> bool:
    """Whether a file is a page that readers can come to."""
    page = view.site.facts.pages.find(without_extension(file)) if view.site.facts else None
    return page is not None and page.file == file


def page_command(
    file: str, view: View, overview: Overview, encoding: Encoding, *, shows_references: bool
) -> Json:
    """What the lens says, and does."""
    placement = _placement(without_extension(file), overview)
    if placement is None:
        is_known = overview.once(is_whole)
        return words("not in navigation" if is_known else "not in what is read of the navigation")
    content = overview.contents.get(file) if overview.contents else None
    is_hidden = placement.hidden or (content is not None and content.fields.get("hidden") is True)
    title = _said(placement, hidden=is_hidden)
    if not shows_references:
        return words(title)
    locations = [
        {"uri": view.uri(one.file), "range": range_of(view.text(one.file), one.span, encoding)}
        for one in placement.listings
    ]
    arguments = [view.uri(file), {"line": 0, "character": 0}, locations]
    return {"title": title, "command": SHOW_REFERENCES, "arguments": arguments}


def _placement(page: str, overview: Overview) -> Placement | None:
    """Where a page is, without looking through a large docs.json: it is asked while somebody types
    in the page."""
    listings = overview.navigator.listings_of(page)
    if not listings:
        # It may be written in a way that is not searched for.
        listings = overview.navigation.by_page.get(page, ())
    is_translated = any(one.placed.element.inner.language for one in listings)
    is_quick = is_translated and _size(overview) < _QUICK
    return placement_of(page, listings, overview.once(site_translations) if is_quick else ())


def _size(overview: Overview) -> int:
    parts = overview.parts.values()
    return sum(len(part.text) for part in parts if isinstance(part, Document))


def _said(placement: Placement, *, hidden: bool) -> str:
    said = "in navigation, hidden" if hidden else "in navigation"
    # A page that is listed at the top of everything has no trail.
    trail = " \u203a ".join(placement.trails[0])
    said += f": {trail}" if trail else ""
    switches = filter(None, map(", ".join, (placement.languages, placement.versions)))
    scopes = "; ".join(switches)
    said = shortened(f"{said} ({scopes})" if scopes else said, LONGEST)
    more = len(placement.trails) - 1
    return f"{said} and {count(more, 'more place')}" if more else said

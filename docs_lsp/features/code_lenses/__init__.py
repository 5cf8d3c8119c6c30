"""Code lenses with the sizes of elements and specifications, and the place of a page.

The positions of lenses follow from the tree, so they are returned at once. Their text is computed
when the client resolves a visible lens, because it needs the whole site.
"""

from __future__ import annotations

from itertools import islice

from docs_lsp.core.phrases import format_count
from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._commands import PREVIEW_OPEN, PREVIEW_START, PREVIEW_STOP, SHOW_REFERENCES
from docs_lsp.features._prose import shorten_text
from docs_lsp.features._view import View
from docs_lsp.features.code_lenses.element_lenses import (
    LONGEST,
    NAVIGATION,
    PREVIEW,
    STOP,
    build_text_only_command,
    iter_lenses,
    render_lens_text,
)
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.site.navigation.refs import count_bytes
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.summaries.counterpart_pages import compare_site_languages
from docs_lsp.site.summaries.page_card import Placement, find_placement

__all__ = ["SHOW_REFERENCES", "answer_code_lenses", "is_lens_outdated", "resolve_lens"]

_MOST = 500
_PAGE = "page"
_OF_THE_FILE = (NAVIGATION, PREVIEW, STOP, _PAGE)
"""Lenses about a file as a whole, which stay right when the text changes."""


def answer_code_lenses(view: View, file: str, encoding: Encoding) -> list[Json]:
    """Return the answer to `textDocument/codeLens`: lenses without their text."""
    if view.site.facts is None or not view.site.is_service_site:
        return []
    text = view.text(file)
    base = {"uri": view.uri(file), "file": file, "version": view.versions.get(file)}
    lenses = [
        {
            "range": build_range(text, lens.span, encoding),
            "data": {**base, "about": lens.about, "at": lens.at},
        }
        for lens in islice(iter_lenses(view, file), _MOST)
    ]
    if is_site_page(view, file):
        top = build_range(text, Span(0, 0), encoding)
        lenses.append({"range": top, "data": {**base, "about": _PAGE, "at": 0}})
    return lenses


def resolve_lens(
    view: View, data: Json, encoding: Encoding, *, shows_references: bool = False
) -> Json | None:
    """Return the command of a lens made with this `data`; None if it is outdated or has no text.

    The command only shows its text, unless the client can show references.
    """
    match data:
        case {"file": str(file), "about": str(about), "at": int(at)}:
            overview = view.site.get_overview()
            if overview is None or is_lens_outdated(view, data):
                return None
        case _:
            return None
    if about in (PREVIEW, STOP):
        return _build_preview_command(view, about)
    if about == _PAGE:
        return build_page_command(file, view, overview, encoding, shows_references=shows_references)
    title = render_lens_text(about, file, at, overview)
    return build_text_only_command(title) if title else None


def is_lens_outdated(view: View, data: Json) -> bool:
    """Whether the text has changed since a lens with this `data` was made.

    The lens may have moved then. Lenses about a file as a whole are never outdated.
    """
    match data:
        case {"file": str(file), "about": about, "version": version} if about not in _OF_THE_FILE:
            return bool(view.versions.get(file) != version)
    return False


def _build_preview_command(view: View, about: str) -> Json | None:
    """Return the command that starts, opens or stops the preview; None if there is none to stop."""
    if about == STOP:
        title, command = "stop", PREVIEW_STOP
    elif view.is_previewed:
        title, command = "MCP preview is running: open", PREVIEW_OPEN
    else:
        title, command = "Preview MCP server", PREVIEW_START
    if about == STOP and not view.is_previewed:
        return None
    return {"title": title, "command": command, "arguments": [view.uri(view.site.name)]}


_QUICK = 300_000
"""A docs.json of up to this many bytes is searched quickly."""


def is_site_page(view: View, file: str) -> bool:
    """Whether a file is a page of the site."""
    page = view.site.facts.pages.find_page(strip_page_extension(file)) if view.site.facts else None
    return page is not None and page.file == file


def build_page_command(
    file: str, view: View, overview: Overview, encoding: Encoding, *, shows_references: bool
) -> Json:
    """Return the text of the lens on a page, and the command that a click on it runs."""
    placement = _find_placement(strip_page_extension(file), overview)
    if placement is None:
        is_known = overview.cached(is_navigation_complete)
        return build_text_only_command(
            "not in navigation" if is_known else "not in the readable part of the navigation"
        )
    content = overview.contents.get(file) if overview.contents else None
    is_hidden = placement.hidden or (content is not None and content.fields.get("hidden") is True)
    title = _describe_placement(placement, is_hidden=is_hidden)
    if not shows_references:
        return build_text_only_command(title)
    locations = [
        {
            "uri": view.uri(listing.file),
            "range": build_range(view.text(listing.file), listing.span, encoding),
        }
        for listing in placement.listings
    ]
    arguments = [view.uri(file), {"line": 0, "character": 0}, locations]
    return {"title": title, "command": SHOW_REFERENCES, "arguments": arguments}


def _find_placement(page: str, overview: Overview) -> Placement | None:
    """Return the placement of a page in the navigation, or None.

    A large docs.json is not searched for translations: the lens is requested while someone types in
    the page.
    """
    listings = overview.navigator.find_page_listings(page)
    if not listings:
        # It may be spelt in a way that is not searched for.
        listings = overview.navigation.by_page.get(page, ())
    is_translated = any(listing.placed.element.inner.language for listing in listings)
    is_quick = is_translated and count_bytes(overview.parts) < _QUICK
    return find_placement(
        page, listings, overview.cached(compare_site_languages) if is_quick else ()
    )


def _describe_placement(placement: Placement, *, is_hidden: bool) -> str:
    title = "in navigation, hidden" if is_hidden else "in navigation"
    # A page listed at the top level has no trail.
    trail = " \u203a ".join(placement.trails[0])
    title += f": {trail}" if trail else ""
    switches = filter(None, map(", ".join, (placement.languages, placement.versions)))
    scopes = "; ".join(switches)
    title = shorten_text(f"{title} ({scopes})" if scopes else title, LONGEST)
    more = len(placement.trails) - 1
    return f"{title} and {format_count(more, 'more place')}" if more else title

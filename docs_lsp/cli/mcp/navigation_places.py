"""Names of places in the navigation that agents read and give back."""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import build_pointer_at
from docs_lsp.jsontree.document import Document
from docs_lsp.refactor.placing import Place, PlacingRefused
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import normalise_entry, strip_page_extension


def build_place_pointer(overview: Overview, file: str, at: int) -> str:
    """Return the JSON pointer of the value at a byte offset, after `FILE#` outside of docs.json."""
    part = overview.parts.get(file)
    pointer = build_pointer_at(part, at) if isinstance(part, Document) else ""
    return pointer if file == overview.name else f"{file}#{pointer}"


def require_place(overview: Overview, name: str) -> Place:
    """Return the place of an element by its pointer, or of the entry of a page by its path.

    Raises `PlacingRefused` if there is none.
    """
    if name.startswith("/") or "#" in name:
        for placed in overview.navigation.elements:
            if build_place_pointer(overview, placed.file, placed.at) == name:
                return placed.file, Span(
                    placed.at, placed.at + placed.element.get_layer_node(0).size
                )
    page = strip_page_extension(normalise_entry(name)).strip("/")
    listings = overview.navigation.by_page.get(page, ())
    if not listings:
        raise PlacingRefused(
            f"The navigation has no element and no entry `{name}`. `outline` shows what it has."
        )
    return listings[0].file, listings[0].span

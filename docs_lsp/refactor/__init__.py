"""Changes to a docs.json that correct nothing but that a writer may want: moving content about.

Each kind of change is a module with a function that offers what can be done with the selection, or
with the `$ref` at the cursor. What an offer changes is worked out when it is accepted.

`tree_actions` and `drag_and_drop` make the changes that are asked for in a tree of the navigation,
at the places that `placing` finds.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.refactor import (
    endpoint_pages,
    first_edition,
    languages,
    list_pages,
    move_entries,
    ref_files,
    sort_pages,
    wrap_in_group,
)
from docs_lsp.refactor.pages import page_offers
from docs_lsp.refactor.selection import Offer, find_selection

__all__ = ["Offer", "offers"]

_MAKERS = (
    wrap_in_group.offers,
    move_entries.offers,
    sort_pages.offers,
    list_pages.offers,
    endpoint_pages.offers,
    ref_files.extractions,
    languages.offers,
)


def offers(site: Snapshot, files: Files, file: str, span: Span) -> Iterator[Offer]:
    """Offers for the entries and elements in a span of docs.json or one of its parts, or for the
    lines of a page."""
    if file not in site.parts:
        yield from page_offers(site, files, file, span)
        return
    selection = find_selection(site, files, file, span)
    if selection is not None:
        for make in _MAKERS:
            yield from make(selection)
    yield from ref_files.inlinings(site, file, span)
    yield from first_edition.first_editions(site, files, file, span)

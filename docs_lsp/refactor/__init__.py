"""Changes to docs.json and pages that a user can choose in the editor and that fix nothing.

Each kind of change is a module with a function that offers what can be done with the selection, or
with the `$ref` at the cursor. The edits of an offer are computed when it is accepted.

`tree_actions` and `drag_and_drop` make the changes requested in a tree view of the navigation, at
the places that `placing` finds.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.refactor import (
    added_language,
    endpoint_pages,
    first_edition,
    list_pages,
    move_entries,
    ref_files,
    sort_pages,
    wrap_in_group,
)
from docs_lsp.refactor.pages import collect_page_offers
from docs_lsp.refactor.selection import Offer, find_selection

__all__ = ["Offer", "offers"]

_MAKERS = (
    wrap_in_group.offers,
    move_entries.offers,
    sort_pages.offers,
    list_pages.offers,
    endpoint_pages.offers,
    ref_files.offer_extraction,
    added_language.offers,
)


def offers(site: Snapshot, files: Files, file: str, span: Span) -> Iterator[Offer]:
    """Yield the refactorings available for a selected range.

    In docs.json and the files it references the range selects entries and elements, in a page it
    selects lines.
    """
    if file not in site.parts:
        yield from collect_page_offers(site, files, file, span)
        return
    selection = find_selection(site, files, file, span)
    if selection is not None:
        for make in _MAKERS:
            yield from make(selection)
    yield from ref_files.offer_inlining(site, file, span)
    yield from first_edition.offer_first_editions(site, files, file, span)

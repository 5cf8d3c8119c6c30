"""What is offered at a cursor, and the files once an offer has been taken up."""

from __future__ import annotations

from collections.abc import Mapping

from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles
from docs_lsp.refactor import Offer, offers
from tests.features.markers import Marked


def offered(place: Marked, size: int = 0) -> dict[str, Offer]:
    """The offers at the cursor, or for so many bytes from it on."""
    view = place.view()
    span = Span(place.offset, place.offset + size)
    return {one.title: one for one in offers(view.site, view.files, place.file, span)}


def after(place: Marked, title: str, size: int = 0) -> Mapping[str, str]:
    """The files once an offer has been taken up."""
    changes = offered(place, size)[title].changes()
    draft = Draft(MemoryFiles(place.files)).with_changes(changes)
    return {path: draft.read(path).decode() for path in draft.paths()}

"""Highlights of all places that name the same thing as the cursor.

In docs.json these are pages, endpoints and files, in a page the names and variables in it.
"""

from __future__ import annotations

from docs_lsp.core.text import Encoding
from docs_lsp.features._locations import find_shared_at_cursor
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, range_of
from docs_lsp.jsontree.document import Document
from docs_lsp.site.mdx.page_names import variables_in
from docs_lsp.site.references.same_target import same_target_references
from docs_lsp.site.references.shared_names import (
    SharedKind,
)
from docs_lsp.site.references.shared_places import (
    places_in,
)


def highlights(view: View, file: str, offset: int, encoding: Encoding) -> list[Json] | None:
    """Return the answer to `textDocument/documentHighlight`, or None if nothing is named.

    Editors then use their own highlights.
    """
    document = view.site.parts.get(file)
    if not view.site.is_ours:
        return None
    if not isinstance(document, Document):
        return _highlight_in_page(view, file, offset, encoding)
    spans = same_target_references(document, file, offset)
    return [{"range": range_of(document.text, span, encoding)} for span in spans] or None


def _highlight_in_page(view: View, file: str, offset: int, encoding: Encoding) -> list[Json] | None:
    here = find_shared_at_cursor(view, file, offset)
    if here is None:
        return None
    text = view.text(file)
    if here.shared.kind is SharedKind.VARIABLE:
        spans = [span for name, span in variables_in(text.data) if name == here.shared.name]
    else:
        spans = [place.span for place in places_in(text.data, file, here.shared, view.site)]
    return [{"range": range_of(text, span, encoding)} for span in spans]

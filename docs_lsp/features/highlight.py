"""Highlights of all places that name the same thing as the cursor.

In docs.json these are pages, endpoints and files, in a page the names and variables in it.
"""

from __future__ import annotations

from docs_lsp.core.text import Encoding
from docs_lsp.features._locations import find_shared_at_cursor
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.jsontree.document import Document
from docs_lsp.site.mdx.page_names import iter_variables
from docs_lsp.site.references.same_target import find_same_target_spans
from docs_lsp.site.references.shared_names import (
    SharedKind,
)
from docs_lsp.site.references.shared_places import (
    iter_places_in_file,
)


def answer_highlights(view: View, file: str, offset: int, encoding: Encoding) -> list[Json] | None:
    """Return the answer to `textDocument/documentHighlight`, or None if nothing is named.

    Editors then use their own highlights.
    """
    document = view.site.parts.get(file)
    if not view.site.is_service_site:
        return None
    if not isinstance(document, Document):
        return _find_page_highlights(view, file, offset, encoding)
    spans = find_same_target_spans(document, file, offset)
    return [{"range": build_range(document.text, span, encoding)} for span in spans] or None


def _find_page_highlights(
    view: View, file: str, offset: int, encoding: Encoding
) -> list[Json] | None:
    """Return the highlights of the shared name at an offset of a page, or None without one."""
    here = find_shared_at_cursor(view, file, offset)
    if here is None:
        return None
    text = view.text(file)
    if here.shared.kind is SharedKind.VARIABLE:
        spans = [span for name, span in iter_variables(text.data) if name == here.shared.name]
    else:
        spans = [
            place.span for place in iter_places_in_file(text.data, file, here.shared, view.site)
        ]
    return [{"range": build_range(text, span, encoding)} for span in spans]

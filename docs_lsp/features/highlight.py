"""Highlights of all places in docs.json that name the page, endpoint or file at the cursor."""

from __future__ import annotations

from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, range_of
from docs_lsp.jsontree.document import Document
from docs_lsp.site.references.same_target import same_target_references
from docs_lsp.text import Encoding


def highlights(view: View, file: str, offset: int, encoding: Encoding) -> list[Json] | None:
    """The answer to `textDocument/documentHighlight`; None where nothing is named, so that editors
    do what they do elsewhere."""
    document = view.site.parts.get(file)
    if not isinstance(document, Document) or not view.site.is_ours:
        return None
    spans = same_target_references(document, file, offset)
    return [{"range": range_of(document.text, span, encoding)} for span in spans] or None

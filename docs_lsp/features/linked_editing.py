"""Linked editing in a page: the names of an opening and a closing tag change together."""

from __future__ import annotations

from docs_lsp.core.text import Encoding, Text
from docs_lsp.features._page_syntax import get_page_syntax
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.mdx.syntax import NOWHERE

_NAME = r"[A-Za-z_$][\w$.:-]*"
"""The pattern of names while the two tags stay linked."""


def answer_linked_editing(text: Text, offset: int, encoding: Encoding) -> Json | None:
    """Return the answer to `textDocument/linkedEditingRange` in a page, or None."""
    tags = get_page_syntax(text.data).tags
    for tag in tags:
        is_there = tag.name_span.start <= offset <= tag.name_span.end
        if is_there and tag.name and tag.partner != NOWHERE:
            spans = sorted((tag.name_span, tags[tag.partner].name_span))
            ranges = [build_range(text, span, encoding) for span in spans]
            return {"ranges": ranges, "wordPattern": _NAME}
    return None

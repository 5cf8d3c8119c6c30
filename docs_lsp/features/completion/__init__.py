"""Completion in docs.json and in the files that its `$ref`s name.

It proposes keys, values, page paths, endpoints and files. Accepting an item leaves valid JSON: it
includes its quotes, and missing commas and colons beside it.
"""

from __future__ import annotations

from docs_lsp.core.text import Encoding
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._prose import ProseRenderer
from docs_lsp.features._view import View
from docs_lsp.features.completion.cursor import CompletionCursor, find_completion_cursor
from docs_lsp.features.completion.item import (
    CompletionItemBuilder,
    CompletionProposal,
    render_page_documentation,
)
from docs_lsp.features.completion.keys import iter_whole_file_items, list_key_items
from docs_lsp.features.completion.values import depends_on_query, list_value_items
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.insertion_point import Expected


def answer_completion(
    view: View, file: str, offset: int, abilities: CompletionAbilities, encoding: Encoding
) -> Json:
    """Return the answer to `textDocument/completion` at a byte offset of a file."""
    can_ask_again = bool(abilities.ask_again and abilities.snippets)
    place = find_completion_cursor(view, file, offset, can_ask_again=can_ask_again)
    if place is None:
        return {"isIncomplete": False, "items": []}
    items = _list_items(place)
    incomplete = view.site.facts is None or (
        place.point.expected is not Expected.KEY and depends_on_query(place)
    )
    return CompletionItemBuilder(place, abilities, encoding).build_answer(
        items, is_incomplete=incomplete
    )


def answer_completion_resolve(view: View, item: Json, abilities: CompletionAbilities) -> Json:
    """Return an item with the documentation of its page; unchanged if it names no page."""
    prose = ProseRenderer(view, abilities.markdown)
    match item.get("data"):
        case {"page": str(page)} if text := render_page_documentation(page, prose):
            return {**item, "documentation": prose.build_markup_content(text)}
    return item


def _list_items(place: CompletionCursor) -> list[CompletionProposal]:
    match place.point.expected:
        case Expected.KEY:
            return list_key_items(place)
        case Expected.WHOLE:
            items = iter_whole_file_items(place)
            return [*items] or list_value_items(place)
    return list_value_items(place)

"""Completion in docs.json and in the files that its `$ref`s name.

It proposes keys, values, page paths, endpoints and files. Accepting an item leaves valid JSON: it
includes its quotes, and missing commas and colons beside it.

`complete(view, file, offset, abilities, encoding)` answers `textDocument/completion`, and
`resolve(view, item, abilities)` answers `completionItem/resolve` for one of its items; `TRIGGERS`
are the trigger characters, and `Abilities` are the client's capabilities.
"""

from __future__ import annotations

from docs_lsp.core.text import Encoding
from docs_lsp.features._abilities import ProposalAbilities as Abilities
from docs_lsp.features._commands import TRIGGERS
from docs_lsp.features._prose import Prose
from docs_lsp.features._view import View
from docs_lsp.features.completion.cursor import CompletionCursor, cursor_at
from docs_lsp.features.completion.empty_file import whole_items
from docs_lsp.features.completion.item import Item
from docs_lsp.features.completion.keys import key_items
from docs_lsp.features.completion.lsp_items import Shaper, documentation, render_page_documentation
from docs_lsp.features.completion.values import is_searched, value_items
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.insertion_point import Expected

__all__ = ["TRIGGERS", "Abilities", "complete", "resolve"]


def complete(view: View, file: str, offset: int, abilities: Abilities, encoding: Encoding) -> Json:
    """Return the answer to `textDocument/completion` at a byte offset of a file."""
    place = cursor_at(view, file, offset)
    if place is None:
        return {"isIncomplete": False, "items": []}
    items = list(_items(place, asks_again=bool(abilities.ask_again and abilities.snippets)))
    incomplete = view.site.facts is None or (
        place.point.expected is not Expected.KEY and is_searched(place)
    )
    return Shaper(place, abilities, encoding).answer(items, is_incomplete=incomplete)


def resolve(view: View, item: Json, abilities: Abilities) -> Json:
    """Return the answer to `completionItem/resolve`: the item with its documentation."""
    prose = Prose(view, abilities.markdown)
    match item.get("data"):
        case {"page": str(page)} if text := render_page_documentation(page, prose):
            return {**item, "documentation": documentation(text, prose)}
    return item


def _items(place: CompletionCursor, *, asks_again: bool) -> list[Item]:
    match place.point.expected:
        case Expected.KEY:
            return key_items(place, asks_again=asks_again)
        case Expected.WHOLE:
            items = whole_items(place, asks_again=asks_again)
            return [*items] or value_items(place, asks_again=asks_again)
    return value_items(place, asks_again=asks_again)

"""Completion items for an empty file: a whole docs.json, or one with a single key."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.item import CompletionProposal
from docs_lsp.features.completion.keys import list_key_items
from docs_lsp.features.completion.template import Placeholder, TabStop, Template
from docs_lsp.features.completion.type_templates import COLOUR
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.schema.model import DOCS
from docs_lsp.site.page_ranking import SortedPages

_SCHEMA = "https://mintlify.com/docs.json"
_FIRST_PAGES = ("index", "introduction", "quickstart", "overview", "README")


def iter_whole_file_items(
    place: CompletionCursor, *, can_ask_again: bool
) -> Iterator[CompletionProposal]:
    """Yield a whole docs.json, and one with a single key for each key."""
    if place.holder is not DOCS:
        return
    label = "docs.json with theme, name, colors and navigation"
    note = "The keys that every site needs."
    yield CompletionProposal(label, ItemKind.SNIPPET, _build_docs_skeleton(place), note=note)
    for item in list_key_items(place, can_ask_again=can_ask_again):
        if len(item.members) == 1 and item.label != "$ref":
            yield CompletionProposal(
                item.label,
                ItemKind.PROPERTY,
                dict(item.members),
                detail=item.detail,
                note=item.note,
                asks_again=item.asks_again,
            )


def _build_docs_skeleton(place: CompletionCursor) -> Template:
    name = place.view.root.name if place.view.root else ""
    page = _guess_first_page(place)
    pages: list[Template] = [Placeholder(page) if page else TabStop(is_last=True)]
    return {
        "$schema": _SCHEMA,
        "theme": Placeholder("mint"),
        "name": Placeholder(name or "Docs"),
        "colors": {"primary": Placeholder(COLOUR)},
        "navigation": {"groups": [{"group": Placeholder("Get started"), "pages": pages}]},
    }


def _guess_first_page(place: CompletionCursor) -> str:
    """Return the page that is most likely the start page, or an empty string."""
    facts = place.view.site.facts
    if facts is None:
        return ""
    known = next((page for page in _FIRST_PAGES if page in facts.pages), None)
    return known or next(iter(facts.pages.cached(SortedPages).paths), "")

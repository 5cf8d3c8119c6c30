"""Sorts the entries of a list by the titles that readers see."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.edits import build_value_edit, quote_json
from docs_lsp.jsontree.nodes import String
from docs_lsp.refactor.selection import Changes, Offer, Selection
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.named_operation import find_listed_operation
from docs_lsp.site.summaries.page_titles import find_page_of_entry, get_page_title

_MOST_COMPARED = 300
"""The number of entries up to which the order is checked before sorting is offered.

The check runs whenever the cursor moves.
"""


def offers(selection: Selection) -> Iterator[Offer]:
    """Offer to sort the pages of a list by title, unless they are; groups in it do not move."""
    if selection.key != "pages" or selection.site.contents is None:
        return
    entries = _list_string_entries(selection)
    if len(entries) > _MOST_COMPARED or entries != _sort_entries(selection, entries):
        title = "Sort the pages of this list by title"
        yield Offer(title, "refactor.rewrite", lambda: _build_sorting(selection))


def _list_string_entries(selection: Selection) -> list[tuple[int, str]]:
    """Return the index and the text of each string in the list."""
    items = enumerate(selection.node.items)
    return [(index, item.value) for index, item in items if isinstance(item, String)]


def _sort_entries(selection: Selection, entries: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the same indexes with the texts in the order of their sidebar titles."""
    facts = selection.site.facts
    specs = selection.owner.element.inner.openapi

    def key(entry: str) -> tuple[str, str]:
        title = _find_sidebar_title(selection, entry, specs, facts) if facts else None
        return (title or entry).casefold(), entry

    texts = sorted((text for _, text in entries), key=key)
    return [(index, text) for (index, _), text in zip(entries, texts, strict=True)]


def _find_sidebar_title(
    selection: Selection, entry: str, specs: tuple[str, ...], facts: SiteFacts
) -> str | None:
    """Return the title of a page or an endpoint in the sidebar, or None if it is not known."""
    page = find_page_of_entry(entry, facts.pages)
    if page is None:
        endpoint = parse_endpoint_entry(entry)
        match = (
            find_listed_operation(endpoint, specs, facts)
            if isinstance(endpoint, Endpoint)
            else None
        )
        return match.operation.summary if match else None
    content = (selection.site.contents or {}).get(page.file)
    short = content.fields.get("sidebarTitle") if content else None
    if isinstance(short, str) and short.strip():
        return short.strip()
    return get_page_title(page, facts, selection.site.contents)


def _build_sorting(selection: Selection) -> Changes:
    before = _list_string_entries(selection)
    edits = [
        build_value_edit(selection.data, selection.node, selection.at, index, quote_json(new))
        for (index, old), (_, new) in zip(before, _sort_entries(selection, before), strict=True)
        if old != new
    ]
    return selection.build_changes(edits)

"""The entries of a list, by the titles of their pages."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.edits import quoted, replace_value
from docs_lsp.jsontree.nodes import String
from docs_lsp.refactor.selection import Changes, Offer, Selection
from docs_lsp.site.frontmatter import title_of
from docs_lsp.site.pages import normalise


def offers(selection: Selection) -> Iterator[Offer]:
    """Sort the pages of a list; groups among them stay where they are."""
    if selection.key == "pages" and selection.site.contents is not None:
        before = _entries(selection)
        if before != _sorted(selection, before):
            title = "Sort the pages of this list by title"
            yield Offer(title, "refactor.rewrite", lambda: _rewritten(selection))


def _entries(selection: Selection) -> list[tuple[int, str]]:
    """Index and text of the strings in the list."""
    items = enumerate(selection.node.items)
    return [(index, item.value) for index, item in items if isinstance(item, String)]


def _sorted(selection: Selection, entries: list[tuple[int, str]]) -> list[tuple[int, str]]:
    texts = sorted((text for _, text in entries), key=lambda text: _title(selection, text))
    return [(index, text) for (index, _), text in zip(entries, texts, strict=True)]


def _title(selection: Selection, entry: str) -> tuple[str, str]:
    facts, contents = selection.site.facts, selection.site.contents or {}
    page = normalise(entry).rstrip("/")
    found = facts.pages.find(page) if facts else None
    content = contents.get(found.file) if found else None
    title = title_of(page, content.frontmatter) if content else entry
    return title.casefold(), entry


def _rewritten(selection: Selection) -> Changes:
    before = _entries(selection)
    edits = [
        replace_value(selection.data, selection.node, selection.at, index, quoted(new))
        for (index, old), (_, new) in zip(before, _sorted(selection, before), strict=True)
        if old != new
    ]
    return selection.made(edits)

"""Pages that no list has yet, listed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from docs_lsp.jsontree.edits import insert_items, quoted
from docs_lsp.jsontree.nodes import String
from docs_lsp.refactor.selection import Changes, Offer, Selection
from docs_lsp.site.pages import normalise
from docs_lsp.site.unlisted import unlisted_pages

_MOST = 5


def offers(selection: Selection) -> Iterator[Offer]:
    """The unlisted pages of the folders whose pages stand in this list."""
    if selection.key != "pages" or selection.overview is None:
        return
    folders = Counter(
        _folder(normalise(item.value)) for item in selection.node.items if isinstance(item, String)
    )
    near = [
        page.page
        for page in selection.overview.once(unlisted_pages)
        if folders[_folder(page.page)] or not folders
    ]
    for page in sorted(near, key=lambda page: (-folders[_folder(page)], page))[:_MOST]:
        yield Offer(f"List `{page}` here", "refactor.rewrite", partial(_added, selection, page))


def _folder(page: str) -> str:
    return page.rpartition("/")[0]


def _added(selection: Selection, page: str) -> Changes:
    """The page behind what is selected, or at the end."""
    index = selection.indexes.stop or len(selection.node.items)
    edits = insert_items(selection.data, selection.node, selection.at, index, [quoted(page)])
    return selection.made(edits)

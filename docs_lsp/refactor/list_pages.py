"""Adds pages to a list of the navigation that no list contains yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from docs_lsp.jsontree.edits import insert_items, quote_json
from docs_lsp.jsontree.nodes import String
from docs_lsp.refactor.selection import Changes, Offer, Selection
from docs_lsp.rules.unlisted_page import unlisted_page
from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.site.languages_and_versions import LanguagesAndVersions
from docs_lsp.site.pages import normalise_entry, strip_page_extension
from docs_lsp.site.summaries.unlisted_pages import find_forgotten_pages

_MOST = 5
_QUICK = 3000
"""The number of pages up to which unlisted pages are found quickly enough.

They are needed whenever the cursor moves.
"""


def offers(selection: Selection) -> Iterator[Offer]:
    """Offer to list up to five unlisted pages, from the folders of the pages in this list."""
    if selection.key != "pages":
        return
    entries = (item.value for item in selection.node.items if isinstance(item, String))
    folders = Counter(_get_folder(normalise_entry(entry)) for entry in entries)
    near = [
        page
        for page in _find_unlisted_pages(selection)
        if (folders[_get_folder(page)] or not folders) and _is_of_edition(page, selection)
    ]
    for page in sorted(near, key=lambda page: (-folders[_get_folder(page)], page))[:_MOST]:
        yield Offer(
            f"List `{page}` here", "refactor.rewrite", partial(_build_listing, selection, page)
        )


def _find_unlisted_pages(selection: Selection) -> Iterable[str]:
    """Return the pages that are neither listed nor hidden; on a large site, the reported ones."""
    overview = selection.overview
    if overview is None:
        return ()
    if len(overview.facts.pages) <= _QUICK or overview.is_cached(find_forgotten_pages):
        return (page.page for page in overview.cached(find_forgotten_pages))
    problems_by_file = selection.site.site_findings.in_other_files.problems_by_file
    listed = overview.facts.pages
    pages = (
        strip_page_extension(file)
        for file, problems in problems_by_file.items()
        if any(problem.rule == unlisted_page.name for problem in problems)
    )
    return (page for page in pages if page in listed)


def _is_of_edition(page: str, selection: Selection) -> bool:
    """Return whether a page may belong to the language and the version of a list.

    A page of another folder does not, nor one that has a counterpart in a folder of these names.
    """
    overview = selection.overview
    around = [placed.element for placed in selection.owner.list_outward()]
    names = {element.get_text(kind) for element in around for kind in SWITCHED if element.has(kind)}
    if overview is None or not names:
        return True
    own = overview.cached(LanguagesAndVersions.from_overview).find_folders(page)
    others = {*own.languages, *own.versions} - names
    is_empty = not selection.node.items  # Else the page is in the folder of those that are there.
    return not (is_empty and others) and all(
        f"{name}/{page}" not in overview.facts.pages for name in names
    )


def _get_folder(page: str) -> str:
    return page.rpartition("/")[0]


def _build_listing(selection: Selection, page: str) -> Changes:
    """Return the changes that list a page after the selection, or at the end."""
    index = selection.indexes.stop or len(selection.node.items)
    edits = insert_items(selection.data, selection.node, selection.at, index, [quote_json(page)])
    return selection.build_changes(edits)

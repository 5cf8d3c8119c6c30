"""New pages and groups, and pages that no list has yet, put into the navigation."""

from __future__ import annotations

from docs_lsp.files import Files
from docs_lsp.jsontree.edits import quoted
from docs_lsp.problem import NewFile
from docs_lsp.refactor.placing import Place, PlacingRefused, room_for
from docs_lsp.refactor.selection import Changes
from docs_lsp.site.mdx.frontmatter import Frontmatter, title_of
from docs_lsp.site.moves.refusals import page_path, refusal_of_new
from docs_lsp.site.overview import Overview


def page_created(overview: Overview, files: Files, written: str, beside: Place | None) -> Changes:
    """A page of the path that is written, listed in or behind what takes up a place; one that
    exists is only listed. Raises `PlacingRefused`."""
    page = page_path(written)
    if page in overview.facts.pages:
        return page_listed(overview, page, beside)
    reason = refusal_of_new(written, overview, files)
    if reason is not None:
        raise PlacingRefused(reason)
    title = quoted(title_of(page, Frontmatter()))
    made = NewFile(f"{page}.mdx", f"---\ntitle: {title}\n---\n")
    return (made, *page_listed(overview, page, beside))


def page_listed(overview: Overview, page: str, beside: Place | None) -> Changes:
    """An entry for a page. Raises `PlacingRefused`."""
    return room_for(overview, beside).filled(quoted(page))


def group_created(overview: Overview, title: str, beside: Place | None) -> Changes:
    """A group without pages. Raises `PlacingRefused`."""
    if not title.strip():
        raise PlacingRefused("Readers need a title to click on. Write one.")
    group = f'{{\n  "group": {quoted(title.strip())},\n  "pages": []\n}}'
    return room_for(overview, beside, group=True).filled(group)

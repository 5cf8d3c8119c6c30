"""Edits for a page that was created in the editor's file tree: its title, and its entry."""

from __future__ import annotations

from docs_lsp.core.problem import FileEdit, Fix
from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities, build_workspace_edit
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.files import FileFault
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.navigation.unlisted_fixes import build_listing_fix
from docs_lsp.site.mdx.frontmatter import Frontmatter
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.summaries.page_titles import choose_page_title


def is_empty_page(view: View, file: str) -> bool:
    """Whether a file is a page of the site that nothing has been written in yet."""
    facts = view.site.facts
    page = facts.pages.find_page(strip_page_extension(file)) if facts else None
    try:
        is_empty = not view.files.read(file)
    except FileFault:
        return False
    return view.site.is_service_site and page is not None and page.file == file and is_empty


def build_title_edit(
    view: View, file: str, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the edit that gives an empty page its frontmatter; None for any other file."""
    if not is_empty_page(view, file):
        return None
    title = quote_json(choose_page_title(strip_page_extension(file), Frontmatter()))
    change = FileEdit(file, Span(0, 0), f"---\ntitle: {title}\n---\n\n")
    return build_workspace_edit([change], view, encoding, abilities)


def find_listing_fix(view: View, file: str) -> Fix | None:
    """Return the fix that lists a page after its neighbours; None if it is listed or unknown."""
    overview, page = view.site.get_overview(), strip_page_extension(file)
    if overview is None or page not in overview.facts.pages or page in overview.navigation.by_page:
        return None
    return build_listing_fix(page, overview)

"""Edits that follow when files are created, renamed or deleted in the editor's file tree.

The client makes the operation itself. It asks for further changes before it renames or deletes; a
created page gets its title and its entry afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.problem import FileEdit, Fix
from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._locations import find_page_of_file
from docs_lsp.features._move_edits import build_moves_edit, should_add_redirects
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import (
    AnnotatedChange,
    ChangeAnnotation,
    EditAbilities,
    build_annotated_edit,
    build_workspace_edit,
)
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.files import FileFault
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.navigation.unlisted_fixes import build_listing_fix
from docs_lsp.site.mdx.frontmatter import Frontmatter
from docs_lsp.site.moves import Move
from docs_lsp.site.moves.deletion import Deletion, plan_deletion
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.summaries.page_titles import choose_page_title


def answer_will_rename(
    view: View, moves: Sequence[tuple[str, str]], encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the answer to `workspace/willRenameFiles` for old and new paths; None if empty."""
    overview = view.site.get_overview()
    wanted = [Move(old, new) for old, new in moves if old != new and old != view.site.name]
    if overview is None or not wanted:
        return None
    edit = build_moves_edit(wanted, overview, view, encoding, abilities, is_made_by_client=True)
    return edit if edit and any(edit.values()) else None


def answer_will_delete(
    view: View, paths: Sequence[str], encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the answer to `workspace/willDeleteFiles`; None without changes that can be confirmed.

    Clients that cannot ask get a diagnostic for an entry without its page, and can remove it then.
    """
    overview = view.site.get_overview()
    if overview is None or not abilities.annotates:
        return None
    plan = plan_deletion(overview, paths)
    changes = [
        AnnotatedChange(edit, _build_entry_removal_annotation(plan)) for edit in plan.entries
    ]
    if should_add_redirects(overview):
        changes += (
            AnnotatedChange(edit, _build_redirects_annotation(plan)) for edit in plan.redirects
        )
    return build_annotated_edit(changes, view, encoding, abilities) if changes else None


def _build_entry_removal_annotation(plan: Deletion) -> ChangeAnnotation:
    one = len(plan.pages) == 1
    what = f"`{plan.pages[0].page}`" if one else f"{len(plan.pages)} pages"
    return ChangeAnnotation(
        "Remove the entries from the navigation", f"Removes the entries of {what}."
    )


def _build_redirects_annotation(plan: Deletion) -> ChangeAnnotation:
    names = ", ".join(
        f"`{redirect.source}` to `{redirect.destination}`" for redirect in plan.added[:3]
    )
    more = ", …" if plan.added[3:] else ""
    description = f"From {names}{more}." if names else "Redirects to it get another destination."
    return ChangeAnnotation("Redirect readers of the old address", description)


def is_empty_page(view: View, file: str) -> bool:
    """Return whether a file is a page of the site that nothing has been written in yet."""
    if not view.site.is_service_site or find_page_of_file(view, file) is None:
        return False
    try:
        return not view.files.read(file)
    except FileFault:
        return False


def build_title_edit(
    view: View, file: str, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the edit that gives an empty page its frontmatter; None for any other file."""
    if not is_empty_page(view, file):
        return None
    title = quote_json(choose_page_title(strip_page_extension(file), Frontmatter()))
    document = view.site.find_document(view.site.name)
    data = document.text.data if document else b""
    change = FileEdit(file, Span(0, 0), copy_line_breaks(f"---\ntitle: {title}\n---\n\n", data))
    return build_workspace_edit([change], view, encoding, abilities)


def find_listing_fix(view: View, file: str) -> Fix | None:
    """Return the fix that lists a page after its neighbours; None if it is listed or unknown."""
    overview, page = view.site.get_overview(), strip_page_extension(file)
    if overview is None or page not in overview.facts.pages or page in overview.navigation.by_page:
        return None
    return build_listing_fix(page, overview)

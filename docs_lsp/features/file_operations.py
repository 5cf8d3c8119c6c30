"""Edits that follow when files are renamed or deleted in the editor's file tree.

The client makes the operation itself, and asks beforehand for further changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.core.text import Encoding
from docs_lsp.features._annotated_edits import (
    AnnotatedChange,
    ChangeAnnotation,
    build_annotated_edit,
)
from docs_lsp.features._move_edits import build_moves_edit, should_add_redirects
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.to_lsp import Json
from docs_lsp.site.moves import Move
from docs_lsp.site.moves.deletion import Deletion, plan_deletion


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
    """Return the answer to `workspace/willDeleteFiles`: changes to confirm, or None.

    None for clients that cannot ask: they get a diagnostic for an entry without its page, and can
    remove it then.
    """
    overview = view.site.get_overview()
    if overview is None or not abilities.annotates:
        return None
    plan = plan_deletion(overview, paths)
    pieces = [AnnotatedChange(edit, _build_entry_removal_annotation(plan)) for edit in plan.entries]
    if should_add_redirects(overview):
        pieces += (
            AnnotatedChange(edit, _build_redirects_annotation(plan)) for edit in plan.redirects
        )
    return build_annotated_edit(pieces, view, encoding, abilities) if pieces else None


def _build_entry_removal_annotation(plan: Deletion) -> ChangeAnnotation:
    one = len(plan.pages) == 1
    what = f"`{plan.pages[0].page}`" if one else f"{len(plan.pages)} pages"
    return ChangeAnnotation(
        "Remove the entries from the navigation",
        f"Removes the entries of {what}.",
    )


def _build_redirects_annotation(plan: Deletion) -> ChangeAnnotation:
    names = ", ".join(
        f"`{redirect.source}` to `{redirect.destination}`" for redirect in plan.added[:3]
    )
    more = ", …" if plan.added[3:] else ""
    description = f"From {names}{more}." if names else "Redirects to it get another destination."
    return ChangeAnnotation("Redirect readers of the old address", description)

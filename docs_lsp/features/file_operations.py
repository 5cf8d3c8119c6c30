"""Edits that follow when files are renamed or deleted in the editor's file tree.

The client makes the operation itself, and asks beforehand for further changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.core.text import Encoding
from docs_lsp.features._annotated_edits import OfferContext, Piece, edit_of_pieces
from docs_lsp.features._move_edits import adds_redirects, edit_for_moves
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.to_lsp import Json
from docs_lsp.site.moves import Move
from docs_lsp.site.moves.deletion import Deletion, plan_deletion


def will_rename(
    view: View, moves: Sequence[tuple[str, str]], encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the answer to `workspace/willRenameFiles`, given old and new paths in a site."""
    overview = view.site.overview()
    wanted = [Move(old, new) for old, new in moves if old != new and old != view.site.name]
    if overview is None or not wanted:
        return None
    edit = edit_for_moves(wanted, overview, view, encoding, abilities, is_made_by_client=True)
    return edit if edit and any(edit.values()) else None


def will_delete(
    view: View, paths: Sequence[str], encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the answer to `workspace/willDeleteFiles`: changes that the user must confirm.

    None for clients that cannot ask: they get a diagnostic for an entry without its page, and can
    remove it then.
    """
    overview = view.site.overview()
    if overview is None or not abilities.annotates:
        return None
    plan = plan_deletion(overview, paths)
    pieces = [Piece(edit, _offer_entry_removal(plan)) for edit in plan.entries]
    if adds_redirects(overview):
        pieces += (Piece(edit, _offer_redirects(plan)) for edit in plan.redirects)
    return edit_of_pieces(pieces, view, encoding, abilities) if pieces else None


def _offer_entry_removal(plan: Deletion) -> OfferContext:
    one = len(plan.pages) == 1
    what = f"`{plan.pages[0].page}`" if one else f"{len(plan.pages)} pages"
    return OfferContext(
        "Remove the entries from the navigation",
        f"Removes the entries of {what}.",
    )


def _offer_redirects(plan: Deletion) -> OfferContext:
    names = ", ".join(
        f"`{redirect.source}` to `{redirect.destination}`" for redirect in plan.added[:3]
    )
    more = ", …" if plan.added[3:] else ""
    description = f"From {names}{more}." if names else "Redirects to it get another destination."
    return OfferContext("Redirect readers of the old address", description)

"""The workspace edit for moved files, with the entries, links and redirects that change."""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.core.problem import FileChange
from docs_lsp.core.text import Encoding
from docs_lsp.features._annotated_edits import OfferContext, build_pieces, edit_of_pieces
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities, workspace_edit
from docs_lsp.features.to_lsp import Json
from docs_lsp.site.moves import Move, MovePlan, moves_of_translations, plan
from docs_lsp.site.overview import Overview


def edit_for_moves(
    moves: Sequence[Move],
    overview: Overview,
    view: View,
    encoding: Encoding,
    abilities: EditAbilities,
    *,
    is_made_by_client: bool,
) -> Json | None:
    """Return the workspace edit for some moves, or None if the client cannot apply it.

    With `is_made_by_client` the client moves the files itself. Moving the translations too is
    offered if the client supports annotations.
    """
    alone = plan(overview, view.files, moves, redirect=adds_redirects(overview))
    sure: tuple[FileChange, ...] = alone.edits
    if not is_made_by_client:
        sure += alone.list_file_moves(view.files)
    offered = (
        moves_of_translations(overview, moves) if abilities.annotates and abilities.renames else ()
    )
    if offered:
        whole = plan(overview, view.files, (*moves, *offered), redirect=adds_redirects(overview))
        changes = (
            _omit_client_moves(moves, whole, view)
            if is_made_by_client
            else _all_changes(whole, view)
        )
        pieces = build_pieces(sure, changes, _offer(offered))
        edit = edit_of_pieces(pieces, view, encoding, abilities) if pieces else None
        if edit is not None:
            return edit
    return workspace_edit(sure, view, encoding, abilities)


def adds_redirects(overview: Overview) -> bool:
    """Whether old addresses get redirects, according to the settings."""
    return overview.settings.rename_redirect is not False


def _all_changes(move_plan: MovePlan, view: View) -> tuple[FileChange, ...]:
    return (*move_plan.edits, *move_plan.list_file_moves(view.files))


def _omit_client_moves(
    moves: Sequence[Move], move_plan: MovePlan, view: View
) -> tuple[FileChange, ...]:
    """Return the changes without the moves that the client makes itself."""
    starts = tuple(f"{move.old}/" for move in moves)
    left = (
        move
        for move in move_plan.list_file_moves(view.files)
        if not f"{move.file}/".startswith(starts)
    )
    return (*move_plan.edits, *left)


def _offer(offered: Sequence[Move]) -> OfferContext:
    names = ", ".join(f"`{move.old}`" for move in offered[:3]) + (", …" if offered[3:] else "")
    return OfferContext("Move the translations too", f"Moves {names} in the same way.")

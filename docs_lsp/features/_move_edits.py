"""The workspace edit for moved files, with the entries, links and redirects that change."""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.core.problem import FileChange
from docs_lsp.core.text import Encoding
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import (
    ChangeAnnotation,
    EditAbilities,
    annotate_extra_changes,
    build_annotated_edit,
    build_workspace_edit,
)
from docs_lsp.features.to_lsp import Json
from docs_lsp.site.moves import Move, MovePlan, find_translation_moves, plan_moves
from docs_lsp.site.overview import Overview


def build_moves_edit(
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
    alone = plan_moves(overview, view.files, moves, redirect=should_add_redirects(overview))
    main_changes: tuple[FileChange, ...] = alone.edits
    if not is_made_by_client:
        main_changes += alone.list_file_moves(view.files)
    offered = (
        find_translation_moves(overview, moves) if abilities.annotates and abilities.renames else ()
    )
    if offered:
        whole = plan_moves(
            overview, view.files, (*moves, *offered), redirect=should_add_redirects(overview)
        )
        changes = _list_changes(whole, view, moves if is_made_by_client else ())
        annotated = annotate_extra_changes(
            main_changes, changes, _build_translations_annotation(offered)
        )
        edit = build_annotated_edit(annotated, view, encoding, abilities) if annotated else None
        if edit is not None:
            return edit
    return build_workspace_edit(main_changes, view, encoding, abilities)


def should_add_redirects(overview: Overview) -> bool:
    """Return whether old addresses get redirects, according to the settings."""
    return overview.settings.rename_redirect is not False


def _list_changes(
    move_plan: MovePlan, view: View, client_moves: Sequence[Move]
) -> tuple[FileChange, ...]:
    """Return the edits and file moves of a plan without the moves that the client makes itself."""
    starts = tuple(f"{move.old}/" for move in client_moves)
    left = (
        move
        for move in move_plan.list_file_moves(view.files)
        if not f"{move.file}/".startswith(starts)
    )
    return (*move_plan.edits, *left)


def _build_translations_annotation(offered: Sequence[Move]) -> ChangeAnnotation:
    names = ", ".join(f"`{move.old}`" for move in offered[:3]) + (", …" if offered[3:] else "")
    return ChangeAnnotation("Move the translations too", f"Moves {names} in the same way.")

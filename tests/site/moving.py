"""Small sites before and after something moves in them.

A site is one text, each file after a line `--- path`, as in `tests/features/markers.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files, MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.moves import Move, MovePlan, list_move_changes, plan_moves
from docs_lsp.site.moves.deletion import Deletion, plan_deletion
from docs_lsp.site.overview import Overview
from tests.features.markers import marked


def files_in(text: str) -> MemoryFiles:
    """The files of a text."""
    return MemoryFiles(marked(text).files)


def site_of(files: Files) -> Snapshot:
    """A site that somebody has looked at as a whole."""
    return evaluate_whole_site(Path("/site"), files, Settings())


def overview_of(files: Files) -> Overview:
    """The same as an overview."""
    overview = site_of(files).get_overview()
    assert overview is not None
    return overview


def moves_in(*written: str) -> list[Move]:
    """Moves that are written as `old -> new`."""
    return [Move(*one.split(" -> ")) for one in written]


def planned(text: str, *moves: str, redirect: bool = True) -> MovePlan:
    """What some moves take along."""
    files = files_in(text)
    return plan_moves(overview_of(files), files, moves_in(*moves), redirect=redirect)


def draft_of(files: Files, moves: Iterable[Move], *, redirect: bool = False) -> Draft:
    """The files after some moves."""
    return Draft(files).with_changes(
        list_move_changes(overview_of(files), files, moves, redirect=redirect)
    )


def changed_by(text: str, *moves: str, redirect: bool = False) -> dict[str, str]:
    """The files that are not as they were, with what they hold; nothing of those that are gone."""
    draft = draft_of(files_in(text), moves_in(*moves), redirect=redirect)
    kept = {path: data for path, data in draft.changed.items() if draft.was[path] != data}
    return {path: data.decode() for path, data in sorted(kept.items()) if data is not None}


def deleted(text: str, *paths: str) -> Deletion:
    """What the deletion of some files takes along."""
    return plan_deletion(overview_of(files_in(text)), paths)


def without(text: str, *paths: str) -> str:
    """The docs.json once all that the deletion of some files offers is done."""
    files = files_in(text)
    found = plan_deletion(overview_of(files), paths)
    return Draft(files).with_changes((*found.entries, *found.redirects)).read("docs.json").decode()

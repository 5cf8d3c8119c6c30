"""Plans a move, or refuses it with the reason, before anything is written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.cli.complete_overview import require_complete_overview
from docs_lsp.core.problem import MovedFile
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.draft import Draft
from docs_lsp.files.saving import is_same_file
from docs_lsp.settings.settings import SETTINGS_FILE
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.moves import AddressMap, Move, MovePlan, find_translation_moves, plan_moves
from docs_lsp.site.moves.refusals import find_moves_refusal, find_name_refusal
from docs_lsp.site.pages import strip_page_extension

if TYPE_CHECKING:
    from docs_lsp.cli.move_paths import RequestedMove
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.files.files import DiskFiles
    from docs_lsp.site.overview import Overview


class PlannedMove(NamedTuple):
    """A move that can be made."""

    plan: MovePlan
    files: tuple[MovedFile, ...]
    """Each file that moves."""
    draft: Draft
    """The texts that change, by their old paths."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The files and whole folders that move."""
        return self.plan.relocation.moves


def build_move(request: RequestedMove, disk: DiskFiles) -> Move:
    """Return the move as site paths. Raises `UsageFault` if it can never be made."""
    old, new = (_require_site_path(path, disk) for path in (request.old, request.new))
    if old == new:
        raise UsageFault(f"`{old}` is its path already, so there is nothing to move.")
    if old in (request.docs_json.name, SETTINGS_FILE, *IGNORE_FILES):
        raise UsageFault(f"`{old}` is known by its name and place, so it stays where it is.")
    if f"{new}/".startswith(f"{old}/"):
        raise UsageFault(f"`{new}` lies in `{old}` itself. Choose a path outside of it.")
    if os.path.lexists(request.new) and not is_same_file(request.old, request.new):
        raise UsageFault(f"`{new}` exists already. Choose another path, or move that one first.")
    known = set(disk.paths())
    if old not in known and not any(path.startswith(f"{old}/") for path in known):
        raise UsageFault(
            f"`{old}` holds no file of the site. Its letters must be those on the disk."
        )
    return Move(old, new)


def plan_move(
    move: Move, site: Snapshot, disk: DiskFiles, *, moves_translations: bool, adds_redirect: bool
) -> PlannedMove:
    """Return the move with all changes that follow from it.

    Raises `UsageFault` for pages whose new address is not allowed, or if docs.json cannot be read;
    `Conflict` and `FileFault` if files cannot be changed.
    """
    overview = require_complete_overview(site)
    moves = (move, *(find_translation_moves(overview, [move]) if moves_translations else ()))
    made = plan_moves(overview, disk, moves, redirect=adds_redirect)
    _require_allowed_addresses(move, made, overview)
    return PlannedMove(made, made.list_file_moves(disk), Draft(disk).with_changes(made.edits))


def _require_site_path(path: Path, disk: DiskFiles) -> str:
    """Return a path relative to the site. Raises `UsageFault` outside of it or below a link."""
    site_path = disk.to_site_path(str(path))
    if not site_path:
        raise UsageFault(f"`{path}` is outside of the site `{disk.root}`.")
    for folder in path.parents:
        if folder.is_symlink() and disk.to_site_path(str(folder)):
            raise UsageFault(f"`{folder}` is a link. Move the files in the folder it leads to.")
    return site_path


def _require_allowed_addresses(move: Move, move_plan: MovePlan, overview: Overview) -> None:
    """Raise a `UsageFault` for pages whose new address is not allowed."""
    addresses = AddressMap(overview, move_plan.relocation)
    is_asset = move.old in overview.facts.files and strip_page_extension(move.old) == move.old
    reason = None if is_asset else find_name_refusal(strip_page_extension(move.new))
    reason = reason or find_moves_refusal(addresses)
    if reason:
        raise UsageFault(reason)

"""`docs-lsp move`: moves a page, a folder or another file, and updates all references to it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from docs_lsp.cli.change_mode import ChangeMode, read_change_mode
from docs_lsp.cli.exit_codes import FAILED, FOUND, SUCCESS
from docs_lsp.cli.findings import display_path
from docs_lsp.cli.move_plan import (
    PlannedMove,
    build_move,
    find_site_folder,
    plan_move,
    resolve_move_paths,
)
from docs_lsp.cli.output.diff import print_diff, render_diff
from docs_lsp.cli.sites import HERE, print_notice, read_faultless_settings, recover_site
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.phrases import format_count
from docs_lsp.evaluation.check import read_site
from docs_lsp.files.draft import Conflict
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.saving import save_draft


def run(arguments: Namespace) -> int:
    """Move the requested files and update references, or show how; return the exit code."""
    # An interrupted move may have left its files elsewhere, so recover first.
    root = find_site_folder(arguments.old, arguments.site)
    if root is not None and not recover_site(root):
        return FAILED
    wanted = resolve_move_paths(arguments.old, arguments.new, arguments.site)
    disk = DiskFiles(wanted.docs_json.parent)
    move = build_move(wanted, disk)
    settings = read_faultless_settings(disk)
    if settings is None:
        return FAILED
    site = read_site(disk.root, disk, settings, wanted.docs_json.name)
    redirect = settings.rename_redirect is not False
    try:
        planned = plan_move(
            move, site, disk, moves_translations=arguments.translations, adds_redirect=redirect
        )
    except (Conflict, FileFault) as fault:
        print_notice(str(fault))
        return FAILED
    return _make_or_show_move(planned, disk, read_change_mode(arguments), is_quiet=arguments.quiet)


def _make_or_show_move(
    move: PlannedMove, disk: DiskFiles, mode: ChangeMode, *, is_quiet: bool
) -> int:
    """Make the move, or only show it; return the exit code."""
    if mode.shows_diff:
        show_path = partial(_show_path, disk.root)
        print_diff(render_diff(move.draft, show_path, dict(move.files)), sys.stdout)
    else:
        if mode.writes:
            try:
                save_draft(move.draft, disk, move.moves)
            except FileFault as fault:
                print_notice(str(fault))
                return FAILED
        for line in () if is_quiet else _iter_move_lines(move, disk.root):
            print(line)
    for notice in move.plan.notices:
        print_notice(notice)
    if not is_quiet:
        print_notice(_summarise_move(move, is_done=mode.writes))
    return FOUND if move.plan.notices or mode is ChangeMode.CHECK else SUCCESS


def _show_path(root: Path, file: str) -> str:
    """Return the path of a file of the site from the working folder, safe for a terminal."""
    return escape_unsafe(display_path(root / file, HERE))


def _iter_move_lines(planned: PlannedMove, root: Path) -> Iterator[str]:
    """Yield a line for each moved file or folder, for each changed file and for each redirect."""
    for move in planned.moves:
        inside = sum(moved.file.startswith(f"{move.old}/") for moved in planned.files)
        count = f" ({format_count(inside, 'file')})" if inside else ""
        old, new = _show_path(root, move.old), _show_path(root, move.new)
        yield f"moved     {old} -> {new}{count}"
    plan = planned.plan
    changed = Counter(plan.relocation.map_path(edit.file) for edit in plan.edits)
    for file, places in sorted(changed.items()):
        yield f"changed   {_show_path(root, file)} ({format_count(places, 'place')})"
    for word, redirects in (("removed", plan.removed), ("redirect", plan.added)):
        for redirect in redirects:
            source, destination = map(escape_unsafe, (redirect.source, redirect.destination))
            yield f"{word:9} {source} -> {destination}"


def _summarise_move(move: PlannedMove, *, is_done: bool) -> str:
    """Return a sentence with the numbers of moved files and changed places."""
    moved = format_count(len(move.files), "file")
    places = format_count(len(move.plan.edits), "place")
    files = format_count(len({edit.file for edit in move.plan.edits}), "file")
    verb = "" if is_done else "would be "
    return f"{moved} {verb}moved, {places} in {files} {verb}changed."

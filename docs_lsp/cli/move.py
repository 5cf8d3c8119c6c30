"""`docs-lsp move`: moves a page, a folder or another file, and updates all references to it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from docs_lsp.cli.change_mode import ChangeMode, read_change_mode
from docs_lsp.cli.exit_codes import FAILED, FOUND, SUCCESS
from docs_lsp.cli.findings import display_path
from docs_lsp.cli.move_plan import (
    PlannedMove,
    build_move,
    find_site_around,
    plan_move,
    resolve_move_paths,
)
from docs_lsp.cli.output.diff import print_diff, render_diff
from docs_lsp.cli.sites import print_notice, read_faultless_settings, recover_site
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.phrases import format_count
from docs_lsp.evaluation.check import read_site
from docs_lsp.files.draft import Conflict
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.saving import save_draft


class _PreparedMove(NamedTuple):
    """A move that can be made, and how to display its paths."""

    disk: DiskFiles
    move: PlannedMove
    base: Path
    """The folder that displayed paths are relative to."""

    def display_path(self, file: str) -> str:
        """Return a site path as the user would write it."""
        return escape_unsafe(display_path(self.disk.root / file, self.base))


def run(arguments: Namespace) -> int:
    """Move the requested files, and return the exit code."""
    # An interrupted move may have left its files elsewhere, so recover first.
    root = find_site_around(arguments.old, arguments.site)
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
    work = _PreparedMove(disk, planned, Path())
    return _make_or_show_move(work, read_change_mode(arguments), is_quiet=arguments.quiet)


def _make_or_show_move(work: _PreparedMove, mode: ChangeMode, *, is_quiet: bool) -> int:
    """Make the move, or only show it; return the exit code."""
    if mode.shows_diff:
        print_diff(
            render_diff(work.move.draft, work.display_path, dict(work.move.files)), sys.stdout
        )
    else:
        if mode.writes:
            try:
                save_draft(work.move.draft, work.disk, work.move.moves)
            except FileFault as fault:
                print_notice(str(fault))
                return FAILED
        for line in () if is_quiet else _iter_move_lines(work):
            print(line)
    for notice in work.move.plan.notices:
        print_notice(notice)
    if not is_quiet:
        print_notice(_summarise_move(work, is_done=mode.writes))
    return FOUND if work.move.plan.notices or mode is ChangeMode.CHECK else SUCCESS


# What is printed


def _iter_move_lines(work: _PreparedMove) -> Iterator[str]:
    for move in work.move.moves:
        inside = sum(one.file.startswith(f"{move.old}/") for one in work.move.files)
        count = f" ({format_count(inside, 'file')})" if inside else ""
        yield f"moved     {work.display_path(move.old)} -> {work.display_path(move.new)}{count}"
    changed = Counter(
        work.move.plan.relocation.map_path(edit.file) for edit in work.move.plan.edits
    )
    for file, places in sorted(changed.items()):
        yield f"changed   {work.display_path(file)} ({format_count(places, 'place')})"
    for word, redirects in (
        ("removed", work.move.plan.removed),
        ("redirect", work.move.plan.added),
    ):
        for redirect in redirects:
            yield (
                f"{word:9} {escape_unsafe(redirect.source)} -> "
                f"{escape_unsafe(redirect.destination)}"
            )


def _summarise_move(work: _PreparedMove, *, is_done: bool) -> str:
    """Return a sentence with the numbers of moved files and changed places."""
    moved = format_count(len(work.move.files), "file")
    places = format_count(len(work.move.plan.edits), "place")
    files = format_count(len({edit.file for edit in work.move.plan.edits}), "file")
    verb = "" if is_done else "would be "
    return f"{moved} {verb}moved, {places} in {files} {verb}changed."

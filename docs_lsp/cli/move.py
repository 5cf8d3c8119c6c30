"""`docs-lsp move`: moves a page, a folder or another file, and all that names it follows."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from docs_lsp.cli.findings import shown_path
from docs_lsp.cli.move_paths import asked
from docs_lsp.cli.move_plan import PlannedMove, planned_move, possible_move
from docs_lsp.cli.output.diff import diff, write
from docs_lsp.cli.sites import say, say_faults
from docs_lsp.cli.terminal import safe
from docs_lsp.evaluation.check import project_settings, read_site
from docs_lsp.files.draft import Conflict
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.saving import save

MOVED, LEFT, FAILED = 0, 1, 2


class _Work(NamedTuple):
    """A move that can be made, and how to speak of it."""

    disk: DiskFiles
    move: PlannedMove
    base: Path
    """The folder that paths are relative to."""

    def shown(self, file: str) -> str:
        """A site path as the one who asked would write it."""
        return safe(shown_path(self.disk.root / file, self.base))


def run(arguments: Namespace) -> int:
    """Move what was asked for; the exit code."""
    gc.disable()  # The process ends soon; looking for garbage would take a tenth of its time.
    wanted = asked(arguments.old, arguments.new, arguments.path)
    disk = DiskFiles(wanted.docs_json.parent)
    move = possible_move(wanted, disk)
    settings, faults = project_settings(disk)
    if faults:
        # Whether a redirect is wanted is not known, so nothing is touched.
        say_faults(disk.root, faults, disk, Path())
        return FAILED
    site = read_site(disk.root, disk, settings, wanted.docs_json.name)
    redirect = settings.rename_redirect is not False
    try:
        planned = planned_move(
            move, site, disk, translations=arguments.translations, redirect=redirect
        )
    except (Conflict, FileFault) as fault:
        say(str(fault))
        return FAILED
    work = _Work(disk, planned, Path())
    return _make(work, is_diff=arguments.diff, is_dry=arguments.dry_run)


def _make(work: _Work, *, is_diff: bool, is_dry: bool) -> int:
    """Make the move, or only show it; the exit code."""
    if is_diff:
        write(diff(work.move.draft, work.shown, dict(work.move.files)), sys.stdout)
    else:
        if not is_dry:
            try:
                save(work.move.draft, work.disk, work.move.moves)
            except FileFault as fault:
                say(str(fault))
                return FAILED
        for line in _lines(work):
            print(line)
    for notice in work.move.plan.notices:
        say(notice)
    say(_summary(work, is_done=not (is_diff or is_dry)))
    return LEFT if work.move.plan.notices else MOVED


# What is printed


def _lines(work: _Work) -> Iterator[str]:
    for move in work.move.moves:
        inside = sum(one.file.startswith(f"{move.old}/") for one in work.move.files)
        count = f" ({_counted(inside, 'file')})" if inside else ""
        yield f"moved     {work.shown(move.old)} -> {work.shown(move.new)}{count}"
    changed = Counter(
        work.move.plan.relocation.new_path(edit.file) for edit in work.move.plan.edits
    )
    for file, places in sorted(changed.items()):
        yield f"changed   {work.shown(file)} ({_counted(places, 'place')})"
    for word, redirects in (
        ("removed", work.move.plan.removed),
        ("redirect", work.move.plan.added),
    ):
        for one in redirects:
            yield f"{word:9} {safe(one.source)} -> {safe(one.destination)}"


def _summary(work: _Work, *, is_done: bool) -> str:
    moved = _counted(len(work.move.files), "file")
    places = _counted(len(work.move.plan.edits), "place")
    files = _counted(len({edit.file for edit in work.move.plan.edits}), "file")
    verb = "" if is_done else "would be "
    return f"{moved} {verb}moved, {places} in {files} {verb}changed."


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"

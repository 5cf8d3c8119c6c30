"""`docs-lsp move`: moves a page, a folder or another file, and all that names it follows."""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from docs_lsp.check import project_settings, read_site
from docs_lsp.cli.findings import shown_path
from docs_lsp.cli.move_paths import Asked, asked
from docs_lsp.cli.output.diff import diff, write
from docs_lsp.cli.sites import say, say_faults
from docs_lsp.cli.terminal import safe
from docs_lsp.draft import Conflict, Draft
from docs_lsp.files import DiskFiles, FileFault
from docs_lsp.jsontree.document import Document
from docs_lsp.problem import MovedFile
from docs_lsp.saving import is_same_place, save
from docs_lsp.settings import SETTINGS_FILE
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.moves import Addresses, Move, MovePlan, moves_of_translations, plan
from docs_lsp.site.moves.refusals import refusal_of_moves, refusal_of_name
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import without_extension
from docs_lsp.snapshot import Snapshot
from docs_lsp.text import Encoding
from docs_lsp.usage_fault import UsageFault

MOVED, LEFT, FAILED = 0, 1, 2


class _Work(NamedTuple):
    """A move that can be made."""

    disk: DiskFiles
    plan: MovePlan
    files: tuple[MovedFile, ...]
    """Each file that moves."""
    draft: Draft
    """The texts that change, by their old paths."""
    base: Path
    """The folder that paths are relative to."""

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.plan.relocation.moves

    def shown(self, file: str) -> str:
        """A site path as the one who asked would write it."""
        return safe(shown_path(self.disk.root / file, self.base))


def run(arguments: Namespace) -> int:
    """Move what was asked for; the exit code."""
    gc.disable()  # The process ends soon; looking for garbage would take a tenth of its time.
    wanted = asked(arguments.old, arguments.new, arguments.path)
    disk = DiskFiles(wanted.docs_json.parent)
    move = _move(wanted, disk)
    settings, faults = project_settings(disk)
    if faults:
        # Whether a redirect is wanted is not known, so nothing is touched.
        say_faults(disk.root, faults, disk, Path())
        return FAILED
    site = read_site(disk.root, disk, settings, wanted.docs_json.name)
    overview = _readable(site)
    moves = (move, *(moves_of_translations(overview, [move]) if arguments.translations else ()))
    made = plan(overview, disk, moves, redirect=settings.rename_redirect is not False)
    _refuse(move, made, overview)
    try:
        draft = Draft(disk).after(made.edits)
    except (Conflict, FileFault) as fault:
        say(str(fault))
        return FAILED
    work = _Work(disk, made, made.moved_files(disk), draft, Path())
    return _make(work, is_diff=arguments.diff, is_dry=arguments.dry_run)


def _make(work: _Work, *, is_diff: bool, is_dry: bool) -> int:
    """Make the move, or only show it; the exit code."""
    if is_diff:
        write(diff(work.draft, work.shown, dict(work.files)), sys.stdout)
    else:
        if not is_dry:
            try:
                save(work.draft, work.disk, work.moves)
            except FileFault as fault:
                say(str(fault))
                return FAILED
        for line in _lines(work):
            print(line)
    for notice in work.plan.notices:
        say(notice)
    say(_summary(work, is_done=not (is_diff or is_dry)))
    return LEFT if work.plan.notices else MOVED


# What can be moved


def _move(wanted: Asked, disk: DiskFiles) -> Move:
    """The move as site paths; `UsageFault` for one that cannot be made whatever the site holds."""
    old, new = (_site_path(path, disk) for path in (wanted.old, wanted.new))
    if old == new:
        raise UsageFault(f"`{old}` is its path already, so there is nothing to move.")
    if old in (wanted.docs_json.name, SETTINGS_FILE, *IGNORE_FILES):
        raise UsageFault(f"`{old}` is known by its name and place, so it stays where it is.")
    if f"{new}/".startswith(f"{old}/"):
        raise UsageFault(f"`{new}` lies in `{old}` itself. Choose a path outside of it.")
    if os.path.lexists(wanted.new) and not is_same_place(wanted.old, wanted.new):
        raise UsageFault(f"`{new}` is there already. Choose another path, or move that one first.")
    known = set(disk.paths())
    if old not in known and not any(path.startswith(f"{old}/") for path in known):
        raise UsageFault(
            f"`{old}` holds no file of the site. Its letters must be those on the disk."
        )
    return Move(old, new)


def _site_path(path: Path, disk: DiskFiles) -> str:
    found = disk.site_path(str(path))
    if not found:
        raise UsageFault(f"`{path}` lies outside of the site of `{disk.root}`.")
    for folder in path.parents:
        if folder.is_symlink() and disk.site_path(str(folder)):
            raise UsageFault(f"`{folder}` is a link. Move the files in the folder it leads to.")
    return found


def _readable(site: Snapshot) -> Overview:
    """The site as a whole; `UsageFault` where an entry might be missed."""
    overview = site.overview()
    if overview is None:
        raise UsageFault(f"`{site.root / site.name}` belongs to another tool.")
    for file, part in site.parts.items():
        if file == site.name and isinstance(part, str):
            raise UsageFault(part)
        fault = next(part.faults(), None) if isinstance(part, Document) else None
        if isinstance(part, Document) and fault:
            line, _ = part.text.position(fault[0] + fault[1].start, Encoding.UTF32)
            raise UsageFault(
                f"`{file}` is not valid JSON in line {line + 1}, so an entry might be missed. "
                "Run `docs-lsp fix`, or correct the line, and try again."
            )
    return overview


def _refuse(move: Move, made: MovePlan, overview: Overview) -> None:
    """Raise a `UsageFault` for pages that would get an address they cannot have."""
    addresses = Addresses(overview, made.relocation)
    is_asset = move.old in overview.facts.files and without_extension(move.old) == move.old
    reason = None if is_asset else refusal_of_name(without_extension(move.new))
    reason = reason or refusal_of_moves(addresses)
    if reason:
        raise UsageFault(reason)


# What is printed


def _lines(work: _Work) -> Iterator[str]:
    for move in work.moves:
        inside = sum(one.file.startswith(f"{move.old}/") for one in work.files)
        count = f" ({_counted(inside, 'file')})" if inside else ""
        yield f"moved     {work.shown(move.old)} -> {work.shown(move.new)}{count}"
    changed = Counter(work.plan.relocation.of(edit.file) for edit in work.plan.edits)
    for file, places in sorted(changed.items()):
        yield f"changed   {work.shown(file)} ({_counted(places, 'place')})"
    for word, redirects in (("removed", work.plan.removed), ("redirect", work.plan.added)):
        for one in redirects:
            yield f"{word:9} {safe(one.source)} -> {safe(one.destination)}"


def _summary(work: _Work, *, is_done: bool) -> str:
    moved = _counted(len(work.files), "file")
    places = _counted(len(work.plan.edits), "place")
    files = _counted(len({edit.file for edit in work.plan.edits}), "file")
    verb = "" if is_done else "would be "
    return f"{moved} {verb}moved, {places} in {files} {verb}changed."


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"

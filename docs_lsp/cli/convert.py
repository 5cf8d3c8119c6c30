"""`docs-lsp convert`: makes a docs.json from a mint.json, or from an older docs.json."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from docs_lsp.cli.change_mode import (
    ChangeMode,
    print_changed_files,
    read_change_mode,
    write_or_print_diff,
)
from docs_lsp.cli.exit_codes import FAILED, FOUND, SUCCESS
from docs_lsp.cli.sites import print_notice, recover_site
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import OLDER_FILE, SITE_FILE
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.refactor.convert import Conversion, NotConvertible, convert_older_file


def run(arguments: Namespace) -> int:
    """Convert a file, or only show what would change; return the exit code."""
    path = _find_convertible_file(Path(arguments.file))
    if not recover_site(path.parent):
        return FAILED
    disk = DiskFiles(path.parent)
    mode = read_change_mode(arguments)
    try:
        made = _convert_file(disk, path)
        draft = _draft_docs_json(made, disk, is_forced=arguments.force or not mode.writes)
        write_or_print_diff(draft, disk, mode)
    except FileFault as fault:
        print_notice(str(fault))
        return FAILED
    if not (mode.writes or mode.shows_diff or arguments.quiet):
        print_changed_files(draft, disk.root)
    for note in made.notes:
        print_notice(note)
    if not arguments.quiet:
        print_notice(_describe_conversion(made, path, is_shown=not mode.writes))
    return FOUND if made.notes or mode is ChangeMode.CHECK else SUCCESS


def _find_convertible_file(path: Path) -> Path:
    """Return the file to convert; for a folder, its mint.json. Raises `UsageFault`."""
    if path == Path(OLDER_FILE) and not path.exists():
        raise UsageFault(f"There is no `{OLDER_FILE}` here. Name it, or its folder.")
    if not path.is_dir():
        return path
    if not (path / OLDER_FILE).is_file():
        raise UsageFault(
            f"`{path}` has no `{OLDER_FILE}`. Name the folder that has one, or the file to convert."
        )
    return path / OLDER_FILE


def _convert_file(disk: DiskFiles, path: Path) -> Conversion:
    """Return a file's conversion, unsaved. Raises `UsageFault` if it cannot be converted."""
    try:
        return convert_older_file(disk.read(path.name), disk)
    except NotConvertible as fault:
        raise UsageFault(f"`{path}` {fault}") from None


def _draft_docs_json(conversion: Conversion, disk: DiskFiles, *, is_forced: bool) -> Draft:
    """Return a draft with the new docs.json. Unless forced, raises `UsageFault` if one exists."""
    if disk.exists(SITE_FILE) and not is_forced:
        raise UsageFault(
            f"`{SITE_FILE}` exists already, so nothing was written. `--force` replaces it, and "
            "`--diff` prints its new content."
        )
    was = {SITE_FILE: disk.read(SITE_FILE) if disk.exists(SITE_FILE) else None}
    return Draft(disk, {SITE_FILE: conversion.text.encode()}, was)


def _describe_conversion(conversion: Conversion, path: Path, *, is_shown: bool) -> str:
    what = f"`{SITE_FILE}` {'would be' if is_shown else 'was'} made from `{path.name}`"
    left = (
        f"; {len(conversion.notes)} of its settings could not be converted"
        if conversion.notes
        else ""
    )
    more = "" if path.name == SITE_FILE else f". The service reads `{SITE_FILE}` from now on"
    return f"{what}{left}{more}."

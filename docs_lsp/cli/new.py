"""`docs-lsp new`: begins a site in a folder, with a docs.json and a first page."""

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
from docs_lsp.cli.sites import print_notice
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.refactor.new_site import plan_new_site

_COLOR = compile_lazily(r"#[0-9A-Fa-f]{6}")


def run(arguments: Namespace) -> int:
    """Begin a site, or show its files; return the exit code. Raises `UsageFault`."""
    folder = Path(arguments.folder)
    if folder.exists() and not folder.is_dir():
        raise UsageFault(f"`{folder}` is a file; name a folder.")
    if not _COLOR.fullmatch(arguments.color):
        raise UsageFault(f"`{arguments.color}` is not a colour; write it as `#0D9373`.")
    disk = DiskFiles(folder)
    mode = read_change_mode(arguments)
    name = arguments.name or folder.resolve().name or "Docs"
    draft = Draft(disk).with_changes(
        plan_new_site(name, arguments.color, arguments.theme, disk.exists)
    )
    if mode.writes:
        folder.mkdir(parents=True, exist_ok=True)
    try:
        write_or_print_diff(draft, disk, mode)
    except FileFault as fault:
        print_notice(str(fault))
        return FAILED
    if not (mode.shows_diff or arguments.quiet):
        print_changed_files(draft, folder)
    return FOUND if mode is ChangeMode.CHECK else SUCCESS

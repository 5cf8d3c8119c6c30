"""`docs-lsp new`: begins a site in a folder, with a docs.json and a first page."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from docs_lsp.cli.change_mode import ChangeMode, read_change_mode
from docs_lsp.cli.exit_codes import FAILED, FOUND, SUCCESS
from docs_lsp.cli.findings import display_path
from docs_lsp.cli.output.diff import print_draft_diff
from docs_lsp.cli.sites import HERE, print_notice
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.saving import save_draft
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
    files = plan_new_site(name, arguments.color, arguments.theme, disk.exists)
    draft = Draft(disk).with_changes(files)
    if mode.shows_diff:
        print_draft_diff(draft, folder)
        return SUCCESS
    if mode.writes:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            save_draft(draft, disk)
        except FileFault as fault:
            print_notice(str(fault))
            return FAILED
    if not arguments.quiet:
        for file in files:
            print(f"created   {escape_unsafe(display_path(folder / file.file, HERE))}")
    return FOUND if mode is ChangeMode.CHECK else SUCCESS

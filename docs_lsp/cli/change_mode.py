"""Whether a command that changes files makes its changes, or only shows them."""

from __future__ import annotations

from argparse import Namespace
from enum import Enum
from pathlib import Path

from docs_lsp.cli.findings import display_path
from docs_lsp.cli.output.diff import print_draft_diff
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles
from docs_lsp.files.saving import save_draft


class ChangeMode(Enum):
    """The ways to make changes, or only to show them."""

    WRITE = "write"
    DRY_RUN = "dry_run"
    """Print a list of them."""
    DIFF = "diff"
    """Print them as a patch."""
    CHECK = "check"
    """Print a list of them, and fail if there are any."""

    @property
    def writes(self) -> bool:
        """Whether files are changed."""
        return self is ChangeMode.WRITE

    @property
    def shows_diff(self) -> bool:
        """Whether a patch is printed."""
        return self is ChangeMode.DIFF


def read_change_mode(arguments: Namespace) -> ChangeMode:
    """Return the mode that the options of a command ask for."""
    for mode in (ChangeMode.DRY_RUN, ChangeMode.DIFF, ChangeMode.CHECK):
        if getattr(arguments, mode.value):
            return mode
    return ChangeMode.WRITE


def write_or_print_diff(draft: Draft, disk: DiskFiles, mode: ChangeMode) -> None:
    """Write a draft to the disk, or print it as a patch, or do neither, as the mode says.

    Raises `FileFault` if a file cannot be written.
    """
    if mode.shows_diff:
        print_draft_diff(draft, disk.root)
    elif mode.writes:
        save_draft(draft, disk)


def print_changed_files(draft: Draft, root: Path) -> None:
    """Print the files that a draft creates and changes, one on each line."""
    for file in sorted(draft.changed):
        word = "created" if draft.was.get(file) is None else "changed"
        print(f"{word:9} {escape_unsafe(display_path(root / file, Path()))}")

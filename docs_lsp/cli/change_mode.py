"""Whether a command that changes files makes its changes, or only shows them."""

from __future__ import annotations

from argparse import Namespace
from enum import Enum


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

"""The exceptions of reading a revision."""

from __future__ import annotations


class RevisionFault(Exception):
    """A revision cannot be read; `str` gives a message for the user."""


class NoCommitYet(RevisionFault):
    """The checked-out branch has no commit yet, so `HEAD` names none."""

    def __init__(self) -> None:
        """Create the exception with its message."""
        super().__init__("The checked-out branch has no commit yet.")

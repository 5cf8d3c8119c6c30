"""What stands in the way of reading a revision."""

from __future__ import annotations


class RevisionFault(Exception):
    """A revision that cannot be read; `str` gives the sentence for the one who asked for it."""


class NoCommitYet(RevisionFault):
    """The branch that is checked out has no commit yet, so `HEAD` names none."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("The branch that is checked out has no commit yet.")

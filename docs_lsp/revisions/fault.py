"""What stands in the way of reading a revision."""

from __future__ import annotations


class RevisionFault(Exception):
    """A revision that cannot be read; `str` gives the sentence for the one who asked for it."""

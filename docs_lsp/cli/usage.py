"""What was asked for in a way that cannot be answered."""

from __future__ import annotations


class UsageFault(Exception):
    """A mistake on the command line; its text is a sentence for the one who typed it."""

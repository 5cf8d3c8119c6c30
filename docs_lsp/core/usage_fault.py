"""The exception for a wrong call of a command, shared by both command lines."""

from __future__ import annotations


class UsageFault(Exception):
    """A mistake on the command line; its text is a sentence for the one who typed it."""

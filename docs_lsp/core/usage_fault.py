"""The exception for a wrong call of a command, shared by both command lines."""

from __future__ import annotations


class UsageFault(Exception):
    """A mistake on the command line; `str` gives a message for the user."""

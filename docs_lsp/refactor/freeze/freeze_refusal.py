"""The refusal of a plan to freeze a version."""

from __future__ import annotations


class FreezeRefusal(Exception):
    """A version cannot be frozen; `str` gives the reason and the remedy for the writer."""

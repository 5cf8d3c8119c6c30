"""What all lenses have in common."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.features.to_lsp import Json
from docs_lsp.text import Span

LONGEST = 100


class Lens(NamedTuple):
    """Where a lens stands, and what it is about."""

    about: str
    span: Span
    """The key that it stands above."""
    at: int
    """The absolute offset of the object that it is about."""


def words(title: str) -> Json:
    """A command that does nothing."""
    # Without a command's name, editors show the words as text that cannot be clicked.
    return {"title": title, "command": ""}


def count(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

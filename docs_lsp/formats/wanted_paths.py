"""Selects places of a document, so that a reader need not record all of them.

A path leads from the root of a document to a value: keys, and indexes of array items.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeAlias

Path: TypeAlias = "tuple[str | int, ...]"


class WantedPlaces(Protocol):
    """The places wanted below one value."""

    @property
    def ends(self) -> bool:
        """Whether nothing below the value is wanted."""

    def narrow_to_child(self, step: str | int) -> WantedPlaces | None:
        """Return the places wanted at and below a child; None if there are none."""


class Depth(NamedTuple):
    """All keys of objects within objects, down to a depth."""

    left: int

    @property
    def ends(self) -> bool:
        """Whether the depth is reached."""
        return self.left <= 0

    def narrow_to_child(self, step: str | int) -> Depth | None:
        """Return the keys one level deeper, or None."""
        return None if self.left <= 0 or isinstance(step, int) else Depth(self.left - 1)


class Paths:
    """The values at some paths, and all values around them."""

    __slots__ = ("_below",)

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        """Select the values at these paths."""
        self._below: dict[str | int, Paths] = {}
        for path in paths:
            here = self
            for step in path:
                here = here._below.setdefault(step, Paths())

    @property
    def ends(self) -> bool:
        """Whether no path leads further."""
        return not self._below

    def narrow_to_child(self, step: str | int) -> Paths | None:
        """Return the paths below a step, or None."""
        return self._below.get(step)

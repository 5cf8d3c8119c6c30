"""Which places of a document are asked for, so that a reader need not note all of them.

A path leads from the top of a document to a value: keys, and the numbers of items in lists.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeAlias

Path: TypeAlias = "tuple[str | int, ...]"


class Wanted(Protocol):
    """What is asked for below one value."""

    @property
    def ends(self) -> bool:
        """Whether nothing below is asked for."""

    def narrow_to_child(self, step: str | int) -> Wanted | None:
        """What is asked for at and below a child; None where it is not asked for at all."""


class Depth(NamedTuple):
    """All keys of mappings that stand in mappings, down to a depth."""

    left: int

    @property
    def ends(self) -> bool:
        """Whether this is deep enough."""
        return self.left <= 0

    def narrow_to_child(self, step: str | int) -> Depth | None:
        """The keys one level further down."""
        return None if self.left <= 0 or isinstance(step, int) else Depth(self.left - 1)


class Paths:
    """The values that some paths lead to, and all on the way there."""

    __slots__ = ("_below",)

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        """Ask for these."""
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
        """Where the paths go on after a step."""
        return self._below.get(step)

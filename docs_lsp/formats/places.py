"""Places of keys and values in a document, and which of them a reader is to record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from docs_lsp.core.text import Span

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""The keys, and indexes of array items, that lead from the root of a document to a value."""
WantedPlaces: TypeAlias = "Depth | Paths"
"""The keys and values below one value whose places are to be recorded."""


class EntryPlace(NamedTuple):
    """The spans of a key and its value; an item of an array is its own key.

    In TOML the value of a table is the name in its header.
    """

    key: Span
    value: Span


class ReadFault(NamedTuple):
    """The reason why a document cannot be read or used, and the place that shows it."""

    span: Span
    message: str


class Depth(NamedTuple):
    """All keys of objects within objects, down to a depth."""

    left: int

    @property
    def ends(self) -> bool:
        """Whether the depth is reached."""
        return self.left <= 0

    def narrow_to_child(self, step: str | int) -> Depth | None:
        """Return the keys wanted one level deeper; None below the depth, and in arrays."""
        return None if self.left <= 0 or isinstance(step, int) else Depth(self.left - 1)


class Paths:
    """The values at some paths, and all values around them."""

    __slots__ = ("_below",)

    def __init__(self, paths: Iterable[KeyPath] = ()) -> None:
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
        """Return the values wanted at and below a child; None if there are none."""
        return self._below.get(step)


def compute_byte_offsets(text: str, indexes: Iterable[int], start: int = 0) -> dict[int, int]:
    """Return the byte offset of each character index; `start` is the offset of index 0."""
    ascii_only = text.isascii()
    offsets, last, offset = {}, 0, start
    for index in sorted(set(indexes)):
        offset += index - last if ascii_only else len(text[last:index].encode())
        offsets[index], last = offset, index
    return offsets


def convert_to_bytes(
    text: str, places: Mapping[KeyPath, tuple[tuple[int, int], tuple[int, int]]], start: int = 0
) -> dict[KeyPath, EntryPlace]:
    """Return the places of entries whose keys and values are given as ranges of characters.

    `start` is the byte offset of the first character.
    """
    indexes = (index for pair in places.values() for place in pair for index in place)
    offsets = compute_byte_offsets(text, indexes, start)
    return {
        path: EntryPlace(
            Span(offsets[key[0]], offsets[key[1]]), Span(offsets[value[0]], offsets[value[1]])
        )
        for path, (key, value) in places.items()
    }

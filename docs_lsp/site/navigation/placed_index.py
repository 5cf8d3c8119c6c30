"""Finds the objects around many places of the files that `$ref`s name.

A walk toward one of these places passes every `$ref`, of which a site may have thousands.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import TypeAlias

from docs_lsp.site.navigation.walk import Placed

_Ranges: TypeAlias = Mapping[tuple[int, int], tuple[int, Placed]]
"""Byte ranges, each with the last object in the order of a walk that is exactly there."""


class PlacedIndex:
    """The objects of a docs.json, by the files and places of their layers."""

    def __init__(self, objects: Iterable[Placed]) -> None:
        """Index objects in the order of a walk."""
        by_file: dict[str, dict[tuple[int, int], tuple[int, Placed]]] = defaultdict(dict)
        for order, placed in enumerate(objects):
            layers = placed.element.resolved.layers
            for layer, start in zip(layers, placed.starts, strict=True):
                by_file[layer.file][start, start + layer.node.size] = order, placed
        self._files = {file: _NestedRanges(ranges) for file, ranges in by_file.items()}

    def find_around(self, file: str, offset: int) -> tuple[Placed, ...]:
        """Return the objects around an absolute byte offset, as `walk_toward` does."""
        ranges = self._files.get(file)
        # A file that several `$ref`s name is seen from the last one.
        found = max(ranges.iter_around(offset), key=itemgetter(0), default=None) if ranges else None
        return () if found is None else tuple(reversed(found[1].list_outward()))


class _NestedRanges:
    """Ranges of which any two are apart, or one in the other."""

    def __init__(self, ranges: _Ranges) -> None:
        self._ranges = sorted((*span, *found) for span, found in ranges.items())
        self._starts = [start for start, *_ in self._ranges]
        self._outer: list[int] = []
        """The index of the range around each; -1 for none."""
        for index, start in enumerate(self._starts):
            around = index - 1
            while around >= 0 and self._ranges[around][1] <= start:
                around = self._outer[around]
            self._outer.append(around)

    def iter_around(self, offset: int) -> Iterator[tuple[int, Placed]]:
        """Yield what is around an offset, or ends there, with its place in the walk."""
        index = bisect_right(self._starts, offset) - 1
        while index >= 0:
            _, end, order, placed = self._ranges[index]
            if offset <= end:
                yield order, placed
            index = self._outer[index]

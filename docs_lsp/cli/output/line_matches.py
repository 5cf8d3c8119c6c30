"""Finds equal lines in two versions of a large file.

`difflib` alone takes time in proportion to the lines times the changes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher

_FEW_LINES = 2_000


class UniqueLineMatcher(SequenceMatcher[str]):
    """A `SequenceMatcher` anchored at the lines that both versions contain exactly once.

    Between two anchors, and in files of few lines, it compares as `difflib` does.
    """

    a: Sequence[str]
    b: Sequence[str]

    def get_matching_blocks(self) -> list[Match]:
        """Return all runs of equal lines, and an empty one at the end."""
        if max(len(self.a), len(self.b)) < _FEW_LINES:
            return super().get_matching_blocks()
        blocks: list[Match] = []
        for at, at_after, size in _find_matches(self.a, self.b):
            last = blocks[-1] if blocks else Match(-1, -1, 0)
            if (last.a + last.size, last.b + last.size) == (at, at_after):
                blocks[-1] = last._replace(size=last.size + size)
            else:
                blocks.append(Match(at, at_after, size))
        return [*blocks, Match(len(self.a), len(self.b), 0)]


def _find_matches(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of equal lines in order: both start lines, and the size."""
    at = at_after = 0
    for place, place_after in (*_find_anchors(before, after), (len(before), len(after))):
        gap, gap_after = before[at:place], after[at_after:place_after]
        if gap and gap_after:
            inner = SequenceMatcher(None, gap, gap_after).get_matching_blocks()
            yield from ((at + a, at_after + b, size) for a, b, size in inner if size)
        if place < len(before):
            yield place, place_after, 1
        at, at_after = place + 1, place_after + 1


def _find_anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Return the line pairs unique in both versions, as many as come in the same order."""
    once, once_after = _find_single_lines(before), _find_single_lines(after)
    pairs = [(place, once_after[line]) for line, place in once.items() if line in once_after]
    return _find_longest_rise(pairs)


def _find_single_lines(lines: Sequence[str]) -> dict[str, int]:
    """Return the line numbers of the lines that occur exactly once."""
    counts = Counter(lines)
    return {line: place for place, line in enumerate(lines) if counts[line] == 1}


def _find_longest_rise(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the most pairs whose second numbers increase along with the first ones."""
    # For each length of a rise, the least second number that it may end with, and its last pair.
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, second) in enumerate(pairs):
        length = bisect_left(ends, second)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [second]
        last[length : length + 1] = [index]
    rise = []
    place = last[-1] if last else -1
    while place >= 0:
        rise.append(pairs[place])
        place = before[place]
    return rise[::-1]

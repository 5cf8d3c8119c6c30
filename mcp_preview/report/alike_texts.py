"""Groups texts that are the same, wholly or nearly.

Texts are compared by their runs of five words. Comparing each with each would take quadratic time,
so only those are compared that share one of the lowest hashes of either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar
from zlib import crc32

_LIKENESS = 0.9
"""The part of equal runs from which on texts are near-identical."""
_RUN = 5
_SKETCH = 32
_MOST_SHARING = 100
"""The most texts that share a run; a more frequent one is ignored."""
_FEWEST_RUNS = 20
_WORD = re.compile(r"\w+")

T = TypeVar("T")


def group_alike_texts(owned: Iterable[tuple[T, str]]) -> Iterator[list[T]]:
    """Yield groups of at least two owners whose texts are nearly the same.

    `owned` are owners with their texts. Short texts are ignored.
    """
    exact: dict[str, list[T]] = {}
    for owner, text in owned:
        exact.setdefault(" ".join(_WORD.findall(text.casefold())), []).append(owner)
    runs = [_hash_word_runs(text) for text in exact]
    leaders = list(range(len(exact)))
    for one, other in _find_candidate_pairs(runs):
        if _compute_likeness(runs[one], runs[other]) >= _LIKENESS:
            first, last = sorted((_find_leader(leaders, one), _find_leader(leaders, other)))
            leaders[last] = first
    joined: dict[int, list[T]] = {}
    for at, owners in enumerate(exact.values()):
        if len(runs[at]) >= _FEWEST_RUNS:
            joined.setdefault(_find_leader(leaders, at), []).extend(owners)
    yield from (owners for owners in joined.values() if len(owners) > 1)


def _find_candidate_pairs(runs: Sequence[frozenset[int]]) -> Iterable[tuple[int, int]]:
    """Return the pairs of texts that share one of the lowest hashes of either."""
    sharing: dict[int, list[int]] = {}
    for at, page_runs in enumerate(runs):
        for run in sorted(page_runs)[:_SKETCH]:
            sharing.setdefault(run, []).append(at)
    return dict.fromkeys(
        (one, other)
        for among in sharing.values()
        if 1 < len(among) <= _MOST_SHARING
        for number, one in enumerate(among)
        for other in among[number + 1 :]
    )


def _hash_word_runs(text: str) -> frozenset[int]:
    """Return an evenly distributed hash for each run of words."""
    words = text.split()
    return frozenset(
        crc32(" ".join(words[at : at + _RUN]).encode()) for at in range(len(words) - _RUN + 1)
    )


def _compute_likeness(one: frozenset[int], other: frozenset[int]) -> float:
    """Return the part of runs that two texts share, from 0 to 1."""
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


def _find_leader(leaders: Sequence[int], at: int) -> int:
    """Return the index that represents the group of an index."""
    while leaders[at] != at:
        at = leaders[at]
    return at

"""Finds the name most likely meant by an unknown one, for every "did you mean".

`SimilarNames` finds the names that difflib's `get_close_matches` finds, without comparing each
wrong name with each known one: the letters of two names limit how similar they can be, so only
names that can be among the best are compared letter by letter. A look-up compares a bounded number
of them, and a rule makes suggestions for the first `MOST_SUGGESTIONS` mistakes of a file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from heapq import heappush, heappushpop

from docs_lsp.core.text import measure_common_ends

MOST_SUGGESTIONS = 50
"""The number of mistakes of a file for which a rule makes suggestions."""
_CLOSEST = 3
_ROUNDING = 1e-9
_CUTOFF = 0.6
"""The least similarity, from 0 to 1, as difflib measures it."""
_LONGEST = 200
"""The longest name compared, in characters, because comparing takes quadratic time."""
_MOST_COMPARED = 150
"""The number of names compared letter by letter in one look-up."""
_MOST_WORK = 60_000
"""The work of one look-up after the first names: the sum of the products of both lengths."""
_FEW = 300
"""The number of names up to which several indexes are cached; of larger ones, only the last is.

A caller with the names of a whole site keeps the index itself.
"""


class SimilarNames:
    """Names, indexed to find the one that a wrong name meant."""

    def __init__(self, names: Iterable[str], *, fold: bool = True) -> None:
        """Index all names; with `fold`, case is ignored."""
        self._fold = fold
        self._by_folded = {name.casefold() if fold else name: name for name in names}
        self._bits: dict[tuple[str, int], int] = {}
        self._by_size: dict[int, list[tuple[str, int]]] = defaultdict(list)
        for name in self._by_folded:
            if len(name) <= _LONGEST:
                self._by_size[len(name)].append((name, self._build_mask(name)))

    def find_nearest(self, name: str, is_free: Callable[[str], bool] | None = None) -> str | None:
        """Return the most similar known name that is near enough and passes `is_free`, or None.

        Shared letters are not enough: `scripts` shares all of its letters with `description`. A
        name is near if a few wrong letters lead to it, or if it is longer or shorter at one end
        only.
        """
        wanted = name.casefold() if self._fold else name
        close = self._find_best(wanted, _CLOSEST, _CUTOFF, is_free)
        return next((self._by_folded[folded] for folded in close if _is_near(wanted, folded)), None)

    def find_close(self, name: str, count: int = _CLOSEST, cutoff: float = _CUTOFF) -> list[str]:
        """Return the few names most similar to a name, the best first, like `get_close_matches`."""
        wanted = name.casefold() if self._fold else name
        return [self._by_folded[folded] for folded in self._find_best(wanted, count, cutoff, None)]

    def _find_best(
        self, wanted: str, count: int, cutoff: float, is_free: Callable[[str], bool] | None
    ) -> list[str]:
        """Return the folded names most similar to a folded one, the best first, up to `count`."""
        candidates = self._find_candidates(wanted, cutoff)
        if not candidates:
            return []
        # A site without a misspelt name never needs this import.
        from difflib import SequenceMatcher

        matcher = SequenceMatcher(b=wanted)
        best: list[tuple[float, str]] = []
        work = compared = 0
        for most, _, name in sorted(candidates, reverse=True):
            if len(best) == count and most < best[0][0]:
                break  # No later name is more similar.
            if compared >= count and (work > _MOST_WORK or compared >= _MOST_COMPARED):
                break
            if is_free is not None and not is_free(self._by_folded[name]):
                continue
            compared += 1
            work += len(wanted) * len(name)
            matcher.set_seq1(name)
            likeness = matcher.ratio()
            if likeness >= cutoff:
                (heappush if len(best) < count else heappushpop)(best, (likeness, name))
        return [name for _, name in sorted(best, reverse=True)]

    def _find_candidates(self, wanted: str, cutoff: float) -> list[tuple[float, bool, str]]:
        """Return the names that may be `cutoff` alike, each after its greatest possible likeness.

        Between the two is whether the name begins with the same letters.
        """
        size = len(wanted)
        if size > _LONGEST:
            return []
        mask, start = None, wanted[:2]
        candidates = []
        for length, names in self._by_size.items():
            both = size + length
            if 2 * min(size, length) < cutoff * both:
                continue
            if mask is None:
                mask = self._build_known_mask(wanted)
            least = cutoff * both / 2 - _ROUNDING
            for name, other in names:
                shared = (mask & other).bit_count()
                if shared >= least:
                    most = 2 * shared / both if both else 1.0
                    candidates.append((most, name[:2] == start, name))
        return candidates

    def _build_mask(self, name: str) -> int:
        """Return a mask with a bit for each letter, for its second occurrence, and so on.

        Two names share as many letters as bits.
        """
        mask, bits = 0, self._bits
        for letter, count in Counter(name).items():
            for number in range(count):
                mask |= 1 << bits.setdefault((letter, number), len(bits))
        return mask

    def _build_known_mask(self, name: str) -> int:
        """Return the mask of `_build_mask`, without bits for letters that no name has."""
        bits = self._bits
        places = (
            bits.get((letter, number))
            for letter, count in Counter(name).items()
            for number in range(count)
        )
        return sum(1 << place for place in places if place is not None)


class SuggestionBudget:
    """Limits suggestions of a rule to the first mistakes of each file."""

    def __init__(self) -> None:
        """Start with nothing spent."""
        self._made: Counter[str] = Counter()

    def spend(self, file: str = "") -> bool:
        """Spend one suggestion for a file; returns whether there was one left."""
        self._made[file] += 1
        return self._made[file] <= MOST_SUGGESTIONS


def find_nearest_name(name: str, names: Iterable[str]) -> str | None:
    """Return the known name nearest to a wrong one, ignoring case; None if none is near enough."""
    known = tuple(names)
    if len(known) > _FEW:
        return _remember_large_index(known).find_nearest(name)
    return _find_nearest_cached(name, known)


@lru_cache(maxsize=2000)  # The same mistake is often made many times.
def _find_nearest_cached(name: str, names: tuple[str, ...]) -> str | None:
    return _build_cached_index(names).find_nearest(name)


@lru_cache(maxsize=64)
def _build_cached_index(names: tuple[str, ...]) -> SimilarNames:
    return SimilarNames(names)


@lru_cache(maxsize=1)  # The mistakes of one file come one after the other.
def _remember_large_index(names: tuple[str, ...]) -> SimilarNames:
    """Return the index of many names; only that of the last names is cached."""
    return SimilarNames(names)


def _is_near(one: str, other: str) -> bool:
    """Return whether one name begins or ends with the other, or few of its letters are wrong."""
    short, long = sorted((one, other), key=len)
    if long.startswith(short) or long.endswith(short):
        return True
    most = max(1, len(long) // 3)
    return compute_edit_distance(one, other, most) <= most


def compute_edit_distance(one: str, other: str, most: int | None = None) -> int:
    """Return how many letters are inserted, omitted, replaced or swapped, exact only up to `most`.

    If it exceeds `most`, `most + 1` may be returned.
    """
    if most is not None and abs(len(one) - len(other)) > most:
        return most + 1
    head, tail = measure_common_ends(one, other)
    one, other = one[head : len(one) - tail], other[head : len(other) - tail]
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, wanted in enumerate(other, 1):
            cost = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != wanted))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == wanted:
                cost = min(cost, before[column - 2] + 1)
            now.append(cost)
        if most is not None and min(now) > most:
            return most + 1
        before, last = last, now
    return last[-1]

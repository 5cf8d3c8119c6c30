"""Finds texts that contain what was typed, or nearly: with letters left out, or one letter wrong.

Both the texts and what was typed are in lower case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum, auto

SHORTEST = 3
"""The minimum number of typed characters: fewer fit nearly everything."""
_LONG = 6
"""The number of characters from which a part may be a third of what was typed."""
_MOST_PLACES = 8
"""The maximum number of places in a text at which a part is looked at."""


class MatchKind(IntEnum):
    """How well a path fits what was typed, the best first."""

    BEGINS = auto()
    PART_BEGINS = auto()
    """A folder in it, or the file's name, begins with it."""
    BEGINS_NEARLY = auto()
    CONTAINS = auto()
    CONTAINS_NEARLY = auto()


def find_matches(paths: Iterable[str], typed: str) -> dict[str, MatchKind]:
    """Return how well each path fits what was typed in lower case; paths that don't are left out.

    Those that only nearly do are left out if a path, or a part of one, begins with it.
    """
    folded = {path: path.casefold() for path in paths}
    exact = {
        path: fit for path, text in folded.items() if (fit := _classify_exact_match(text, typed))
    }
    if (
        len(typed) < SHORTEST
        or min(exact.values(), default=MatchKind.CONTAINS) < MatchKind.BEGINS_NEARLY
    ):
        return exact
    begun = {
        path: MatchKind.BEGINS_NEARLY for path, text in folded.items() if begins_nearly(text, typed)
    }
    if begun or exact:
        return {**exact, **begun}
    return {
        path: MatchKind.CONTAINS_NEARLY
        for path, text in folded.items()
        if measure_nearness(text, typed) is not None
    }


def _classify_exact_match(text: str, typed: str) -> MatchKind | None:
    """Return how a lower-case path contains what was typed, letter by letter, or None."""
    if typed not in text:
        return None
    if text.startswith(typed):
        return MatchKind.BEGINS
    return MatchKind.PART_BEGINS if f"/{typed}" in text else MatchKind.CONTAINS


def find_near(texts: Iterable[str], typed: str, limit: int) -> list[str]:
    """Return up to `limit` texts nearly containing what was typed (3 letters or more), best first.

    Both are in lower case. Those with letters left out come before those with a wrong, an
    additional or a swapped one; of each, those that begin with it come first.
    """
    if len(typed) < SHORTEST:
        return []
    ranked = ((measure_nearness(text, typed), text) for text in texts)
    near = [
        ((rank, not begins_nearly(text, typed)), text) for rank, text in ranked if rank is not None
    ]
    return [text for _, text in sorted(near, key=lambda pair: pair[0])][:limit]


def measure_nearness(text: str, typed: str) -> int | None:
    """Return 0 if a text contains what was typed or only lacks letters, 1 for a mistake, or None.

    Both are in lower case. A mistake leaves a part of what was typed as it is, so only the rest is
    compared.
    """
    ranks = (
        _compare_around(text, typed, start, end, at)
        for start, end in split_typed(typed)
        for at in _find_places(text, typed[start:end])
    )
    return min((rank for rank in ranks if rank is not None), default=None)


def begins_nearly(text: str, typed: str) -> bool:
    """Return whether a text begins with what was typed but for a slip after the first letter.

    A slip is a mistake in one letter, or letters left out. The first letter must be the same, since
    a few letters are in the beginning of many texts.
    """
    return text[:1] == typed[:1] and _compare(text, typed) is not None


def split_typed(typed: str) -> list[tuple[int, int]]:
    """Return the ranges of what was typed, of which each near text contains one unchanged."""
    half, third = len(typed) // 2, len(typed) // 3
    parts = [(0, half), (half, len(typed))]
    if len(typed) >= _LONG:
        parts += [(0, third), (third, 2 * third), (2 * third, len(typed))]
    else:
        parts.append((half + 1, len(typed)))  # If the letters beside the middle are swapped.
    return parts


def _find_places(text: str, part: str) -> Iterator[int]:
    """Yield the offsets of a part in a text, but only the first few."""
    at = text.find(part)
    for _ in range(_MOST_PLACES):
        if at < 0:
            return
        yield at
        at = text.find(part, at + 1)


def _compare_around(text: str, typed: str, start: int, end: int, at: int) -> int | None:
    """Return the nearness (0, 1 or None) of a text that has `typed[start:end]` at an offset."""
    before = _compare(text[:at][::-1], typed[:start][::-1])
    behind = _compare(text[at + end - start :], typed[end:])
    if before is None or behind is None or before + behind > 1:
        return None
    return before + behind


def _compare(text: str, typed: str) -> int | None:
    """Return 0 if a text begins with `typed` but for omitted letters, 1 for a mistake, or None."""
    at = 0
    while at < len(typed) and text[at : at + 1] == typed[at]:
        at += 1
    rest = typed[at:]
    letters = iter(text[at : at + 2 * len(rest) + 1])
    if all(letter in letters for letter in rest):
        return 0
    if len(rest) < 2:  # Any text fits but for its last letter.
        return None
    swapped = rest[1::-1] + rest[2:]
    is_near = any(text.startswith(rest[1:], place) for place in (at, at + 1))
    return 1 if is_near or text.startswith(swapped, at) else None

"""The name that a writer most likely meant."""

from __future__ import annotations

from collections.abc import Iterable

_LOOKED_AT = 3


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The known name that looks most like an unknown one; None when none comes near.

    Many shared letters are not enough: `scripts` has all of its own in `description`. A name is
    near that a few wrong letters lead to, or that is longer or shorter at one end alone.
    """
    # A site without a misspelt name never pays for this import.
    from difflib import get_close_matches

    by_folded = {known.casefold(): known for known in names}
    wanted = name.casefold()
    matches = get_close_matches(wanted, by_folded, n=_LOOKED_AT)
    return next((by_folded[match] for match in matches if _is_near(wanted, match)), None)


def _is_near(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if long.startswith(short) or long.endswith(short):
        return True
    return edit_distance(one, other) <= max(1, len(long) // 3)


def edit_distance(one: str, other: str, most: int | None = None) -> int:
    """How many letters were left out, put in, mistaken or swapped between two words; where that
    surely exceeds `most`, only one more than that is counted."""
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

"""Caches what is computed from texts, as many of the last ones as a number of characters allows.

`lru_cache` counts texts instead: if a page has more of them than it holds, all are computed again
at each reading, and long ones may fill the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

_Value = TypeVar("_Value")
_MISSING = object()
_EACH = 100
"""The size of an entry beside its text, in characters."""


def cache_recent_texts(most: int) -> Callable[[Callable[[str], _Value]], Callable[[str], _Value]]:
    """Return a decorator that caches a function of a text, for `most` characters of recent texts.

    The function must be a pure one of a text. The results for as many characters before are cached
    too. Threads may share the function; at worst they compute a result twice.
    """

    def decorate(compute: Callable[[str], _Value]) -> Callable[[str], _Value]:
        recent: dict[str, Any] = {}
        older: dict[str, Any] = {}
        size = 0

        @wraps(compute)
        def compute_once(text: str) -> _Value:
            nonlocal recent, older, size
            value: Any = recent.get(text, _MISSING)
            if value is _MISSING:
                value = older.get(text, _MISSING)
                if value is _MISSING:
                    value = compute(text)
                if size > most:
                    recent, older, size = {}, recent, 0
                recent[text] = value
                size += len(text) + _EACH
            result: _Value = value
            return result

        return compute_once

    return decorate

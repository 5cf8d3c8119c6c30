"""Values that are computed once and cached in the object that they were computed from.

A cache has to save a millisecond in a session or a `check`, or keep a file full of mistakes from
costing the square of their number. What an object computes from itself is a `cached_property`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

_Self = TypeVar("_Self", bound="Memo")
_Key = TypeVar("_Key")
_HashableKey = TypeVar("_HashableKey", bound=Hashable)
_Value = TypeVar("_Value")
_NOTHING = (None, None)


class Memo:
    """An immutable object that caches what functions compute from it.

    A subclass creates the dictionary `_made`, empty for each object.
    """

    __slots__ = ()
    _made: dict[object, Any]
    """The cached values under the functions that computed them; only `prime` changes it."""

    def cached(self: _Self, make: Callable[[_Self], _Value]) -> _Value:
        """Return the value of a function of this object, computed at the first call only."""
        if make not in self._made:
            self.prime(make, make(self))
        value: _Value = self._made[make]
        return value

    def cached_for(
        self: _Self, make: Callable[[_Self, _HashableKey], _Value], key: _HashableKey
    ) -> _Value:
        """Return the value of a function of this object and a key, computed once for each key."""
        cache_key = (make, key)
        if cache_key not in self._made:
            self.prime(cache_key, make(self, key))
        value: _Value = self._made[cache_key]
        return value

    def cached_for_last(self: _Self, make: Callable[[_Self, _Key], _Value], key: _Key) -> _Value:
        """Return `make(self, key)`, cached until another key; keys are compared by identity."""
        last, value = self._made.get(make, _NOTHING)
        if last is not key or make not in self._made:
            value = make(self, key)
            self.prime(make, (key, value))
        result: _Value = value
        return result

    def find_cached_for_last(
        self: _Self, make: Callable[[_Self, _Key], _Value], key: _Key
    ) -> _Value | None:
        """Return the value that `cached_for_last` has cached for a key, or None; never computes."""
        last, value = self._made.get(make, _NOTHING)
        return value if last is key else None

    def prime(self, make: object, value: object) -> None:
        """Store a known value of a function in the cache."""
        self._made[make] = value

    def is_cached(self: _Self, make: Callable[[_Self], object]) -> bool:
        """Return whether the value of a function has been computed."""
        return make in self._made

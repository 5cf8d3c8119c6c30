"""Values that are computed once and cached in the object that they were computed from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

_Self = TypeVar("_Self", bound="Memo")
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class Memo:
    """An immutable object that caches what functions compute from it.

    A subclass creates the dictionary `_made`, empty for each object.
    """

    __slots__ = ()
    _made: dict[object, object]

    def cached(self: _Self, make: Callable[[_Self], _Value]) -> _Value:
        """Return the value of a function of this object, computed at the first call only."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]  # type: ignore[return-value]  # kept under what made it

    def cached_for(self: _Self, make: Callable[[_Self, _Key], _Value], key: _Key) -> _Value:
        """Return the value of a function of this object and a key, computed once for each key."""
        cache_key = (make, key)
        if cache_key not in self._made:
            self._made[cache_key] = make(self, key)
        return self._made[cache_key]  # type: ignore[return-value]  # as above

    def prime(self: _Self, make: Callable[[_Self], _Value], value: _Value) -> None:
        """Store a known value of a function in the cache."""
        self._made[make] = value

    def is_cached(self: _Self, make: Callable[[_Self], object]) -> bool:
        """Whether the value of a function has been computed."""
        return make in self._made

    def adopt_cached(self: _Self, before: _Self, make: Callable[[_Self], object]) -> None:
        """Copy the cached value of a function from another object, if it has one."""
        if make in before._made:
            self._made[make] = before._made[make]

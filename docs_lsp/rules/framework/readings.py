"""What the fixes of several problems read of one page, once for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Source = TypeVar("_Source")
_Value = TypeVar("_Value")


class Readings:
    """The last reading of each kind: problems come page by page, so no more is needed."""

    def __init__(self) -> None:
        """Begin with none."""
        self._last: dict[object, tuple[Any, Any]] = {}

    def get(self, source: _Source, read: Callable[[_Source], _Value], key: object = None) -> _Value:
        """Return what a function reads of a source, such as the bytes of a page; read anew only if
        the last source was another one. Sources are told apart by their `key`, if they have one."""
        key = source if key is None else key
        last, value = self._last.get(read, (None, None))
        if last is not key and last != key:
            value = read(source)
            self._last[read] = (key, value)
        return value  # type: ignore[no-any-return]  # kept under what made it

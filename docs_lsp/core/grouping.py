"""Groups items by a property."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

_Item = TypeVar("_Item")
_Key = TypeVar("_Key")


def group_by(items: Iterable[_Item], get_key: Callable[[_Item], _Key]) -> dict[_Key, list[_Item]]:
    """Return items in lists by the key of each; the order of items and of first keys is kept."""
    groups: dict[_Key, list[_Item]] = {}
    for item in items:
        groups.setdefault(get_key(item), []).append(item)
    return groups

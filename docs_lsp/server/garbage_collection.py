"""Garbage collection that does not hold up typing.

The search stops all threads and takes the longer the more objects there are: of a site with 20,000
pages more than 100 ms. Nearly everything here goes without it, as soon as nobody needs it.
"""

from __future__ import annotations

import gc
import linecache
from collections.abc import Iterator
from contextlib import contextmanager

_NEVER = 1_000_000_000
_STEP = 5_000
"""So many objects are made between two searches while modules are loaded: with fewer, the searches
would take longer."""


def only_on_demand() -> None:
    """Search all objects only when `clear` asks for it; what is new is searched as ever."""
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)


def spare() -> None:
    """Leave all present objects out of the search for good, because most of them will stay."""
    gc.freeze()


def clear() -> None:
    """Search now, before `pause_collection` keeps what is garbage already; little is left to
    search."""
    gc.collect()


@contextmanager
def pause_collection() -> Iterator[None]:
    """Search for nothing meanwhile, and never for what exists by the end. For work that makes many
    objects, none of them in circles: those would stay for good."""
    gc.disable()
    try:
        yield
    finally:
        spare()
        gc.enable()


@contextmanager
def collect_while_loading() -> Iterator[None]:
    """Search for what only the making of classes needed, and never for what exists by the end.

    The types of the protocol leave circles behind, each with a copy of all names of its module:
    they would stay for good, with 9 MB. The sources of what they generate are another 2 MB.
    """
    before = gc.get_threshold()
    gc.set_threshold(_STEP, _NEVER, _NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        spare()
        linecache.clearcache()

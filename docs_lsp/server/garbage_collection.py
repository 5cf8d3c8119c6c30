"""Garbage collection that does not delay typing.

A collection stops all threads, and takes longer the more objects there are: for a site with 20,000
pages more than 100 ms. Nearly all objects here are freed without one, by reference counting.
"""

from __future__ import annotations

import gc
import linecache
from collections.abc import Iterator
from contextlib import contextmanager

_NEVER = 1_000_000_000
_STEP = 5_000
"""The number of new objects between two collections while modules are loaded.

With fewer, the collections would take longer.
"""


def disable_full_collections() -> None:
    """Collect among old objects only when `collect_now` is called, and among new ones as usual."""
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)


def exclude_present_objects() -> None:
    """Exclude all present objects from collections for good, because most of them will stay."""
    gc.freeze()


def collect_now() -> None:
    """Collect now, before `pause_collection` would make existing garbage permanent."""
    gc.collect()


@contextmanager
def pause_collection() -> Iterator[None]:
    """Collect nothing in the `with` block, and exclude all objects that exist at its end.

    For work that creates many objects, none of them in reference cycles: those would never be
    freed.
    """
    gc.disable()
    try:
        yield
    finally:
        exclude_present_objects()
        gc.enable()


@contextmanager
def collect_while_loading() -> Iterator[None]:
    """Collect only new objects in the `with` block, and exclude all that exist at its end.

    The types of the protocol leave reference cycles, each with a copy of all names of its module:
    they would stay for good, with 9 MB. The sources of the code they generate are another 2 MB.
    """
    before = gc.get_threshold()
    gc.set_threshold(_STEP, _NEVER, _NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        exclude_present_objects()
        linecache.clearcache()

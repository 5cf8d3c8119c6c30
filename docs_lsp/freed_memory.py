"""Gives memory that nothing uses back to the system.

The allocator of glibc keeps what was freed below the top of each thread's heap: after the first
reading of a large site that is 10 MB. Those of other systems give it back by themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache


def give_back() -> None:
    """Give back all that is free; a few milliseconds, during which other threads go on."""
    if sys.platform != "linux":
        return
    trim = _trim()
    if trim is not None:
        trim(0)


@cache  # Each library that is loaded is garbage that only a search finds.
def _trim() -> Callable[[int], object] | None:
    import ctypes  # A millisecond that no start-up has to wait for.

    trim: Callable[[int], object] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim  # Only glibc has it.

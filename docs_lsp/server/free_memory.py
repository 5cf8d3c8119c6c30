"""Gives memory that nothing uses back to the system.

The allocator of glibc keeps what was freed below the top of each thread's heap: after the first
reading of a large site that is 10 MB. Those of other systems give it back by themselves.
"""

from __future__ import annotations

import sys


def give_back() -> None:
    """Give back all that is free; a few milliseconds, during which other threads go on."""
    if sys.platform != "linux":
        return
    import ctypes  # A millisecond that no start-up has to wait for.

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # Only glibc has it.
    if trim is not None:
        trim(0)

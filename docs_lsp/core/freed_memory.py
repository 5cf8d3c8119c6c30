"""Gives memory that nothing uses back to the system.

The allocator of glibc has a heap for each thread and keeps what was freed below its top: after the
first reading of a large site that is 10 MB. The top itself it gives back for the first heap alone;
after some hours of work it held 50 MB in three others. Those of other systems give all back by
themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache

_ARENA_MAX = -8
"""What `malloc.h` of glibc calls the option for the greatest number of heaps."""


def share_heap() -> None:
    """Have all threads that begin from now on take their memory from the first heap.

    They wait for one another then, which is of no consequence where one runs at a time.
    """
    option = _load_glibc_function("mallopt")
    if option is not None:
        option(_ARENA_MAX, 1)


def give_back() -> None:
    """Give back all that is free; a few milliseconds, during which other threads go on."""
    trim = _load_glibc_function("malloc_trim")
    if trim is not None:
        trim(0)


@cache  # Each library that is loaded is garbage that only a search finds.
def _load_glibc_function(name: str) -> Callable[..., object] | None:
    """A function of the allocator; None where it is another one."""
    if sys.platform != "linux":
        return None
    import ctypes  # A millisecond that no start-up has to wait for.

    libc = ctypes.CDLL(None)
    # Others have an option of that name, with other meanings.
    function: Callable[..., object] | None = getattr(libc, name, None)
    return function if hasattr(libc, "malloc_trim") else None

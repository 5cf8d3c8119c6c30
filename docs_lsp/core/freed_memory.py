"""Returns unused memory to the system.

The allocator of glibc has a heap for each thread and retains what was freed below its top: 10 MB
after the first reading of a large site. It returns the top itself for the first heap only; after
some hours of work three others held 50 MB. Allocators of other systems return memory by themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache

_ARENA_MAX = -8
"""The option of glibc's `malloc.h` for the greatest number of heaps."""


def share_heap() -> None:
    """Make threads that start from now on allocate from the first heap, if the system has glibc.

    They then wait for one another, which does not matter if one runs at a time.
    """
    option = _load_glibc_function("mallopt")
    if option is not None:
        option(_ARENA_MAX, 1)


def release_memory() -> None:
    """Return free memory to the system, with glibc; takes milliseconds while other threads run."""
    trim = _load_glibc_function("malloc_trim")
    if trim is not None:
        trim(0)


@cache  # Each library that is loaded is garbage that only a search finds.
def _load_glibc_function(name: str) -> Callable[..., object] | None:
    """Return a function of glibc's allocator; None with another allocator."""
    if sys.platform != "linux":
        return None
    import ctypes  # A millisecond that no start-up has to wait for.

    libc = ctypes.CDLL(None)
    # Others have an option of that name, with other meanings.
    function: Callable[..., object] | None = getattr(libc, name, None)
    return function if hasattr(libc, "malloc_trim") else None

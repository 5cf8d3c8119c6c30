"""Memory that the program has freed and its allocator keeps."""

from __future__ import annotations

import ctypes


def release_freed_memory() -> None:
    """Give it back, where the allocator is glibc's.

    To index a site takes many small pieces, and they would stay for as long as the preview runs.
    """
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return  # Another allocator, which has its own ways.

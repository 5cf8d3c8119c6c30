"""Memory that is free is given back to the operating system."""

from __future__ import annotations

import ctypes


def give_back() -> None:
    """Give back what C code has freed and its allocator keeps; where that allocator is glibc's.

    To index a site takes many small pieces, and they would stay for as long as the preview runs.
    """
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return  # Another allocator, which has its own ways.

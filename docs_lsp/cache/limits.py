"""The limits of what is cached on disk, after which the oldest files of a kind are removed."""

from __future__ import annotations

MOST_DAYS = 30
"""The number of days after which an unused file or index is removed."""
MOST_VALUE_BYTES = 500_000_000
"""The size in bytes of all files of a kind of values, such as those of pages."""
MOST_INDEX_BYTES = 4_000_000_000
"""The size in bytes of all saved search indexes."""

"""Count requests over a rolling window in memory, for a single server.

The memory storage of the library `limits` starts a thread for most calls, which took most of the
time before a search. This one uses only the current thread.
"""

from __future__ import annotations

import time
from collections import deque

from limits import RateLimitItem
from limits.util import WindowStats


class RollingWindow:
    """The times of recent requests by limit and sender."""

    def __init__(self) -> None:
        """Create an empty window."""
        self._times: dict[str, deque[float]] = {}
        self._tidied = time.time()

    def hit(self, item: RateLimitItem, *whose: str) -> bool:
        """Count one request unless its limit is reached; return whether it was counted."""
        now = time.time()
        expiry = item.get_expiry()
        self._drop_idle_counters(now, expiry)
        key = item.key_for(*whose)
        times = self._drop_and_get_times(key, now - expiry)
        if len(times) >= item.amount:
            return False
        times.append(now)
        self._times[key] = times
        return True

    def get_window_stats(self, item: RateLimitItem, *whose: str) -> WindowStats:
        """Return the time when the oldest request expires, and the number of remaining requests."""
        now = time.time()
        expiry = item.get_expiry()
        times = self._drop_and_get_times(item.key_for(*whose), now - expiry)
        oldest = times[0] + expiry if times else now
        return WindowStats(oldest, item.amount - len(times))

    def __len__(self) -> int:
        """Return the number of counters."""
        return len(self._times)

    def _drop_and_get_times(self, key: str, since: float) -> deque[float]:
        """Return the times since a moment, dropping older ones."""
        times = self._times.get(key)
        if times is None:
            return deque()
        while times and times[0] < since:
            times.popleft()
        return times

    def _drop_idle_counters(self, now: float, window: float) -> None:
        """Drop idle counters once in a window; all windows have the same length."""
        if now - self._tidied > window:
            self._tidied = now
            for key, times in [*self._times.items()]:
                if not times or times[-1] < now - window:
                    del self._times[key]

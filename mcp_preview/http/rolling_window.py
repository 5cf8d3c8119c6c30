"""Counts requests over a rolling window in memory, where one server counts for itself.

The storage in memory that the library `limits` has starts a thread at most calls, which was most
of what is done before a search. This one does its work and no more, on one thread.
"""

from __future__ import annotations

import time
from collections import deque

from limits import RateLimitItem
from limits.util import WindowStats


class RollingWindow:
    """The times of the requests that still count, by limit and by whose they are."""

    def __init__(self) -> None:
        """Begin without a request."""
        self._times: dict[str, deque[float]] = {}
        self._tidied = time.time()

    def hit(self, item: RateLimitItem, *whose: str) -> bool:
        """Count one request, unless its limit is reached; whether it was counted."""
        now = time.time()
        expiry = item.get_expiry()
        self._tidy(now, expiry)
        key = item.key_for(*whose)
        times = self._recent_times(key, now - expiry)
        if len(times) >= item.amount:
            return False
        times.append(now)
        self._times[key] = times
        return True

    def get_window_stats(self, item: RateLimitItem, *whose: str) -> WindowStats:
        """When the oldest request that counts ceases to do so, in seconds since the epoch, and how
        many more there may be."""
        now = time.time()
        expiry = item.get_expiry()
        times = self._recent_times(item.key_for(*whose), now - expiry)
        oldest = times[0] + expiry if times else now
        return WindowStats(oldest, item.amount - len(times))

    def __len__(self) -> int:
        """So many counters there are."""
        return len(self._times)

    def _recent_times(self, key: str, since: float) -> deque[float]:
        """The requests that count: those since a time."""
        times = self._times.get(key)
        if times is None:
            return deque()
        while times and times[0] < since:
            times.popleft()
        return times

    def _tidy(self, now: float, window: float) -> None:
        """Forget, once in a window, who has not asked for so long; all windows are as long."""
        if now - self._tidied > window:
            self._tidied = now
            for key, times in [*self._times.items()]:
                if not times or times[-1] < now - window:
                    del self._times[key]

"""Limits of requests over a rolling hour (docs_lsp/SERVICE.md, limits).

Requests are counted in memory, or in a storage that several servers share.
"""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from anyio import CapacityLimiter, fail_after, get_cancelled_exc_class, to_thread
from limits import RateLimitItem, RateLimitItemPerHour
from limits.errors import ConfigurationError, StorageError
from limits.storage import Storage, storage_from_string
from limits.strategies import MovingWindowRateLimiter
from limits.util import WindowStats
from starlette.types import Scope

logger = logging.getLogger(__name__)

MEMORY = "memory://"
_PATIENCE = 0.18
"""The seconds that a request waits for a shared storage."""
_PAUSE = 5.0
"""The seconds for which a shared storage that did not answer is not asked."""
_MOST_THREADS = 16
"""The number of threads that ask a shared storage."""
R = TypeVar("R")


class LimitKind(Enum):
    """The things that are counted; the value is the name in messages."""

    REQUESTS = "requests of one address"
    SEARCHES = "searches of the site"
    QUERIES = "filesystem commands of the site"
    AUTHED_SEARCHES = "authenticated searches of the site"
    AUTHED_QUERIES = "authenticated filesystem commands of the site"


# docs_lsp/SERVICE.md, limits.
PER_HOUR = {
    LimitKind.REQUESTS: 5_000,
    LimitKind.SEARCHES: 10_000,
    LimitKind.QUERIES: 10_000,
    LimitKind.AUTHED_SEARCHES: 5_000,
    LimitKind.AUTHED_QUERIES: 5_000,
}


class CountedRequest(NamedTuple):
    """A request to count, and the address or site that it is counted for."""

    kind: LimitKind
    whose: str


def build_site_request(kind: LimitKind) -> CountedRequest:
    """Return a request of a kind, to be counted for the whole site."""
    return CountedRequest(kind, "site")


def build_address_request(scope: Scope) -> CountedRequest:
    """Return a request to be counted for the address of its sender."""
    client = scope.get("client")
    return CountedRequest(LimitKind.REQUESTS, client[0] if client else "")


class LimitReached(NamedTuple):
    """A limit that has been reached."""

    kind: LimitKind
    limit: int
    retry_after: int
    """The seconds until requests are possible again, at least one."""

    @property
    def message(self) -> str:
        """The message for the client."""
        return (
            f"Too many requests: the limit of {self.limit:,} {self.kind.value} per hour is "
            f"reached. Try again in {self.retry_after} s."
        )


class Limits:
    """The counters of one server."""

    def __init__(
        self, per_hour: dict[LimitKind, int] | None = None, storage: str = MEMORY, *, site: str = ""
    ) -> None:
        """Count in a storage named by a URL in the form of the library `limits`.

        `site` separates sites that share a storage. Raises `limits.errors.ConfigurationError` for
        an unknown URL or a missing client.
        """
        amounts = PER_HOUR | (per_hour or {})
        # The namespace separates them: two limits of the same amount would share a counter.
        self._items = {
            scope: RateLimitItemPerHour(amount, namespace=scope.name.lower())
            for scope, amount in amounts.items()
        }
        self._site = site
        self._away_until = 0.0
        # Threads of its own: those of searches must not wait for a storage.
        self._threads = CapacityLimiter(_MOST_THREADS)
        self._limiter: RollingWindow | MovingWindowRateLimiter = (
            RollingWindow() if storage == MEMORY else _build_shared_limiter(storage)
        )

    async def count_requests(self, requests: Sequence[CountedRequest]) -> LimitReached | None:
        """Count requests; return the first limit reached, or None, also if the storage fails.

        If the storage is not available, nothing is rejected.
        """
        try:
            return await self._run_off_loop(lambda: self._count_now(requests))
        except (StorageError, TimeoutError) as error:
            self._pause(error)
            return None

    def _pause(self, error: Exception) -> None:
        """Stop asking the storage for some seconds, and log the reason.

        A request would wait for it.
        """
        if not self._is_away:
            reason = error if str(error) else f"the storage did not respond within {_PATIENCE} s"
            logger.warning("Requests are not counted for %.0f s: %s", _PAUSE, reason)
            self._away_until = time.monotonic() + _PAUSE

    @property
    def _is_away(self) -> bool:
        """Whether the storage is not asked at the moment."""
        return time.monotonic() < self._away_until

    async def measure_use(self, request: CountedRequest) -> tuple[LimitKind, int, int]:
        """Return a limit, its number, and how much is used now: 0 if the storage is silent."""
        item = self._items[request.kind]
        try:
            stats = await self._run_off_loop(
                lambda: self._limiter.get_window_stats(item, self._site, request.whose)
            )
        except (StorageError, TimeoutError) as error:
            self._pause(error)
            return request.kind, item.amount, 0
        return request.kind, item.amount, item.amount - stats.remaining

    async def _run_off_loop(self, work: Callable[[], R]) -> R:
        """Run a function, in a thread if the storage is shared. Raises `TimeoutError` if slow.

        It also raises that for some seconds after the storage was slow.
        """
        if isinstance(self._limiter, RollingWindow):
            return work()
        if self._is_away:
            raise TimeoutError
        with fail_after(_PATIENCE):
            try:
                return await to_thread.run_sync(work, abandon_on_cancel=True, limiter=self._threads)
            except get_cancelled_exc_class():
                # A thread would wait as long as the storage sends a byte from time to time.
                _close_connections(self._limiter.storage)
                raise

    def _count_now(self, requests: Sequence[CountedRequest]) -> LimitReached | None:
        """Count requests; return the first limit that is reached, or None."""
        for request in requests:
            item = self._items[request.kind]
            if not self._limiter.hit(item, self._site, request.whose):
                stats = self._limiter.get_window_stats(item, self._site, request.whose)
                wait = max(1, math.ceil(stats.reset_time - time.time()))
                return LimitReached(request.kind, item.amount, wait)
        return None


def _build_shared_limiter(storage: str) -> MovingWindowRateLimiter:
    """Return the limiter of a storage that servers share. Raises `ConfigurationError`."""
    options = _build_redis_options() if storage.startswith("redis") else {}
    store = storage_from_string(storage, wrap_exceptions=True, **options)
    assert isinstance(store, Storage)
    return MovingWindowRateLimiter(store)


def _close_connections(storage: Storage) -> None:
    """Close the connections to a Redis server, which ends the threads that wait for it."""
    pool = getattr(getattr(storage, "storage", None), "connection_pool", None)
    if pool is not None:
        pool.disconnect()


def _build_redis_options() -> dict[str, Any]:
    """Return options for Redis to fail fast. Raises `ConfigurationError` without its client."""
    try:
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError:
        raise ConfigurationError(
            "install its client with `pip install 'docs-lsp[preview,redis]'`"
        ) from None
    return {
        "socket_timeout": _PATIENCE,
        "socket_connect_timeout": _PATIENCE,
        "retry": Retry(NoBackoff(), 0),
    }


class RollingWindow:
    """The times of recent requests by limit and sender, in memory, for a single server.

    The memory storage of the library `limits` starts a thread for most calls, which took most of
    the time before a search. This one uses only the current thread.
    """

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

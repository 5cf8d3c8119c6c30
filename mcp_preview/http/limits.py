"""How often the server may be asked: the specification's Limits, over a rolling hour.

Counted where a URL says: in memory, or in a store that several servers share.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, ParamSpec, TypeVar

from anyio import to_thread
from limits import RateLimitItemPerHour
from limits.errors import StorageError
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

logger = logging.getLogger(__name__)

MEMORY = "memory://"
P = ParamSpec("P")
R = TypeVar("R")


class LimitKind(Enum):
    """What is counted; the value is its name for a reader."""

    REQUESTS = "requests of one address"
    SEARCHES = "searches of the site"
    QUERIES = "filesystem commands of the site"


# docs_lsp/SERVICE.md, limits.
PER_HOUR = {LimitKind.REQUESTS: 5_000, LimitKind.SEARCHES: 10_000, LimitKind.QUERIES: 10_000}


class CountedRequest(NamedTuple):
    """One thing to count, and for whom: an address, or the site."""

    scope: LimitKind
    whose: str


class LimitReached(NamedTuple):
    """A limit that has been reached."""

    scope: LimitKind
    limit: int
    retry_after: int
    """Seconds until there is room again, at least one."""

    @property
    def message(self) -> str:
        """What the client is told."""
        return (
            f"Too many requests: the limit of {self.limit:,} {self.scope.value} per hour is "
            f"reached. Try again in {self.retry_after} s."
        )


class LimitUse(NamedTuple):
    """How much of a limit is used."""

    scope: LimitKind
    limit: int
    used: int


class Limits:
    """The counters of one server."""

    def __init__(self, per_hour: dict[LimitKind, int] | None = None, storage: str = MEMORY) -> None:
        """Count in a storage named by a URL, as the library `limits` writes it.

        Raises `limits.errors.ConfigurationError` for a URL that it does not know.
        """
        amounts = PER_HOUR | (per_hour or {})
        # The name keeps them apart: two limits of the same amount would share a counter.
        self._items = {
            scope: RateLimitItemPerHour(amount, namespace=scope.name.lower())
            for scope, amount in amounts.items()
        }
        store = storage_from_string(storage, wrap_exceptions=True)
        assert isinstance(store, Storage)
        self._limiter = MovingWindowRateLimiter(store)
        # Another process, or another machine, takes its time to answer.
        self._is_near = isinstance(store, MemoryStorage)

    async def count(self, hits: Sequence[CountedRequest]) -> LimitReached | None:
        """Count all; the first limit that is reached, if one is.

        While the store cannot be reached, nothing is refused.
        """
        try:
            return await self._run(self._count, hits)
        except StorageError as error:
            logger.warning("Requests cannot be counted: %s", error)
            return None

    async def used(self, hit: CountedRequest) -> LimitUse:
        """How much of a limit is used now."""
        item = self._items[hit.scope]
        try:
            stats = await self._run(self._limiter.get_window_stats, item, hit.whose)
        except StorageError:
            return LimitUse(hit.scope, item.amount, 0)
        return LimitUse(hit.scope, item.amount, item.amount - stats.remaining)

    async def _run(self, work: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        if self._is_near:
            return work(*args, **named)
        return await to_thread.run_sync(lambda: work(*args, **named))

    def _count(self, hits: Sequence[CountedRequest]) -> LimitReached | None:
        for hit in hits:
            item = self._items[hit.scope]
            if not self._limiter.hit(item, hit.whose):
                stats = self._limiter.get_window_stats(item, hit.whose)
                wait = max(1, math.ceil(stats.reset_time - time.time()))
                return LimitReached(hit.scope, item.amount, wait)
        return None

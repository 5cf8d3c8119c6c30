"""Threads: work beside the event loop, so that no handler ever blocks typing.

Which thread may touch what:

* The event loop owns the session: `Session`, `OpenSite`, `DiskState`, `Debounce`, `Publisher`,
  `PreviewManager`, the connection and all that is sent over it. Everything there changes in plain
  functions, one after the other; there are no locks.
* The pool (`install_thread_pool`) reads, scans, runs the rules about the whole site and prepares
  answers (`background`, `idle`). A job gets all it needs when it is created, never changes what
  the event loop owns, and its result comes back to the event loop as an argument of `then`.
* Two threads of `responder.Responder` compute answers, one the quick and one the slow ones, each
  from an immutable `View`.
* A thread reads standard input if the event loop cannot watch it (`transport`).

From any thread: `IsCancelled` functions, `ProgressDisplay.report` and `report_end`,
`Explanations.link_to_rule`.

Jobs have a key. While one with that key runs, only the newest of those that come in waits, and it
starts when the other has finished and its pause is over: results arrive in order, an old one never
overwrites a newer one, and a stream of events neither piles up work nor keeps any from ending. A
job that is requested again by its own result waits for its pause like any other.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

logger = logging.getLogger(__name__)

T = TypeVar("T")

POOL_SIZE = 2
"""More threads would not be faster: they share one interpreter with typing."""
SWITCH_INTERVAL = 0.001
"""The seconds after which a busy thread lets typing have its turn."""

IsCancelled: TypeAlias = Callable[[], bool]
"""Returns whether the result of a job is no longer wanted. Any thread."""
Delay: TypeAlias = float | Callable[[], float]
"""Seconds to wait; a function is called again after each wait, until it returns 0 or less."""


def favour_event_loop() -> None:
    """Make busy threads give way to the event loop quickly."""
    sys.setswitchinterval(SWITCH_INTERVAL)


def install_thread_pool(loop: asyncio.AbstractEventLoop) -> None:
    """Give an event loop the pool in which `ThreadJobRunner` and `asyncio.to_thread` work."""
    loop.set_default_executor(ThreadPoolExecutor(POOL_SIZE, "docs-lsp"))


class JobRunner(Protocol):
    """The interface through which slow work is started. Event loop only."""

    def run(
        self,
        key: Hashable,
        work: Callable[[IsCancelled], T],
        then: Callable[[T], None],
        delay: Delay = 0.0,
    ) -> None:
        """Run `work` elsewhere, then `then` with its result here; replace a waiting job of the key.

        A job that runs already is not replaced. An error of `work` is logged.
        """

    def cancel_jobs(self, key: Hashable) -> None:
        """Cancel the jobs with a key; their results are dropped."""


@dataclass(eq=False, slots=True)
class _Job(Generic[T]):
    work: Callable[[IsCancelled], T]
    then: Callable[[T], None]
    delay: Delay
    cancelled: threading.Event = field(default_factory=threading.Event)


class ThreadJobRunner:
    """Runs jobs in threads of the pool. Event loop only."""

    def __init__(self) -> None:
        """Start without jobs, inside a running event loop."""
        self._loop = asyncio.get_running_loop()
        self._running: dict[Hashable, tuple[_Job[Any], asyncio.Task[None]]] = {}
        self._waiting: dict[Hashable, _Job[Any]] = {}
        self._timers: dict[Hashable, asyncio.TimerHandle] = {}

    def run(
        self,
        key: Hashable,
        work: Callable[[IsCancelled], T],
        then: Callable[[T], None],
        delay: Delay = 0.0,
    ) -> None:
        """Run the newest job of a key: `work` in a thread, then `then` with its result on the loop.

        The first job of a series starts `delay` seconds from now, or when a running one has
        finished; those that come in until then replace it, and do not delay it further.
        """
        is_first = key not in self._waiting
        self._waiting[key] = _Job(work, then, delay)
        if is_first:
            pause = 0.0 if callable(delay) else delay
            self._timers[key] = self._loop.call_later(pause, self._start_or_delay, key)

    def cancel_jobs(self, key: Hashable) -> None:
        """Cancel the jobs with a key; a running one is notified, and its result is dropped."""
        self._waiting.pop(key, None)
        if timer := self._timers.pop(key, None):
            timer.cancel()
        if running := self._running.get(key):
            running[0].cancelled.set()

    def cancel_all(self) -> None:
        """Cancel all jobs."""
        for key in {*self._waiting, *self._timers, *self._running}:
            self.cancel_jobs(key)

    def _start_or_delay(self, key: Hashable) -> None:
        """Start the waiting job of a key unless one runs; if the job asks for it, later."""
        self._timers.pop(key, None)
        job = self._waiting.get(key) if key not in self._running else None
        if job and callable(job.delay) and (pause := job.delay()) > 0:
            self._timers[key] = self._loop.call_later(pause, self._start_or_delay, key)
        elif job:
            del self._waiting[key]
            self._running[key] = job, self._loop.create_task(self._run_and_finish(key, job))

    async def _run_and_finish(self, key: Hashable, job: _Job[Any]) -> None:
        """Run a job and, unless cancelled, its `then`; start the next job of its key."""
        try:
            try:
                result = await asyncio.to_thread(job.work, job.cancelled.is_set)
            finally:
                del self._running[key]  # `then` may request the job again.
            if not job.cancelled.is_set():
                job.then(result)
        except Exception:
            if not job.cancelled.is_set():  # A cancelled job may end in any way.
                logger.exception("Work in the background failed: %s", key)
        finally:
            if key not in self._timers:
                self._start_or_delay(key)

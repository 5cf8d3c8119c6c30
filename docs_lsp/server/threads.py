"""Work beside the event loop, so that no handler ever blocks typing.

Jobs have a key. While one with that key runs, only the newest of those that come in waits, and
it starts when the other has finished and its pause is over: results arrive in order, an old one
never overwrites a newer one, and a stream of events neither piles up work nor keeps any from
ending. A job whose result asks for the same job again waits for its pause like any other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

logger = logging.getLogger(__name__)

T = TypeVar("T")

IsCancelled: TypeAlias = Callable[[], bool]
Delay: TypeAlias = float | Callable[[], float]
"""How long to wait, in seconds; a function is asked again after that, until it says 0 or less."""


class JobRunner(Protocol):
    """What the session needs: somebody who does its slow work."""

    def run(
        self,
        key: Hashable,
        work: Callable[[IsCancelled], T],
        then: Callable[[T], None],
        delay: Delay = 0.0,
    ) -> None:
        """Do `work` elsewhere, then call `then` with its result where this was called."""

    def cancel(self, key: Hashable) -> None:
        """Forget the jobs with a key; their results are dropped."""


@dataclass(eq=False, slots=True)
class _Job(Generic[T]):
    work: Callable[[IsCancelled], T]
    then: Callable[[T], None]
    delay: Delay
    cancelled: threading.Event = field(default_factory=threading.Event)


class Threads:
    """Runs jobs in threads of the event loop's pool."""

    def __init__(self) -> None:
        """Start with nothing to do, inside a running event loop."""
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
        """Do `work` in a thread, then call `then` with its result on the event loop.

        The first job of a series starts `delay` seconds from now, or when one that runs has
        finished; those that come in until then replace it, and do not put it off.
        """
        is_first = key not in self._waiting
        self._waiting[key] = _Job(work, then, delay)
        if is_first:
            pause = 0.0 if callable(delay) else delay
            self._timers[key] = self._loop.call_later(pause, self._start, key)

    def cancel(self, key: Hashable) -> None:
        """Forget the jobs with a key; one that runs is told, and its result is dropped."""
        self._waiting.pop(key, None)
        if timer := self._timers.pop(key, None):
            timer.cancel()
        if running := self._running.get(key):
            running[0].cancelled.set()

    def stop(self) -> None:
        """Forget everything."""
        for key in {*self._waiting, *self._timers, *self._running}:
            self.cancel(key)

    def _start(self, key: Hashable) -> None:
        self._timers.pop(key, None)
        job = self._waiting.get(key) if key not in self._running else None
        if job and callable(job.delay) and (pause := job.delay()) > 0:
            self._timers[key] = self._loop.call_later(pause, self._start, key)
        elif job:
            del self._waiting[key]
            self._running[key] = job, self._loop.create_task(self._finish(key, job))

    async def _finish(self, key: Hashable, job: _Job[Any]) -> None:
        try:
            try:
                result = await asyncio.to_thread(job.work, job.cancelled.is_set)
            finally:
                del self._running[key]  # `then` may ask for the same again.
            if not job.cancelled.is_set():
                job.then(result)
        except Exception:
            if not job.cancelled.is_set():  # One that was told to stop may do so in any way.
                logger.exception("Work in the background failed: %s", key)
        finally:
            if key not in self._timers:
                self._start(key)


class WorkProgress:
    """Tells the client how far a slow job is, once it has shown itself to be slow.

    `report` and `end` may be called from any thread, `report` as often as one likes.
    """

    SLOW = 0.4
    PAUSE = 0.2
    _tokens = 0

    def __init__(self, title: str, channel: Channel) -> None:
        """Begin to watch a job, inside a running event loop."""
        WorkProgress._tokens += 1
        self._token = f"docs-lsp-{WorkProgress._tokens}"
        self._title = title
        self._channel = channel
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time() + self.SLOW - self.PAUSE
        self._shown: asyncio.Task[bool] | None = None
        self._over = False

    def report(self, done: int, total: int | None = None) -> None:
        """So much has been done."""
        now = self._loop.time()
        if now - self._last >= self.PAUSE:
            self._last = now
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._show, done, total)

    def end(self) -> None:
        """The job is over."""
        with contextlib.suppress(RuntimeError):  # The server may have ended meanwhile.
            self._loop.call_soon_threadsafe(self._end)

    def _show(self, done: int, total: int | None) -> None:
        if self._over:
            return
        if self._shown is None:
            self._shown = asyncio.create_task(self._open())
        elif self._is_open():
            self._tell({"kind": "report", **_amount(done, total)})

    def _end(self) -> None:
        self._over = True
        if self._is_open():
            self._tell({"kind": "end"})

    async def _open(self) -> bool:
        if not await self._channel.create_progress(self._token) or self._over:
            return False
        self._tell({"kind": "begin", "title": self._title, "cancellable": False})
        return True

    def _is_open(self) -> bool:
        return self._shown is not None and self._shown.done() and self._shown.result()

    def _tell(self, value: dict[str, Any]) -> None:
        self._channel.notify("$/progress", {"token": self._token, "value": value})


class Channel(Protocol):
    """What progress needs of the connection to the client."""

    async def create_progress(self, token: str) -> bool:
        """Ask the client to show something under a token; whether it will."""

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification."""


def _amount(done: int, total: int | None) -> dict[str, Any]:
    if not total:
        return {"message": f"{done} files"}
    return {"message": f"{done} of {total} files", "percentage": min(100, 100 * done // total)}

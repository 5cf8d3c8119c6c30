"""Interrupts work on a page or a rule that takes too long, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from docs_lsp.core.current_work import Work, get_work

_LOOKS = 10
"""The number of checks of a piece of work within its time limit."""


class WorkTimeout(BaseException):
    """Raised in the middle of work that takes too long, at any point.

    It is not an `Exception`: code that handles errors must not continue with the same work.
    """


@contextmanager
def limit_work(seconds: float) -> Iterator[None]:
    """While entered, raise `WorkTimeout` in this thread if a rule takes too long for one page.

    The limit is the processor time in seconds for one page, or between two pages. A call into C
    code is completed first.
    """
    watch = _Watch(get_work(), threading.get_ident(), seconds)
    threading.Thread(target=watch.watch_thread, name="work limit", daemon=True).start()
    try:
        yield
    finally:
        try:
            watch.stop_watching()
        except WorkTimeout:  # It was raised on the way out.
            watch.stop_watching()


class _Watch:
    def __init__(self, work: Work, thread: int, seconds: float) -> None:
        self._work = work
        self._thread = thread
        self._seconds = seconds
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._has_raised = False

    def watch_thread(self) -> None:
        """Raise `WorkTimeout` in the thread for each rule that takes too long, until closed."""
        steps, since = -1, 0.0
        while not self._is_over.wait(self._seconds / _LOOKS):
            with self._lock:
                if self._is_over.is_set():
                    return
                now = _read_clock(self._thread)
                if self._work.steps != steps or not self._work.rule:
                    steps, since = self._work.steps, now
                elif now - since > self._seconds:
                    since, self._has_raised = now, True
                    _raise_in_thread(self._thread, WorkTimeout)

    def stop_watching(self) -> None:
        """Stop watching, and catch an exception that has not been raised yet.

        Called in the watched thread. Withdrawing the exception is not enough: Python 3.11 then
        looks for it at each call for ever, and never gets on while a function is traced.
        """
        with self._lock:
            self._is_over.set()
        if self._has_raised:
            with suppress(WorkTimeout):
                _raise_in_thread(self._thread, WorkTimeout)
                while True:
                    pass


def _read_clock(thread: int) -> float:
    """Return the processor time of a thread in seconds; that of a clock if not available."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.monotonic()


def _raise_in_thread(thread: int, error: type[BaseException]) -> None:
    """Make a thread raise an exception at its next step, instead of one that it was to raise."""
    import ctypes  # Hardly any session needs it.

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))

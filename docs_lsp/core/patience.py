"""Giving up on a page or a rule that takes too long, in a thread beside those that must go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from docs_lsp.core.current_work import Work, get_work

_LOOKS = 10
"""How often a piece of work is looked at in the time that it may take."""


class TookTooLong(BaseException):
    """Raised in the midst of a piece of work that takes too long, whatever it is at.

    It is no `Exception`: who guards against mistakes must not go on with the same piece.
    """


@contextmanager
def limit_work(seconds: float) -> Iterator[None]:
    """Have this thread raise `TookTooLong` where a rule needs more processor time for one page, or
    between two. A call into C code is left to end first."""
    watch = _Watch(get_work(), threading.get_ident(), seconds)
    threading.Thread(target=watch.run, name="patience", daemon=True).start()
    try:
        yield
    finally:
        try:
            watch.end()
        except TookTooLong:  # It came on the way out.
            watch.end()


class _Watch:
    def __init__(self, work: Work, thread: int, seconds: float) -> None:
        self._work = work
        self._thread = thread
        self._seconds = seconds
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._has_raised = False

    def run(self) -> None:
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
                    _raise_in(self._thread, TookTooLong)

    def end(self) -> None:
        """Look no more, and take back what has been raised and has not arrived."""
        with self._lock:
            self._is_over.set()
            if self._has_raised:
                _raise_in(self._thread, None)


def _read_clock(thread: int) -> float:
    """The seconds that the processor has spent on a thread; those of the clock on Windows."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.monotonic()


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have another thread raise an exception at its next step; None takes that back."""
    import ctypes  # Hardly any session needs it.

    given = ctypes.py_object(error) if error is not None else ctypes.py_object()
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), given)

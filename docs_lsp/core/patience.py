"""Giving up on a file or a rule that takes too long, in a thread beside those that must go on."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from docs_lsp.core.current_work import Work, this_work

_LOOKS = 10
"""How often a piece of work is looked at in the time that it may take."""


class TookTooLong(BaseException):
    """Raised in the midst of a piece of work that takes too long, whatever it is at.

    It is no `Exception`: who guards against mistakes must not go on with the same piece.
    """


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Have this thread raise `TookTooLong` where it is at one file, for one rule, for longer.

    A call into C code is left to end first.
    """
    watch = _Watch(this_work(), threading.get_ident(), seconds / _LOOKS)
    thread = threading.Thread(target=watch.run, name="patience", daemon=True)
    thread.start()
    try:
        yield
    finally:
        watch.end()


class _Watch:
    def __init__(self, work: Work, thread: int, pause: float) -> None:
        self._work = work
        self._thread = thread
        self._pause = pause
        self._lock = threading.Lock()
        self._is_over = threading.Event()

    def run(self) -> None:
        steps, looks = -1, 0
        while not self._is_over.wait(self._pause):
            looks = looks + 1 if self._work.steps == steps else 0
            steps = self._work.steps
            if looks >= _LOOKS:
                looks = 0
                with self._lock:
                    if not self._is_over.is_set() and self._work.steps == steps:
                        _raise_in(self._thread, TookTooLong)

    def end(self) -> None:
        """Look no more, and take back what has been raised and not arrived."""
        with self._lock:
            self._is_over.set()
            _raise_in(self._thread, None)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have another thread raise an exception at its next step; None takes that back."""
    given = ctypes.py_object(error) if error is not None else ctypes.py_object()
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), given)

"""Delays signals that end the program while files are written.

A signal that raised an exception at any point could come between an action and the record of how to
undo it. So signals are only recorded, and checked after each step.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

# Windows has no SIGHUP, and SIGBREAK in its place.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


class Interrupted(BaseException):
    """A signal ended a command while it wrote; `str` says what happened to its changes."""

    def __init__(self, signal_number: int, *, is_written: bool) -> None:
        self.signal_number = signal_number
        outcome = (
            "all changes had been written" if is_written else "all files of the site are as before"
        )
        super().__init__(f"interrupted; {outcome}.")


class DelayedSignals:
    """Delays the signals that would end the program while entered.

    Only in the main thread; in others, signals act as usual. A signal that is ignored, such as
    SIGHUP under `nohup`, stays ignored.
    """

    def __init__(self) -> None:
        self._previous: dict[int, Any] = {}
        self._received: list[int] = []

    def __enter__(self) -> DelayedSignals:
        if threading.current_thread() is threading.main_thread():
            numbers = (getattr(signal, name, None) for name in _NAMES)
            for number in filter(None, numbers):
                previous = signal.getsignal(number)
                if previous not in (signal.SIG_IGN, None):
                    self._previous[number] = previous
                    signal.signal(number, self._record)
        return self

    def _record(self, number: int, frame: FrameType | None) -> None:
        self._received.append(number)

    def raise_if_interrupted(self) -> None:
        """Raise `Interrupted` if a signal was received."""
        if self._received:
            raise Interrupted(self._received[0], is_written=False)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, previous in self._previous.items():
            signal.signal(number, previous)
        if self._received and error is None:
            raise Interrupted(self._received[0], is_written=True)
        if self._received and not isinstance(error, Interrupted):
            signal.raise_signal(self._received[0])

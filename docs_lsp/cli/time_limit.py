"""The time that a command takes: reports what takes long, and enforces a limit."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from docs_lsp.cli.exit_codes import FAILED
from docs_lsp.cli.progress import PAUSE, ProgressLine, open_progress_line
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.current_work import Work, get_work

SAYS_AFTER = 30.0
"""Seconds after which a command reports what it is working on."""
_GRACE = 5.0
"""Seconds after the limit at which a call into C code is ended with 1.

Nothing else interrupts it.
"""
_STANDARD_ERROR = 2


@contextmanager
def limit_time(seconds: float | None) -> Iterator[None]:
    """Report on standard error what the body takes long with, and end the process at a time limit.

    In a terminal a line shows it all the time. At the limit, if there is one, the process ends with
    2.
    """
    with open_progress_line(get_work()) as line:
        clock = _TimeLimitClock(seconds, get_work(), line)
        stop = _start_alarms(clock) if _can_use_alarms() else _start_timer_thread(clock)
        if seconds is not None:
            faulthandler.dump_traceback_later(seconds + _GRACE, exit=True, file=_STANDARD_ERROR)
        try:
            yield
        finally:
            stop()
            if seconds is not None:
                faulthandler.cancel_dump_traceback_later()


class _TimeLimitClock:
    def __init__(self, limit: float | None, work: Work, line: ProgressLine | None = None) -> None:
        self.limit = limit
        self._line = line
        self._work = work
        self._end = None if limit is None else time.monotonic() + limit
        self._has_spoken = limit is not None and limit <= SAYS_AFTER

    def seconds_until_next(self) -> float:
        """Return the seconds until something is due; 0 for never."""
        if self._line is not None:
            return PAUSE
        if not self._has_spoken:
            return SAYS_AFTER
        return 0.0 if self._end is None else max(0.001, self._end - time.monotonic())

    def report_or_exit(self) -> None:
        """Report the current work, or end the process if the limit is over."""
        if self._line is not None and (self._end is None or time.monotonic() < self._end):
            self._line.draw()
            return
        if self._has_spoken or self._line is not None:
            _print_sentence(
                f"the time limit of {self.limit:g} s was over {self._describe_work()}; "
                f"nothing is reported."
            )
            sys.stderr.flush()
            os._exit(FAILED)
        self._has_spoken = True
        _print_sentence(f"after {SAYS_AFTER:g} s it is still {self._describe_work()}.")

    def _describe_work(self) -> str:
        file, rule = self._work.read_current()
        at = f"at `{escape_unsafe(file)}`" if file else "looking for sites"
        return f"{at}, for the rule `{rule}`" if rule else at


def _print_sentence(sentence: str) -> None:
    with suppress(OSError, ValueError):
        print(f"docs-lsp: {sentence}", file=sys.stderr, flush=True)


def _can_use_alarms() -> bool:
    """Return whether the system can interrupt this thread with an alarm.

    An additional thread would prevent the process from being forked.
    """
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _start_alarms(clock: _TimeLimitClock) -> Callable[[], None]:
    """Start the alarms of a time limit, and return a function that stops them."""

    def strike_and_rearm(_signal: int, _frame: object) -> None:
        clock.report_or_exit()
        signal.setitimer(signal.ITIMER_REAL, clock.seconds_until_next())

    before = signal.signal(signal.SIGALRM, strike_and_rearm)
    signal.setitimer(signal.ITIMER_REAL, clock.seconds_until_next())

    def stop() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    return stop


def _start_timer_thread(clock: _TimeLimitClock) -> Callable[[], None]:
    """Start a thread that does what `clock` asks for in time; return what stops it."""
    is_over = threading.Event()

    def wait() -> None:
        while (pause := clock.seconds_until_next()) and not is_over.wait(pause):
            clock.report_or_exit()

    threading.Thread(target=wait, name="time limit", daemon=True).start()
    return is_over.set

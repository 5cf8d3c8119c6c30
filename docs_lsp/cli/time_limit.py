"""The time that a command takes: shows and reports what takes long, and enforces a limit.

In a terminal a line says what the command is doing, until it prints its result.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from docs_lsp.cli.exit_codes import FAILED
from docs_lsp.cli.terminal import escape_unsafe, find_terminal_width
from docs_lsp.core.current_work import Work, get_work

SAYS_AFTER = 30.0
"""Seconds after which a command reports what it is working on."""
_GRACE = 5.0
"""Seconds after the limit at which a call into C code is ended with 1.

Nothing else interrupts it.
"""
_STANDARD_ERROR = 2
PAUSE = 0.1
"""Seconds until the progress line is shown, and between two of its states."""
_ERASE = "\r\x1b[K"


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
                f"the time limit of {self.limit:g} s was exceeded {self._describe_work()}; "
                "nothing is reported."
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
    """Print a sentence to standard error, if that can be written to."""
    with suppress(OSError, ValueError):
        print(f"docs-lsp: {sentence}", file=sys.stderr, flush=True)


def _can_use_alarms() -> bool:
    """Return whether the system can interrupt this thread with an alarm.

    An additional thread would prevent the process from being forked.
    """
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _start_alarms(clock: _TimeLimitClock) -> Callable[[], None]:
    """Start the alarms of a time limit, and return a function that stops them."""

    def report_or_exit_and_rearm(_signal: int, _frame: object) -> None:
        clock.report_or_exit()
        signal.setitimer(signal.ITIMER_REAL, clock.seconds_until_next())

    before = signal.signal(signal.SIGALRM, report_or_exit_and_rearm)
    signal.setitimer(signal.ITIMER_REAL, clock.seconds_until_next())

    def stop() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    return stop


def _start_timer_thread(clock: _TimeLimitClock) -> Callable[[], None]:
    """Start a thread that calls `clock.report_or_exit` in time; return a function to stop it."""
    is_over = threading.Event()

    def wait() -> None:
        while (pause := clock.seconds_until_next()) and not is_over.wait(pause):
            clock.report_or_exit()

    threading.Thread(target=wait, name="time limit", daemon=True).start()
    return is_over.set


class ProgressLine:
    """A line in a terminal that says what a command is doing."""

    def __init__(self, work: Work, out: TextIO) -> None:
        """Describe some work in `out`, which is a terminal; nothing is written yet."""
        self._work = work
        self._out = out
        self._is_shown = False
        self._is_over = False

    def draw(self) -> None:
        """Write the current state over the line, unless it has ended."""
        if self._is_over:
            return
        text = f"docs-lsp: {describe_work(self._work)}"[: find_terminal_width(self._out) - 1]
        with suppress(OSError, ValueError):
            self._out.write(f"{_ERASE}{text}")
            self._out.flush()
            self._is_shown = True

    def erase(self) -> None:
        """Erase the line, so that something else can be written."""
        if self._is_shown:
            self._is_shown = False
            with suppress(OSError, ValueError):
                self._out.write(_ERASE)
                self._out.flush()

    def end(self) -> None:
        """Erase the line and never draw it again."""
        self._is_over = True
        self.erase()


class _ErasingStream:
    """A stream to a terminal that erases the progress line before each write."""

    def __init__(self, stream: TextIO, line: ProgressLine, *, ends: bool) -> None:
        self._stream = stream
        self._make_room = line.end if ends else line.erase

    def write(self, text: str) -> int:
        self._make_room()
        return self._stream.write(text)

    def writelines(self, lines: Any) -> None:
        self._make_room()
        self._stream.writelines(lines)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def open_progress_line(work: Work) -> Iterator[ProgressLine | None]:
    """Show a progress line while the body runs; yield None if standard error is not a terminal.

    The first output ends it; notices on standard error are written in its place.
    """
    stderr, stdout = sys.stderr, sys.stdout
    if not stderr.isatty():
        yield None
        return
    line = ProgressLine(work, stderr)
    sys.stderr = _ErasingStream(stderr, line, ends=False)
    if stdout.isatty():
        sys.stdout = _ErasingStream(stdout, line, ends=True)
    try:
        yield line
    finally:
        sys.stderr, sys.stdout = stderr, stdout
        line.end()


def describe_work(work: Work) -> str:
    """Return in words what a command is doing, and how far it has come."""
    file, rule = work.read_current()
    if not file:
        return "looking for sites"
    what = f"checking `{rule}` in" if rule else "reading"
    far = f" ({work.done:,} of {work.total:,} {work.unit})" if work.total else ""
    return f"{what} {escape_unsafe(file)}{far}"

"""Shares work with copies of this process, for a program that runs once and ends.

A fork starts at once and inherits everything that this process knows; its result is sent back. A
failed fork costs only time: the caller then does its work. Forks are safe on Linux only, and only
while there is a single thread, since a lock that is held while forking is never released.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from docs_lsp.core.current_work import create_report_memory, follow_helper, get_work

if TYPE_CHECKING:
    from mmap import mmap
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

MOST_PROCESSES = 8
MOST_TICKETS = 256
"""The number of tickets; a ticket is one byte of a pipe, which holds that many on every system."""

_SET_PARENT_DEATH_SIGNAL = 1

_T = TypeVar("_T")


class Helper(Generic[_T]):
    """A process that does some work, and the pipe through which it sends the result."""

    def __init__(
        self, process: BaseProcess, results: Connection, helper_report: mmap | None
    ) -> None:
        """Wrap a running process; use `start_process` instead."""
        self._process = process
        self._results = results
        self._report = helper_report

    def wait_for_result(self) -> _T | None:
        """Wait for the result of the work; None if the process failed. To be called once."""
        try:
            with follow_helper(self._report):
                value: _T | None = self._results.recv()
        except (EOFError, OSError):
            value = None
        self._results.close()
        self._process.join()
        return value

    def stop(self) -> None:
        """Terminate the process, whose result is not needed."""
        self._process.terminate()
        self._results.close()
        self._process.join()


class Tickets:
    """Numbers from 0 on, each of which is taken by one process: this one, or one of its forks.

    Each process takes the next number when it has finished one, so that all finish at the same
    time.
    """

    def __init__(self, count: int) -> None:
        """Create `count` tickets, at most `MOST_TICKETS`."""
        self._source, sink = os.pipe()
        os.write(sink, bytes(range(count)))
        os.close(sink)

    def __iter__(self) -> Iterator[int]:
        """Take one ticket after the other until none is left."""
        while drawn := os.read(self._source, 1):
            yield drawn[0]

    def close(self) -> None:
        """Take no more tickets in this process."""
        os.close(self._source)


def can_fork() -> bool:
    """Return whether this process can be forked safely now."""
    return sys.platform == "linux" and threading.active_count() == 1


def count_processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def start_fork(work: Callable[[], _T]) -> Helper[_T] | None:
    """Start a fork that does some work; None if forking is not possible.

    The result of the work must not be None.
    """
    from multiprocessing import get_context  # Most sites are too small for it.

    return start_process(get_context("fork"), work) if can_fork() else None


def start_process(context: BaseContext, work: Callable[[], _T]) -> Helper[_T] | None:
    """Start a process that does some work; None if no process can be started.

    Unless it is a fork, the work must be picklable.
    """
    helper_report = create_report_memory() if context.get_start_method() == "fork" else None
    try:
        results, sending = context.Pipe(duplex=False)
        process = context.Process(  # type: ignore[attr-defined]  # each kind of context has one
            target=_run_in_helper, args=(sending, work, helper_report), daemon=True
        )
        process.start()
    except OSError:
        return None
    sending.close()
    return Helper(process, results, helper_report)


def _run_in_helper(
    sending: Connection, work: Callable[[], object], helper_report: mmap | None
) -> None:
    """Run the work in a helper process and send the result; ignores interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _terminate_with_parent()
    get_work().helper_report = helper_report
    gc.disable()
    done = work()
    with suppress(OSError), sending:
        sending.send(done)


def _terminate_with_parent() -> None:
    """Make the system kill this process when its parent ends, for whatever reason."""
    if sys.platform == "linux":
        import ctypes  # Only a fork needs it.

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)

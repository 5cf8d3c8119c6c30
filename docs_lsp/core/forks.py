"""Work that is shared with copies of this process, for a program that looks once and ends.

A fork begins at once and knows all that this process knows; what it comes to is sent back. One that
fails costs nothing but time: whoever asked does its work. Forks are safe on Linux alone, and while
there is a single thread, since one that is copied in the middle of something may wait for ever.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from docs_lsp.core.current_work import create_board, follow_board, get_work

if TYPE_CHECKING:
    from mmap import mmap
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

MOST_PROCESSES = 8
MOST_TICKETS = 256
"""A ticket is one byte of a pipe, which takes that many on every system."""

_SET_PARENT_DEATH_SIGNAL = 1

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)


class _Results(Protocol[_T_co]):
    """The end of a pipe that is read, which has another class on Windows."""

    def recv(self) -> _T_co: ...

    def close(self) -> None: ...


class Helper(Generic[_T]):
    """A process that does some work."""

    def __init__(self, process: BaseProcess, results: _Results[_T], board: mmap | None) -> None:
        """Take a process that has begun; use `start_process` instead."""
        self._process = process
        self._results = results
        self._board = board

    def result(self) -> _T | None:
        """What the work came to, once it is done; None where it failed. To be asked once."""
        try:
            with follow_board(self._board):
                value: _T | None = self._results.recv()
        except (EOFError, OSError):
            value = None
        self._results.close()
        self._process.join()
        return value

    def stop(self) -> None:
        """Do no more: nobody wants the result."""
        self._process.terminate()
        self._results.close()
        self._process.join()


class Tickets:
    """Numbers from 0 on, each of which one process draws: this one, or one of its forks. Whoever is
    done with something draws the next, so that all of them are done at the same time."""

    def __init__(self, count: int) -> None:
        """Make so many tickets, at most `MOST_TICKETS`."""
        self._source, sink = os.pipe()
        os.write(sink, bytes(range(count)))
        os.close(sink)

    def __iter__(self) -> Iterator[int]:
        """Draw one after the other, until there is none left."""
        while drawn := os.read(self._source, 1):
            yield drawn[0]

    def close(self) -> None:
        """Draw no more in this process."""
        os.close(self._source)


def can_fork() -> bool:
    """Whether this process can be copied now."""
    return sys.platform == "linux" and threading.active_count() == 1


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def start_fork(work: Callable[[], _T]) -> Helper[_T] | None:
    """A fork that does some work; None where none can be made. Its result must not be None."""
    from multiprocessing import get_context  # Most sites are too small for it.

    return start_process(get_context("fork"), work) if can_fork() else None


def start_process(context: BaseContext, work: Callable[[], _T]) -> Helper[_T] | None:
    """A process that does some work; None where none can be made. One that is no fork needs work
    that can be sent to it."""
    board = create_board() if context.get_start_method() == "fork" else None
    try:
        results, sending = context.Pipe(duplex=False)
        process = context.Process(  # type: ignore[attr-defined]  # each kind of context has one
            target=_do, args=(sending, work, board), daemon=True
        )
        process.start()
    except OSError:
        return None
    sending.close()
    return Helper(process, results, board)


def _do(sending: Connection, work: Callable[[], object], board: mmap | None) -> None:
    """What another process does. Whoever interrupts the program speaks to the first one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    get_work().board = board
    gc.disable()
    done = work()
    with suppress(OSError), sending:
        sending.send(done)


def _end_with_parent() -> None:
    """Have the system end this process with the one that waits for it, however that ends."""
    if sys.platform == "linux":
        import ctypes  # Only a fork needs it.

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)

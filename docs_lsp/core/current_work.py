"""The file and the rule that a thread is at, for whoever waits for it and wants to know."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mmap import mmap

_ROOM = 4096
"""How many bytes a helper process has to say what it is at."""
_BETWEEN = "\0"


class Work:
    """The work of one thread. Any other thread may look at it."""

    __slots__ = ("board", "done", "file", "rule", "steps", "total", "unit")

    def __init__(self) -> None:
        """Begin with nothing."""
        self.file = ""
        """The path of the file in the site."""
        self.rule = ""
        """The rule that is asked; empty while files are read."""
        self.steps = 0
        """How often one of the two has changed."""
        self.done = 0
        """How many of `total` things are done, such as pages that were read."""
        self.total = 0
        """How many there are; 0 where that is not known."""
        self.unit = ""
        """What they are, in the plural."""
        self.board: mmap | None = None
        """The memory shared with the process that waits for this one, or that this one waits for:
        it holds what the helper is at."""

    def note(self, file: str, rule: str) -> None:
        """Go on with a file or a rule."""
        self.file, self.rule = file, rule
        self.steps += 1
        if self.board is not None:
            written = f"{file}{_BETWEEN}{rule}".encode("utf-8", "replace")[: _ROOM - 1]
            self.board[: len(written) + 1] = written + b"\n"

    def look(self) -> tuple[str, str]:
        """The file and the rule, those of a helper while this process waits for one."""
        if self.board is None:
            return self.file, self.rule
        file, _, rule = (
            self.board[:].partition(b"\n")[0].decode("utf-8", "replace").partition(_BETWEEN)
        )
        return (file, rule) if file or rule else (self.file, self.rule)


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.work = Work()


_here = _OfThread()


def get_work() -> Work:
    """The work of the thread that asks."""
    return _here.work


def note_file(file: str) -> None:
    """Note that the thread reads a file, or looks at it for the rule that it is at."""
    work = _here.work
    work.note(file, work.rule)


def note_rule(rule: str) -> None:
    """Note that the thread asks a rule from now on; an empty name for none."""
    work = _here.work
    work.note(work.file, rule)


def note_count(done: int, total: int, unit: str) -> None:
    """Note how far the thread is with many things of one kind; `unit` is what they are."""
    work = _here.work
    work.done, work.total, work.unit = done, total, unit


def create_board() -> mmap:
    """Memory that a fork can write to, for the process that waits for it."""
    from mmap import mmap  # Only large sites need it.

    return mmap(-1, _ROOM)


@contextmanager
def follow_board(board: mmap | None) -> Iterator[None]:
    """Wait for a helper process that says on a board what it is at."""
    work = _here.work
    work.board = board
    try:
        yield
    finally:
        work.board = None

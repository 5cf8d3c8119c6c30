"""The file and the rule that a thread is working on, for a thread that monitors it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mmap import mmap

_ROOM = 4096
"""The size in bytes of the memory in which a helper process reports its work."""
_BETWEEN = "\0"


class Work:
    """The current work of one thread, readable from any other thread."""

    __slots__ = ("done", "file", "helper_report", "rule", "steps", "total", "unit")

    def __init__(self) -> None:
        """Start without file and rule."""
        self.file = ""
        """The path of the file in the site."""
        self.rule = ""
        """The rule that is running; empty while files are read."""
        self.steps = 0
        """The number of changes of file and rule so far."""
        self.done = 0
        """The number of things that are done, such as pages that were read."""
        self.total = 0
        """The number of all of them; 0 if that is not known."""
        self.unit = ""
        """Their name in the plural."""
        self.helper_report: mmap | None = None
        """Memory in which a helper process reports its work to the waiting process, or None."""

    def record(self, file: str, rule: str) -> None:
        """Record a new file and rule, and report them to the waiting process if there is one."""
        self.file, self.rule = file, rule
        self.steps += 1
        if self.helper_report is not None:
            written = f"{file}{_BETWEEN}{rule}".encode("utf-8", "replace")[: _ROOM - 1]
            self.helper_report[: len(written) + 1] = written + b"\n"

    def read_current(self) -> tuple[str, str]:
        """Return the current file and rule; those of a helper while this process waits for one."""
        if self.helper_report is None:
            return self.file, self.rule
        file, _, rule = (
            self.helper_report[:].partition(b"\n")[0].decode("utf-8", "replace").partition(_BETWEEN)
        )
        return (file, rule) if file or rule else (self.file, self.rule)


_here = threading.local()


def get_work() -> Work:
    """Return the work of the current thread, which is always the same object."""
    try:
        work: Work = _here.work
    except AttributeError:
        work = _here.work = Work()
    return work


def record_file(file: str) -> None:
    """Record that the current thread reads a file, or checks it with its current rule."""
    work = get_work()
    work.record(file, work.rule)


def record_rule(rule: str) -> None:
    """Record that the current thread runs a rule from now on; an empty name for none."""
    work = get_work()
    work.record(work.file, rule)


def note_count(done: int, total: int, unit: str) -> None:
    """Record how many of how many things this thread has done; `unit` is their plural noun."""
    work = get_work()
    work.done, work.total, work.unit = done, total, unit


def create_report_memory() -> mmap:
    """Create memory that a fork can write to, for the process that waits for it."""
    from mmap import mmap  # Only large sites need it.

    return mmap(-1, _ROOM)


@contextmanager
def follow_helper(helper_report: mmap | None) -> Iterator[None]:
    """While entered, read the work of a helper process as that of this thread; None for none."""
    work = get_work()
    work.helper_report = helper_report
    try:
        yield
    finally:
        work.helper_report = None

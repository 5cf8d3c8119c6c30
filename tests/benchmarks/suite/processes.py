"""What a process and all that it has started take: processor time and memory."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    found = [pid]
    for one in found:
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found += map(int, children.read_text("ascii").split())
            except OSError:
                continue
    return found


def processor(pid: int) -> float:
    """Seconds of processor time so far, with those of processes that have ended."""
    total = 0
    for one in family(pid):
        try:
            fields = Path(f"/proc/{one}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15])) if one == pid else sum(map(int, fields[11:13]))
    return total / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Megabytes in memory, what several share counted once (PSS)."""
    total = 0
    for one in family(pid):
        try:
            text = Path(f"/proc/{one}/smaps_rollup").read_text("ascii")
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return total * 1024 / 1e6


class Spent:
    """The processor time and the time of a block."""

    processor = 0.0
    seconds = 0.0

    @property
    def share(self) -> float:
        """Per cent of one core."""
        return 100 * self.processor / self.seconds if self.seconds else 0.0


@contextmanager
def spending(pid: int) -> Iterator[Spent]:
    """Measure a block."""
    spent, begun, before = Spent(), time.perf_counter(), processor(pid)
    yield spent
    spent.processor, spent.seconds = processor(pid) - before, time.perf_counter() - begun

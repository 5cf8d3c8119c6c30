"""Rows about the command line: `check` beside reading the same files, on one core and on two."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.commands import READ
from tests.benchmarks.suite.rows import Row

_READING = "reading its files"


def check_rows(folder: Path, size: str, rounds: int) -> Iterator[Row]:
    """The first check of a site, and the next ones, which know what the first kept."""
    check = (sys.executable, "-m", "docs_lsp", "check", "--quiet", str(folder))
    with TemporaryDirectory() as cache:
        first = _ran(check, cache=cache)
        reading = (sys.executable, "-c", READ, str(folder))
        pairs = [(_ran(check, cache=cache), _ran(reading)) for _ in range(rounds)]
    times = sorted(ours[0] for ours, _ in pairs)
    spent = sorted(ours[1] for ours, _ in pairs)
    read = sorted(other[0] for _, other in pairs)
    yield Row("check, the first time", size, first[0], unit="s", processor=first[1])
    yield Row(
        "check, once more",
        size,
        times[len(times) // 2],
        most=times[-1],
        unit="s",
        processor=spent[len(spent) // 2],
        peer=_READING,
        other=read[len(read) // 2],
    )


def core_rows(folder: Path, size: str) -> Iterator[Row]:
    """A first check on all cores beside one."""
    check = (sys.executable, "-m", "docs_lsp", "check", "--quiet", "--no-cache", str(folder))
    all_cores = sorted(_ran(check)[0] for _ in range(3))[1]
    one_core = sorted(_ran(check, cores=1)[0] for _ in range(3))[1]
    cores = f"check, the first time, {len(os.sched_getaffinity(0))} cores"
    yield Row(cores, size, all_cores, unit="s", peer="one core", other=one_core)


def _ran(command: Sequence[str], cores: int = 0, cache: str = "") -> tuple[float, float]:
    """The seconds and the processor seconds of a command with all that it starts, on some cores or
    all, and with a folder for what it keeps."""
    before = os.times()
    mine = os.sched_getaffinity(0)
    begun = time.perf_counter()
    if cores:
        os.sched_setaffinity(0, sorted(mine)[:cores])
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "DOCS_LSP_CACHE": cache},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    finally:
        os.sched_setaffinity(0, mine)
    assert done.returncode in (0, 1), command
    took = time.perf_counter() - begun
    after = os.times()
    spent = after.children_user + after.children_system
    return took, spent - before.children_user - before.children_system

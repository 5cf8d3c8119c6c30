"""What was freed goes back to the system."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from docs_lsp.core.freed_memory import release_memory

MEGABYTE = 1 << 20
OF_GLIBC = platform.libc_ver()[0] == "glibc"
THREAD = """
import sys
from pathlib import Path
from threading import Thread
from docs_lsp.core import freed_memory

if sys.argv[1] == "shared":
    freed_memory.share_heap()
bytes(30 << 20)  # From now on the allocator keeps more.

def work():
    global first
    first, *others = [bytes([1]) * 2000 for _ in range(20_000)]

thread = Thread(target=work)
thread.start()
thread.join()
freed_memory.release_memory()
status = Path("/proc/self/status").read_text("ascii")
print(next(line.split()[1] for line in status.splitlines() if "VmRSS" in line))
"""


def _in_memory() -> int:
    """Bytes of this process that are in memory."""
    status = Path("/proc/self/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) << 10


@pytest.mark.skipif(not OF_GLIBC, reason="others give back by themselves")
def test_what_lies_below_something_that_stays_is_given_back() -> None:
    blocks = [bytes([1]) * 2000 for _ in range(20_000)]
    last = blocks.pop()  # Of the heap only what is above it goes back by itself.
    blocks.clear()
    before = _in_memory()

    release_memory()

    assert _in_memory() < before - 20 * MEGABYTE
    assert last


@pytest.mark.skipif(not OF_GLIBC, reason="others have no heap for each thread")
def test_what_a_thread_had_is_given_back_where_threads_share_a_heap() -> None:
    shared, apart = (
        int(subprocess.check_output([sys.executable, "-c", THREAD, how])) << 10
        for how in ("shared", "apart")
    )

    assert shared < apart - 20 * MEGABYTE


def test_giving_back_what_is_not_there_changes_nothing() -> None:
    release_memory()
    release_memory()

"""What was freed goes back to the system."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from docs_lsp.freed_memory import give_back

MEGABYTE = 1 << 20


def _in_memory() -> int:
    """Bytes of this process that are in memory."""
    status = Path("/proc/self/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) << 10


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others give back by themselves")
def test_what_lies_below_something_that_stays_is_given_back() -> None:
    blocks = [bytes([1]) * 2000 for _ in range(20_000)]
    last = blocks.pop()  # Of the heap only what is above it goes back by itself.
    blocks.clear()
    before = _in_memory()

    give_back()

    assert _in_memory() < before - 20 * MEGABYTE
    assert last


def test_giving_back_what_is_not_there_changes_nothing() -> None:
    give_back()
    give_back()

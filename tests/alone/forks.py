"""Copies of this process do a share of its work, and one that fails costs nothing but time."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from docs_lsp.core.forks import MOST_TICKETS, Helper, Tickets, can_fork, start_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="forks are for Linux alone")
LONG = 60
"""Seconds that no test waits."""


def _helper(work: Callable[[], object]) -> Helper[object]:
    helper = start_fork(work)
    assert helper is not None
    return helper


def _die() -> object:
    os._exit(1)


def _drawn(tickets: Tickets) -> list[int]:
    return list(tickets)


def test_a_fork_sends_what_its_work_came_to() -> None:
    known = ["a"]
    assert _helper(lambda: (os.getppid(), known)).wait_for_result() == (os.getpid(), ["a"])


def test_a_fork_that_fails_has_no_result(capfd: pytest.CaptureFixture[str]) -> None:
    assert _helper(_die).wait_for_result() is None
    assert _helper(partial(int, "x")).wait_for_result() is None
    assert "ValueError" in capfd.readouterr().err


def test_a_result_that_nobody_wants_is_not_waited_for() -> None:
    begun = time.monotonic()
    _helper(partial(time.sleep, LONG)).stop()
    assert time.monotonic() - begun < LONG / 2


def test_each_ticket_is_drawn_once() -> None:
    tickets = Tickets(MOST_TICKETS)
    helpers = [start_fork(partial(_drawn, tickets)) for _ in range(2)]
    drawn = [*tickets]
    for helper in helpers:
        assert helper is not None
        drawn += helper.wait_for_result() or []
    tickets.close()
    assert sorted(drawn) == list(range(MOST_TICKETS))


def test_a_process_with_threads_is_not_copied() -> None:
    waits = threading.Event()
    thread = threading.Thread(target=waits.wait)
    thread.start()
    try:
        assert start_fork(int) is None
    finally:
        waits.set()
        thread.join()

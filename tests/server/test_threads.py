"""Work in the background: in order, the newest counts, and nothing starves."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

import pytest

from docs_lsp.server import waiting_times
from docs_lsp.server.client_requests import ClientRequests, ProgressDisplay
from docs_lsp.server.threads import IsCancelled, ThreadJobRunner

pytestmark = pytest.mark.asyncio


def giving(number: int) -> Callable[[IsCancelled], int]:
    return lambda _cancelled: number


async def until_idle(threads: ThreadJobRunner) -> None:
    async with asyncio.timeout(5):
        while _is_busy(threads):
            await asyncio.sleep(0.002)


def _is_busy(threads: ThreadJobRunner) -> bool:
    """Whether anything is under way or waits."""
    return bool(threads._waiting or threads._timers or threads._running)


async def test_the_result_arrives_on_the_event_loop() -> None:
    threads = ThreadJobRunner()
    arrived: list[tuple[str, str]] = []

    def work(_cancelled: IsCancelled) -> str:
        return threading.current_thread().name

    def then(worker: str) -> None:
        arrived.append((worker, threading.current_thread().name))

    threads.run("key", work, then)
    await until_idle(threads)

    [(worker, receiver)] = arrived
    assert receiver == "MainThread" != worker


async def test_of_those_that_wait_only_the_newest_is_done() -> None:
    threads, gate = ThreadJobRunner(), threading.Event()
    done: list[int] = []

    def first(_cancelled: IsCancelled) -> int:
        gate.wait(5)
        return 1

    threads.run("key", first, done.append)
    await asyncio.sleep(0.02)
    for number in (2, 3, 4):
        threads.run("key", giving(number), done.append)
    gate.set()
    await until_idle(threads)

    assert done == [1, 4]


async def test_what_comes_in_during_the_delay_replaces_and_does_not_put_off() -> None:
    threads = ThreadJobRunner()
    done: list[Any] = []
    started = asyncio.get_running_loop().time()
    for number in range(5):
        threads.run("key", giving(number), done.append, delay=0.2)
        await asyncio.sleep(0.005)
    await until_idle(threads)

    assert done == [4]
    assert asyncio.get_running_loop().time() - started < 1


async def test_a_job_that_asks_for_itself_again_waits_for_its_pause() -> None:
    threads = ThreadJobRunner()
    starts: list[float] = []

    def work(_cancelled: IsCancelled) -> None:
        starts.append(time.monotonic())

    def again(_nothing: None) -> None:
        if len(starts) < 4:
            threads.run("key", work, again, delay=0.05)

    threads.run("key", work, again)
    await until_idle(threads)

    assert len(starts) == 4
    assert all(later - sooner >= 0.045 for sooner, later in pairwise(starts))


async def test_what_comes_in_while_another_runs_has_its_pause() -> None:
    threads, gate = ThreadJobRunner(), threading.Event()
    done: list[int] = []

    def first(_cancelled: IsCancelled) -> int:
        gate.wait(5)
        return 1

    threads.run("key", first, done.append)
    await asyncio.sleep(0.02)
    threads.run("key", giving(2), done.append, delay=0.2)
    gate.set()
    await asyncio.sleep(0.05)
    assert done == [1]

    await until_idle(threads)
    assert done == [1, 2]


async def test_a_result_that_cannot_be_taken_does_not_end_the_series(
    caplog: pytest.LogCaptureFixture,
) -> None:
    threads, gate = ThreadJobRunner(), threading.Event()
    done: list[int] = []

    def refuse(_result: int) -> None:
        raise RuntimeError("no room")

    def first(_cancelled: IsCancelled) -> int:
        gate.wait(5)
        return 1

    threads.run("key", first, refuse)
    await asyncio.sleep(0.02)
    threads.run("key", giving(2), done.append)
    await asyncio.sleep(0.02)
    gate.set()
    await until_idle(threads)

    assert done == [2]
    assert "no room" in caplog.text


async def test_a_cancelled_job_is_told_and_its_result_is_dropped() -> None:
    threads, told = ThreadJobRunner(), threading.Event()
    done: list[Any] = []

    def work(cancelled: IsCancelled) -> None:
        while not cancelled():
            pass
        told.set()

    threads.run("key", work, done.append)
    await asyncio.sleep(0.02)
    threads.run("key", giving(2), done.append)
    threads.cancel_jobs("key")
    await until_idle(threads)

    assert told.is_set()
    assert done == []


async def test_stopping_drops_what_has_not_begun() -> None:
    threads = ThreadJobRunner()
    done: list[Any] = []

    threads.run("key", giving(1), done.append, delay=0.01)
    threads.cancel_all()
    await asyncio.sleep(0.03)

    assert done == []
    assert not _is_busy(threads)


async def test_a_failure_is_logged_and_the_next_job_runs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    threads = ThreadJobRunner()
    done: list[Any] = []

    def fail(_cancelled: IsCancelled) -> None:
        raise RuntimeError("no disk")

    threads.run("key", fail, done.append)
    await until_idle(threads)
    threads.run("key", giving(2), done.append)
    await until_idle(threads)

    assert done == [2]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert "no disk" in caplog.text


class Screen:
    """A client that shows progress, or refuses to."""

    def __init__(self, *, willing: bool = True) -> None:
        self.willing = willing
        self.shown: list[dict[str, Any]] = []

    async def create_progress(self, token: str) -> bool:
        await asyncio.sleep(0.001)
        return self.willing

    def notify(self, method: str, params: dict[str, Any]) -> None:
        assert method == "$/progress"
        self.shown.append(params["value"])


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_times, "PROGRESS_AFTER", 0.0)
    monkeypatch.setattr(waiting_times, "PROGRESS_EVERY", 0.0)


async def report_thrice(screen: Screen) -> None:
    progress = ProgressDisplay("Reading", cast(ClientRequests, screen))
    for done in (512, 1024, 1536):
        await asyncio.to_thread(progress.report, done)
        await asyncio.sleep(0.01)
    await asyncio.to_thread(progress.report_end)
    await asyncio.sleep(0.01)


@pytest.mark.usefixtures("impatient")
async def test_slow_work_is_shown_from_begin_to_end() -> None:
    screen = Screen()
    await report_thrice(screen)

    assert screen.shown[0] == {"kind": "begin", "title": "Reading", "cancellable": False}
    assert [value["kind"] for value in screen.shown[1:]] == ["report", "report", "end"]
    assert screen.shown[-2]["message"] == "1536 files"


async def test_quick_work_is_not_shown() -> None:
    screen = Screen()
    await report_thrice(screen)

    assert screen.shown == []


@pytest.mark.usefixtures("impatient")
async def test_a_client_that_refuses_is_left_alone() -> None:
    screen = Screen(willing=False)
    await report_thrice(screen)

    assert screen.shown == []


@pytest.mark.usefixtures("impatient")
async def test_work_that_ends_before_the_client_answers_is_not_shown() -> None:
    screen = Screen()
    progress = ProgressDisplay("Reading", cast(ClientRequests, screen))
    progress.report(512)
    progress.report_end()
    await asyncio.sleep(0.02)

    assert screen.shown == []

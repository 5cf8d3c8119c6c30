"""The end: when the editor is gone, and that it comes."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

from docs_lsp.server import lifetime, waiting_times


def test_this_process_is_alive_and_an_ended_one_is_not() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()

    assert lifetime.is_process_alive(os.getpid())
    assert not lifetime.is_process_alive(ended.pid)


@pytest.mark.parametrize("process_id", [0, -1, 2**70])
def test_a_number_that_is_no_process_is_not_alive(process_id: int) -> None:
    assert not lifetime.is_process_alive(process_id)


@pytest.mark.asyncio
async def test_the_end_of_the_editor_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_times, "PARENT_POLL", 0.01)
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    gone = asyncio.Event()
    watching = asyncio.create_task(lifetime.watch_process(editor.pid, gone.set))
    await asyncio.sleep(0.05)
    assert not gone.is_set()

    editor.communicate(b"\n")

    async with asyncio.timeout(5):
        await gone.wait()
        await watching

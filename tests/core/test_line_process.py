"""A process that answers lines with lines, whatever becomes of it."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from docs_lsp.core.line_process import LineProcess

_MODULE = """
import json, os, sys
print(json.dumps([sys.argv[1:], os.environ.get("HARBOUR")]), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message == "end":
        break
    print(json.dumps([message]), flush=True)
"""
_TIME_LIMIT = 60.0
"""Seconds after which a test fails instead of waiting for ever."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a module `answering`."""
    (tmp_path / "answering.py").write_text(_MODULE, "utf-8")
    return tmp_path


@pytest.fixture
def process(folder: Path) -> Iterator[LineProcess]:
    environment = {"PYTHONPATH": str(folder), "HARBOUR": "quay"}
    process = LineProcess("answering", "one", "two", environment=environment)
    yield process
    process.close()


def read(process: LineProcess) -> object:
    line = process.answers.get(timeout=_TIME_LIMIT)
    return json.loads(line) if line else None


def test_lines_are_answered_in_order_until_the_process_ends(process: LineProcess) -> None:
    assert read(process) == [["one", "two"], "quay"]
    for message in ("é\n", {"a": 1}, "end"):
        process.send(message)

    assert [read(process) for _ in range(3)] == [["é\n"], [{"a": 1}], None]
    assert process.process.wait(_TIME_LIMIT) == 0
    with pytest.raises(OSError):
        process.send("more")


def test_a_process_that_waits_is_ended(process: LineProcess) -> None:
    assert read(process) is not None
    assert os.getsid(process.process.pid) == process.process.pid, "Ctrl+C does not reach it"
    threads = [thread for thread in threading.enumerate() if thread.name == "answering"]
    assert threads and all(thread.daemon for thread in threads), "a program can end without it"

    process.close()
    assert process.process.returncode not in (0, None)
    assert read(process) is None
    with pytest.raises(ValueError, match="closed"):
        process.send("more")


def test_all_answers_are_there_once_it_is_closed(process: LineProcess) -> None:
    class SlowQueue(SimpleQueue[bytes]):
        def put(self, item: bytes, block: bool = True, timeout: float | None = None) -> None:
            time.sleep(0.05)
            super().put(item)

    assert read(process) is not None
    process.answers = SlowQueue()
    process.close()

    assert process.answers.get_nowait() == b""


def test_no_module_of_the_current_folder_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    process = LineProcess("answering")

    assert read(process) is None
    process.close()
    assert process.process.returncode not in (0, None)

"""A process that was told to end does so, whatever its threads are at."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.server.transport import add_header

WAIT = "threading.Event().wait()"
IN_C = "re.match('(a+)+b', 'a' * 60)"
"""A call that takes years, in which no other thread has its turn."""
HANGS = """\
import re, sys, threading
from docs_lsp.core.forced_exit import exit_within
exit_within(0.2, 7)
threading.Thread(target=lambda: {hang}).start()
"""
SERVER = f"""\
import threading
from docs_lsp.server import waiting_times, main, responder
from docs_lsp.server.log import LogOptions
waiting_times.EXIT_GRACE = 0.2
begin = responder.Responder.__init__
def begin_stuck(self, *given):
    begin(self, *given)
    self._quick.submit(lambda: {WAIT})
responder.Responder.__init__ = begin_stuck
raise SystemExit(main.serve_stdio(LogOptions()))
"""
PREVIEW = f"""\
import sys, threading
from mcp_preview.cli import main
from mcp_preview.commands import serve
serve._EXIT_GRACE = {{grace}}
exit_within, announce = serve.forced_exit.exit_within, serve.announce_progress
def note(*given):
    exit_within(*given)
    print("told", file=sys.stderr, flush=True)
async def announce_and_hang(*given):
    await announce(*given)
    {WAIT}
serve.forced_exit.exit_within, serve.announce_progress = note, announce_and_hang
raise SystemExit(main(["serve", sys.argv[1], "--ready-json"]))
"""
READING_PREVIEW = f"""\
import sys, threading
from mcp_preview.cli import main
from mcp_preview.commands import serve
from mcp_preview.live.live_site import LiveSite
serve._EXIT_GRACE = 0.2
LiveSite.load = lambda self: {WAIT}
raise SystemExit(main(["serve", sys.argv[1], "--ready-json", "--with-editor"]))
"""
INITIALIZE: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}


def run(code: str, *arguments: str | Path, data: bytes = b"") -> tuple[int, str]:
    """The exit code of a program, and what it wrote to standard error."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60)
    return done.returncode, done.stderr.decode()


def test_a_process_ends_though_a_thread_waits_and_says_where() -> None:
    code, said = run(HANGS.format(hang=WAIT))

    assert code == 7
    assert "in <lambda>" in said and "threading.py" in said


def test_a_process_ends_though_c_code_lets_no_other_thread_have_its_turn() -> None:
    code, said = run(HANGS.format(hang=IN_C))

    assert code == 1
    assert "Timeout" in said and "in <lambda>" in said


def test_a_process_that_ends_in_time_says_nothing() -> None:
    assert run("from docs_lsp.core.forced_exit import exit_within\nexit_within(60, 7)") == (0, "")


@pytest.mark.parametrize(("polite", "expected"), [(True, 0), (False, 1)])
def test_the_server_ends_though_an_answer_never_comes(polite: bool, expected: int) -> None:
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": INITIALIZE},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    sent = messages if polite else messages[:1]

    data = b"".join(add_header(json.dumps({"jsonrpc": "2.0", **one}).encode()) for one in sent)
    code, said = run(SERVER, data=data)

    assert code == expected
    assert "in <lambda>" in said


@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends any process there")
@pytest.mark.parametrize(("signals", "grace"), [(1, 0.2), (2, 60)])
def test_a_signal_ends_a_preview_that_hangs_and_a_second_one_ends_it_at_once(
    signals: int, grace: float, sites: Path
) -> None:
    command = [sys.executable, "-c", PREVIEW.format(grace=grace), str(sites / "plain")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        assert json.loads(process.stdout.readline())["url"]
        for _ in range(signals):
            process.terminate()
            if process.stderr.readline() != b"told\n":
                break
        _, said = process.communicate(timeout=60)

    assert process.returncode == (128 + signal.SIGTERM if signals == 1 else -signal.SIGTERM)
    assert (b"in announce_and_hang" in said) == (signals == 1)


def test_a_preview_ends_with_its_editor_though_it_reads_for_ever(sites: Path) -> None:
    code, said = run(READING_PREVIEW, sites / "plain")

    assert code == 0
    assert "in <lambda>" in said

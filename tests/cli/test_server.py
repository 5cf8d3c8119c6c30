"""How the server is started from the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from docs_lsp.cli import main
from docs_lsp.cli.server import require_loopback_address
from docs_lsp.server.log import LogOptions


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What a server that only takes notes was started with."""
    calls: list[object] = []
    app = ModuleType("docs_lsp.server.main")

    def serve_stdio(log: LogOptions) -> int:
        calls.extend(["stdio", *([log] if log != LogOptions() else [])])
        return 0

    def serve_tcp(host: str, port: int, log: LogOptions) -> int:
        calls.extend([(host, port), *([log] if log != LogOptions() else [])])
        return 0

    app.__dict__.update(serve_stdio=serve_stdio, serve_tcp=serve_tcp)
    monkeypatch.setitem(sys.modules, "docs_lsp.server.main", app)
    return calls


@pytest.mark.parametrize("arguments", [[], ["server"], ["--stdio"], ["server", "--stdio"]])
def test_standard_input_and_output_are_the_default(
    arguments: list[str], started: list[object]
) -> None:
    assert main(arguments) == 0
    assert started == ["stdio"]


@pytest.mark.parametrize(
    "arguments", [["--tcp", "127.0.0.1:0"], ["server", "--tcp", ":0"], ["--tcp", ":0", "server"]]
)
def test_tcp_when_asked(arguments: list[str], started: list[object]) -> None:
    assert main(arguments) == 0
    assert started == [("127.0.0.1", 0)]


def test_the_log_goes_where_and_holds_what_was_asked_for(
    started: list[object], tmp_path: Path
) -> None:
    file = tmp_path / "log.txt"

    assert main(["--log-level", "debug"]) == 0
    assert main(["server", "--log", str(file)]) == 0
    assert main(["--log", str(file), "--tcp", ":0", "server", "--log-level", "error"]) == 0
    assert started == [
        *("stdio", LogOptions("DEBUG")),
        *("stdio", LogOptions("INFO", file)),
        *(("127.0.0.1", 0), LogOptions("ERROR", file)),
    ]


def test_a_log_that_cannot_be_written_is_said_at_once(
    started: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--log", str(tmp_path / "missing" / "log.txt")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--log-level", "loud"])
    assert "`warning`" in capsys.readouterr().err
    assert started == []


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("localhost:2087", ("localhost", 2087)),
        ("[::1]:2087", ("::1", 2087)),
        ("127.3.2.1:1", ("127.3.2.1", 1)),
    ],
)
def test_loopback_addresses(address: str, expected: tuple[str, int]) -> None:
    assert require_loopback_address(address) == expected


def test_a_person_at_a_terminal_is_told_what_to_do(
    started: list[object], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)

    assert main([]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "`docs-lsp check`" in err

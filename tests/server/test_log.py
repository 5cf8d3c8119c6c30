"""The log stays short, whatever happens."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_lsp.server import log


def record(message: str) -> logging.LogRecord:
    return logging.LogRecord("docs_lsp", logging.ERROR, "", 0, message, (), None)


def test_a_long_line_is_cut_in_the_middle() -> None:
    line = log.TruncatingFormatter("%(message)s").format(record("a" * 5000 + "end"))

    assert line.startswith("aaa")
    assert line.endswith("end")
    assert "[1003 characters left out]" in line
    assert len(line) < log.LONGEST + 100


def test_a_short_line_is_left_alone() -> None:
    assert log.TruncatingFormatter("%(levelname)s %(message)s").format(record("hi")) == "ERROR hi"


def test_a_flood_is_stopped_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "BURST", 3)
    few = log.RateLimit()
    records = [record(f"number {number}") for number in range(5)]

    assert [few.filter(each) for each in records] == [True, True, True, False, False]
    assert "suppressed" in records[2].getMessage()


def test_after_a_while_records_come_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "BURST", 1)
    monkeypatch.setattr(log, "PERIOD", 0.0)
    few = log.RateLimit()

    assert [few.filter(record("x")) for _ in range(3)] == [True, True, True]


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """The root of all loggers, as it was before."""
    root = logging.getLogger()
    level, handlers, raises = root.level, root.handlers[:], logging.raiseExceptions
    root.handlers[:] = []
    yield root
    for handler in root.handlers:
        handler.close()
    root.setLevel(level)
    root.handlers[:] = handlers
    logging.raiseExceptions = raises


def test_warnings_go_to_standard_error_unless_more_is_asked_for(
    root: logging.Logger, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log.start_logging(log.LogOptions())
    logging.getLogger("docs_lsp").info("the news")
    logging.getLogger("docs_lsp").warning("the trouble")
    assert capsys.readouterr() == ("", "WARNING docs_lsp: the trouble\n")

    log.start_logging(log.LogOptions("INFO", tmp_path / "log.txt"))
    logging.getLogger("docs_lsp").info("the news")
    assert capsys.readouterr() == ("", "INFO docs_lsp: the news\n")
    assert (tmp_path / "log.txt").read_text().endswith(" INFO docs_lsp: the news\n")


def test_a_log_file_is_complete(
    root: logging.Logger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "BURST", 1)
    log.start_logging(log.LogOptions("INFO", tmp_path / "log.txt"))
    for number in range(3):
        logging.getLogger("docs_lsp").info("number %d", number)

    lines = (tmp_path / "log.txt").read_text().splitlines()
    assert [line.partition(": ")[2] for line in lines] == ["number 0", "number 1", "number 2"]


def test_a_log_file_does_not_grow_for_ever(
    root: logging.Logger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "LARGEST", 1000)
    log.start_logging(log.LogOptions("INFO", tmp_path / "log.txt"))
    for number in range(200):
        logging.getLogger("docs_lsp").info("number %d", number)

    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 2000
    assert "number 199" in (tmp_path / "log.txt").read_text()

"""The log stays short, whatever happens."""

from __future__ import annotations

import logging

import pytest

from docs_lsp.server import log


def record(message: str) -> logging.LogRecord:
    return logging.LogRecord("docs_lsp", logging.ERROR, "", 0, message, (), None)


def test_a_long_line_is_cut_in_the_middle() -> None:
    line = log.Short("%(message)s").format(record("a" * 5000 + "end"))

    assert line.startswith("aaa")
    assert line.endswith("end")
    assert "[1003 characters left out]" in line
    assert len(line) < log.LONGEST + 100


def test_a_short_line_is_left_alone() -> None:
    assert log.Short("%(levelname)s %(message)s").format(record("hi")) == "ERROR hi"


def test_a_flood_is_stopped_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "BURST", 3)
    few = log.Few()
    records = [record(f"number {number}") for number in range(5)]

    assert [few.filter(each) for each in records] == [True, True, True, False, False]
    assert "left out" in records[2].getMessage()


def test_after_a_while_records_come_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "BURST", 1)
    monkeypatch.setattr(log, "PERIOD", 0.0)
    few = log.Few()

    assert [few.filter(record("x")) for _ in range(3)] == [True, True, True]

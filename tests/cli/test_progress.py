"""The line that says what a command is at, in a terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.cli.time_limit import _TimeLimitClock, describe_work, open_progress_line
from docs_lsp.core.current_work import Work
from tests.cli.made import Terminal

ERASE = "\r\x1b[K"


def attach(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Both streams lead to one terminal."""
    both = Terminal()
    monkeypatch.setattr(sys, "stdout", both)
    monkeypatch.setattr(sys, "stderr", both)
    return both


def working(rule: str = "") -> Work:
    work = Work()
    work.record("a\x1b.mdx", rule)
    work.done, work.total, work.unit = 1200, 5502, "pages"
    return work


def test_it_says_what_is_done_and_how_far_it_is() -> None:
    assert describe_work(Work()) == "looking for sites"
    assert describe_work(working()) == "reading a\\u001b.mdx (1,200 of 5,502 pages)"
    assert describe_work(working("dead-link")).startswith("checking `dead-link` in a")


def test_a_notice_takes_its_place_and_the_first_output_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = attach(monkeypatch)
    with open_progress_line(working()) as line:
        assert line is not None
        line.draw()
        print("notice", file=sys.stderr)
        line.draw()
        print("answer")
        line.draw()
    shown = f"{ERASE}docs-lsp: reading a\\u001b.mdx (1,200 of 5,502 pages)"

    assert terminal.getvalue() == f"{shown}{ERASE}notice\n{shown}{ERASE}answer\n"


def test_nothing_is_left_of_it_where_a_command_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = attach(monkeypatch)
    with pytest.raises(ValueError), open_progress_line(working()) as line:
        assert line is not None
        line.draw()
        raise ValueError

    assert terminal.getvalue().endswith(ERASE)


def test_without_a_terminal_there_is_none() -> None:
    with open_progress_line(working()) as line:
        assert line is None


def test_the_clock_draws_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = attach(monkeypatch)
    work = working()
    with open_progress_line(work) as line:
        clock = _TimeLimitClock(None, work, line)
        assert 0 < clock.seconds_until_next() < 0.3
        clock.report_or_exit()

    assert "reading a" in terminal.getvalue()


def test_a_command_in_a_terminal_prints_its_answer_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = attach(monkeypatch)
    (tmp_path / "docs.json").write_text("{}", "utf-8")

    assert main(["check", "--select", "missing-key"]) == 1
    assert "docs.json:1:1" in terminal.getvalue().rpartition(ERASE)[2]

"""What may be written to a terminal, and whether in colour."""

from __future__ import annotations

import io
import re

import pytest

from docs_lsp.cli.output.text import Screen, write_end, write_report
from docs_lsp.cli.terminal import (
    Style,
    choose_style,
    count_char_columns,
    escape_unsafe,
    find_terminal_width,
)
from docs_lsp.core.problem import Severity
from tests.cli.made import Terminal, made, problem


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a page", "a page"),
        ("日本語 😀 e\u0301", "日本語 😀 e\u0301"),
        ("\x1b]0;title\x07", "\\u001b]0;title\\u0007"),
        ("a\r\nb\tc", "a\\u000d\\u000ab\\u0009c"),
        ("\x9b31m\x7f", "\\u009b31m\\u007f"),
        ("\u202egnp.exe\u2066", "\\u202egnp.exe\\u2066"),
        ("\ud800", "\\ud800"),
    ],
)
def test_nothing_can_drive_the_terminal(text: str, shown: str) -> None:
    assert escape_unsafe(text) == shown


@pytest.mark.parametrize(
    ("char", "columns"), [("a", 1), ("é", 1), ("日", 2), ("😀", 2), ("\u0301", 0), ("\u200d", 0)]
)
def test_width_is_that_of_a_terminal(char: str, columns: int) -> None:
    assert count_char_columns(char) == columns


@pytest.mark.parametrize(
    ("mode", "stream", "environment", "colored"),
    [
        ("auto", Terminal(), {}, True),
        ("auto", io.StringIO(), {}, False),
        ("auto", Terminal(), {"NO_COLOR": "1"}, False),
        ("auto", Terminal(), {"NO_COLOR": ""}, True),
        ("auto", Terminal(), {"TERM": "dumb"}, False),
        ("auto", io.StringIO(), {"FORCE_COLOR": "1"}, True),
        ("auto", io.StringIO(), {"FORCE_COLOR": "0"}, False),
        ("auto", io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("always", io.StringIO(), {"NO_COLOR": "1"}, True),
        ("never", Terminal(), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour_follows_the_option_then_the_environment_then_the_terminal(
    mode: str,
    stream: io.StringIO,
    environment: dict[str, str],
    colored: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert choose_style(mode, stream).colored is colored


def test_what_is_no_terminal_has_a_width_to_read_well() -> None:
    assert find_terminal_width(io.StringIO()) == 100


MESSAGE = "There is no theme `mnit`, so the service takes none. Did you mean `mint` or   not?"


@pytest.mark.parametrize("columns", [1, 30, 40, 60, 100, 1000])
def test_a_message_is_broken_between_words(columns: int) -> None:
    out = io.StringIO()
    screen = Screen(out, Style(True), columns, wraps=True)
    found = made(problem(message=MESSAGE))
    write_report(found, Severity.HINT, screen, shows_all=False)
    heading, _, _ = out.getvalue().partition("\n 3 | ")
    start, *more = re.sub(r"\x1b\[[\d;]*m", "", heading).split("\n")

    assert start.startswith("docs/docs.json:3:13 error invalid-value  There")
    assert all(line.startswith("    ") and line[4] != " " for line in more)
    assert " ".join([start, *map(str.strip, more)]).split()[3:] == MESSAGE.split()
    assert all(len(line) <= max(columns, 40) for line in more)
    assert bool(more) is (columns < 200)


def test_without_a_terminal_a_message_is_one_line() -> None:
    out = io.StringIO()
    found = made(problem(message=MESSAGE))
    screen = Screen(out, Style(False), 40)
    write_report(found, Severity.HINT, screen, shows_all=False)

    assert out.getvalue().splitlines()[0].endswith(MESSAGE)


def test_the_last_line_is_wrapped_for_people_alone() -> None:
    last = "21 problems (1 error, 6 warnings, 14 information); 3 fixable with `docs-lsp fix`."
    for wraps, lines in ((True, 2), (False, 1)):
        out = io.StringIO()
        write_end(["table", last], is_clean=True, screen=Screen(out, Style(False), 60, wraps))
        table, *end = out.getvalue().splitlines()

        assert (table, " ".join(end), len(end)) == ("table", last, lines)
        assert not wraps or all(len(line) <= 60 for line in end)

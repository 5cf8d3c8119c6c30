"""`--format github`: workflow commands that GitHub shows beside the lines of a change."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.cli.output.github import write_report
from docs_lsp.core.problem import RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.settings.settings import SettingsFault
from tests.cli.made import DOCS, made, problem, written


def test_a_finding_is_one_command_and_a_sentence_ends_the_log() -> None:
    assert written(write_report, made(problem())) == (
        "::error file=docs/docs.json,line=3,endLine=3,col=13,endColumn=17,title=invalid-value"
        "::There is no theme `mnit`.\n"
        "1 problem (1 error) in 1 site\n"
    )


@pytest.mark.parametrize(
    ("severity", "command"),
    [
        (Severity.ERROR, "::error "),
        (Severity.WARNING, "::warning "),
        (Severity.INFORMATION, "::notice "),
        (Severity.HINT, "::notice "),
    ],
)
def test_each_severity_has_its_command(severity: Severity, command: str) -> None:
    assert written(write_report, made(problem(severity=severity))).startswith(command)


def test_what_would_end_a_message_or_a_property_is_escaped() -> None:
    told = problem(message="100 % of a: b, c\r\n::error::d")._replace(file="a:b,c%\n.json")
    line = written(write_report, made(told)).splitlines()[0]

    assert line.startswith("::error file=docs/a%3Ab%2Cc%25%0A.json,line=1,")
    # A line end in a message is somebody's text, so it is shown as JSON writes it.
    assert line.endswith("::100 %25 of a: b, c\\u000d\\u000a::error::d")


def test_a_range_over_several_lines_has_no_columns() -> None:
    told = problem('"Harbour",\n  "theme"')

    assert "line=2,endLine=3,title=" in written(write_report, made(told))


def test_related_places_are_told_on_lines_of_their_own() -> None:
    start = DOCS.index('"theme": "mint"')
    place = RelatedPlace("docs.json", Span(start, start + 7), "The second")

    assert "%0Adocs/docs.json:4:3 The second\n" in written(
        write_report, made(problem(related=[place]))
    )


def test_a_fault_in_the_settings_is_an_error() -> None:
    out = written(write_report, made(faults=[SettingsFault(Span(8, 9), "Nothing reads `x`.")]))

    assert out.splitlines()[0] == (
        "::error file=docs/docs-lsp.toml,line=2,title=docs-lsp.toml::Nothing reads `x`."
    )


@pytest.mark.parametrize(("inside", "shown"), [(True, "docs/broken/"), (False, "broken/")])
def test_files_are_told_from_the_top_of_the_checkout(
    inside: bool,
    shown: str,
    sites: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/broken").symlink_to(sites / "broken")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path if inside else tmp_path / "other"))
    main(["check", "broken/docs.json", "--format", "github"])

    assert f"file={shown}docs.json," in capsys.readouterr().out


def test_a_runner_is_sent_utf_8(tmp_path: Path) -> None:
    """On Windows a pipe has another encoding, and the runner would not find the file."""
    site = tmp_path / "bücher 日"
    site.mkdir()
    (site / "docs.json").write_text("")
    done = subprocess.run(
        [sys.executable, "-m", "docs_lsp", "check", str(site), "--format", "github"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )

    assert "bücher 日/docs.json,line=1," in done.stdout.decode("utf-8")

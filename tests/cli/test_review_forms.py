"""The forms for reviews: GitLab Code Quality, reviewdog, and Markdown for a comment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.cli.output import gitlab, markdown, rdjson
from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.settings.settings import SettingsFault
from tests.cli.made import DOCS, made, problem, written

START = DOCS.index("mnit")
FIX = Fix("Write `mint`", (FileEdit("docs.json", Span(START, START + 4), "mint"),), preferred=True)


def test_gitlab_gets_path_line_and_a_fingerprint_of_its_own() -> None:
    twice = made(
        problem(), problem(severity=Severity.HINT), faults=[SettingsFault(Span(0, 0), "X")]
    )
    fault, first, second = json.loads(written(gitlab.write_report, twice))

    assert first["fingerprint"] != second["fingerprint"]
    assert {key: first[key] for key in ("description", "check_name", "severity", "location")} == {
        "description": "There is no theme `mnit`.",
        "check_name": "invalid-value",
        "severity": "major",
        "location": {"path": "docs/docs.json", "lines": {"begin": 3}},
    }
    assert (second["severity"], fault["check_name"]) == ("info", "settings-error")
    assert json.loads(written(gitlab.write_report, made())) == []


def test_reviewdog_gets_columns_in_bytes_and_suggestions() -> None:
    wide = '{ "é": "mnit" }'
    at = wide.encode().index(b"mnit")
    span = Span(at, at + 4)
    found = Problem("invalid-value", "wide.json", span, "No.", Severity.WARNING)
    fix = Fix("Write", (FileEdit("wide.json", span, "mint"),), preferred=True)
    unsure = Fix("Or write", (FileEdit("wide.json", span, "maple"),))
    outcome = made(found, fixes=[fix, unsure], files={"wide.json": wide})
    report = json.loads(written(rdjson.write_report, outcome))
    place = {"start": {"line": 1, "column": 10}, "end": {"line": 1, "column": 14}}

    assert report["source"] == {"name": "docs-lsp"}
    assert report["diagnostics"] == [
        {
            "message": "No.",
            "location": {"path": "docs/wide.json", "range": place},
            "severity": "WARNING",
            "code": {"value": "invalid-value"},
            "suggestions": [{"range": place, "text": "mint"}],
        }
    ]


def test_a_fix_of_several_places_is_no_suggestion() -> None:
    several = FIX._replace(changes=(*FIX.changes, FileEdit("docs.json", Span(0, 0), " ")))
    report = json.loads(written(rdjson.write_report, made(problem(), fixes=[several])))

    assert "suggestions" not in report["diagnostics"][0]


def test_a_comment_has_a_table_with_the_worst_first() -> None:
    hint = problem(severity=Severity.HINT)
    warning = problem(rule="a-rule", message="Ask @who: a|b <b> `c|d`", severity=Severity.WARNING)

    assert written(markdown.write_report, made(hint, warning, problem())).splitlines() == [
        "### docs-lsp",
        "",
        "2 problems (1 error, 1 warning). 1 hint hidden (`--hints`).",
        "",
        "| | rule | place | problem |",
        "|---|---|---|---|",
        "| error | `invalid-value` | docs/docs.json:3 | There is no theme `mnit`. |",
        "| warning | `a-rule` | docs/docs.json:3 | Ask @\u200bwho: a\\|b \\<b\\> `c\\|d` |",
    ]
    assert written(markdown.write_report, made()) == "### docs-lsp\n\nNo problems.\n"


def test_a_comment_is_not_too_long_to_be_one() -> None:
    many = [problem(message=f"{number} {'x' * 2000}") for number in range(80)]
    text = written(markdown.write_report, made(*many))

    assert len(text) < 65_536
    assert text.endswith("... and 30 more: `docs-lsp check --all`\n")


@pytest.mark.parametrize("form", ["gitlab", "rdjson", "markdown"])
def test_paths_are_those_of_the_repository(
    form: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "docs.json").write_text("{}", "utf-8")
    monkeypatch.chdir(tmp_path / "docs")
    monkeypatch.setenv("CI_PROJECT_DIR", str(tmp_path))
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)

    assert main(["check", "--format", form]) == 1
    assert "docs/docs.json" in capsys.readouterr().out

"""`--format sarif`: what GitHub code scanning and other viewers read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docs_lsp.cli import main
from docs_lsp.cli.output import sarif
from docs_lsp.core.problem import (
    DeletedFile,
    FileEdit,
    Fix,
    NewFile,
    Problem,
    RelatedPlace,
    Severity,
)
from docs_lsp.core.text import Span
from docs_lsp.rules import all_rules
from docs_lsp.settings.settings import SettingsFault
from tests.cli.made import DOCS, made, problem, written
from tests.cli.sarif_parts import LOG

VALIDATOR = jsonschema.Draft202012Validator(LOG, format_checker=jsonschema.FormatChecker())


def run_of(text: str) -> dict[str, Any]:
    assert text.isascii()
    log = json.loads(text)
    VALIDATOR.validate(log)
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def run(*problems: Problem, **options: Any) -> dict[str, Any]:
    return run_of(written(sarif.write_report, made(*problems, **options)))


def result(told: Problem, **options: Any) -> dict[str, Any]:
    (found,) = run(told, **options)["results"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("site", ["plain", "broken", "languages"])
def test_a_report_of_a_site_is_sarif(
    site: str, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", str(sites / site), "--format", "sarif"])
    report = run_of(capsys.readouterr().out)

    names = [rule["id"] for rule in report["tool"]["driver"]["rules"]]
    assert names == sorted({found["ruleId"] for found in report["results"]})
    assert [names[found["ruleIndex"]] for found in report["results"]] == [
        found["ruleId"] for found in report["results"]
    ]


def test_every_rule_can_be_told() -> None:
    told = [problem(rule=name) for name in all_rules()]
    rules = run(*told)["tool"]["driver"]["rules"]

    assert [rule["id"] for rule in rules] == list(all_rules())
    for rule in rules:
        assert "### Fix" in rule["help"]["markdown"]
        assert "\nFix\n" in rule["help"]["text"]
        assert "\x1b" not in rule["help"]["text"]


def test_a_finding_has_its_place_in_code_points() -> None:
    told = Problem("page-url", "docs.json", Span(4, 8), "x", Severity.ERROR)
    report = run(told, files={"docs.json": '{\n "😀": 1}'})

    assert report["columnKind"] == "unicodeCodePoints"
    assert report["results"][0]["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "docs/docs.json", "uriBaseId": "%SRCROOT%"},
                "region": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 4},
            }
        }
    ]


@pytest.mark.parametrize(
    ("severity", "level"),
    [
        (Severity.ERROR, "error"),
        (Severity.WARNING, "warning"),
        (Severity.INFORMATION, "note"),
        (Severity.HINT, "note"),
    ],
)
def test_each_severity_has_its_level(severity: Severity, level: str) -> None:
    assert result(problem(severity=severity))["level"] == level


def test_a_file_is_named_by_a_uri() -> None:
    told = problem()._replace(file="guides/a b#ü.mdx")
    place = result(told)["locations"][0]["physicalLocation"]

    assert place["artifactLocation"]["uri"] == "docs/guides/a%20b%23%C3%BC.mdx"


def test_related_places_are_numbered() -> None:
    places = [
        RelatedPlace("docs.json", Span(0, 1), "First"),
        RelatedPlace("nav/a.json", Span(0, 0), "Second"),
    ]
    found = result(problem(related=places))["relatedLocations"]

    assert [(each["id"], each["message"]["text"]) for each in found] == [
        (0, "First"),
        (1, "Second"),
    ]


def test_a_fix_replaces_text_file_by_file() -> None:
    at = DOCS.index("mnit")
    fix = Fix(
        "Write `mint`",
        (
            FileEdit("docs.json", Span(at, at + 4), "mint"),
            FileEdit("a.mdx", Span(0, 2), ""),
            FileEdit("docs.json", Span(0, 0), "\n"),
        ),
        safe=True,
    )
    (found,) = result(problem(), fixes=[fix], files={"a.mdx": "# A"})["fixes"]

    assert found["description"] == {"text": "Write `mint`"}
    assert found["properties"] == {"safe": True}
    changes = {
        each["artifactLocation"]["uri"]: each["replacements"] for each in found["artifactChanges"]
    }
    assert changes == {
        "docs/a.mdx": [
            {"deletedRegion": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 3}}
        ],
        "docs/docs.json": [
            {
                "deletedRegion": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1},
                "insertedContent": {"text": "\n"},
            },
            {
                "deletedRegion": {
                    "startLine": 3,
                    "startColumn": 13,
                    "endLine": 3,
                    "endColumn": 17,
                },
                "insertedContent": {"text": "mint"},
            },
        ],
    }


def test_a_fix_that_makes_or_deletes_a_file_cannot_be_said() -> None:
    fixes = [
        Fix("Create it", (NewFile("a.mdx", "# A"),)),
        Fix("Delete it", (DeletedFile("a.mdx"), FileEdit("docs.json", Span(0, 0), " "))),
        Fix("Nothing", ()),
    ]

    assert "fixes" not in result(problem(), fixes=fixes)


def fingerprints(*problems: Problem) -> list[str]:
    return [each["partialFingerprints"]["docsLsp/v1"] for each in run(*problems)["results"]]


def test_a_fingerprint_stays_while_lines_move() -> None:
    there = Problem("page-url", "docs.json", Span(0, 1), "x", Severity.ERROR)
    text = written(sarif.write_report, made(there, files={"docs.json": "{}"}))
    moved = there._replace(span=Span(3, 4), message="Better said")
    text_after = written(sarif.write_report, made(moved, files={"docs.json": "\n\n {}"}))
    first, second = (
        json.loads(each)["runs"][0]["results"][0]["partialFingerprints"]
        for each in (text, text_after)
    )

    assert first == second


def test_findings_alike_have_fingerprints_of_their_own() -> None:
    first, second, other = fingerprints(problem(), problem(message="Again."), problem("mint"))

    assert first.removesuffix(":1") == second.removesuffix(":2")
    assert other.removesuffix(":1") != first.removesuffix(":1")


def test_a_fault_in_the_settings_means_that_the_run_failed() -> None:
    (clean,) = run()["invocations"]
    (faulty,) = run(faults=[SettingsFault(Span(8, 9), "Nothing reads `x`.")])["invocations"]

    assert clean == {"executionSuccessful": True}
    assert not faulty["executionSuccessful"]
    (notification,) = faulty["toolConfigurationNotifications"]
    assert notification["message"] == {"text": "Nothing reads `x`."}


def test_no_more_results_than_may_be_uploaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MOST_RESULTS", 2)
    told = [
        problem(severity=Severity.HINT),
        problem("mint", severity=Severity.ERROR),
        problem("name", severity=Severity.WARNING),
    ]
    report = run(*told)

    assert [each["level"] for each in report["results"]] == ["error", "warning"]
    (notification,) = report["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("1 more ")


def test_a_lone_surrogate_is_replaced() -> None:
    assert result(problem(message="a \ud800 b"))["message"] == {"text": "a \ufffd b"}

"""`--format json`: a contract, written down as a JSON Schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docs_lsp.cli import main
from docs_lsp.cli.output.json import write_report
from docs_lsp.cli.output.report_schema import build_report_schema
from docs_lsp.core.problem import DeletedFile, FileEdit, Fix, MovedFile, NewFile, RelatedPlace
from docs_lsp.core.text import Span
from tests.cli.made import made, problem, written

VALIDATOR = jsonschema.Draft202012Validator(build_report_schema())
FIX = Fix(
    "Mend it",
    (
        FileEdit("docs.json", Span(0, 1), "["),
        NewFile("new.mdx", "# New"),
        MovedFile("old.mdx", "older.mdx"),
        DeletedFile("gone.mdx"),
    ),
    safe=True,
    preferred=True,
)


def closed(schema: Any) -> Any:
    """The schema without the room that it leaves for fields to come."""
    match schema:
        case dict():
            shape = {key: closed(value) for key, value in schema.items()}
            if schema.get("type") == "object":
                shape["additionalProperties"] = False
            return shape
        case list():
            return [closed(each) for each in schema]
        case _:
            return schema


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(build_report_schema())


def test_the_schema_tells_every_field() -> None:
    outcome = made(problem(related=[RelatedPlace("docs.json", Span(0, 1), "x")]), fixes=[FIX])
    report = json.loads(written(write_report, outcome))

    jsonschema.Draft202012Validator(closed(build_report_schema())).validate(report)


@pytest.mark.parametrize("site", ["plain", "broken", "languages", "other-tool"])
def test_reports_fit_their_schema(
    site: str, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", str(sites / site), "--format", "json"])

    VALIDATOR.validate(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"findings": [{}]},
        {"summary": {"sites": 1}},
        {"findings": "none"},
    ],
)
def test_the_schema_refuses_what_is_no_report(change: dict[str, Any]) -> None:
    report = json.loads(written(write_report, made()))

    assert VALIDATOR.is_valid(report)
    assert not VALIDATOR.is_valid({**report, **change})


def test_a_fix_says_all_that_is_needed_to_make_it() -> None:
    report = json.loads(written(write_report, made(problem(), fixes=[FIX])))
    place = {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 2}}

    assert report["findings"][0]["fixes"] == [
        {
            "title": "Mend it",
            "safe": True,
            "preferred": True,
            "changes": [
                {"kind": "edit", "file": "docs/docs.json", "range": place, "new": "["},
                {"kind": "create", "file": "docs/new.mdx", "content": "# New"},
                {"kind": "move", "file": "docs/old.mdx", "to": "docs/older.mdx"},
                {"kind": "delete", "file": "docs/gone.mdx"},
            ],
        }
    ]


def test_each_finding_stands_on_a_line_of_its_own() -> None:
    lines = written(write_report, made(problem(), problem("mint"))).splitlines()

    assert len(lines) == 4
    assert [json.loads(line.rstrip(","))["rule"] for line in lines[1:3]] == ["invalid-value"] * 2


def test_a_real_fix_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = '{"theme": "mint", "name": "A", "colors": {"primary": "#123"}, "navigation": {},}'
    (tmp_path / "docs.json").write_text(site, "utf-8")
    main(["check", str(tmp_path), "--format", "json", "--select", "trailing-comma"])
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    (fix,) = finding["fixes"]

    assert fix["safe"]
    assert [change["kind"] for change in fix["changes"]] == ["edit"]

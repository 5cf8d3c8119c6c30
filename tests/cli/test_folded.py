"""Findings with one cause, in the text form and in JSON."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docs_lsp.cli import main
from docs_lsp.cli.output.report_schema import build_report_schema
from tests.cli.test_json import closed

LINKS = {
    "moved": [f"/quay/{name}" for name in ("fees", "tides", "charts")],
    "unsure": ["/quay/fees", "/quay/tides", "/quay/charts", "/quay/gone"],
    "folder": ["/img/a.png", "/img/b.png", "/img/c.png", "/img/d.png"],
    "page": ["/lost"],
    "file": ["/lost.pdf"],
    "anchor": ["/port/fees#lost"],
}


def write_site(root: Path, links: list[str], navigation: object = None) -> None:
    pages = [f"port/{name}" for name in ("fees", "tides", "charts", "lights")]
    text = "\n".join(f"[Here]({link})" for link in links)
    for page in pages:
        path = root / f"{page}.mdx"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{text}\n", "utf-8")
    docs = {
        "theme": "mint",
        "name": "N",
        "colors": {"primary": "#123"},
        "navigation": navigation or {"pages": pages},
    }
    (root / "docs.json").write_text(json.dumps(docs, indent=2), "utf-8")


def checked(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    code = main(["check", *map(str, arguments)])
    return code, capsys.readouterr().out


def reported(capsys: pytest.CaptureFixture[str], root: Path) -> Any:
    return json.loads(checked(capsys, root, "--format", "json")[1])


def test_a_cause_is_shown_once_with_three_places(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(tmp_path, LINKS["moved"])
    code, out = checked(capsys, tmp_path)

    assert code == 1
    assert out.splitlines() == [
        "port/charts.mdx:1:8 warning dead-link  12 links point to 3 addresses below `/quay` that "
        "do not exist; pages with these names are below `/port`. A redirect from "
        "`/quay/:slug*` to `/port/:slug*` fixes all 12.",
        " 1 | [Here](/quay/fees)",
        "   |        ^^^^^^^^^^",
        "     port/fees.mdx:1:8",
        "     port/lights.mdx:1:8",
        "     and 9 more places, in 4 files in all",
        "     `docs-lsp fix --unsafe --select dead-link` fixes all of them",
        "",
        "12 problems (12 warnings); 12 fixable with `docs-lsp fix --unsafe`.",
    ]


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        (
            "unsure",
            "12 links point to 3 addresses below `/quay` that do not exist; pages with these names "
            "are below `/port`. Link to these pages, or redirect each of the old addresses.",
        ),
        (
            "folder",
            "16 links point to 4 addresses below `/img`, which does not exist. Create the folder, "
            "redirect `/img/:slug*`, or correct the links.",
        ),
        ("page", "4 links point to it; a page or a redirect at this address fixes all."),
        ("file", "4 links point to it; a file at this address fixes all."),
        ("anchor", "4 links point to it; a heading with this ID fixes all."),
    ],
)
def test_what_corrects_all_is_told(
    links: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(tmp_path, LINKS[links])

    assert expected in checked(capsys, tmp_path)[1].splitlines()[0]


def test_entries_and_copies_have_words_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = [*(f"gone/{name}" for name in "abcd"), *["lost"] * 4]
    versions = [{"version": f"v{number}", "pages": [f"v{number}/x"]} for number in range(5)]
    listed = {"versions": [*versions, {"version": "now", "pages": pages}]}
    write_site(tmp_path, [], listed)
    out = checked(capsys, tmp_path, "--select", "missing-page")[1]

    assert (
        "4 entries name pages below `/gone`, which does not exist. Create the folder, or correct "
        "the entries."
    ) in out
    assert "4 entries name it; creating the page fixes all." in out
    assert "There are 5 such places, in copies below `v0`, `v1`, `v2` and 2 more" in out


@pytest.mark.parametrize("arguments", [["--all"], ["--quiet"], ["--all", "--quiet"]])
def test_each_finding_is_there_for_who_wants_it(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(tmp_path, LINKS["moved"])
    out = checked(capsys, tmp_path, *arguments)[1]

    assert out.count("Broken link: `/quay/") == 12
    assert "--all" not in out


@pytest.mark.parametrize("form", ["github", "junit", "sarif", "json"])
def test_programs_get_each_finding(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(tmp_path, LINKS["moved"])
    code, out = checked(capsys, tmp_path, "--format", form)

    assert code == 1
    assert out.count("Broken link: `/quay/fees`") >= 4


def test_json_names_the_cause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_site(tmp_path, [*LINKS["moved"], "/port/tides#lost", "/lost"])
    report = reported(capsys, tmp_path)
    causes = [found["cause"] for found in report["findings"]]
    counts = Counter(cause["id"] for cause in causes)

    jsonschema.Draft202012Validator(closed(build_report_schema())).validate(report)
    assert report["summary"]["problems"] == len(causes) == 20
    assert counts == {cause["id"]: cause["count"] for cause in causes}
    assert next(cause for cause in causes if cause["kind"] == "folder") == {
        "id": "docs.json dead-link folder /quay /port",
        "kind": "folder",
        "target": "/quay",
        "count": 12,
    }


def test_two_sites_share_no_cause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_site(tmp_path / name, LINKS["page"])
    ids = {found["cause"]["id"] for found in reported(capsys, tmp_path)["findings"]}
    out = checked(capsys, tmp_path)[1]

    assert ids == {f"{name}/docs.json dead-link target /lost" for name in ("one", "two")}
    assert out.count("4 links point to it") == 2


def test_only_findings_that_are_wanted_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(tmp_path, LINKS["page"])
    ignored = "[[ignore]]\nrule = 'dead-link'\npath = 'port/fees.mdx'\n"
    (tmp_path / "docs-lsp.toml").write_text(ignored, "utf-8")

    assert [found["cause"] for found in reported(capsys, tmp_path)["findings"]] == [None] * 3

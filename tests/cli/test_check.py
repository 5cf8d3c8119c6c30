"""`docs-lsp check` on whole sites."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.cli import main
from docs_lsp.core.did_you_mean import MOST_SUGGESTIONS

MISSING = {"theme": "mint", "name": "N", "colors": {"primary": "#123"}}


def write_site(root: Path, pages: list[str], name: str = "docs.json") -> Path:
    root.mkdir(parents=True, exist_ok=True)
    path = root / name
    content = {**MISSING, "navigation": {"pages": pages}}
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False), "utf-8")
    return path


class Checker:
    """Runs `check` and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str | Path) -> tuple[int, str, str]:
        code = main(["check", *map(str, arguments)])
        out, err = self.capsys.readouterr()
        return code, out, err

    def json(self, *arguments: str | Path) -> tuple[int, dict[str, Any]]:
        code, out, err = self(*arguments, "--format", "json")
        assert err == ""
        return code, json.loads(out)


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Checker:
    return Checker(capsys)


def test_a_valid_site_has_no_findings(sites: Path, check: Checker) -> None:
    assert check(sites / "plain") == (0, "No problems.\n", "")


def test_what_is_only_worth_knowing_fails_no_check(sites: Path, check: Checker) -> None:
    code, report = check.json(sites / "languages")

    assert code == 0
    assert report["summary"]["errors"] == report["summary"]["warnings"] == 0


def test_each_mistake_of_the_demo_is_found_once(sites: Path, check: Checker) -> None:
    code, report = check.json(sites / "broken")
    bad = [each for each in report["findings"] if each["severity"] in ("error", "warning")]
    found = [(each["rule"], each["pointer"]) for each in bad]
    first = "/navigation/languages/0/tabs/0"

    assert code == 1
    assert found == [
        ("invalid-value", "/theme"),
        ("invalid-value", "/colors/primary"),
        ("unknown-key", "/favcon"),
        ("missing-page", f"{first}/groups/0/pages/1"),
        ("page-extension", f"{first}/groups/0/pages/2"),
        ("page-case", f"{first}/groups/0/pages/3"),
        ("page-as-object", f"{first}/groups/0/pages/4/page"),
        ("trailing-comma", f"{first}/groups/0/pages/5"),
        ("unknown-endpoint", "/navigation/languages/0/tabs/1/pages/2"),
        ("malformed-endpoint", "/navigation/languages/0/tabs/1/pages/3"),
        ("hidden-endpoint", "/navigation/languages/0/tabs/1/pages/4"),
        ("link-with-content", "/navigation/languages/0/tabs/2/pages"),
        ("unknown-language", "/navigation/languages/1/language"),
        ("missing-page", "/navigation/languages/1/groups/0/pages/1"),
        ("mixed-children", "/navigation/languages/1/pages"),
        ("reserved-path", "/redirects/0/source"),
    ]


def test_a_docs_json_of_another_tool_is_none_of_ours(sites: Path, check: Checker) -> None:
    code, out, err = check(sites / "other-tool")

    assert (code, out) == (0, "")
    assert err.endswith("docs.json` belongs to another tool, so nothing was checked.\n")


def test_files_of_another_tool_are_told_by_their_names(tmp_path: Path, check: Checker) -> None:
    for name in ("package.json", "other.json"):
        (tmp_path / name).write_text('{ "openapi": "3.1.0", "paths": {} }')
    files = [tmp_path / "package.json", tmp_path / "other.json"]
    code, _, err = check(*files)

    assert code == 0
    assert err == (
        f"docs-lsp: `{files[0]}`, `{files[1]}` belong to another tool, so nothing was checked.\n"
    )


def test_where_no_site_is_found_a_note_says_so(tmp_path: Path, check: Checker) -> None:
    code, out, err = check(tmp_path)

    assert (code, out) == (0, "")
    assert "nothing was checked" in err


@pytest.mark.parametrize("path", ["", "docs.json"])
def test_a_folder_named_docs_json_is_told(path: str, tmp_path: Path, check: Checker) -> None:
    (tmp_path / "docs.json").mkdir()
    code, out, err = check(tmp_path / path)

    assert (code, out) == (0, "")
    assert err.endswith(f" `{tmp_path / 'docs.json'}` is a folder, not a file.\n")


def test_json_where_no_site_is_found_is_still_json(tmp_path: Path, check: Checker) -> None:
    code, out, err = check(tmp_path, "--format", "json")

    assert code == 0
    assert err
    assert json.loads(out) == {
        "version": 1,
        "findings": [],
        "summary": {
            "sites": 0,
            "problems": 0,
            "errors": 0,
            "warnings": 0,
            "information": 0,
            "hints": 0,
            "baseline": 0,
        },
    }


def test_the_json_form_is_the_contract(tmp_path: Path, check: Checker) -> None:
    write_site(tmp_path, ["😀gone"])
    code, report = check.json(tmp_path)
    (finding,) = report["findings"]

    assert code == 1
    assert report["version"] == 1
    assert report["summary"] == {
        "sites": 1,
        "problems": 1,
        "errors": 1,
        "warnings": 0,
        "information": 0,
        "hints": 0,
        "baseline": 0,
    }
    assert isinstance(finding.pop("fixes"), list)
    assert isinstance(finding.pop("message"), str)
    assert finding == {
        "rule": "missing-page",
        "severity": "error",
        "file": "docs.json",
        "range": {"start": {"line": 9, "column": 8}, "end": {"line": 9, "column": 13}},
        "pointer": "/navigation/pages/0",
        "related": [],
        "cause": None,
    }


def test_related_places_have_file_range_and_message(sites: Path, check: Checker) -> None:
    _, report = check.json(sites / "broken", "--select", "mixed-children")
    (finding,) = report["findings"]
    (related,) = finding["related"]

    assert related.keys() == {"file", "range", "message"}
    assert related["file"] == "docs.json"
    assert related["range"]["start"]["line"] == 48


def test_text_shows_the_place_and_the_line(tmp_path: Path, check: Checker) -> None:
    write_site(tmp_path, ["gone"])
    code, out, _ = check(tmp_path)
    headline, source, carets, _, summary = out.splitlines()

    assert code == 1
    assert headline.startswith("docs.json:9:8 error missing-page  ")
    assert source == ' 9 |       "gone"'
    assert carets == "   |        ^^^^"
    assert summary == "1 problem (1 error)."


def test_colour_can_be_forced(tmp_path: Path, check: Checker) -> None:
    write_site(tmp_path, ["gone"])
    _, plain, _ = check(tmp_path, "--color", "never")
    _, painted, _ = check(tmp_path, "--color", "always")

    assert "\x1b[1;31merror\x1b[0m" in painted
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain


def test_a_hostile_file_cannot_drive_the_terminal(tmp_path: Path, check: Checker) -> None:
    path = write_site(tmp_path, ["gone"])
    path.write_text(path.read_text("utf-8").replace("gone", "\x1b[2Jgone\\u001b[2J"), "utf-8")
    _, out, _ = check(tmp_path)

    assert "\x1b" not in out
    assert "\\u001b[2Jgone" in out


def test_quiet_gives_one_line_for_each_finding(tmp_path: Path, check: Checker) -> None:
    write_site(tmp_path, ["gone", "gone-too"])
    code, out, err = check(tmp_path, "--quiet")

    assert (code, err) == (1, "")
    assert [line.split()[0] for line in out.splitlines()] == ["docs.json:9:8", "docs.json:10:8"]


def test_quiet_says_nothing_where_nothing_is_wrong(sites: Path, check: Checker) -> None:
    assert check(sites / "plain", "-q") == (0, "", "")


def test_rules_can_be_selected_and_ignored(sites: Path, check: Checker) -> None:
    def rules(*arguments: str) -> set[str]:
        _, report = check.json(sites / "broken", *arguments)
        return {finding["rule"] for finding in report["findings"]}

    everything = rules()
    assert rules("--select", "missing-page") == {"missing-page"}
    assert rules("--select", "missing-page,page-case") == {"missing-page", "page-case"}
    assert rules("--select", "missing-page", "--ignore", "missing-page") == set()
    assert rules("--ignore", "missing-page", "--ignore", "page-case") == everything - {
        "missing-page",
        "page-case",
    }


def test_what_is_not_reported_does_not_count(sites: Path, check: Checker) -> None:
    assert check(sites / "broken", "--select", "comment")[0] == 0


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_an_unknown_rule_is_misuse(option: str, sites: Path, check: Checker) -> None:
    code, out, err = check(sites / "plain", option, "mising-page")

    assert (code, out) == (2, "")
    assert err == "docs-lsp: Unknown rule `mising-page`; did you mean `missing-page`?\n"


def test_a_path_that_does_not_exist_is_misuse(tmp_path: Path, check: Checker) -> None:
    code, out, err = check(tmp_path / "gone")

    assert (code, out) == (2, "")
    assert "does not exist" in err


def test_a_file_outside_of_any_site_is_misuse(tmp_path: Path, check: Checker) -> None:
    (tmp_path / "README.md").touch()
    code, _, err = check("README.md")

    assert code == 2
    assert err == ("docs-lsp: `README.md` is not in a site: no folder around it has a docs.json.\n")


def test_a_file_of_any_name_is_checked_as_docs_json(tmp_path: Path, check: Checker) -> None:
    site = write_site(tmp_path / "a", ["gone"], "old.json")
    _, report = check.json(site)

    assert [finding["file"] for finding in report["findings"]] == ["old.json"]


def test_several_paths_are_seen_from_the_working_folder(
    tmp_path: Path, check: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(tmp_path / "a", ["gone"])
    write_site(tmp_path / "b/docs", ["gone"])
    monkeypatch.chdir(tmp_path)
    _, report = check.json("a/docs.json", tmp_path / "b", "a")

    assert [finding["file"] for finding in report["findings"]] == [
        "a/docs.json",
        "b/docs/docs.json",
    ]
    assert report["summary"]["sites"] == 2


def test_here_is_the_default(
    tmp_path: Path, check: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(tmp_path / "docs", ["gone"])
    monkeypatch.chdir(tmp_path)
    _, report = check.json()

    assert [finding["file"] for finding in report["findings"]] == ["docs/docs.json"]


def test_without_files_docs_json_is_judged_alone(tmp_path: Path, check: Checker) -> None:
    path = write_site(tmp_path, ["gone", "gone.mdx"])

    assert check(path, "--no-files", "--select", "missing-page")[0] == 0


def test_settings_beside_docs_json_apply(tmp_path: Path, check: Checker) -> None:
    write_site(tmp_path, ["gone"])
    (tmp_path / "docs-lsp.toml").write_text("[rules]\nmissing-page = 'hint'\n", "utf-8")
    code, report = check.json(tmp_path)

    assert code == 0
    assert [finding["severity"] for finding in report["findings"]] == ["hint"]


def test_fixes_that_lead_to_similar_names_come_with_the_first_mistakes_of_a_page(
    tmp_path: Path, check: Checker
) -> None:
    count = MOST_SUGGESTIONS + 10
    write_site(tmp_path, ["index"])
    links = "".join(f"[a](#som-headng-{number})\n\n" for number in range(count))
    headings = "".join(f"## Some heading {number}\n\n" for number in range(count))
    (tmp_path / "index.mdx").write_text(f"---\ntitle: I\n---\n\n{links}{headings}", "utf-8")

    findings = check.json(tmp_path)[1]["findings"]

    has_fix = [bool(found["fixes"]) for found in findings if found["rule"] == "dead-link"]
    assert has_fix == [True] * MOST_SUGGESTIONS + [False] * 10


def test_a_finding_can_be_left_out(tmp_path: Path, check: Checker) -> None:
    write_site(tmp_path, ["gone", "gone-too"])
    settings = "[[ignore]]\nrule = 'missing-page'\npointer = '/navigation/pages/0'\n"
    (tmp_path / "docs-lsp.toml").write_text(settings, "utf-8")
    _, report = check.json(tmp_path)

    assert [finding["pointer"] for finding in report["findings"]] == ["/navigation/pages/1"]


SPEC = {"swagger": "2.0", "info": {"title": "A", "version": "1"}, "paths": {}}


@pytest.mark.parametrize(
    ("ignore", "left"),
    [
        ("path = 'api/'", ["docs.json", "mcp.mdx"]),
        ("path = 'api/*.json'\nrule = 'invalid-spec'", ["docs.json", "mcp.mdx"]),
        ("path = '*.mdx'", ["api/old.json", "docs.json"]),
        ("rule = 'invalid-spec'", ["mcp.mdx"]),
        ("rule = 'reserved-path'\npath = 'mcp.mdx'", ["api/old.json", "docs.json"]),
        ("pointer = '/navigation/openapi'", ["api/old.json", "mcp.mdx"]),
        ("rule = 'invalid-spec'\npath = '*.mdx'", ["api/old.json", "docs.json", "mcp.mdx"]),
    ],
)
def test_findings_in_pages_and_specifications_can_be_left_out(
    ignore: str, left: list[str], tmp_path: Path, check: Checker
) -> None:
    navigation = {"openapi": "api/old.json", "pages": ["index"]}
    docs = json.dumps({**MISSING, "navigation": navigation})
    (tmp_path / "docs.json").write_text(docs, "utf-8")
    (tmp_path / "index.mdx").write_text("# Start\n", "utf-8")
    (tmp_path / "mcp.mdx").write_text("# Search\n", "utf-8")
    (tmp_path / "api").mkdir()
    (tmp_path / "api/old.json").write_text(json.dumps(SPEC), "utf-8")
    (tmp_path / "docs-lsp.toml").write_text(f"[[ignore]]\n{ignore}\n", "utf-8")
    _, report = check.json(tmp_path, "--select", "invalid-spec,reserved-path")

    assert [finding["file"] for finding in report["findings"]] == left


def test_nothing_is_reported_in_an_ignored_file(tmp_path: Path, check: Checker) -> None:
    write_site(tmp_path, ["gone"])
    (tmp_path / "docs-lsp.toml").write_text("[check]\nignored = ['docs.json']\n", "utf-8")

    assert check(tmp_path) == (0, "No problems.\n", "")


@pytest.mark.parametrize(
    ("settings", "place", "message"),
    [
        (b"[rules]\nmising-page = 'off'\n", "2:1", "did you mean `missing-page`?"),
        (b"[rules\n", "1:7", "nothing in it applies"),
        (b"\xff", "1:1", "not UTF-8"),
    ],
)
def test_unreadable_settings_are_told_with_their_place(
    settings: bytes, place: str, message: str, tmp_path: Path, check: Checker
) -> None:
    write_site(tmp_path, ["gone"])
    (tmp_path / "docs-lsp.toml").write_bytes(settings)
    code, out, err = check(tmp_path)
    headline = out.splitlines()[0]

    assert (code, err) == (2, "")
    assert headline.startswith(f"docs-lsp.toml:{place} error settings-error  ")
    assert message in headline
    assert "missing-page" in out


def test_with_unreadable_settings_alone_there_is_a_problem(tmp_path: Path, check: Checker) -> None:
    write_site(tmp_path, ["a"])
    (tmp_path / "a.mdx").write_text("# A\n", "utf-8")
    (tmp_path / "docs-lsp.toml").write_text("[rules]\nmising-page = 'off'\n", "utf-8")
    place = {"start": {"line": 2, "column": 1}, "end": {"line": 2, "column": 12}}
    code, out, _ = check(tmp_path)
    quiet = check(tmp_path, "--quiet")[1]
    in_json = json.loads(check(tmp_path, "--format", "json")[1])
    (finding,) = in_json["findings"]

    assert code == 2
    assert out.splitlines()[-1] == "1 problem (1 error)."
    assert quiet == f"{out.splitlines()[0]}\n"
    assert in_json["summary"]["errors"] == in_json["summary"]["problems"] == 1
    assert (finding["rule"], finding["severity"]) == ("settings-error", "error")
    assert (finding["file"], finding["range"]) == ("docs-lsp.toml", place)
    assert "did you mean `missing-page`?" in finding["message"]


def test_a_docs_json_that_is_no_text_is_a_finding(tmp_path: Path, check: Checker) -> None:
    (tmp_path / "docs.json").write_bytes(b'{"name": "\xff"')
    code, report = check.json(tmp_path)

    assert code == 1
    assert {finding["rule"] for finding in report["findings"]} >= {"syntax-error"}


def test_a_link_that_leads_nowhere_is_a_finding(tmp_path: Path, check: Checker) -> None:
    (tmp_path / "docs.json").symlink_to(tmp_path / "gone.json")
    code, report = check.json(tmp_path)

    assert code == 1
    assert [finding["rule"] for finding in report["findings"]] == ["syntax-error"]


def test_checking_changes_nothing(sites: Path, tmp_path: Path, check: Checker) -> None:
    shutil.copytree(sites / "broken", tmp_path / "broken")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    check(tmp_path)

    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before

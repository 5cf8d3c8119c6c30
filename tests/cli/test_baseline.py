"""`docs-lsp check` on an old site: only what is new is reported."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from docs_lsp.cli import main

Check: TypeAlias = Callable[..., tuple[int, str, str]]

NAME = "docs-lsp-baseline.json"


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Check:
    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = main(["check", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def write_site(root: Path, *pages: str) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    content = {
        "theme": "mint",
        "name": "N",
        "colors": {"primary": "#123"},
        "navigation": {"groups": [{"group": "Start", "pages": list(pages)}]},
    }
    (root / "docs.json").write_text(json.dumps(content, indent=2), "utf-8")
    return root


def entries(file: Path) -> list[str]:
    return [found["text"] for found in json.loads(file.read_text("utf-8"))["findings"]]


def test_an_old_site_starts_clean_and_only_new_faults_fail(tmp_path: Path, check: Check) -> None:
    site = write_site(tmp_path, "lost", "gone")

    assert check(site)[0] == 1
    code, out, err = check(site, "--write-baseline")
    assert (code, out) == (0, "No new problems in 1 site, plus 2 in the baseline.\n")
    assert err.startswith(f"docs-lsp: 2 findings put off in `{NAME}`. Commit the file: ")
    assert entries(site / NAME) == ["gone", "lost"]

    assert check(site) == (0, "No new problems in 1 site, plus 2 in the baseline.\n", "")
    write_site(site, "new", "gone", "lost")
    code, out, err = check(site, "--quiet")
    assert (code, err) == (1, "")
    assert [line.split()[0] for line in out.splitlines()] == ["docs.json:12:12"]


def test_what_is_mended_can_be_taken_out(tmp_path: Path, check: Check) -> None:
    site = write_site(tmp_path, "lost", "gone")
    check(site, "--write-baseline")
    write_site(site, "gone")
    code, out, err = check(site)

    assert (code, out) == (0, "No new problems in 1 site, plus 1 in the baseline.\n")
    assert err == (
        f"docs-lsp: no longer needed in `{NAME}`: 1 finding. "
        "`docs-lsp check --write-baseline` removes what is fixed.\n"
    )
    assert check(site, "--select", "page-url")[2] == ""
    assert check(site, "--no-files")[2] == ""
    check(site, "--write-baseline")
    assert entries(site / NAME) == ["gone"]


def test_the_broken_site_can_be_put_off(sites: Path, tmp_path: Path, check: Check) -> None:
    shutil.copytree(sites / "broken", tmp_path / "site")

    assert check(tmp_path / "site", "--write-baseline")[0] == 0
    code, out, err = check(tmp_path / "site")
    assert (code, err) == (0, "")
    assert out.startswith("No new problems in 1 site, plus ")


def test_everything_can_be_shown_all_the_same(tmp_path: Path, check: Check) -> None:
    site = write_site(tmp_path, "lost")
    check(site, "--write-baseline")

    code, out, _ = check(site, "--no-baseline")
    assert code == 1
    assert out.endswith("1 problem (1 error).\n")


def test_json_counts_what_is_left_out(tmp_path: Path, check: Check) -> None:
    site = write_site(tmp_path, "lost")
    check(site, "--write-baseline")
    summary = json.loads(check(site, "--format", "json")[1])["summary"]

    assert (summary["problems"], summary["baseline"]) == (0, 1)


def test_what_cannot_be_read_cannot_be_put_off(tmp_path: Path, check: Check) -> None:
    site = write_site(tmp_path, "lost")
    docs = site / "docs.json"
    docs.write_text(docs.read_text("utf-8").replace('"name"', "oops, ", 1), "utf-8")
    code, out, _ = check(site, "--write-baseline", "--quiet")

    assert code == 1
    assert {line.split()[2] for line in out.splitlines()} == {"syntax-error"}


def test_where_nothing_is_wrong_no_file_is_written(
    sites: Path, tmp_path: Path, check: Check
) -> None:
    shutil.copytree(sites / "plain", tmp_path / "site")
    code, _, err = check(tmp_path / "site", "--write-baseline")

    assert code == 0
    assert "no baseline was written" in err
    assert not (tmp_path / "site" / NAME).exists()


def test_each_site_has_its_own(tmp_path: Path, check: Check) -> None:
    write_site(tmp_path / "a", "lost")
    write_site(tmp_path / "b", "gone")

    assert check(tmp_path, "--write-baseline")[0] == 0
    assert entries(tmp_path / "a" / NAME) == ["lost"]
    assert entries(tmp_path / "b" / NAME) == ["gone"]


def test_the_setting_names_the_file(tmp_path: Path, check: Check) -> None:
    site = write_site(tmp_path, "lost")
    (site / "docs-lsp.toml").write_text("[check]\nbaseline = 'ci/known.json'\n", "utf-8")
    code, out, _ = check(site)
    assert code == 2
    assert (
        "docs-lsp.toml:2:12 error settings-error  The baseline `ci/known.json` does not exist"
        in out
    )

    assert check(site, "--write-baseline")[0] == 0
    assert entries(site / "ci/known.json") == ["lost"]
    assert check(site)[0] == 0


def test_a_file_can_be_named(tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    site = write_site(tmp_path / "site", "lost")
    monkeypatch.chdir(tmp_path)
    code, _, err = check("site", "--write-baseline=known.json")

    assert code == 0
    assert err.endswith("`docs-lsp check --baseline known.json` leaves them out.\n")
    assert check("site")[0] == 1
    assert check("site", "--baseline", "known.json")[0] == 0
    write_site(site)
    assert "removes what is fixed" in check("site", "--baseline", "known.json")[2]
    assert "--write-baseline=known.json" in check("site", "--baseline", "known.json")[2]


def test_in_the_site_the_setting_to_write_is_told(tmp_path: Path, check: Check) -> None:
    site = write_site(tmp_path, "lost")
    _, _, err = check(site, f"--write-baseline={site / 'ci.json'}")

    assert 'Write `baseline = "ci.json"` below `[check]` in docs-lsp.toml' in err


def test_of_rules_that_were_not_selected_everything_is_kept(tmp_path: Path, check: Check) -> None:
    site = write_site(tmp_path, "lost", "a.mdx")
    (site / "a.mdx").write_text("# A\n", "utf-8")
    check(site, "--write-baseline")
    write_site(site, "gone", "a.mdx")
    check(site, "--write-baseline", "--select", "missing-page")

    assert entries(site / NAME) == ["gone", "a.mdx"]


def test_a_baseline_that_cannot_be_read_is_told_and_hides_nothing(
    tmp_path: Path, check: Check
) -> None:
    site = write_site(tmp_path, "lost")
    (site / NAME).write_text('{\n  "version": <<<<<<<\n', "utf-8")
    code, out, _ = check(site)

    assert code == 2
    assert "missing-page" in out
    assert (
        f"{NAME}:2:14 error settings-error  `{NAME}` is not JSON, so no findings are excluded"
        in out
    )
    assert check(site, "--write-baseline")[0] == 0
    assert check(site)[0] == 0


def test_with_faults_in_the_settings_nothing_is_written(tmp_path: Path, check: Check) -> None:
    site = write_site(tmp_path, "lost")
    (site / "docs-lsp.toml").write_text("[rules]\nmising-page = 'off'\n", "utf-8")

    assert check(site, "--write-baseline")[0] == 2
    assert not (site / NAME).exists()


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--baseline", "gone.json"], "`gone.json` does not exist."),
        (["--baseline", "docs.json"], "`docs.json` has no array `findings`"),
        (["--write-baseline", "--no-files"], "omit `--no-files`"),
        (["--write-baseline", "."], "`.` is a folder"),
        (["a", "b", "--baseline", "x.json"], "names the baseline of one site"),
        (["a", "b", "--write-baseline=x.json"], "names the baseline of one site"),
    ],
)
def test_what_cannot_be_done_is_misuse(
    arguments: list[str],
    fault: str,
    tmp_path: Path,
    check: Check,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_site(tmp_path, "lost")
    write_site(tmp_path / "a", "lost")
    write_site(tmp_path / "b", "lost")
    monkeypatch.chdir(tmp_path)
    code, out, err = check(*(arguments if arguments[0] in "ab" else ["docs.json", *arguments]))

    assert (code, out) == (2, "")
    assert fault in err


@pytest.mark.parametrize("named_by", ["option", "setting"])
def test_no_other_file_is_written_over(named_by: str, tmp_path: Path, check: Check) -> None:
    docs = write_site(tmp_path, "lost") / "docs.json"
    before = docs.read_bytes()
    option = "--write-baseline"
    if named_by == "option":
        option += f"={docs}"
    else:
        (tmp_path / "docs-lsp.toml").write_text('[check]\nbaseline = "docs.json"\n')
    code, out, err = check(tmp_path, option)

    assert (code, out) == (2, "")
    assert f"`{docs}` exists already and is not a baseline, so it is not overwritten" in err
    assert docs.read_bytes() == before


@pytest.mark.parametrize("content", ["", '{\n<<<<<<< ours\n  "findings": [\n=======\n'])
def test_a_baseline_that_a_merge_has_broken_is_written_anew(
    content: str, tmp_path: Path, check: Check
) -> None:
    site = write_site(tmp_path / "site", "lost")
    file = tmp_path / "mine.json"
    file.write_text(content)

    assert check(site, f"--write-baseline={file}")[0] == 0
    assert entries(file) == ["lost"]


def test_only_one_of_the_options_makes_sense(sites: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", str(sites / "plain"), "--no-baseline", "--write-baseline"])

    assert ended.value.code == 2

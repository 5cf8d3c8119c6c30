"""The number of findings that a report calls fixable, and what `fix` then does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.core.problem import Fix
from docs_lsp.fixes import offered_fixes
from tests.cli.test_report import check, write_site


def count_fixes(root: Path, capsys: pytest.CaptureFixture[str], *options: str) -> int:
    main(["fix", "--dry-run", *options, str(root)])
    match = re.search(r"(\d+) problems? would be fixed", capsys.readouterr().err)
    assert match
    return int(match[1])


def test_as_many_can_be_fixed_as_fix_fixes(
    sites: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """More broken links than a report shows, some with an obvious target."""
    pages = {f"guides/p{number}": f"[A](/guides/lost{number})\n" for number in range(300)}
    pages |= {"guides/anchors": "## Tides today\n", "guides/a": "[B](/guides/anchors#tide-today)\n"}
    write_site(tmp_path, pages, [*list(pages)[1:], "guides/p0.mdx"])
    for root in (tmp_path, sites / "broken"):
        end = check(capsys, root, "--all")[-1]
        match = re.search(r"(\d+) fixable with `docs-lsp fix`, (\d+) more with `--unsafe`", end)
        assert match

        assert count_fixes(root, capsys) == int(match[1])
        assert count_fixes(root, capsys, "--unsafe") == int(match[1]) + int(match[2])


def test_each_severity_of_a_rule_has_its_own_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = "# Home\n[B](/anchors#tide-today)\n"
    pages = {"a": link, "free/b": link, "anchors": "## Tides today\n"}
    write_site(tmp_path, pages, ["a", "anchors"])
    lines = check(capsys, tmp_path, "--all", "--select", "dead-link")

    assert [line.split() for line in lines if line.startswith("dead-link ")] == [
        ["dead-link", "warning", "1", "1"],
        ["dead-link", "information", "1", "1"],
    ]


def test_only_fixes_that_may_be_applied_are_tried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Fix] = []
    monkeypatch.setattr(
        offered_fixes, "may_add_serious_findings", lambda each, *_: tried.append(each)
    )
    write_site(tmp_path, {"a": "A", "b": "B"}, ["a.mdx", "gone", "gone2"])
    check(capsys, tmp_path)

    # Neither the ways to list page `b`, nor the removals of `gone` and `gone2`.
    assert [each.title for each in tried] == ["Write `a`"]


def test_fix_leaves_as_many_as_check_then_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Findings in pages that no reader reaches are part of that about the page."""
    write_site(tmp_path, {"a": "A", "free": "[B](/lost)\n[C](/gone)\n"}, ["a.mdx"])
    for options, count in (([], 1), (["--ignore", "unlisted-page"], 2)):
        main(["fix", *options, str(tmp_path)])
        left = capsys.readouterr().err
        end = check(capsys, tmp_path, *options)[-1]

        assert f"Left: {count} problem" in left
        assert end.startswith(f"{count} problem")


def test_what_is_hidden_is_counted_with_its_fixes_and_all_adds_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A safe fix of a hint and of an entry, and one in a page that no reader reaches."""
    pages = {"a": "# A\n", "anchors": "## Tides today\n"}
    pages |= {"free/b": "[B](/anchors#tide-today)\n", "free/c": "[C](/lost)\n"}
    write_site(tmp_path, pages, ["./a", "anchors.mdx"])
    normal, with_hints, with_all, severe = (
        check(capsys, tmp_path, *options)[-1]
        for options in ([], ["--hints"], ["--all"], ["--severity", "error"])
    )
    unlisted = "3 problems in unlisted pages"
    unsafe = "1 fixable with `docs-lsp fix --unsafe`"

    assert normal == (
        "2 problems (1 error, 1 information); 1 fixable with `docs-lsp fix`. 1 hint (`--hints`) "
        f"and {unlisted} (`--all`) hidden; 1 fixable with `docs-lsp fix`, 1 more with `--unsafe`."
    )
    assert with_hints == (
        "3 problems (1 error, 1 information, 1 hint); 2 fixable with `docs-lsp fix`. "
        f"{unlisted} hidden (`--all`); {unsafe}."
    )
    assert with_all == (
        "6 problems (1 error, 4 information, 1 hint); 2 fixable with `docs-lsp fix`, 1 more with "
        "`--unsafe`."
    )
    assert severe == (
        "1 problem (1 error); 1 fixable with `docs-lsp fix`. 5 less severe problems hidden "
        "(`--all` shows them); 1 fixable with `docs-lsp fix`, 1 more with `--unsafe`."
    )
    main(["fix", "--dry-run", str(tmp_path)])
    assert capsys.readouterr().err == (
        "docs-lsp: 2 problems would be fixed. Left: 1 problem (1 information) in 1 site, and 3 in "
        "unlisted pages.\n"
    )
    assert count_fixes(tmp_path, capsys, "--unsafe") == 3

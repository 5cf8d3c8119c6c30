"""The report of a check for people: its order, its blocks, its length and its end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.cli.output.folded_findings import MOST_OF_RULE

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "sites"
REAL = [
    pytest.param(
        name, most, marks=pytest.mark.skipif(not (CORPUS / name).is_dir(), reason="no corpus")
    )
    for name, most in (("firecrawl-docs", 200), ("axiom-docs", 200), ("umaaas-api", 60))
]


def write_site(root: Path, pages: dict[str, str], listed: list[str]) -> None:
    for name, text in pages.items():
        path = root / f"{name}.mdx"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    docs = {
        "theme": "mint",
        "name": "N",
        "colors": {"primary": "#123"},
        "navigation": {"pages": listed},
    }
    (root / "docs.json").write_text(json.dumps(docs, indent=2), "utf-8")


def check(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> list[str]:
    main(["check", *map(str, arguments)])
    return capsys.readouterr().out.splitlines()


def headings(lines: list[str]) -> list[tuple[str, str]]:
    """The severities and rules of the blocks, in their order."""
    found = (re.match(r"\S+:\d+:\d+ (\w+) ([\w-]+)  ", line) for line in lines)
    return [(match[1], match[2]) for match in found if match]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Errors, warnings, information and hints, the last ones in the files that come first."""
    hint = "<Badge nothing>A</Badge>\n"
    pages = {f"a/{number}": f"{hint}[Lost](/lost{number})\n" for number in range(30)}
    pages |= {f"free/{name}": "# Free\n" for name in "abcde"}
    pages["z"] = "{\n"
    write_site(tmp_path, pages, [*(f"a/{number}" for number in range(30)), "z", "gone"])
    return tmp_path


def test_the_worst_come_first_and_hints_only_if_they_are_wanted(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    severities = [severity for severity, _ in headings(check(capsys, site))]
    with_hints = headings(check(capsys, site, "--hints"))

    assert severities == sorted(severities, key=["error", "warning", "information"].index)
    assert set(severities) == {"error", "warning", "information"}
    assert with_hints[-1] == ("hint", "unknown-prop")


def test_one_message_in_many_places_is_one_block(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = check(capsys, site, "--hints", "--select", "unknown-prop")

    assert len(headings(lines)) == 1
    assert lines[0].endswith("(30 places in 30 files)")
    assert lines[3:6] == [
        "     a/1.mdx:1:8",
        "     a/10.mdx:1:8",
        "     and 27 more places, in 30 files in all",
    ]


def test_unlisted_pages_are_one_finding_for_each_folder(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = check(capsys, site, "--select", "unlisted-page")

    assert lines[0].startswith(
        "free/a.mdx:1:1 information unlisted-page  5 pages below `free/` have no readers: "
    )
    assert len(headings(lines)) == 1
    assert len(headings(check(capsys, site, "--select", "unlisted-page", "--all"))) == 5


def test_unlisted_pages_are_one_block_for_each_folder_if_all_pages_are_alike(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (site / "docs-lsp.toml").write_text("[check]\nreach = false\n")

    lines = check(capsys, site, "--select", "unlisted-page")

    assert lines[0] == (
        "free/a.mdx:1:1 information unlisted-page  5 pages in `free` are not in the navigation. "
        "List them, or set `hidden: true` in their frontmatter. You can also ignore the files of "
        "those that nothing links to in `.mintignore`."
    )
    assert lines[1:4] == [
        "     free/b.mdx:1:1",
        "     free/c.mdx:1:1",
        "     and 2 more places, in 5 files in all",
    ]


def test_a_page_without_readers_is_checked_if_it_is_named(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = site / "free/b.mdx"
    page.write_text("[Lost](/lost)\n")

    assert "dead-link" in {rule for _, rule in headings(check(capsys, page))}
    lines = check(capsys, site, "--quiet", "--select", "dead-link")
    assert any(line.startswith("free/b.mdx:1:") for line in lines)


def test_listed_pages_without_index_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["g/a", "g/b", "g/c", "g/d"]
    write_site(tmp_path, dict.fromkeys(names, "---\nnoindex: true\n---\n# A\n"), names)
    lines = check(capsys, tmp_path, "--hints", "--select", "noindex-listed")

    assert "4 listed pages in `g` have `noindex: true`" in lines[0]
    assert lines[3:6] == [
        "     docs.json:10:8 g/b",
        "     docs.json:11:8 g/c",
        "     and 1 more place",
    ]


def test_each_rule_is_capped_and_says_how_many_more_there_are(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = check(capsys, site)
    shown = headings(lines).count(("warning", "dead-link"))
    (more,) = (line for line in lines if line.endswith("`dead-link` (`--all`)"))

    assert 1 < shown <= MOST_OF_RULE
    assert more == f"  ... and {30 - shown} more `dead-link` (`--all`)"
    assert headings(check(capsys, site, "--all")).count(("warning", "dead-link")) == 30


def test_a_small_site_fits_on_a_screen_with_every_rule(
    site: Path, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for root in (site, sites / "broken"):
        lines = check(capsys, root)
        rules = {rule for severity, rule in headings(check(capsys, root, "--all"))
                 if severity != "hint"}  # fmt: skip

        assert len(lines) <= 60
        assert {rule for _, rule in headings(lines)} == rules


def test_the_end_counts_by_rule_and_names_what_can_be_fixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(tmp_path, {"a": "<Badge nothing>A</Badge>\n"}, ["a.mdx", "gone"])
    lines = check(capsys, tmp_path)

    assert lines[-5:] == [
        "rule            severity  count  fixable",
        "page-extension  error         1        1",
        "missing-page    error         1        -",
        "",
        "2 problems (2 errors); 1 fixable with `docs-lsp fix`. 1 hint hidden (`--hints`).",
    ]


@pytest.mark.parametrize(("name", "most"), REAL)
def test_a_real_site_fits_on_a_few_screens(
    name: str, most: int, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = check(capsys, CORPUS / name, "--no-cache")
    severities = [severity for severity, _ in headings(lines)]

    assert len(lines) <= most
    assert severities == sorted(severities, key=["error", "warning", "information"].index)

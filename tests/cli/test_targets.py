"""What of which site is checked and fixed, and which folder paths are relative to."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from docs_lsp.cli import main

PAGES = {"a": "[Lost](/lost)\n", "g/b": "[Lost](/gone)\n", "g/c": "[Lost](/void)\n"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site in the folder `docs`, with a dead link on each page and an entry that can be fixed."""
    root = tmp_path / "docs"
    for name, text in PAGES.items():
        path = root / f"{name}.mdx"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    docs = {
        "theme": "mint",
        "name": "N",
        "colors": {"primary": "#123"},
        "navigation": {"pages": ["a.mdx", "g/b", "g/c"]},
    }
    (root / "docs.json").write_text(json.dumps(docs, indent=2), "utf-8")
    return root


@pytest.mark.parametrize(
    ("folder", "arguments", "expected"),
    [
        (".", ["docs"], ["docs/docs.json", "docs/a.mdx", "docs/g/b.mdx", "docs/g/c.mdx"]),
        ("docs", [], ["docs.json", "a.mdx", "g/b.mdx", "g/c.mdx"]),
        ("docs/g", [], ["../docs.json", "../a.mdx", "b.mdx", "c.mdx"]),
        ("docs/g", ["."], ["b.mdx", "c.mdx"]),
        ("docs", ["g"], ["g/b.mdx", "g/c.mdx"]),
        (".", ["docs/g/b.mdx"], ["docs/g/b.mdx"]),
        (".", ["docs/a.mdx", "docs/g/c.mdx"], ["docs/a.mdx", "docs/g/c.mdx"]),
        (".", ["docs/**/[bc].mdx"], ["docs/g/b.mdx", "docs/g/c.mdx"]),
        (".", ["docs/g", "docs"], ["docs/docs.json", "docs/a.mdx", "docs/g/b.mdx", "docs/g/c.mdx"]),
    ],
)
def test_what_is_named_is_checked_and_paths_start_here(
    folder: str,
    arguments: list[str],
    expected: list[str],
    site: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(site.parent / folder)
    code = main(["check", "--quiet", *arguments])
    files = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]

    assert code == 1
    assert sorted(files) == sorted(expected)


def test_a_json_file_of_a_site_is_a_part_of_it(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (site / "api.json").write_text('{"openapi": "3.1.0", "paths": 1}', "utf-8")
    docs = json.loads((site / "docs.json").read_bytes())
    docs["api"] = {"openapi": "api.json"}
    (site / "docs.json").write_text(json.dumps(docs), "utf-8")
    (site / "old.json").write_text('{"navigation": {"pages": ["gone"]}}', "utf-8")
    main(["check", "--quiet", "docs/api.json"])
    assert {line.partition(":")[0] for line in capsys.readouterr().out.splitlines()} == {
        "docs/api.json"
    }
    main(["check", "--quiet", "--no-files", "docs/old.json"])
    assert "docs/old.json:1:" in capsys.readouterr().out


def test_the_exit_code_is_that_of_what_is_named(site: Path) -> None:
    (site / "a.mdx").write_text("# A\n", "utf-8")

    assert main(["check", "docs/a.mdx"]) == 0
    assert main(["check", "docs/g"]) == 1


def test_a_pattern_that_fits_nothing_is_misuse(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "docs/*.rst"]) == 2
    assert capsys.readouterr().err == "docs-lsp: no file matches `docs/*.rst`.\n"


def test_only_what_is_named_is_fixed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (site / "docs.json").read_bytes()
    monkeypatch.chdir(site / "g")
    main(["fix", "."])
    assert (site / "docs.json").read_bytes() == before

    main(["fix"])
    assert b'"a.mdx"' not in (site / "docs.json").read_bytes()


def test_a_difference_is_a_patch_for_the_working_folder(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["fix", "--diff", "docs"])
    patch = capsys.readouterr().out
    subprocess.run(["git", "apply", "-"], input=patch.encode(), cwd=site.parent, check=True)

    assert json.loads((site / "docs.json").read_bytes())["navigation"]["pages"][0] == "a"


def test_no_baseline_of_a_part_is_written(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "docs/g", "--write-baseline"]) == 2
    assert "a baseline covers a whole site" in capsys.readouterr().err

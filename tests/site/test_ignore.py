"""Which files the ignore patterns leave aside."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, MemoryFiles
from docs_lsp.files.path_patterns import PathPatterns
from docs_lsp.site.ignore import (
    IgnorePattern,
    IgnorePatterns,
    is_documented_as_ignored,
    read_ignore_patterns,
)
from docs_lsp.site.pages import NonPageReason
from docs_lsp.site.site_files import scan_files


def of(text: str) -> IgnorePatterns:
    return IgnorePatterns.from_texts({".mintignore": text})


@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        ".github/workflows/ci.yml",
        "packages/.github/a.mdx",
        ".claude/a.md",
        ".agents/a.md",
        ".idea/a.md",
        ".vscode/a.md",
        ".cursor/rules/a.md",
        "node_modules/a/readme.mdx",
        "deep/node_modules/b.mdx",
        "README.md",
        "deep/README.md",
        "LICENSE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        # Upper and lower case are one.
        "zh/changelog.md",
        "Node_Modules/a.mdx",
        ".mintlify/notes.mdx",
        ".mintlify/deep/notes.mdx",
        ".mintlify/deep.er/notes.md",
    ],
)
def test_the_service_leaves_its_own_list_aside(path: str) -> None:
    assert path in IgnorePatterns.from_texts({})


@pytest.mark.parametrize(
    "path",
    [
        "index.mdx",
        "changelog.mdx",
        "README.mdx",
        "README_EN.md",
        "CLAUDE.md",
        "AGENTS.md",
        "github/a.mdx",
        "node_modules.mdx",
        "git/a.mdx",
        ".vale/a.md",
        ".mintlify/skills/a/SKILL.md",
        ".mintlify/skills/a/extra.txt",
        ".mintlify/deep/data.json",
        ".mintlify/openapi.yaml",
        ".mintlify/openapi.yml",
        # The documentation lists these folders; the service's code does not.
        "build/a.mdx",
        "dist/a.mdx",
        "tmp/a.mdx",
    ],
)
def test_other_files_are_kept(path: str) -> None:
    assert path not in IgnorePatterns.from_texts({})
    assert IgnorePatterns.from_texts({}).describe_excluding_pattern(path) is None


def test_folders_that_only_the_documentation_lists_are_told() -> None:
    assert is_documented_as_ignored("a/build/b.mdx")
    assert is_documented_as_ignored(".cache/b.mdx")
    assert not is_documented_as_ignored("build.mdx")
    assert not is_documented_as_ignored("builds/b.mdx")


# Pattern lines, paths left aside, paths kept.
CASES = [
    ("drafts", "drafts/a.mdx x/drafts/a.mdx drafts", "draft/a.mdx my-drafts/a.mdx"),
    ("drafts/", "drafts/a.mdx x/drafts/b/c.mdx", "drafts x/drafts"),
    ("/drafts", "drafts/a.mdx drafts", "x/drafts/a.mdx"),
    ("a/b", "a/b a/b/c.mdx", "x/a/b a/bc"),
    ("*.tmp.mdx", "a.tmp.mdx x/y/b.tmp.mdx", "a.mdx tmp.mdx"),
    ("docs/*.mdx", "docs/a.mdx", "docs/x/a.mdx"),
    ("docs/**/old", "docs/old/a docs/x/y/old/b", "old/a"),
    ("**/old", "old/a x/old y/x/old/b", "older"),
    ("docs/**", "docs/a docs/x/b", "docs"),
    ("*", "a.mdx x/b.mdx", ""),
    ("*\n!*/\n!*.mdx", "a.md x/a.md", "a.mdx x/y/a.mdx"),
    ("old*\n!old-but-gold.mdx", "old.mdx x/older.mdx", "old-but-gold.mdx"),
    ("*.md\n!/docs/", "docs/a.md", "docs/a.mdx"),
    # Nothing comes back out of a folder that is left aside.
    ("drafts/\n!drafts/keep.mdx", "drafts/keep.mdx", ""),
    ("drafts/*\n!drafts/keep.mdx", "drafts/a.mdx", "drafts/keep.mdx"),
    ("drafts\n!drafts", "", "drafts/a.mdx"),
    ("!drafts\ndrafts", "drafts/a.mdx", ""),
    # A folder that comes back does not bring what is below it.
    ("*.md\n!a.md", "b.md a.md/b.md", "a.md"),
    ("file[0-9].mdx", "file1.mdx", "filex.mdx file[0-9].mdx"),
    ("a?c", "abc", "a/c ac"),
    ("  spaced.mdx  ", "spaced.mdx", ""),
    ("DRAFTS", "drafts/a.mdx Drafts/b.mdx", ""),
    ("# a comment\n\n\n#b.mdx", "", "a #b.mdx b.mdx"),
    ("\\#b.mdx\n\\!c.mdx", "#b.mdx !c.mdx", "b.mdx c.mdx"),
    ("\ufeffa.mdx\r\nb.mdx\r\n", "a.mdx b.mdx", "c.mdx"),
    ("!README.md", "LICENSE.md", "README.md x/README.md"),
    # Lines that mean nothing do no harm.
    ("/\n//\n!\n[\n***\\\n[z-a]", "", "a.mdx"),
]


@pytest.mark.parametrize(("text", "excluded", "kept"), CASES)
def test_patterns(text: str, excluded: str, kept: str) -> None:
    ignore = of(text)

    assert [path for path in excluded.split() if path not in ignore] == []
    assert [path for path in kept.split() if path in ignore] == []


def test_the_reason_names_the_pattern_and_its_place() -> None:
    ignore = IgnorePatterns.from_texts(
        {".mintignore": "# first\n\ndrafts/\n", ".siteignore": "*.tmp.mdx"}
    )

    assert ignore.describe_excluding_pattern("drafts/a.mdx") == "`drafts/` in `.mintignore`, line 3"
    assert ignore.find_excluding_pattern("drafts/a.mdx") == IgnorePattern(
        "drafts/", ".mintignore", 2, Span(9, 16)
    )
    assert (
        ignore.describe_excluding_pattern("x/a.tmp.mdx") == "`*.tmp.mdx` in `.siteignore`, line 1"
    )
    assert ignore.describe_excluding_pattern("README.md") == "`README.md`, built in"
    assert ignore.describe_excluding_pattern("a.mdx") is None


def test_the_reason_is_the_pattern_that_counts() -> None:
    assert of("a*\n!ab*\nabc").describe_excluding_pattern("abc") == "`abc` in `.mintignore`, line 3"


def test_the_second_file_outweighs_the_first() -> None:
    ignore = IgnorePatterns.from_texts(
        {".mintignore": "a.mdx\n!b.mdx", ".siteignore": "!a.mdx\nb.mdx"}
    )

    assert "a.mdx" not in ignore
    assert "b.mdx" in ignore


def test_a_very_deep_path_is_no_trouble() -> None:
    assert "a/" * 2000 + "last" in of("last")


def test_what_is_no_path_of_a_file_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    ignore = of("last")
    monkeypatch.setattr(PathPatterns, "find_strongest", lambda *_: pytest.fail("It was looked at."))

    assert "a/" * 30000 + "last" not in ignore


@given(st.text(), st.text())
def test_no_pattern_and_no_path_is_too_odd(text: str, path: str) -> None:
    assert (path in of(text)) in (True, False)


NAMES = ("a", "b", "foo", "Foo.md", "x.tmp", ".c")
PARTS = (*NAMES, "*", "**", "f*", "*.md", "?", "[ab]")


def _random_pattern(choose: random.Random) -> str:
    body = "/".join(choose.choice(PARTS) for _ in range(choose.choice((1, 1, 2, 3))))
    return choose.choice(("", "", "!")) + choose.choice(("", "/")) + body + choose.choice(("", "/"))


@pytest.mark.needs("git")
def test_git_says_the_same(tmp_path: Path) -> None:
    choose = random.Random(7)
    paths = ["/".join(choose.choice(NAMES) for _ in range(choose.randint(1, 4))) for _ in range(40)]
    git = ("git", "-c", "core.ignorecase=true", "-c", "core.excludesFile=")
    subprocess.run((*git, "init", "-q"), cwd=tmp_path, check=True)
    for _ in range(40):
        lines = [_random_pattern(choose) for _ in range(choose.randint(1, 4))]
        (tmp_path / ".gitignore").write_text("\n".join(lines), "utf-8")
        asked = subprocess.run(
            (*git, "check-ignore", "--no-index", "--stdin"),
            cwd=tmp_path,
            input="\n".join(paths),
            capture_output=True,
            text=True,
            check=False,
        )
        ignore = IgnorePatterns([IgnorePattern(line) for line in lines])

        assert {path for path in paths if path in ignore} == set(asked.stdout.split()), lines


def test_every_pattern_knows_its_place() -> None:
    data = "\ufeff  ä/*.mdx \r\n\n# no\n!bä".encode() + b"\n\xffc"
    ignore = read_ignore_patterns(MemoryFiles({".mintignore": data}))

    own = [pattern for pattern in ignore.patterns if pattern.file]
    places = [data[start:end] for start, end in (pattern.span for pattern in own)]
    assert places == ["ä/*.mdx".encode(), "!bä".encode(), b"\xffc"]
    assert [pattern.line for pattern in own] == [0, 3, 4]


@pytest.mark.parametrize(
    ("text", "can_match"),
    [
        *((text, True) for text in ("drafts", "!drafts/", "*", "[[:alpha:]]")),
        *((text, False) for text in ("a[", "!", "/", "!/", "a\\", "[z-a]")),
    ],
)
def test_a_broken_pattern_matches_nothing(text: str, can_match: bool) -> None:
    assert IgnorePattern(text).can_match is can_match


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_the_service_enters_no_folder_that_is_a_link(tmp_path: Path) -> None:
    for file in ("shared/a.mdx", "skills/tides/SKILL.md", "b.mdx"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("# A\n", "utf-8")
    (tmp_path / "en").symlink_to("shared")
    (tmp_path / "c.mdx").symlink_to("b.mdx")
    (tmp_path / ".mintlify").mkdir()
    (tmp_path / ".mintlify/skills").symlink_to("../skills")

    for files in (
        DiskFiles(tmp_path),
        DiskFiles(tmp_path, at_once=True),
        Draft(DiskFiles(tmp_path)),
    ):
        site = scan_files(files)

        assert sorted(site.pages.by_path) == ["b", "c", "shared/a", "skills/tides/SKILL"]
        assert site.pages.find_non_page_reason("en/a") is NonPageReason.IGNORED
        assert site.ignore.describe_excluding_pattern("en/a.mdx") == (
            "the symbolic link `en`, which the service does not enter"
        )
        assert ".mintlify/skills/tides/SKILL.md" in site.files

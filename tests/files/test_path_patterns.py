"""Patterns as in .gitignore: what they mean, and that none of them takes long."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from docs_lsp.files.path_pattern import LONGEST_PATTERN, parse_pattern
from docs_lsp.files.path_patterns import (
    LONGEST_CACHED,
    MOST_WILDCARDS,
    PathPatterns,
    iterate_folders,
)
from tests.growth.steps import count_steps

PARTS = st.one_of(
    st.sampled_from(("a", "b", "ab", "*", "**", "***", "?", "a*", "*b", "a*b*", "*a*a", "[ab]")),
    st.text("ab*?", min_size=1, max_size=6),
    st.text("ab*?[]!-\\ ", min_size=1, max_size=6),
)
LINES = st.tuples(
    st.sampled_from(("", "", "", "!", "#", "\\")),
    st.sampled_from(("", "/")),
    st.lists(PARTS, min_size=1, max_size=5).map("/".join),
    st.sampled_from(("", "", "/")),
).map("".join)
PATHS = st.lists(st.text("ab-", min_size=1, max_size=5), min_size=1, max_size=5).map("/".join)


def is_as_in_git(line: str) -> bool:
    """Whether pathspec takes a line as git does: below `a/**/` it takes files for folders too, and
    brackets for a slash."""
    return not line.rstrip().endswith("**/") and "[" not in line


@given(st.lists(LINES, max_size=5), PATHS)
def test_pathspec_says_the_same(lines: list[str], path: str) -> None:
    lines = [line for line in lines if is_as_in_git(line)]
    try:
        reference = GitIgnoreSpec.from_lines(lines, backend="simple")
    except ValueError:
        return

    assert PathPatterns(lines).includes(path) == reference.match_file(path)


@pytest.mark.filterwarnings("ignore::FutureWarning")
@given(st.lists(PARTS, min_size=1, max_size=2).map("".join), st.text("ab-]![", min_size=1))
def test_pathspec_says_the_same_of_brackets(line: str, name: str) -> None:
    line = line.replace("/", "")
    try:
        reference = GitIgnoreSpec.from_lines([line], backend="simple")
    except (ValueError, re.error):
        assert parse_pattern(line) is None
        return

    assert PathPatterns([line]).includes(name) == reference.match_file(name)


# Each would take years where an asterisk can be gone back over.
SLOW = [
    ("*a" * 400 + "b", "a" * 255),
    ("*a" * 400 + "*b", "a" * 255),
    ("a*" * 400 + "b", "a" * 255),
    ("*[ab]" * 150 + "c", "ab" * 120),
    ("*?" * 300 + "b", "a" * 255),
    ("*a*?" * 200 + "b", "a" * 255),
    ("**/a/" * 150 + "b", "a/" * 1500 + "c"),
    ("**/*a*a/" * 100 + "b", "aaaa/" * 500 + "c"),
    ("a/**/" * 150 + "*b", "a/" * 1500 + "c"),
    ("**/a*/**/*a/" * 80 + "b", "aaaa/" * 500 + "c"),
    ("*" * 1000 + "b", "a" * 255),
    ("**/" * 300 + "b", "a/" * 1500 + "c"),
    ("?" * 200 + "*" + "?" * 200, "a" * 255),
]


@pytest.mark.parametrize(("line", "path"), SLOW)
def test_no_pattern_takes_long(line: str, path: str) -> None:
    assert not PathPatterns([line[-LONGEST_PATTERN:]]).includes(path)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("*a" * 100, "a" * 100),
        ("*a*b" * 50, "ab" * 60 + "b"),
        ("**/a/" * 50 + "b", "a/" * 100 + "b"),
        ("ab*ba", "abba"),
        ("a/**/b/**/c", "a/b/b/c/c"),
    ],
)
def test_a_long_pattern_still_means_what_it_says(line: str, path: str) -> None:
    assert PathPatterns([line]).includes(path)


@pytest.mark.parametrize(("line", "path"), [("ab*ba", "aba"), ("a/**/b/**/b", "a/b"), ("a?", "a/")])
def test_no_sign_counts_twice(line: str, path: str) -> None:
    assert not PathPatterns([line]).includes(path)


def test_a_pattern_that_is_too_long_means_nothing() -> None:
    assert parse_pattern("a" * LONGEST_PATTERN) is not None
    assert parse_pattern("a" * (LONGEST_PATTERN + 1)) is None


def test_wildcards_beyond_a_limit_mean_nothing_and_names_are_free() -> None:
    wild = [f"a{index}*" for index in range(MOST_WILDCARDS + 2)]
    patterns = PathPatterns([*wild, *(f"b{index}" for index in range(MOST_WILDCARDS * 2))])

    assert patterns.first_unused == MOST_WILDCARDS
    assert patterns.includes(f"a{MOST_WILDCARDS - 1}")
    assert not PathPatterns([*wild[1:], "c*"]).includes("c")
    assert patterns.includes(f"b{MOST_WILDCARDS * 2 - 1}")


@pytest.mark.parametrize("shape", ["a{}-*", "*-{}.mdx", "/docs/{}/*", "{}", "/docs/{}.mdx"])
def test_of_many_patterns_only_those_that_may_fit_are_tried(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    patterns = PathPatterns(shape.format(index) for index in range(500))
    tried: list[int] = []
    possible = PathPatterns._find_candidates

    def count(self: PathPatterns, path: str) -> list[int]:
        found = possible(self, path)
        tried.append(len(found))
        return found

    monkeypatch.setattr(PathPatterns, "_find_candidates", count)
    for index in range(50):
        patterns.includes(f"docs/guides/a{index}-x.mdx")
    assert len(tried) <= 50 + 2  # Each of the two folders once.
    assert sum(tried) <= 100


def test_what_is_kept_of_deep_folders_grows_with_their_paths() -> None:
    patterns = PathPatterns(["x/"])
    deep = "a/" * 1500 + "b"

    assert not patterns.includes(deep)
    assert len(patterns._around) <= LONGEST_CACHED
    assert patterns.includes("a/" * 700 + "x/" + "a/" * 700 + "b")


def test_the_folders_that_lead_to_one() -> None:
    assert [*iterate_folders("a/b/c")] == ["a", "a/b", "a/b/c"]
    assert [*iterate_folders("a")] == ["a"]


@pytest.mark.parametrize("ignore_case", [True, False])
def test_case_counts_unless_it_is_to_be_ignored(ignore_case: bool) -> None:
    lines = ["Read*.md", "Docs/a.md", "*.PNG", "[X]"]
    for path in ("readme.md", "docs/A.md", "a.png", "x"):
        assert PathPatterns(lines, ignore_case=ignore_case).includes(path) is ignore_case


def test_a_pattern_that_any_path_may_match_takes_few_steps() -> None:
    def try_patterns(count: int) -> int:
        patterns = PathPatterns(f"*a{number}b*" for number in range(count))
        patterns.find_strongest("x/y.mdx")
        return count_steps(lambda: patterns.find_strongest("x/y.mdx"))

    assert try_patterns(200) - try_patterns(100) <= 800


@pytest.mark.parametrize(
    ("pattern", "head", "tail"),
    [
        ("/guides/a*.mdx", "guides/a", ".mdx"),
        ("/guides/*", "guides/", ""),
        ("*.mdx", "", ".mdx"),
        ("a*", "a", ""),
    ],
)
def test_the_ends_of_a_pattern_are_its_plain_text(pattern: str, head: str, tail: str) -> None:
    parsed = parse_pattern(pattern)

    assert parsed is not None
    assert (parsed.head, parsed.tail) == (head, tail)

"""What is said of an ignore file with more patterns than are looked at."""

from __future__ import annotations

import pytest

from docs_lsp.files.path_patterns import MOST_WILDCARDS
from tests.rules.harness import findings

DOCS = '{"theme": "mint", "name": "a", "navigation": {"pages": ["index"]}}'


@pytest.mark.parametrize(
    ("line", "more", "line_reported"), [("a{}*", 0, None), ("a{}*", 3, "b1*"), ("a{}", 3, None)]
)
def test_the_first_pattern_with_wildcards_that_is_one_too_many(
    line: str, more: int, line_reported: str | None
) -> None:
    built_in = 6
    text = "\n".join(line.format(number) for number in range(MOST_WILDCARDS - built_in - 1))
    text += "\n" + "\n".join(f"b{number}*" for number in range(more))

    problems = findings({"docs.json": DOCS, "index.mdx": "", ".mintignore": text})

    reported = [
        text[problem.span.start : problem.span.end]
        for problem in problems
        if problem.rule == "ignore-error"
    ]
    assert reported == ([line_reported] if line_reported else [])

"""Comments in pages leave out exactly the findings that they are about."""

from __future__ import annotations

import pytest

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation.page_suppressions import UNUSED, apply_page_suppressions
from tests.rules.harness import site_of

RULES = ("dead-link", "unknown-component", "tool-name")
PAGES = {
    "one after the other": "{/* docs-lsp-ignore dead-link */}\n\nText.\n\nText.\n\n" * 3,
    "one in another": (
        "{/* docs-lsp-ignore dead-link */}\n<Card>\n{/* docs-lsp-ignore dead-link */}\n<b>x</b>\n"
        "\nText.\n</Card>\n\nText.\n"
    ),
    "side by side": "{/* docs-lsp-ignore dead-link */} {/* docs-lsp-ignore dead-link */} a\nb\n",
    "several rules": "{/* docs-lsp-ignore dead-link, tool-name */}\n\nText.\nText.\n\nText.\n",
    "for the page": "Text.\n\n{/* docs-lsp-ignore-file tool-name */}\n\nText.\n",
    "without a blank line": "{/* docs-lsp-ignore dead-link */}\n<br/>\n" * 4,
    "two pairs of lines": "{/* docs-lsp-ignore dead-link */}\na\nb\n\nc\n" * 2,
    "at the end": "Text.\n\n{/* docs-lsp-ignore dead-link */}",
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("step", [1, 7, 40])
def test_what_is_left_out_is_what_a_comment_is_about(name: str, step: int) -> None:
    text = f"---\ntitle: A\n---\n\n{PAGES[name]}"
    overview = site_of(
        {"docs.json": '{"navigation": {"pages": ["a"]}}', "a.mdx": text}
    ).get_overview()
    assert overview is not None
    assert overview.contents is not None
    comments = overview.contents["a.mdx"].body.syntax.suppressions
    assert comments
    places = range(0, len(text), step)
    problems = [
        Problem(rule, "a.mdx", Span(place, place + 1), "x", Severity.ERROR)
        for place in places
        for rule in RULES
    ]

    left = list(apply_page_suppressions(problems, overview))

    expected = [
        problem
        for problem in problems
        if not any(one.is_about(problem.rule, problem.span.start) for one in comments)
    ]
    assert [problem for problem in left if problem.rule != UNUSED] == expected
    unused = [
        one.place
        for one in comments
        if not any(one.is_about(problem.rule, problem.span.start) for problem in problems)
    ]
    assert [problem.span for problem in left if problem.rule == UNUSED] == unused

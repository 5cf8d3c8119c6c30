"""Which pages of the manual answer a question."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence

import pytest

from docs_lsp.cli.manual_pages import search_manual
from docs_lsp.rules.framework.explanation import MANUAL


def find(question: str) -> Sequence[str]:
    return [page.path for page in search_manual(question)]


def test_most_questions_of_new_users_find_their_page() -> None:
    """Of the rest more find nothing than another page."""
    questions = tomllib.loads((MANUAL / "questions.toml").read_text("utf-8"))["question"]
    pages = {
        each["ask"]: [each["page"]] if isinstance(each["page"], str) else each["page"]
        for each in questions
    }
    right = [question for question, wanted in pages.items() if set(wanted) & {*find(question)}]
    wrong = [question for question in pages if find(question) and question not in right]

    assert len(right) >= 0.75 * len(pages)
    assert len(wrong) < 0.1 * len(pages)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "How?",
        "When does the ferry run on Sundays?",
        "How do I install the SDK?",
        "webhook signature verification",
        "How do I authenticate with the API?",
        "How much does a ticket cost?",
    ],
)
def test_questions_about_other_things_find_nothing(question: str) -> None:
    assert find(question) == []


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("missing-page", "rules/missing-page"),
        ("accepting findings in a baseline", "tasks/baseline"),
        ("translation out of date", "tasks/translations"),
        ("convert mint.json", "tasks/convert"),
        ("moves pages", "tasks/move"),
    ],
)
def test_words_are_found_whatever_their_ending(question: str, page: str) -> None:
    assert find(question)[0] == page

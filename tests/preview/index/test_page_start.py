"""What a page says at its beginning counts more for a question."""

from __future__ import annotations

from mcp_preview.index.search_index import SearchIndex
from mcp_preview.index.weights import FIRST_WORDS
from tests.preview.small import page_of

ROPES = "Ropes hold boats in place all day. " * 8
LAMPS = "Lamps shine until morning comes again. " * 8
ABOUT = "Berths are leased to visitors."
QUESTION = "which berths do visitors get leased"
LATE = f"{ROPES}{ABOUT} {ABOUT}"


def find_paths(query: str, **texts: str) -> list[str]:
    index = SearchIndex()
    index.rebuild([page_of(path, text) for path, text in texts.items()])
    return [hit.path for hit in index.search(query)]


def test_a_question_finds_the_page_that_begins_with_its_subject() -> None:
    assert find_paths(QUESTION, late=LATE, early=f"{ABOUT} {LAMPS}") == ["early", "late"]
    assert find_paths("leased berths", late=LATE, early=f"{ABOUT} {LAMPS}") == ["late", "early"]


def test_the_beginning_goes_on_below_a_heading() -> None:
    early = f"## Lamp\n\n{ABOUT} {LAMPS}"

    assert find_paths(QUESTION, late=LATE, early=early) == ["early", "late"]


def test_later_words_do_not_belong_to_the_beginning() -> None:
    after = f"{'lamp ' * FIRST_WORDS}\n\n{ABOUT} {LAMPS}"
    within = f"{'lamp ' * 10}\n\n{ABOUT} {LAMPS}"

    assert find_paths(QUESTION, late=LATE, early=after) == ["late", "early"]
    assert find_paths(QUESTION, late=LATE, early=within) == ["early", "late"]

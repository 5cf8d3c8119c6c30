"""The rank of questions, and why a page is not found."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from docs_lsp.site.visibility import Viewer
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.report.question_file import SavedQuestion
from mcp_preview.report.question_ranks import QuestionRank, rank_questions
from tests.preview.small import site_of

NAVIGATION = {
    "languages": [
        {"language": "en", "pages": ["tides", "boats", "hidden"]},
        {"language": "fr", "pages": ["fr/boats"]},
    ]
}
PAGES = {
    "tides.mdx": "---\ntitle: Tides\n---\nThe water rises.\n\n## Spring tide\n\nThe highest.\n",
    "boats.mdx": "---\ntitle: Boats\n---\nBoats rise with a tide.\n\n## Mooring\n\nWith a rope.\n",
    "hidden.mdx": "---\ntitle: Hidden\nnoindex: true\n---\nSecret tide.\n",
    "fr/boats.mdx": "---\ntitle: Boats\n---\nUn boat avec une corde.\n",
}
SITE = site_of(NAVIGATION, PAGES)
INDEX = SearchIndex()
INDEX.rebuild(SITE.pages.indexed)


def find(question: SavedQuestion, viewer: Viewer) -> Sequence[SearchHit]:
    return INDEX.search(
        question.question,
        language=question.language,
        version=question.version,
        viewer=viewer,
    )


def rank_of(question: SavedQuestion) -> QuestionRank:
    [found] = rank_questions(find, [question], SITE.pages)
    return found


def test_a_page_that_is_found_first_has_nothing_above_it() -> None:
    found = rank_of(SavedQuestion("spring tide", ("tides",)))

    assert (found.rank, found.above, found.trouble) == (1, (), "")


def test_what_stands_above_a_page_is_told() -> None:
    found = rank_of(SavedQuestion("spring tide", ("boats",)))

    assert found.rank == 2
    assert [(one.rank, one.path, one.url) for one in found.above] == [
        (1, "tides", "/tides#spring-tide")
    ]


def test_a_section_counts_alone() -> None:
    assert rank_of(SavedQuestion("mooring rope", ("boats#mooring",))).rank == 1
    missed = rank_of(SavedQuestion("boats rise", ("boats#mooring",)))

    assert missed.rank is None
    assert missed.elsewhere == "Another section of its page, `/boats`, is hit 1."


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (SavedQuestion("tide", ("tide",)), "The page `tide` does not exist. Did you mean `tides`?"),
        (SavedQuestion("tide", ("hidden",)), "`hidden` is not indexed: Its frontmatter says"),
        (SavedQuestion("tide", ("tides#neap",)), "`tides` has no heading `#neap`."),
        (SavedQuestion("tide", ("tides",), "fr"), "`tides` is not in the language `fr`."),
        (SavedQuestion("tide", ("tides",), viewer="user:anna"), "There is no user `anna`"),
    ],
)
def test_a_page_that_cannot_be_found_says_why(question: SavedQuestion, said: str) -> None:
    found = rank_of(question)

    assert found.rank is None
    assert found.trouble.startswith(said)
    assert not found.elsewhere


def test_a_copy_that_is_only_named_is_no_hit_and_says_how_to_ask() -> None:
    found = rank_of(SavedQuestion("mooring rope", ("fr/boats",)))

    assert found.rank is None
    assert found.elsewhere.endswith('Set `language = "fr"` if the copy is wanted.')
    assert rank_of(SavedQuestion("corde", ("fr/boats",), "fr")).rank == 1


def test_a_question_without_a_page_has_no_rank() -> None:
    assert rank_questions(find, [SavedQuestion("tide")], SITE.pages) == ()

"""Words of a question that pages express by other words, and the table of these."""

from __future__ import annotations

import pytest

from docs_lsp.site.visibility import ANONYMOUS, Audience, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index import synonyms
from mcp_preview.index.index_schema import TEXT, get_field_name
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.index.sentence_words import drop_connecting
from mcp_preview.index.synonyms import find_synonyms
from mcp_preview.index.text_analysis import stem
from mcp_preview.index.vocabulary import Vocabulary, compute_bm25_rarity
from mcp_preview.index.word_choices import WordChoices
from tests.preview.small import page_of

CREW = Audience(False, ("crew",))
GROUPS = [group.split() for group in synonyms._GROUPS.split(", ")]
STEMS = [frozenset(stem(word, "en") for word in group) for group in GROUPS]


def index_of(*pages: IndexedPage) -> SearchIndex:
    index = SearchIndex()
    index.rebuild(pages)
    return index


def find_paths(index: SearchIndex, query: str, viewer: Viewer | None = ANONYMOUS) -> list[str]:
    return [hit.path for hit in index.search(query, viewer=viewer)]


def test_each_group_has_several_words_that_say_something() -> None:
    assert not [group for group in GROUPS if drop_connecting(group) != tuple(group)]
    assert not [group for group, stems in zip(GROUPS, STEMS, strict=True) if len(stems) < 2]
    assert [len(group) for group in GROUPS] == [len(stems) for stems in STEMS]


def test_no_group_repeats_another() -> None:
    assert not [group for group in STEMS if any(group < other for other in STEMS)]
    assert len(set(STEMS)) == len(STEMS)


def test_a_synonym_has_any_ending_and_its_word_too() -> None:
    assert "delete" in find_synonyms("removing").values()
    assert "delet" in find_synonyms("removes")
    assert not find_synonyms("harbour")


def test_a_question_finds_the_page_that_says_it_in_other_words() -> None:
    index = index_of(
        page_of("keys", "Delete a key in the settings."),
        page_of("boats", "How the boats of the harbour leave with the tide."),
    )

    assert find_paths(index, "how can I remove the credential") == ["keys", "boats"]
    assert find_paths(index, "remove") == ["keys"]


def test_a_name_means_the_pages_that_have_it() -> None:
    index = index_of(page_of("a", "Delete a berth."), page_of("b", "Remove a berth."))

    assert find_paths(index, "remove") == ["b"]
    assert find_paths(index, "remove_berth") == ["b", "a"]
    assert find_paths(index, "erase") == ["a", "b"]


def test_a_heading_means_the_pages_that_have_its_words() -> None:
    heading = page_of("a", "## Remove berths\n\nFirst.", title="Care")
    index = index_of(heading, page_of("b", "Delete all.", title="Piers"))

    assert find_paths(index, "remove berths") == ["a"]
    assert find_paths(index, "removing a berth") == ["a", "b"]


def test_the_words_as_typed_come_first() -> None:
    index = index_of(page_of("a", "Delete a berth."), page_of("b", "Remove a berth."))

    assert find_paths(index, "remove berth") == ["b", "a"]
    assert find_paths(index, "delete berth") == ["a", "b"]


def test_a_synonym_of_pages_for_others_finds_nothing() -> None:
    index = index_of(page_of("open", "The harbour."), page_of("crew", "Delete it.", audience=CREW))

    assert find_paths(index, "remove") == []
    assert find_paths(index, "remove", Viewer(frozenset(("crew",)))) == ["crew"]


def test_only_english_pages_are_found_by_synonyms() -> None:
    index = index_of(page_of("fr", "Delete la clef du port.", language="fr"))

    assert find_paths(index, "remove") == []


def test_a_synonym_counts_no_more_than_a_frequent_word_would() -> None:
    """Ten of twelve pages have `remove`, so that `delete` is as little telling."""
    index = index_of(
        page_of("rare", "delete"),
        page_of("other", "tide"),
        *(page_of(f"p{at}", "remove") for at in range(10)),
    )
    ranker = index._ranker
    vocabulary = Vocabulary(ranker.searcher, ranker.schema)
    name = get_field_name(TEXT, "en")
    total = ranker.searcher.num_docs
    weights = {
        word: {
            choice.text: choice.weight
            for choice in WordChoices(vocabulary, ["en"]).find_choices([word], is_begun=False)[
                "en"
            ][0]
        }
        for word in ("remove", "delete")
    }
    frequent, rare = (
        compute_bm25_rarity(vocabulary.count_sections(name, stem(word, "en")), total)
        for word in ("remove", "delete")
    )

    assert weights["remove"]["delete"] * rare == pytest.approx(0.8 * frequent)
    assert weights["delete"]["remove"] == 0.8

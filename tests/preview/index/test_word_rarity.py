"""How rare words are, language by language, and in titles."""

from __future__ import annotations

import pytest

from mcp_preview.index.index_schema import PAGE_TEXT, TEXT, TITLE, get_field_name, open_index
from mcp_preview.index.sentence_words import WordRarity
from mcp_preview.index.vocabulary import compute_bm25_rarity

ENGLISH, FRENCH = 10, 30


def rarity_of_harbour() -> WordRarity:
    """All English texts have `the`, half of them `boat`; one title has each."""
    import tantivy

    sections, pages = open_index(), open_index()
    section_writer, page_writer = sections.writer(15_000_000, 1), pages.writer(15_000_000, 1)
    texts = [("the boat" if at % 2 else "the", "en") for at in range(ENGLISH)]
    for at, (text, language) in enumerate([*texts, *[("le bateau", "fr")] * FRENCH]):
        section, page = tantivy.Document(), tantivy.Document()
        section.add_text(get_field_name(TEXT, language), text)
        section.add_text(get_field_name(TITLE, language), "the boat" if not at else "")
        page.add_text(get_field_name(PAGE_TEXT, language), text)
        section_writer.add_document(section)
        page_writer.add_document(page)
    for index, writer in ((sections, section_writer), (pages, page_writer)):
        writer.commit()
        index.reload()
    counts = {"en": ENGLISH, "fr": FRENCH}
    return WordRarity(sections.searcher(), pages.searcher(), counts)


def test_a_word_is_as_rare_as_in_the_pages_of_its_language() -> None:
    own = rarity_of_harbour()

    for word, count in (("the", ENGLISH), ("boat", ENGLISH / 2)):
        by_engine = compute_bm25_rarity(count, ENGLISH + FRENCH)
        counted = own.rate_in_sections(TEXT, word, "en") * by_engine
        assert counted == pytest.approx(compute_bm25_rarity(count, ENGLISH))


def test_in_a_title_a_word_is_no_rarer_than_in_texts() -> None:
    own = rarity_of_harbour()

    by_engine = compute_bm25_rarity(1, ENGLISH + FRENCH)
    counted = own.rate_in_sections(TITLE, "the", "en") * by_engine
    assert counted == pytest.approx(compute_bm25_rarity(ENGLISH, ENGLISH))
    assert own.rate_in_sections(TITLE, "quay", "en") == 0


def test_words_of_most_pages_still_count_for_pages() -> None:
    own = rarity_of_harbour()

    assert compute_bm25_rarity(ENGLISH, ENGLISH) < own.correct_page_rarity(
        "the", "en"
    ) * compute_bm25_rarity(ENGLISH, ENGLISH + FRENCH)
    assert own.correct_page_rarity("the", "en") < own.correct_page_rarity("boat", "en") <= 1


def test_documents_without_a_word_make_none_of_the_pages_words_rarer() -> None:
    import tantivy

    own = rarity_of_harbour()
    pages = open_index()
    writer = pages.writer(15_000_000, 1)
    for _ in range(ENGLISH):
        page = tantivy.Document()
        page.add_text(get_field_name(PAGE_TEXT, "en"), "the")
        writer.add_document(page)
        writer.add_document(tantivy.Document())
    writer.commit()
    pages.reload()

    filled = WordRarity(own.sections, pages.searcher(), {"en": ENGLISH})

    assert filled.correct_page_rarity("the", "en") * compute_bm25_rarity(
        ENGLISH, 2 * ENGLISH
    ) == pytest.approx(compute_bm25_rarity(ENGLISH, 3 * ENGLISH))

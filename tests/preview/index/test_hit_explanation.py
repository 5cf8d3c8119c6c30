"""Why a hit ranks: where its words stand, what its boost came to, of which page it is a copy."""

from __future__ import annotations

from dataclasses import replace

from docs_lsp.site.visibility import EVERYBODY, LOGGED_IN, Audience, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.hit_explanation import FieldMatch, MatchedField
from mcp_preview.index.search_index import SearchIndex
from tests.preview.small import page_of

TEXT = "A word on ropes.\n\n## Mooring a boat\n\nTie it to the quay.\n\n## Leaving\n\nUntie it."


def index_of(*pages: IndexedPage) -> SearchIndex:
    index = SearchIndex()
    index.rebuild(pages)
    return index


def test_nobody_asks_and_nothing_is_explained() -> None:
    (hit,) = index_of(page_of("boats", TEXT, title="Boats")).search("quay")

    assert hit.explanation is None


def test_each_field_names_the_words_that_stand_in_it() -> None:
    page = page_of("harbour/quays", TEXT, title="Boats", keywords=("quayside", "ties"))

    (hit,) = index_of(page).search("mooring boats tied quays ropes", explain=True)

    assert hit.anchor == "mooring-a-boat" and hit.explanation
    assert hit.explanation.fields == (
        FieldMatch(MatchedField.TITLE, ("boats",)),
        FieldMatch(MatchedField.HEADING, ("mooring", "boats")),
        FieldMatch(MatchedField.KEYWORDS, ("tied",)),
        FieldMatch(MatchedField.PATH, ("quays",)),
        FieldMatch(MatchedField.BODY, ("tied", "quays")),
        FieldMatch(MatchedField.PAGE, ("ropes",)),
    )
    assert (hit.explanation.boost, hit.explanation.copy_of) == (1.0, None)


def test_the_description_belongs_to_the_first_section() -> None:
    page = page_of("boats", TEXT, title="Boats", description="All that is afloat.")

    (hit,) = index_of(page).search("afloat", explain=True)

    assert hit.explanation
    assert hit.explanation.fields == (FieldMatch(MatchedField.DESCRIPTION, ("afloat",)),)


def test_a_word_with_a_slip_is_named_as_it_was_meant() -> None:
    (hit,) = index_of(page_of("boats", TEXT, title="Boats")).search("quaay", explain=True)

    assert hit.explanation
    assert hit.explanation.fields == (FieldMatch(MatchedField.BODY, ("quay",)),)


def test_a_boost_is_told_as_what_it_came_to() -> None:
    page = page_of("boats", TEXT, title="Boats")

    def told(boost: float) -> float:
        (hit,) = index_of(replace(page, boost=boost)).search("boats", explain=True)
        assert hit.explanation
        return hit.explanation.boost

    assert told(1.01) == 1.01
    assert told(5.0) == 1.05 and told(0.1) == 1 / 1.05


def copies(audience: Audience) -> SearchIndex:
    english = page_of("boats", "Boats and quays.", title="Boats", language="en")
    french = replace(
        page_of("fr/boats", "Des bateaux.", title="Bateaux", language="fr"),
        of_default=False,
        common_path="boats",
    )
    return index_of(replace(english, common_path="boats", audience=audience), french)


def test_a_copy_names_the_default_page() -> None:
    (hit,) = copies(EVERYBODY).search("bateaux", explain=True)

    assert hit.path == "fr/boats" and hit.explanation
    assert hit.explanation.copy_of == "boats"


def test_a_copy_does_not_name_a_page_that_the_caller_may_not_see() -> None:
    index = copies(LOGGED_IN)

    (hit,) = index.search("bateaux", explain=True)
    (seen,) = index.search("bateaux", explain=True, viewer=Viewer(frozenset()))

    assert hit.explanation and hit.explanation.copy_of is None
    assert seen.explanation and seen.explanation.copy_of == "boats"

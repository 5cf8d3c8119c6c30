"""Words that a viewer may know of: in searches of an index with pages for others."""

from __future__ import annotations

from docs_lsp.site.visibility import ANONYMOUS, EVERYBODY, LOGGED_IN, Audience, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.index_schema import WRITTEN
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.index.vocabulary import Vocabulary
from tests.preview.small import page_of

CREW = Audience(False, ("crew",))
OTHERS = " ".join(f"sal{letter * 5}" for letter in "abcdefgh")


def index_of(*pages: IndexedPage) -> SearchIndex:
    index = SearchIndex()
    index.rebuild(pages)
    return index


def found(index: SearchIndex, query: str, viewer: Viewer | None = ANONYMOUS) -> list[str]:
    return [hit.path for hit in index.search(query, viewer=viewer)]


def hidden(number: int) -> list[IndexedPage]:
    return [page_of(f"crew{each}", f"{OTHERS} saltire", audience=CREW) for each in range(number)]


def test_words_of_others_do_not_crowd_out_a_completion() -> None:
    """A word that is begun stands for the most frequent ones, of those that the viewer may see."""
    index = index_of(page_of("open", "A saltworks."), *hidden(5))

    assert found(index, "sal") == ["open"]
    assert len(found(index, "sal", Viewer(frozenset(("crew",))))) == 5


def test_a_slip_is_corrected_where_only_others_have_the_word() -> None:
    index = index_of(page_of("open", "The saltires wave."), *hidden(2))

    assert found(index, "saltir ") == ["open"]
    assert found(index, "salaaaaa ") == []


def test_a_word_that_everybody_knew_before_is_forgotten() -> None:
    """The search engine counts what is deleted until it tidies up."""
    index = index_of(
        page_of("open", "mooring ropes"), page_of("crew", "mooring roped", audience=EVERYBODY)
    )
    assert set(found(index, "roped ")) == {"open", "crew"}

    index.update_pages(
        [page_of("crew", "moored zebra", audience=CREW), page_of("open", "zebras zebra")]
    )
    index.update_pages([page_of("open", "zebrax")])

    assert found(index, "zebra ") == ["open"]  # A slip, as far as anybody may know.
    assert found(index, "zebra ", None) == ["crew"]


def test_a_word_that_stood_in_deleted_pages_alone_is_none() -> None:
    kept = page_of("kept", "The boats25 sail.")
    index = index_of(kept, page_of("gone", "Two boats."))
    index.update_pages([], ["gone"])

    assert found(index, "boats ") == found(index, "boats ", None) == ["kept"]


def test_an_audience_that_is_gone_leaves_no_words() -> None:
    index = index_of(page_of("open", "zebrax"), page_of("crew", "zebra", audience=CREW))

    index.update_pages([], ["crew"])

    assert found(index, "zebra ") == ["open"]


def test_languages_of_others_do_not_count() -> None:
    french = [
        page_of(f"fr{each}", "amarrage", language="fr", audience=LOGGED_IN) for each in range(9)
    ]
    index = index_of(page_of("open", "moorings", language="en"), *french)

    assert found(index, "moorngs ") == ["open"]


def test_half_a_word_is_none_where_only_others_write_it() -> None:
    """`naviga` is written by the crew alone, who mean something else."""
    pages = [
        page_of("open", "Make a menu.", title="Navigation", language="en"),
        page_of("fr/open", "navigation navigation", language="fr", of_default=False),
    ]
    crew = page_of("crew", "naviga naviga", language="fr", audience=CREW)

    assert found(index_of(*pages, crew), "naviga") == found(index_of(*pages), "naviga")


def test_headings_of_others_do_not_count() -> None:
    """A name is looked for as code unless a page is headed by it."""
    pages = [
        page_of("use", "Call it: rope.length", title="Ropes"),
        page_of("options", "Much more to say. " * 9 + "`rope.length`", title="Reference"),
        *(page_of(f"other{at}", "Nothing of it at all. " * 9) for at in range(9)),
    ]
    crew = page_of("crew", "Much.", title="rope.length", audience=CREW)

    assert found(index_of(*pages, crew), "rope.length") == ["options", "use"]


def test_words_are_looked_up_at_once_as_one_by_one() -> None:
    index = index_of(page_of("open", "moor moored mooring more mast"), page_of("b", "sail"))
    ranker = index._ranker
    words = ["mooring", "moorung", "more", "sail", "", "mast", "m"]

    for start in ("", "moo", "s", "zz"):
        found = Vocabulary(ranker.searcher, ranker.schema).filter_known(WRITTEN, words, start)
        assert list(found) == ["mooring", "more", "sail", "mast"]

"""In which order the pages of a site are wanted at some place."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.page_ranking import SortedPages, rank_nearby_pages
from docs_lsp.site.pages import PageIndex


def index(*pages: str) -> PageIndex:
    return PageIndex.from_files([f"{page}.mdx" for page in pages], ())


def test_pages_of_the_folder_come_first_then_those_below_then_outwards() -> None:
    known = index("z", "a/z", "a/b/c", "a/b/d/e", "a/bc/f", "g/h")
    assert rank_nearby_pages(known, "a/b", "") == ["a/b/c", "a/b/d/e", "a/z", "a/bc/f", "z", "g/h"]
    assert rank_nearby_pages(known, "", "") == ["z", "a/b/c", "a/b/d/e", "a/bc/f", "a/z", "g/h"]
    assert rank_nearby_pages(known, "gone/too", "")[0] == "z"


def test_listed_pages_come_after_the_others_and_far_ones_last() -> None:
    known = index("a", "b", "fr/a", "fr/b")
    assert rank_nearby_pages(known, "", "", {"b", "fr/b"}, ("fr",)) == ["b", "a", "fr/b", "fr/a"]
    assert rank_nearby_pages(known, "fr", "", {"b", "fr/a", "fr/b"}, ("fr",)) == [
        "fr/a",
        "fr/b",
        "b",
        "a",
    ]


def test_what_is_typed_begins_a_path_then_a_name_then_stands_anywhere() -> None:
    known = index("a/start", "restart", "start", "x/starting/b")
    assert rank_nearby_pages(known, "", "START") == ["start", "a/start", "x/starting/b", "restart"]


def test_only_so_many_are_wanted() -> None:
    known = index(*(f"a{number}" for number in range(50)))
    assert len(rank_nearby_pages(known, "", "", limit=10)) == 10
    assert len(rank_nearby_pages(known, "", "", (), limit=10)) == 10


def test_folders_that_hold_pages_are_known() -> None:
    known = SortedPages(index("a/b/c", "ab/d"))
    assert known.has_pages_below("a")
    assert known.has_pages_below("a/b")
    assert not known.has_pages_below("a/b/c")
    assert not known.has_pages_below("b")


NAMES = st.lists(st.sampled_from(("a", "b", "fr", "b-c", "é")), min_size=1, max_size=4).map(
    "/".join
)


@given(
    st.sets(NAMES, max_size=20),
    st.none() | st.sets(NAMES),
    NAMES | st.just(""),
    st.sampled_from(("", "b", "fr/a", "É", "\0")),
    st.lists(NAMES, max_size=3),
)
def test_every_page_that_holds_what_is_typed_is_wanted_once(
    pages: set[str], free: set[str] | None, folder: str, query: str, far: list[str]
) -> None:
    found = rank_nearby_pages(index(*pages), folder, query, free, far)
    assert sorted(found) == sorted(page for page in pages if query.casefold() in page)
    with patch("docs_lsp.site.page_ranking._FEW", -1):  # Of many, none are put in order one by one.
        assert rank_nearby_pages(index(*pages), folder, query, free, far) == found

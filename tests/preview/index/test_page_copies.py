"""Of the copies of a page one is shown: a law, whatever the copies and their scores."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.page_copies import choose_copies
from tests.preview.small import page_of


@st.composite
def pages(draw: st.DrawFn) -> list[IndexedPage]:
    """Pages of a few originals, in a few languages and versions."""
    editions = draw(
        st.lists(
            st.tuples(
                st.sampled_from("abc"), st.sampled_from(["en", "fr", None]), st.sampled_from("12")
            ),
            max_size=12,
        )
    )
    return [
        page_of(
            f"{number}/{original}",
            common_path=original,
            language=language,
            versions=(version,),
            of_default=language == "en",
        )
        for number, (original, language, version) in enumerate(editions)
    ]


@given(pages(), st.lists(st.integers(1, 6), min_size=12, max_size=12), st.integers(1, 12))
@example([], [1] * 12, 1)
def test_the_best_few_are_the_first_of_all(
    made: list[IndexedPage], points: list[int], most: int
) -> None:
    best_first = sorted(zip(points, range(len(made)), strict=False), reverse=True)
    scores = {number: float(score) for score, number in best_first}
    by_number = dict(enumerate(made))

    every = choose_copies(scores, by_number)

    assert choose_copies(scores, by_number, most) == every[:most]
    assert [scores[one] for one in every] == sorted(map(scores.__getitem__, every), reverse=True)
    assert {by_number[one].original for one in every} == {page.original for page in made}

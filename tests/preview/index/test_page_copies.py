"""Of the copies of a page one is shown: which one, and a law for any copies and scores."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.page_copies import CopyGroups, are_copies, choose_copies, iter_copies
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


def make_copy(path: str, original: str = "tide") -> IndexedPage:
    """A copy in the language and version that its path begins with; the default one is en/2."""
    language, version, *_ = path.split("/")
    return page_of(
        path,
        common_path=original,
        language=language,
        versions=(version,),
        of_default=(language, version) == ("en", "2"),
    )


@pytest.mark.parametrize(
    ("scores", "version", "chosen"),
    [
        ({"fr/2/a": 4, "en/2/a": 2}, "", ["en/2/a"]),  # Half as good is near enough.
        ({"fr/2/a": 4, "en/2/a": 1.9}, "", ["fr/2/a"]),
        ({"fr/1/a": 4, "fr/2/a": 3, "de/2/a": 2}, "2", ["fr/2/a"]),
        ({"fr/1/a": 4, "fr/3/a": 3}, "2", ["fr/1/a"]),
        ({"fr/1/a": 4, "fr/2/a": 3}, "", ["fr/1/a"]),
        ({"en/2/a": 4, "en/2/b": 3, "fr/2/a": 2}, "", ["en/2/a", "en/2/b"]),
        ({"fr/2/a": 4, "fr/2/b": 3, "en/2/a": 2}, "", ["en/2/a"]),
    ],
)
def test_the_default_copy_is_chosen_unless_it_is_clearly_worse(
    scores: dict[str, float], version: str, chosen: list[str]
) -> None:
    paths = list(scores)
    by_number = {number: make_copy(path) for number, path in enumerate(paths)}
    by_score = dict(enumerate(scores.values()))
    numbers = choose_copies(by_score, by_number, default_version=version)

    assert [paths[number] for number in numbers] == chosen


def test_pages_without_a_common_path_are_no_copies() -> None:
    pages = {0: make_copy("en/2/a", ""), 1: make_copy("fr/2/a", "")}

    assert choose_copies({0: 2.0, 1: 1.0}, pages) == [0, 1]


def test_copies_differ_in_language_or_version() -> None:
    page, *others = map(make_copy, ("en/2/a", "en/2/b", "fr/2/a", "en/1/a"))

    assert [are_copies(page, one) for one in others] == [False, True, True]
    assert not are_copies(page, make_copy("fr/2/a", "ebb"))
    assert list(iter_copies((page, *others), page)) == others[1:]
    assert list(iter_copies((page, others[1]), page)) == [others[1]]
    assert list(iter_copies((page,), others[1])) == []


def test_groups_of_copies_follow_the_pages_of_an_index() -> None:
    first, second, other = make_copy("en/2/a"), make_copy("fr/2/a"), make_copy("en/2/b", "ebb")
    groups = CopyGroups([first, other])
    before = groups.copy_groups()
    groups.add_page(second)
    both = groups.copy_groups()
    groups.remove_page(first)
    groups.remove_page(other)

    assert before == {"tide": (first,), "ebb": (other,)}
    assert both == {"tide": (first, second), "ebb": (other,)}
    assert groups.copy_groups() == {"tide": (second,)}

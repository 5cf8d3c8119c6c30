"""Finding pages and endpoints by a part of what they are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.summaries.name_index import FuzzyQuery, MatchQuality, NameIndex

NAMES = (
    "tide",
    "Tides of the bay",
    "tidal",
    "low tide",
    "riptides",
    "t-i-d-e",
    "t\u0131de",
    "dite",
)


def index(*names: str) -> NameIndex:
    pages = {f"{name}.mdx": "" for name in names}
    site = evaluate_whole_site(Path("/site"), MemoryFiles({"docs.json": "{}", **pages}), Settings())
    assert site.facts is not None
    return site.facts.cached_for_last(NameIndex, site.contents)


def found(typed: str, *names: str, most: int = 200) -> dict[str, MatchQuality]:
    return {
        one.target.file[:-4]: one.fit for one in index(*names).find_matches(FuzzyQuery(typed), most)
    }


def test_how_well_each_name_fits() -> None:
    assert found("tide", *NAMES) == {
        "tide": MatchQuality.SAME,
        "Tides of the bay": MatchQuality.START,
        "low tide": MatchQuality.WORD,
        "riptides": MatchQuality.INSIDE,
        "t-i-d-e": MatchQuality.SPREAD,
    }
    assert found("bay tides", *NAMES) == {"Tides of the bay": MatchQuality.INSIDE}


def test_enough_good_ones_leave_out_the_bad() -> None:
    assert found("tide", *NAMES, most=2).keys() == {"tide", "Tides of the bay"}


@pytest.mark.parametrize("typed", ["", "a", "a b"])
def test_without_pages_nothing_is_found(typed: str) -> None:
    assert found(typed) == {}


def test_it_is_made_anew_when_the_pages_are() -> None:
    memory = MemoryFiles({"docs.json": "{}", "a.mdx": ""})
    site = evaluate_whole_site(Path("/site"), memory, Settings())
    assert site.facts is not None
    first = site.facts.cached_for_last(NameIndex, site.contents)

    assert site.facts.cached_for_last(NameIndex, site.contents) is first
    assert site.facts.cached_for_last(NameIndex, {}) is not first


@given(
    st.lists(st.text("ab/ é-", min_size=1, max_size=5), max_size=6), st.text("abé/- ", max_size=4)
)
def test_no_name_that_fits_is_left_out(names: list[str], typed: str) -> None:
    fuzzy = FuzzyQuery(typed)
    given_ = [name for name in names if name.strip("/ -")]
    known = index(*given_)

    for name, other in map(known._get_names, known._entries):
        fits = [
            fuzzy.match_name(" ".join(each.casefold().split())) for each in (name, other) if each
        ]
        shown = [
            one for one in known.find_matches(fuzzy, 200) if {one.name, one.other} == {name, other}
        ]
        best = min((fit for fit in fits if fit is not None), default=None)
        assert best == min((one.fit for one in shown), default=None)


@pytest.mark.parametrize("typed", ["page", "1", "ge-1", "p1", "zzz", ""])
def test_a_name_among_thousands_costs_little(typed: str) -> None:
    known = index(*(f"page-{number}" for number in range(3000)))

    assert len(known.find_matches(FuzzyQuery(typed), 200)) <= 20 * 200

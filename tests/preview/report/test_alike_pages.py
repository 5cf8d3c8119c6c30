"""Pages that hide each other."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_preview.content.pages import IndexedPage
from mcp_preview.report.alike_pages import find_alike_pages, iter_same_text_groups
from mcp_preview.report.finding import FindingKind
from tests.preview.report.sites import finder, findings_of, places_of, words
from tests.preview.small import page_of


def groups(pages: list[IndexedPage]) -> list[list[str]]:
    return [[page.path for page in group] for group in iter_same_text_groups(pages)]


def test_texts_that_are_nearly_the_same_are_one_group() -> None:
    text = words(1, 200)
    pages = [
        page_of("a", text),
        page_of("b", text + " and one more"),
        page_of("c", text),
        page_of("d", words(2, 200)),
        page_of("e", words(1, 100) + " " + words(3, 100)),
    ]

    assert groups(pages) == [["a", "c", "b"]]


def test_copies_in_other_languages_and_versions_are_no_twins() -> None:
    text = words(1, 200)
    pages = [
        page_of("en/a", text, language="en", common_path="a"),
        page_of("fr/a", text, language="fr", common_path="a"),
        page_of("v2/a", text, versions=("v2",), common_path="a"),
    ]

    assert groups(pages) == []


def test_pages_of_operations_are_alike_by_nature() -> None:
    text = f"`GET /boats`\n\n{words(1, 200)}"

    assert groups([page_of("a", text), page_of("b", text)]) == []


def test_a_group_with_the_same_text_is_told_once_and_the_winner_named() -> None:
    text = words(1, 200)
    pages = [page_of(path, text, title="Tides") for path in ("a", "b")]

    findings, groups = find_alike_pages(finder(pages), pages)

    [finding] = findings
    assert finding.kind is FindingKind.SAME_TEXT
    [place] = finding.places
    assert sorted(place.pages) == ["a", "b"]
    assert place.instead == place.pages[:1]
    assert groups["a"] == groups["b"]
    assert findings_of(pages).findings == tuple(findings)


def test_the_same_title_and_the_same_description_are_told() -> None:
    pages = [
        page_of("a", words(1), title="Overview", description="About boats and tides."),
        page_of("b", words(2), title="overview", description="About other boats and tides."),
        page_of("c", words(3), title="Third w3x1", description="About boats and tides."),
    ]
    found = findings_of(pages)

    [title] = places_of(found, FindingKind.SAME_TITLE)
    [description] = places_of(found, FindingKind.SAME_DESCRIPTION)
    assert (sorted(title.pages), title.detail) == (["a", "b"], f'"{title_of(pages, title.pages)}"')
    assert sorted(description.pages) == ["a", "c"]


def title_of(pages: list[IndexedPage], paths: tuple[str, ...]) -> str:
    return next(page.title for page in pages if page.path in paths)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 3), max_size=12))
def test_the_same_texts_are_always_found_together(numbers: list[int]) -> None:
    pages = [page_of(f"p{at}", words(number, 40)) for at, number in enumerate(numbers)]
    wanted = {
        number: [f"p{at}" for at, one in enumerate(numbers) if one == number] for number in numbers
    }

    assert groups(pages) == [paths for paths in wanted.values() if len(paths) > 1]


def test_sections_that_say_the_same_on_other_pages_are_told() -> None:
    shared, links = words(1), "".join(f"- [Way {at}](/w{at})\n" for at in range(30))
    pages = [
        page_of(
            name, f"{words(10 + at)}\n\n## {head}\n\n{shared}\n\n## Next\n\n{links}", title=name
        )
        for at, (name, head) in enumerate((("boat", "Moor it"), ("ferry", "Mooring")))
    ]
    alone = page_of("tide", f"{words(20)}\n\n## Moor\n\n{words(21)}", title="tide")
    twice = page_of("raft", f"## One\n\n{words(30)}\n\n## Two\n\n{words(30)}", title="raft")

    [place] = places_of(findings_of([*pages, alone, twice]), FindingKind.SAME_SECTION)

    assert (place.pages, place.detail) == (("boat", "ferry"), '"Moor it"')


def test_sections_of_pages_that_are_alike_as_a_whole_are_not_told_again() -> None:
    text = f"{words(1)}\n\n## Moor it\n\n{words(2)}"
    found = findings_of([page_of(name, text, title=name) for name in ("boat", "ferry")])

    assert places_of(found, FindingKind.SAME_TEXT)
    assert not places_of(found, FindingKind.SAME_SECTION)

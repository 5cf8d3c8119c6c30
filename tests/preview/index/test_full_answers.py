"""An answer is full if the site has as much to say, and says nothing twice."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.visibility import Audience
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.passages import LONGEST_PASSAGE
from mcp_preview.index.repeated_hits import _collect_words
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.index.text_words import is_mostly_links
from tests.preview.small import page_of

STEPS = "Open the gate of the lock, let the water in, wait for the lamp, and leave by the far end."


def index_of(*pages: IndexedPage) -> SearchIndex:
    index = SearchIndex()
    index.rebuild(pages)
    return index


def test_one_long_page_does_not_fill_the_answer() -> None:
    long = page_of("log", "".join(f"## Boat {day}\n\nBoat boat boat.\n\n" for day in range(900)))
    others = [page_of(f"p{number}", f"{'Sea. ' * 50} A boat {number}.") for number in range(12)]

    hits = index_of(long, *others).search("boat")

    assert len({hit.path for hit in hits}) == 10


def test_copies_in_many_versions_do_not_fill_the_answer() -> None:
    pages = [
        page_of(
            f"{version}/{name}",
            f"A boat. {' '.join(f'{name}{number}' for number in range(9))}",
            versions=(f"v{version}",),
            common_path=name,
            of_default=version == 30,
        )
        for version in range(1, 31)
        for name in "abcdefghijklm"
    ]

    hits = index_of(*pages).search("boat")

    assert len(hits) == 10
    assert {hit.page.versions for hit in hits} == {("v30",)}
    assert {hit.other_versions for hit in hits} == {29}
    assert {hit.also_urls for hit in hits} == {()}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_language_is_found_in_the_default_version(language: str) -> None:
    pages = [
        page_of(
            f"{version}/{language}/boat",
            "A boat.",
            language=language,
            versions=(version,),
            common_path="boat",
            of_default=(version, language) == ("v3", "en"),
        )
        for version in ("v1", "v3", "v2")
        for language in ("en", "fr")
    ]

    (hit,) = index_of(*pages).search("boat", language=language)

    assert hit.path == f"v3/{language}/boat"
    assert hit.other_versions == 2


def test_versions_without_the_searched_text_are_not_counted() -> None:
    """Of three versions two have the section, one of them in other words."""
    flag = "## Flag\n\nSet the pennant flag"
    texts = {"v1": "A boat.", "v2": f"A boat.\n\n{flag}.", "v3": f"A boat.\n\n{flag}, always."}
    pages = [
        page_of(
            f"{version}/{language}/boat",
            text if language == "en" else "Un pavillon.",
            language=language,
            versions=(version,),
            common_path="boat",
            of_default=(version, language) == ("v3", "en"),
        )
        for version, text in texts.items()
        for language in ("en", "fr")
    ]

    (flag_hit,), (boat_hit,) = map(index_of(*pages).search, ("pennant", "boat"))

    assert (flag_hit.other_versions, boat_hit.other_versions) == (1, 2)


def test_other_languages_of_the_same_version_are_named() -> None:
    pages = [
        page_of(
            f"{version}/{language}/boat",
            "A boat.",
            language=language,
            versions=(version,),
            common_path="boat",
            of_default=(version, language) == ("v2", "en"),
        )
        for version in ("v1", "v2")
        for language in ("en", "fr")
    ]

    (hit,) = index_of(*pages).search("boat", language=None)

    assert hit.also_urls == ("/v2/fr/boat",)
    assert hit.other_versions == 1
    assert set(hit.other_urls) == {"/v1/en/boat", "/v1/fr/boat", "/v2/fr/boat"}


@pytest.mark.parametrize(("versions", "searches"), [(("v2",), 1), (("v1", "v2"), 2)])
def test_a_version_is_searched_by_itself_only_if_there_is_another_one(
    versions: tuple[str, ...], searches: int
) -> None:
    index = index_of(
        *(
            page_of(
                f"{version}/{language}/boat",
                "A boat.",
                language=language,
                versions=(version,),
                common_path="boat",
                of_default=(version, language) == ("v2", "en"),
            )
            for version in versions
            for language in ("en", "fr")
        )
    )
    calls: list[object] = []

    class CountingSearcher:
        num_docs = index._ranker.searcher.num_docs

        def __getattr__(self, name: str) -> Any:
            return getattr(searcher, name)

        def search(self, query: object, limit: int, **options: bool) -> Any:
            calls.append(query)
            return searcher.search(query, limit, **options)

    searcher: Any = index._ranker.searcher
    index._ranker = replace(index._ranker, searcher=CountingSearcher())  # type: ignore[arg-type]
    ((hit),) = index.search("boat word")

    assert hit.page.of_default
    # The first one finds out whether the query is a heading.
    assert len(calls) == searches + 1


@given(st.text() | st.text("aB_1 -.é—ǅ√"))
def test_the_words_that_are_compared_are_those_of_any_script(text: str) -> None:
    assert _collect_words(text.lower()) == {*re.findall(r"\w+", text.lower())}


def test_sections_that_say_nearly_the_same_are_one_hit() -> None:
    clouds = [page_of(name, f"## Pass {name}\n\n{STEPS}") for name in ("aws", "gcp", "azure")]
    other = page_of("sea", "The lock keeper opens no gate at night, whatever lamp is lit.")

    hits = index_of(*clouds, other).search("gate lock lamp")

    (same,) = [hit for hit in hits if hit.path != "sea"]
    assert len(hits) == 2
    assert len(same.also_urls) == 2
    assert all("#pass-" in url for url in same.also_urls)


def test_many_near_identical_pages_do_not_keep_others_out_of_the_answer() -> None:
    same = [page_of(f"same{number}", f"## Pass\n\n{STEPS} {STEPS}") for number in range(30)]
    others = [
        page_of(f"other{number}", f"{'Sea. ' * 50} At gate {number} some kind of lock is.")
        for number in range(9)
    ]

    hits = index_of(*same, *others).search("gate lock")

    assert {hit.path for hit in hits[1:]} == {f"other{number}" for number in range(9)}
    assert len(hits[0].also_urls) == 29


def test_a_search_for_more_ends_if_all_say_the_same() -> None:
    pages = [page_of(f"same{number}", STEPS) for number in range(200)]

    (hit,) = index_of(*pages).search("gate lock")

    assert len(hit.also_urls) == 79


def version_of(number: int, text: str) -> IndexedPage:
    """A page in one of many versions, of which the last one is the default."""
    return page_of(
        f"v{number}/keys",
        f"Keys are turned.\n\n## Mode\n\n{text}",
        title="Keys",
        versions=(f"v{number}",),
        common_path="keys",
        of_default=number == 30,
    )


@pytest.mark.parametrize(("query", "count"), [("zebrafish flag", 1), ("keys", 29)])
def test_only_versions_whose_page_has_the_words_are_counted(query: str, count: int) -> None:
    pages = [
        version_of(number, "Raise the zebrafish flag." if number in {3, 7} else "Raise an oar.")
        for number in range(1, 31)
    ]

    (hit,) = index_of(*pages).search(query)

    assert hit.other_versions == count


@pytest.mark.parametrize("line", ["`GET /locks`", "`POST /locks`"])
def test_operations_are_hits_of_their_own(line: str) -> None:
    pages = [
        page_of(name, f"`{name.upper()} /locks`\n\n{STEPS}", title="Lock")
        for name in ("get", "post")
    ]

    hits = index_of(*pages).search(line.strip("`"))

    assert [hit.path for hit in hits] == ["get", "post"] if "GET" in line else ["post", "get"]


def test_what_is_not_for_a_viewer_is_not_named_as_the_same() -> None:
    open_page = page_of("open", STEPS)
    closed = page_of("closed", STEPS, audience=Audience(False, ("crew",)))

    (hit,) = index_of(open_page, closed).search("lock gate")

    assert hit.also_urls == ()


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_a_method_and_a_path_find_their_operation_first(method: str) -> None:
    pages = [
        page_of(f"{name}", f"`{name.upper()} /v1/boats/{{id}}`\n\n{'Boats v1. ' * count}")
        for name, count in (("get", 30), ("post", 1), ("delete", 9))
    ]
    guide = page_of("guide", f"Call `{method} /v1/boats/{{id}}` with an id. " * 20)

    hits = index_of(*pages, guide).search(f"{method} /v1/boats/{{id}}")

    assert hits[0].path == method.lower()


def test_a_list_of_links_ranks_below_a_text_with_the_same_words() -> None:
    links = "## Next\n\n**[Rotate the key](/a)**\n\n**[Open the lock](/b)**"
    text = "## Next\n\nRotate the key, and then go on.\n\nOpen the lock. Wait for the lamp."

    words = "Some words about other things stand here first. " * 9
    pages = [page_of(name, f"{words}\n\n{body}") for name, body in (("j", links), ("k", text))]

    hits = index_of(*pages).search("how do I rotate the key of a lock")

    assert [hit.path for hit in hits] == ["k", "j"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Next\n\n- [A](/a): about a.\n- [B](/b)\n", True),
        ("**[A](/a)**\n\nAbout a.\n\n**[B](/b)**\n\nAbout b.\n", True),
        ("See [A](/a) and [B](/b).\n\nThen go on.\n", False),
        ("[A](/a) is one.\n", False),
        ("- one\n- two\n- [A](/a)\n- [B](/b)\n- three\n", False),
    ],
)
def test_a_section_that_is_mostly_links(text: str, expected: bool) -> None:
    assert is_mostly_links(text) is expected


def test_words_that_hold_a_sentence_together_are_not_shown_as_matches() -> None:
    (hit,) = index_of(page_of("a", "How to tie the boat")).search("how do I tie the boat to it")

    assert set(hit.words) == {"tie", "boat"}


def test_every_hit_has_text() -> None:
    page = page_of("boats", f"# Boats\n\n## Kinds\n\n### Sail\n\n{'Canvas. ' * 900}", title="Boats")

    (hit,) = index_of(page).search("kinds")

    assert hit.passage.text.startswith("## Kinds\n\n### Sail\n\nCanvas. ")
    assert len(hit.passage.text) <= LONGEST_PASSAGE + 10

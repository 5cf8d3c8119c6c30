"""Which page of one language is which of another."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.languages_and_versions import choose_default
from docs_lsp.site.summaries.counterpart_pages import Translations, compare_all_languages
from tests.rules.harness import site_of

PAGES = ("index", "guides/start", "guides/next", "api/boats")


def translations_of(navigation: object) -> tuple[Translations, ...]:
    docs = {"theme": "mint", "name": "A", "colors": {"primary": "#000"}, "navigation": navigation}
    overview = site_of({"docs.json": json.dumps(docs), "index.mdx": ""}).get_overview()
    assert overview is not None
    return compare_all_languages(overview.navigation)


def language(code: str, folder: str = "", pages: tuple[str, ...] = PAGES) -> dict[str, Any]:
    return {"language": code, "pages": [folder + page for page in pages]}


def folders_of(found: Translations) -> dict[str, Mapping[str | None, str]]:
    return {edition.language: edition.folders for edition in found.editions}


def test_the_folders_of_all_languages_are_found() -> None:
    (found,) = translations_of(
        {"languages": [language("en"), language("cn", "zh/"), language("pt-BR", "docs/pt/")]}
    )

    assert folders_of(found) == {"en": {None: ""}, "cn": {None: "zh/"}, "pt-BR": {None: "docs/pt/"}}
    assert all(not found.measure_coverage(edition).lacking for edition in found.others)


def test_a_folder_around_all_languages_is_no_folder_of_one() -> None:
    (found,) = translations_of({"languages": [language("en", "docs/"), language("fr", "docs/fr/")]})

    assert folders_of(found) == {"en": {None: "docs/"}, "fr": {None: "docs/fr/"}}


def test_a_folder_that_most_pages_share_is_not_taken_for_that_of_a_language() -> None:
    guides = ("guides/a", "guides/b", "guides/c", "api/boats")
    (found,) = translations_of(
        {"languages": [language("en", "", guides), language("fr", "fr/", guides)]}
    )

    assert folders_of(found) == {"en": {None: ""}, "fr": {None: "fr/"}}


def test_nothing_is_said_of_a_language_with_other_names() -> None:
    (found,) = translations_of(
        {"languages": [language("en"), language("es", "es/", ("inicio", "guias/uno", "api/boats"))]}
    )
    (spanish,) = found.others

    assert spanish.folders == {}
    assert found.measure_coverage(spanish) == (0, {}, 0)
    assert list(found.iter_counterparts("guides/start")) == []


def test_coverage_counts_what_is_lacking_and_what_is_added() -> None:
    (found,) = translations_of(
        {"languages": [language("en"), language("fr", "fr/", ("index", "guides/start", "prix"))]}
    )
    pages, lacking, added = found.measure_coverage(found.others[0])

    assert (pages, added) == (4, 1)
    assert [listing.text for listing in lacking.values()] == ["guides/next", "api/boats"]
    assert [found.others[0].find_page(key) for key in lacking] == ["fr/guides/next", "fr/api/boats"]


def test_a_page_is_found_in_all_other_languages() -> None:
    (found,) = translations_of(
        {
            "languages": [
                language("en", "en/"),
                language("fr", "fr/", ("index", "guides/start")),
                language("de", "de/"),
            ]
        }
    )
    of_german = list(found.iter_counterparts("de/guides/next"))

    assert [(one.language, one.page) for one in of_german] == [
        ("en", "en/guides/next"),
        ("fr", "fr/guides/next"),
    ]
    assert of_german[0].listing is not None and of_german[1].listing is None
    assert list(found.iter_counterparts("de/other")) == []


def test_versions_inside_languages_are_compared_by_name() -> None:
    def versions(code: str, folder: str, names: tuple[str, ...]) -> dict[str, Any]:
        entries = [
            {"version": name, "pages": [f"{name}/{folder}{page}" for page in PAGES]}
            for name in names
        ]
        return {"language": code, "versions": entries}

    (found,) = translations_of(
        {"languages": [versions("en", "", ("v2", "v1")), versions("fr", "fr/", ("v2",))]}
    )

    assert folders_of(found) == {"en": {"v2": "v2/", "v1": ""}, "fr": {"v2": "v2/fr/"}}
    assert found.measure_coverage(found.others[0]).pages == 4
    assert [one.page for one in found.iter_counterparts("v2/api/boats")] == ["v2/fr/api/boats"]
    assert list(found.iter_counterparts("v1/api/boats")) == []


def test_languages_inside_versions_stand_for_themselves() -> None:
    found = translations_of(
        {
            "versions": [
                {"version": "2", "languages": [language("en"), language("fr", "fr/")]},
                {"version": "1", "languages": [language("en", "v1/"), language("fr", "v1/fr/")]},
            ]
        }
    )

    assert [folders_of(one)["fr"] for one in found] == [{"2": "fr/"}, {"1": "v1/fr/"}]


def test_the_default_is_the_marked_one_or_the_first() -> None:
    plain = [language("en"), language("fr", "fr/")]
    marked = [language("fr", "fr/"), {**language("en"), "default": True}]

    assert [one.default.language for one in translations_of({"languages": plain})] == ["en"]
    assert [one.default.language for one in translations_of({"languages": marked})] == ["en"]


def test_one_language_is_no_list_to_compare() -> None:
    assert translations_of({"languages": [language("en")]}) == ()
    assert translations_of({"pages": ["index"]}) == ()


_PATHS = st.lists(st.sampled_from(("a", "b", "a/b", "fr/a", "fr/b", "fr/a/b", "en/a", "")))


@given(st.lists(_PATHS, min_size=2, max_size=4))
def test_coverage_adds_up_whatever_is_listed(listed: list[list[str]]) -> None:
    codes = ("en", "fr", "de", "es")
    entries = [
        {"language": code, "pages": pages} for code, pages in zip(codes, listed, strict=False)
    ]
    for found in translations_of({"languages": entries}):
        assert found.default.placed is choose_default([one.placed for one in found.editions])
        for edition in found.others:
            pages, lacking, added = found.measure_coverage(edition)
            assert 0 <= len(lacking) <= pages <= len(found.default.listings)
            assert added + pages - len(lacking) == len(edition.listings) or not edition.folders
            for key in edition.listings:
                assert (edition.find_page(key) or "") in listed[codes.index(edition.language)]

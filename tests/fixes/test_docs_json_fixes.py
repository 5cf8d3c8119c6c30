"""Fixes of docs.json itself, and what several of them make together."""

from __future__ import annotations

import json
from typing import Any

import pytest

from docs_lsp.fixes.combining import select_harmless
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix, is_safe_fix
from tests.fixes.small_sites import docs, site_files
from tests.fixes.test_fixing_rounds import mended, text

_PAGES = site_files(index="# Index", a="# A", b="# B") | {"fr/a.mdx": "# A", "de/a.mdx": "# A"}


def fixed(**settings: Any) -> dict[str, Any]:
    """What `fix --unsafe` makes of a docs.json with these settings."""
    more = "".join(
        f"  {json.dumps(key)}: {json.dumps(value)},\n"
        for key, value in settings.items()
        if key != "navigation"
    )
    navigation = json.dumps(settings.get("navigation", {"pages": ["index"]}))
    files = {"docs.json": docs(navigation, more), **_PAGES}
    made: dict[str, Any] = json.loads(text(mended(files, is_preferred_fix)))
    return made


# Keys that several fixes write


def test_what_two_old_keys_become_is_one_object() -> None:
    made = fixed(
        api={"baseUrl": "https://example.com", "auth": {"method": "bearer"}},
        topbarLinks=[{"name": "Shop", "url": "https://example.com"}],
        topbarCtaButton={"type": "button", "name": "Berths", "url": "https://example.com"},
    )

    assert made["api"] == {"mdx": {"server": "https://example.com", "auth": {"method": "bearer"}}}
    assert made["navbar"].keys() == {"links", "primary"}


def test_a_title_that_goes_makes_no_room_for_a_key_that_is_repeated() -> None:
    content = {"page": ["a"], "Pages": ["b"]}
    made = fixed(navigation={"groups": [{"group": "One"}, {"group": "One", **content}]})

    assert made["navigation"]["groups"] == [{"group": "One", "pages": ["a"], "Pages": ["b"]}]


def test_two_groups_get_two_titles_and_two_languages_two_codes() -> None:
    groups = [{"pages": ["fr/a"]}, {"pages": ["fr/a"]}, {"group": "More", "pages": ["a"]}]
    made = fixed(navigation={"groups": groups})
    titles = [group["group"] for group in made["navigation"]["groups"]]
    languages = fixed(navigation={"languages": [{"pages": ["a"]}, {"pages": ["b"]}]})

    assert titles == ["Fr", "A", "More"]
    # No page shows what the second one is.
    assert languages["navigation"]["languages"] == [
        {"language": "en", "pages": ["a"]},
        {"pages": ["b"]},
    ]


def test_as_many_as_do_no_harm_together_are_chosen() -> None:
    asked = []

    def is_harmful(numbers: list[int]) -> bool:
        asked.append(numbers)
        return sum(numbers) > 10

    assert select_harmless([1, 2, 9, 3, 4], is_harmful) == [1, 2, 3, 4]
    assert len(asked) < 10


@pytest.mark.parametrize(
    ("first", "last", "is_made"),
    [
        ("A", "B", True),
        (["index"], ["index", "a"], True),
        (["b"], ["index", "a"], False),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"b": 2}, False),
    ],
)
def test_the_first_of_two_keys_goes_if_the_last_has_all_that_is_in_it(
    first: object, last: object, is_made: bool
) -> None:
    both = f'  "x": {json.dumps(first)},\n  "x": {json.dumps(last)},\n'
    files = {"docs.json": docs('{ "pages": ["index"] }', both), **_PAGES}

    rules = [done.problem.rule for done in mended(files, is_preferred_fix).done]

    assert ("duplicate-key" in rules) == is_made


# Keys in another place


@pytest.mark.parametrize("key", ["globals", "gllobal", "Global"])
def test_a_misspelt_global_is_written_right(key: str) -> None:
    anchors = {"anchors": [{"anchor": "Blog", "href": "https://example.com"}]}
    navigation = {key: anchors, "groups": [{"group": "G", "pages": ["index"]}]}

    assert fixed(navigation=navigation)["navigation"] == {
        "global": anchors,
        "groups": navigation["groups"],
    }


def test_content_below_a_misspelt_global_is_no_setting_of_it() -> None:
    navigation = {"globals": {"groups": [{"group": "G", "pages": ["index"]}]}}

    assert "groups" in fixed(navigation=navigation)["navigation"]


def test_a_setting_in_the_navigation_moves_to_the_top_level() -> None:
    made = fixed(navigation={"pages": ["index"], "interaction": {"drilldown": False}})

    assert made["interaction"] == {"drilldown": False}
    assert made["navigation"] == {"pages": ["index"]}


@pytest.mark.parametrize(
    ("settings", "metatags"),
    [
        (
            {"metadata": {"og:title": "A", "timestamp": True, "twitter:site": "B"}},
            {"og:title": "A", "twitter:site": "B"},
        ),
        ({"metadata": {"og:title": "A"}}, {"og:title": "A"}),
        ({"seo": {"og:title": "A", "indexing": "all"}}, {"og:title": "A"}),
        ({"og:title": "A"}, {"og:title": "A"}),
        (
            {"metadata": {"og:title": "A"}, "seo": {"metatags": {"og:type": "B"}}},
            {"og:type": "B", "og:title": "A"},
        ),
    ],
)
def test_meta_tags_move_to_where_they_are_read(
    settings: dict[str, Any], metatags: dict[str, str]
) -> None:
    made = fixed(**settings)

    assert made["seo"]["metatags"] == metatags
    assert made.get("metadata") in (None, {"timestamp": True})
    assert made["seo"].get("indexing") == settings.get("seo", {}).get("indexing")


def test_a_meta_tag_that_is_there_already_is_left_to_the_writer() -> None:
    settings = {"metadata": {"og:title": "A"}, "seo": {"metatags": {"og:title": "B"}}}

    assert {key: fixed(**settings)[key] for key in settings} == settings


# Codes of languages


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"lang": "French"}, "fr"),
        ({"name": "Fr"}, "fr"),
        ({"tab": "Deutsch"}, "de"),
        ({}, "de"),
    ],
)
def test_a_language_gets_a_code_that_the_service_knows(entry: dict[str, str], code: str) -> None:
    languages = [{"language": "en", "pages": ["a"]}, {**entry, "pages": ["de/a"]}]
    made = fixed(navigation={"languages": languages})

    assert made["navigation"]["languages"][1] == {"language": code, "pages": ["de/a"]}


def test_a_version_gets_no_name_that_another_has() -> None:
    versions = [{"version": "1", "pages": ["a"]}, {"versoin": "1", "pages": ["b"]}]

    assert fixed(navigation={"versions": versions})["navigation"]["versions"] == versions


def test_an_object_that_is_no_group_is_not_put_into_a_list_of_pages() -> None:
    tabs = [{"tab": "A", "pages": {"a": 1}}]

    assert fixed(navigation={"tabs": tabs})["navigation"]["tabs"] == tabs


def test_a_title_that_shows_no_language_is_left_to_the_writer() -> None:
    languages = [{"language": "en", "pages": ["a"]}, {"tab": "Guides", "pages": ["b"]}]

    assert fixed(navigation={"languages": languages})["navigation"]["languages"] == languages


def test_a_title_under_the_key_of_its_list_is_kept() -> None:
    groups = [{"group": "Start", "pages": ["index"]}, {"groups": "Next", "pages": ["a"]}]

    made = fixed(navigation={"groups": groups})

    assert made["navigation"]["groups"][1] == {"group": "Next", "pages": ["a"]}


def test_an_empty_list_that_the_service_prefers_goes() -> None:
    anchors = [{"anchor": "Docs", "pages": ["a"]}]

    made = fixed(navigation={"anchors": anchors, "products": []})

    assert made["navigation"] == {"anchors": anchors}


@pytest.mark.parametrize("key", ["groups", "tabs"])
def test_content_at_the_top_level_gets_no_other_beside_it(key: str) -> None:
    content = [{key[:-1]: "Start", "pages": ["a", "b"]}]

    made = fixed(navigation={}, **{key: content})

    assert made["navigation"] == ({key: content} if key == "groups" else {})


def test_a_site_with_content_at_the_top_level_gets_no_navigation_of_one_page() -> None:
    settings = {"theme": "mint", "name": "A", "colors": {"primary": "#000"}}
    content = {"groups": [{"group": "Start", "pages": ["a", "b"]}]}
    files = {"docs.json": json.dumps({**settings, **content}), **_PAGES}

    made = json.loads(text(mended(files, is_preferred_fix)))

    assert made == {**settings, "navigation": content}


def test_an_old_default_does_not_become_a_second_one() -> None:
    versions = [
        {"version": "2", "isDefault": True, "pages": ["a"]},
        {"version": "1", "default": True, "pages": ["b"]},
    ]

    assert fixed(navigation={"versions": versions})["navigation"]["versions"] == versions
    alone = fixed(navigation={"versions": versions[:1]})["navigation"]["versions"]
    assert alone == [{"version": "2", "default": True, "pages": ["a"]}]


def test_what_is_added_to_one_line_is_as_dense_as_the_line() -> None:
    dense = docs('{"pages":["index"]}').replace("\n", "").replace(": ", ":").replace(", ", ",")
    old = dense[:-1].replace("  ", "") + ',"footerSocials":{"x":"https://x.com/a"}}'

    made = text(mended({"docs.json": old, **_PAGES}, is_preferred_fix))

    assert '"footer":{"socials":{"x":"https://x.com/a"}}' in made


@pytest.mark.parametrize(
    ("half", "whole"),
    [
        ('{\n  "name": "A",\n  "navigation": {\n    "pages": []\n  }\n', "\n  }\n}"),
        ('{\r\n\t"navigation": {\r\n\t\t"pages": []\r\n\t}', "\r\n\t}\r\n}"),
        ('{ "navigation": {\n  "pages": []\n}', "\n}\n}"),
        ('{\n  "name": "A",\n  "navigation": {\n    "pages": []\n  },\n', "\n  }\n}"),
        ('{\r\n\t"navigation": {\r\n\t\t"pages": []\r\n\t},\r\n\t', "\r\n\t}\r\n}"),
        ('{\n  "name": "A",\n  "theme": "mint" ,', '"mint"\n}'),
    ],
)
def test_a_closing_bracket_is_put_below_the_others(half: str, whole: str) -> None:
    outcome = mended({"docs.json": half})

    assert text(outcome).rstrip().endswith(whole)
    assert len(outcome.done) == 1


_WRITTEN_OUT = """{
  "theme": "mint",
  "name": "Harbour",
  "colors": { "primary": "#0a7d5c" },
  "navigation": {
    "tabs": [
      {
        "tab": "Guides",
        "groups": [
          {
            "group": "Start",
            "pages": [
              "index",
              "a"
            ]
          },
          { "group": "More", "pages": ["b"] }
        ]
      },
      { "tab": "More", "pages": ["a"] }
    ]
  },
  "redirects": [
    { "source": "/one", "destination": "/a" },
    { "source": "/two", "destination": "/b" }
  ]
}
"""
_CLOSING_LINES = [
    index for index, line in enumerate(_WRITTEN_OUT.splitlines()[:-1]) if not line.strip(" ]},")
]


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
@pytest.mark.parametrize("index", _CLOSING_LINES)
def test_a_closing_bracket_gets_back_the_line_that_it_had(index: int, line_break: str) -> None:
    lines = [line + line_break for line in _WRITTEN_OUT.splitlines()]
    files = {"docs.json": "".join(lines[:index] + lines[index + 1 :]), **_PAGES}

    assert text(mended(files, is_safe_fix)) == "".join(lines)

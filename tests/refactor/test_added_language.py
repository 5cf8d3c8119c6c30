"""Languages that are added to a site: to each of its lists, or to one that has none yet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.evaluation.check import read_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles
from docs_lsp.refactor.added_language import plan_added_language
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.refactor.selection import Changes
from docs_lsp.settings.settings import Settings

Files = Mapping[str, str]


def site(navigation: object, pages: str, parts: Mapping[str, object] | None = None) -> Files:
    """A docs.json with a navigation, pages by path, and other JSON files."""
    texts = {file: json.dumps(part, indent=2) for file, part in (parts or {}).items()}
    made = {f"{page}.mdx": f"---\ntitle: {page}\n---\n" for page in pages.split()}
    return {"docs.json": json.dumps({"navigation": navigation}, indent=2), **texts, **made}


def added(
    files: Files, code: str = "fr", model: str | None = None
) -> tuple[Changes, tuple[str, ...]]:
    snapshot = read_site(Path("/site"), MemoryFiles(files), Settings())
    overview = snapshot.get_overview()
    assert overview is not None
    return plan_added_language(snapshot, overview, MemoryFiles(files), code, model)


def after(files: Files, model: str | None = None) -> dict[str, Any]:
    """The JSON files with French."""
    draft = Draft(MemoryFiles(files)).with_changes(added(files, model=model)[0])
    paths = [path for path in draft.paths() if path.endswith(".json")]
    return {path: json.loads(draft.read(path)) for path in paths}


def refusal(files: Files, code: str = "fr", model: str | None = None) -> str:
    with pytest.raises(ChangeRefused) as refused:
        added(files, code, model)
    return str(refused.value)


def language(code: str, *pages: str) -> dict[str, Any]:
    return {"language": code, "groups": [{"group": "G", "pages": list(pages)}]}


def both(key: str, first: object, second: object) -> dict[str, Any]:
    """Two versions or products, each with a list of languages."""
    return {
        f"{key}s": [{key: "v1", "languages": first}, {key: "v2", "languages": second}],
    }


@pytest.mark.parametrize("key", ["version", "product"])
def test_each_list_gets_the_language_from_its_own_model(key: str) -> None:
    files = site(
        both(key, [language("en", "v1/a")], [language("en", "v2/a")]),
        "v1/a v2/a fr/v1/a fr/v2/a",
    )

    one, two = after(files)["docs.json"]["navigation"][f"{key}s"]

    assert one["languages"] == [language("en", "v1/a"), language("fr", "fr/v1/a")]
    assert two["languages"] == [language("en", "v2/a"), language("fr", "fr/v2/a")]
    assert added(files)[1] == ()


def test_only_the_lists_without_the_language_get_it() -> None:
    has_it = [language("en", "v1/a"), language("fr", "fr/v1/a")]
    files = site(both("version", has_it, [language("en", "v2/a")]), "v1/a v2/a fr/v1/a fr/v2/a")

    one, two = after(files)["docs.json"]["navigation"]["versions"]

    assert one["languages"] == has_it
    assert two["languages"][1] == language("fr", "fr/v2/a")
    everywhere = site(both("version", has_it, has_it), "v1/a fr/v1/a")
    assert (
        refusal(everywhere)
        == "The language `fr` exists already. Add its new pages with `add_page`."
    )


def test_what_does_not_get_the_language_is_told() -> None:
    versions = {
        "versions": [
            {"version": "v1", "languages": [language("en", "v1/a"), language("de", "de/v1/a")]},
            {"version": "v2", "languages": [language("en", "v2/a")]},
            {"version": "v3", "pages": ["v3/a"]},
            {"version": "v4", "href": "https://example.com"},
        ]
    }
    files = site(versions, "v1/a v2/a v3/a de/v1/a fr/v1/a")

    assert [one.partition(", so")[0] for one in added(files)[1]] == [
        "The version `v3` has no languages",
        "The version `v2` lists no page with a translation below `fr/`",
    ]
    assert added(files, model="de")[1][1:] == ("The version `v2` has no language `de` to copy.",)
    assert "has no language `es`" in refusal(files, model="es")


def test_a_list_that_a_ref_brings_twice_gets_the_language_once() -> None:
    navigation = both("version", {"$ref": "./nav.json"}, {"$ref": "./nav.json"})
    files = site(navigation, "a fr/a", {"nav.json": [language("en", "a")]})

    made = after(files)

    assert made["nav.json"] == [language("en", "a"), language("fr", "fr/a")]
    assert made["docs.json"]["navigation"] == navigation


def test_languages_in_files_get_a_file_each() -> None:
    navigation = both("version", [{"$ref": "./nav/one.json"}], [{"$ref": "./nav/two.json"}])
    parts = {"nav/one.json": language("en", "v1/a"), "nav/two.json": language("en", "v2/a")}
    files = site(navigation, "v1/a v2/a fr/v1/a fr/v2/a", parts)

    made = after(files)

    assert made["nav/fr.json"] == language("fr", "fr/v1/a")
    assert made["nav/fr-2.json"] == language("fr", "fr/v2/a")
    assert made["docs.json"]["navigation"]["versions"][1]["languages"] == [
        {"$ref": "./nav/two.json"},
        {"$ref": "./nav/fr-2.json"},
    ]


def test_a_structure_that_stands_in_several_files_is_not_taken_over() -> None:
    split = {"language": "en", "groups": [{"$ref": "./group.json"}]}
    files = site(
        both("version", [language("en", "v1/a")], [split]),
        "v1/a v2/a fr/v1/a fr/v2/a",
        {"group.json": {"group": "G", "pages": ["v2/a"]}},
    )

    assert "The structure of `en` in the version `v2` cannot be copied" in refusal(files)


def test_a_part_in_another_file_is_not_listed_as_a_translation() -> None:
    navigation = {"groups": [{"$ref": "./nav/g.json"}, {"group": "H", "pages": ["b"]}]}
    part = {"nav/g.json": {"group": "G", "pages": ["a"]}}

    assert "references `./nav/g.json`" in refusal(site(navigation, "a b fr/a fr/b", part))


def test_what_counts_for_all_languages_may_stand_in_another_file() -> None:
    shared = {"$ref": "./global.json"}
    parts = {"global.json": {"anchors": [{"anchor": "B", "href": "https://example.com"}]}}
    files = site({"global": shared, "pages": ["a"]}, "a fr/a", parts)

    assert after(files)["docs.json"]["navigation"] == {
        "global": shared,
        "languages": [{"language": "en", "pages": ["a"]}, {"language": "fr", "pages": ["fr/a"]}],
    }


def test_what_means_nothing_in_the_navigation_is_not_put_into_a_language() -> None:
    ignored = {"href": "https://example.com", "openapi": "api.json"}
    languages = [{"language": "en", "pages": ["a"]}, {"language": "fr", "pages": ["fr/a"]}]

    made = after(site({**ignored, "pages": ["a"]}, "a fr/a"))["docs.json"]["navigation"]

    # There the link would take the place of the pages.
    assert made == {**ignored, "languages": languages}


@pytest.mark.parametrize("key", ["navigation", "languages"])
def test_a_group_whose_root_alone_is_translated_keeps_it(key: str) -> None:
    groups = {"groups": [{"group": "G", "root": "a", "pages": ["b"]}]}
    files = site(
        groups if key == "navigation" else {key: [{"language": "en"} | groups]}, "a b fr/a"
    )

    french = after(files)["docs.json"]["navigation"]["languages"][1]

    assert french == {"language": "fr", "groups": [{"group": "G", "root": "fr/a", "pages": []}]}


@pytest.mark.parametrize(
    "navigation",
    [
        {"groups": [{"group": "G", "pages": ["a"]}]},
        {"groups": [{"group": "G", "pages": ["a"]}], "tip": {"pages": ["other"]}},
        {"tabs": [{"tab": "T", "root": "other", "pages": ["a"]}]},
        {"languages": [language("en", "a")]},
        {"groups": [{"group": "G", "pages": ["a"]}, {"group": "API", "openapi": "api.json"}]},
    ],
)
def test_a_language_without_a_translated_page_is_refused(navigation: object) -> None:
    answer = refusal(site(navigation, "a fr/other"))

    assert answer.startswith("`navigation` lists no page with a translation below `fr/`")


def test_the_language_of_a_site_has_to_be_known() -> None:
    files = site({"pages": ["a"]}, "a fr/a")

    assert "`tlh` is not a supported language" in refusal(files, model="tlh")
    assert "`tlh` is not a supported language" in refusal(files, "tlh")
    assert "is also the `model`" in refusal(files, model="fr")

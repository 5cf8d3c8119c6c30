"""Which of several fixes is the obvious one: what `docs-lsp fix --unsafe` makes."""

from __future__ import annotations

import json

import pytest

from docs_lsp.core.problem import FileEdit
from tests.rules.test_page_fixes import offered, preferred, site_with

_SPEC = json.dumps({"openapi": "3.1.0", "info": {"title": "API", "version": "1"}, "paths": {}})


@pytest.mark.parametrize(
    ("rule", "navigation", "files", "obvious"),
    [
        pytest.param(
            "missing-spec",
            {"tabs": [{"tab": "API", "openapi": "openapi.json"}]},
            {"one/openapi.json": _SPEC, "two/openapi.json": _SPEC},
            [],
            id="two specifications of the name",
        ),
        pytest.param(
            "missing-spec",
            {"tabs": [{"tab": "API", "openapi": "openapi.json"}]},
            {"one/openapi.json": _SPEC, "openapi-old.json": _SPEC},
            ["Write `one/openapi.json`"],
            id="one specification of the name, and one like it",
        ),
        pytest.param(
            "missing-spec",
            {"languages": [{"language": "fr", "openapi": "fr/openapi.json"}]},
            {"en/openapi.json": _SPEC},
            [],
            id="the specification of another language",
        ),
        pytest.param(
            "misplaced-child",
            {"menu": [], "pages": ["index"]},
            {},
            ["Remove `menu`"],
            id="navigation has content without `menu`",
        ),
        pytest.param(
            "unknown-language",
            {"languages": [{"language": "pt_BR", "pages": ["index"]}]},
            {},
            ["Write `pt-BR` (Portuguese (Brazil))"],
            id="another spelling of a code",
        ),
        pytest.param(
            "unknown-language",
            {"languages": [{"language": "pt-PT", "pages": ["index"]}]},
            {},
            [],
            id="a code like two others",
        ),
        pytest.param(
            "unresolved-ref",
            {"tabs": [{"$ref": "nav/apis.json"}]},
            {"nav/api.json": "{}", "old/apis.json": "{}"},
            [],
            id="two files of a like name",
        ),
    ],
)
def test_only_what_must_be_meant_is_obvious(
    rule: str, navigation: dict[str, object], files: dict[str, str], obvious: list[str]
) -> None:
    (fixes,) = offered(site_with(navigation, {"index.mdx": "# Home", **files}), rule)

    assert len(fixes) > 0
    assert preferred(fixes) == obvious


@pytest.mark.parametrize(
    "group",
    [
        pytest.param({"group": None, "pages": ["index"]}, id="a title that has to be there"),
        pytest.param({"group": "A", "pages": None}, id="the content"),
        pytest.param({"group": "A", "pages": [None]}, id="the only entry"),
        pytest.param({"group": "A", "tag": True, "pages": ["index"]}, id="no text for true"),
    ],
)
def test_a_value_that_says_nothing_is_left_to_the_writer(group: dict[str, object]) -> None:
    (fixes,) = offered(site_with({"groups": [group]}, {"index.mdx": "# Home"}), "wrong-type")

    assert fixes == ()


@pytest.mark.parametrize(
    ("logo", "pictures", "offers"),
    [
        ({"light": "/a/light.svg"}, ["a/light.svg", "a/dark.svg"], ["/a/dark.svg"]),
        ({"light": "/a/light.svg"}, ["a/light.svg"], ["/a/light.svg"]),
        ({"dark": "/night.svg"}, ["night.svg"], ["/night.svg"]),
    ],
)
def test_half_a_pair_names_the_other_half(
    logo: dict[str, str], pictures: list[str], offers: list[str]
) -> None:
    files = {"index.mdx": "# Home", **dict.fromkeys(pictures, "")}
    site = site_with({"pages": ["index"]}, files, logo=logo)

    (fixes,) = offered(site, "missing-key")

    edits = [change for fix in fixes for change in fix.changes if isinstance(change, FileEdit)]
    assert [json.loads(f"{{{edit.new.strip(', ')}}}").popitem()[1] for edit in edits] == offers


def test_one_half_of_a_pair_is_not_offered_for_the_other() -> None:
    logo = {"light": "/my-company-logo-light.svg", "dark": "/my-company-logo-dark.svg"}
    files = {"index.mdx": "# Home", "img/x.svg": "", "my-company-logo-light.svg": ""}

    assert offered(site_with({"pages": ["index"]}, files, logo=logo), "missing-asset") == [()]


def test_the_only_content_of_the_navigation_is_not_removed() -> None:
    assert offered(site_with({"menu": []}, {"index.mdx": "# Home"}), "misplaced-child") == [()]

"""Things that are dragged onto other things."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles
from docs_lsp.refactor.drag_and_drop import plan_drop
from docs_lsp.refactor.harmless_changes import ChangeRefused
from tests.features.markers import marked

SITE = """--- docs.json
{
  "navigation": {
    "tabs": [
      {
        "tab": "Sea",
        "groups": [
          { "group": "Fish", "pages": ["cod", "eel", "ray"] },
          { "group": "Birds", "pages": ["gull"] }
        ]
      },
      { "tab": "Land", "pages": ["fox", { "group": "Trees", "pages": [] }] },
      { "tab": "Sky", "groups": [{ "$ref": "./parts/stars.json" }] }
    ]
  }
}
--- parts/stars.json
{ "group": "Stars", "pages": ["vega", { "$ref": "./moons.json" }] }
--- parts/moons.json
{ "group": "Moons", "pages": ["io"] }
"""
DROPS = {
    ("cod", "ray"): ["eel", "ray", "cod"],
    ("ray", "cod"): ["ray", "cod", "eel"],
    ("gull", "eel"): ["cod", "gull", "eel", "ray"],
    ("gull", "Fish"): ["cod", "eel", "ray", "gull"],
}


def _after(what: str, onto: str) -> dict[str, Any] | None:
    """The files once something has been dropped; None where nothing changes."""
    site = marked(SITE)
    view = site.view()
    changes = plan_drop(view.site, view.files, _place(what), _place(onto))
    draft = Draft(MemoryFiles(site.files)).with_changes(changes)
    return {path: json.loads(draft.read(path)) for path in draft.paths()} if changes else None


def _place(name: str) -> tuple[str, Span]:
    """What an entry takes up, or the object that has this title."""
    for file, text in marked(SITE).files.items():
        quoted = f'"{name}"'
        if quoted not in text:
            continue
        start = text.index(quoted)
        if not name[0].isupper():
            return file, Span(start + 1, start + 1 + len(name))
        start = text.rindex("{", 0, start)
        return file, Span(start, json.JSONDecoder().raw_decode(text, start)[1])
    raise AssertionError(name)


def _pages(site: dict[str, Any], tab: int, group: int) -> Any:
    return site["docs.json"]["navigation"]["tabs"][tab]["groups"][group]["pages"]


@pytest.mark.parametrize(("what", "onto"), DROPS)
def test_a_page_takes_the_place_it_is_dropped_on(what: str, onto: str) -> None:
    site = _after(what, onto)

    assert site and _pages(site, 0, 0) == DROPS[what, onto]


def test_a_group_goes_into_a_group_or_a_tab() -> None:
    into_group, into_tab = _after("Fish", "Birds"), _after("Birds", "Land")

    assert into_group and into_tab
    birds = into_group["docs.json"]["navigation"]["tabs"][0]["groups"]
    assert [one["group"] for one in birds] == ["Birds"]
    assert birds[0]["pages"][1] == {"group": "Fish", "pages": ["cod", "eel", "ray"]}
    land = into_tab["docs.json"]["navigation"]["tabs"][1]["pages"]
    assert land[2] == {"group": "Birds", "pages": ["gull"]}


def test_a_tab_goes_beside_a_tab() -> None:
    site = _after("Sea", "Land")

    assert site
    assert [tab["tab"] for tab in site["docs.json"]["navigation"]["tabs"]] == ["Land", "Sea", "Sky"]


def test_what_goes_to_another_file_takes_its_refs_along() -> None:
    site = _after("vega", "eel")
    assert site and _pages(site, 0, 0) == ["cod", "vega", "eel", "ray"]
    assert site["parts/stars.json"]["pages"] == [{"$ref": "./moons.json"}]

    text = marked(SITE).files["parts/stars.json"]
    start = text.index('{ "$ref"')
    view = marked(SITE).view()
    moons = ("parts/stars.json", Span(start, start + len('{ "$ref": "./moons.json" }')))
    changes = plan_drop(view.site, view.files, moons, _place("eel"))
    draft = Draft(MemoryFiles(marked(SITE).files)).with_changes(changes)
    site = {"docs.json": json.loads(draft.read("docs.json"))}
    assert {"$ref": "./parts/moons.json"} in _pages(site, 0, 0)


@pytest.mark.parametrize(
    ("what", "onto"),
    [("cod", "Sea"), ("Sea", "cod"), ("Sea", "Fish"), ("Fish", "cod"), ("Fish", "Fish")],
)
def test_nothing_changes_where_it_cannot_stand(what: str, onto: str) -> None:
    assert _after(what, onto) is None


@given(st.integers(0, 700), st.integers(0, 700), st.integers(0, 60), st.integers(0, 60))
def test_no_drop_loses_a_page_or_breaks_the_json(
    first: int, second: int, long: int, longer: int
) -> None:
    site = marked(SITE)
    view = site.view()
    size = len(site.files["docs.json"])
    what, onto = (
        ("docs.json", Span(min(at, size), min(at + length, size)))
        for at, length in ((first, long), (second, longer))
    )
    changes = plan_drop(view.site, view.files, what, onto)
    draft = Draft(MemoryFiles(site.files)).with_changes(changes)

    text = draft.read("docs.json").decode()
    json.loads(text)
    for page in ("cod", "eel", "ray", "gull", "fox"):
        assert text.count(f'"{page}"') == 1


def test_an_endpoint_is_not_dropped_where_other_specifications_apply() -> None:
    docs = """{ "navigation": { "groups": [
  { "group": "One", "openapi": "api.json", "pages": ["GET /boats", "POST /boats"] },
  { "group": "Two", "pages": ["a"] },
  { "group": "Three", "pages": ["api.json GET /boats"] }
] } }"""
    files = {
        "docs.json": docs,
        "api.json": '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, '
        '"paths": { "/boats": { "get": {}, "post": {} } } }',
        "a.mdx": "# A",
    }
    view = marked("".join(f"--- {path}\n{text}\n" for path, text in files.items())).view()

    def drop(what: str, onto: str) -> bool:
        places = [
            ("docs.json", Span(start, start + len(name) + 2))
            for name in (what, onto)
            for start in [docs.index(f'"{name}"')]
        ]
        return bool(plan_drop(view.site, view.files, places[0], places[1]))

    with pytest.raises(ChangeRefused, match="Other specifications apply there"):
        drop("GET /boats", "a")
    assert drop("GET /boats", "POST /boats")
    assert drop("api.json GET /boats", "a")


def test_a_version_is_not_dropped_beside_one_of_the_same_name() -> None:
    docs = """--- docs.json
{ "theme": "mint", "name": "Quay", "colors": { "primary": "#0d9373" }, "navigation": { "products": [
  { "product": "Boats", "versions": [{ "version": "v1", "pages": ["a"] }] },
  { "product": "Nets", "versions": [{ "version": "VERSION", "pages": ["b"] }] }
] } }
--- a.mdx
--- b.mdx
"""
    for version, is_refused in (("v1", True), ("v2", False)):
        site = marked(docs.replace("VERSION", version))
        view = site.view()
        text = site.files["docs.json"]
        whats = [
            ("docs.json", Span(at, at + 1))
            for at in (text.index('{ "version": "v1", "pages": ["a"'), text.rindex('{ "version"'))
        ]
        if is_refused:
            with pytest.raises(ChangeRefused, match="There is a `v1` already"):
                plan_drop(view.site, view.files, whats[0], whats[1])
        else:
            assert plan_drop(view.site, view.files, whats[0], whats[1])

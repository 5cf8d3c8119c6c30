"""The navigation as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docs_lsp.core.text import Encoding
from docs_lsp.features.navigation_tree import build_navigation_tree
from tests.features.markers import Marked, covered, marked

SITE = """--- docs.json
{
  "navigation": {
    "tabs": [
      {
        "tab": "Gärten",
        "groups": [
          { "group": "Beds", "root": "beds/index", "pages": [
            "beds/roses",
            { "group": "Herbs", "hidden": true, "pages": ["beds/mint"] },
            "beds/lilac"
          ] },
          { "$ref": "./more.json" }
        ]
      },
      { "tab": "Shop", "href": "https://example.com" },
      { "tab": "API", "openapi": "api.yaml", "pages": ["GET /seeds", "PUT /seeds"] }
    ]
  }
}
--- more.json
{ "group": "Tools", "pages": ["tools/rake", "tools/spade"] }
--- api.yaml
openapi: 3.1.0
info: { title: Seeds, version: "1" }
paths:
  /seeds:
    get: { summary: List seeds, responses: { "200": { description: All } } }
--- beds/index.mdx
---
title: All beds
---
--- beds/roses.mdx
---
title: Roses
hidden: true
---
--- beds/mint.mdx
--- tools/rake.mdx
---
title: The rake
noindex: true
---
--- tools/spade.mdx
"""


def _tree(site: Marked) -> list[Any]:
    return build_navigation_tree(site.view(), Encoding.UTF16) or []


def _all(entries: list[Any]) -> Iterator[Any]:
    for entry in entries:
        yield entry
        yield from _all(entry["children"])


def _drawn(entries: list[Any], depth: int = 0) -> Iterator[str]:
    for entry in entries:
        said = [entry["title"], entry["detail"], *entry["marks"]]
        yield "  " * depth + " | ".join(one for one in said if one)
        yield from _drawn(entry["children"], depth + 1)


def test_readers_get_it_as_it_is_drawn() -> None:
    assert list(_drawn(_tree(marked(SITE)))) == [
        "Gärten",
        "  Beds",
        "    All beds | beds/index",
        "    Roses | beds/roses | hidden | unfound",
        "    Herbs | hidden",
        "      Mint | beds/mint | hidden | unfound",
        "    beds/lilac | missing",
        "  Tools",
        "    The rake | tools/rake | unfound",
        "    Spade | tools/spade",
        "Shop | https://example.com",
        "API",
        "  List seeds | GET /seeds",
        "  PUT /seeds | wrong",
    ]


def test_each_entry_says_what_it_is_and_which_page_it_opens() -> None:
    found = {entry["title"]: entry for entry in _all(_tree(marked(SITE)))}

    kinds = {title: found[title]["kind"] for title in ("Gärten", "Herbs", "Mint", "List seeds")}
    assert kinds == {"Gärten": "tab", "Herbs": "group", "Mint": "page", "List seeds": "endpoint"}
    assert found["All beds"]["kind"] == "root page"
    assert found["Mint"]["page"] == "file:///site/beds/mint.mdx"
    assert "page" not in found["beds/lilac"]


def test_a_mark_says_why() -> None:
    found = {entry["title"]: entry["marks"] for entry in _all(_tree(marked(SITE)))}

    assert found["The rake"] == {"unfound": "Its frontmatter says `noindex: true`."}
    assert found["beds/lilac"]["missing"].startswith("The page `beds/lilac` does not exist")


def test_one_goes_to_the_title_and_drags_the_whole() -> None:
    site = marked(SITE)
    view = site.view()
    for entry in _all(_tree(site)):
        file = entry["place"]["uri"].removeprefix("file:///site/")
        whole = covered(view.text(file), entry["place"]["range"])
        goal = entry["location"]["uri"].removeprefix("file:///site/")
        shown = covered(view.text(goal), entry["location"]["range"])
        assert shown in (entry["title"], entry["detail"])
        assert whole == shown or whole.startswith("{")


def test_what_a_ref_brings_is_dragged_where_it_is_named() -> None:
    (tools,) = [one for one in _all(_tree(marked(SITE))) if one["title"] == "Tools"]

    assert tools["place"]["uri"] == "file:///site/docs.json"
    assert tools["location"]["uri"] == "file:///site/more.json"


def test_without_navigation_there_is_nothing_in_the_tree() -> None:
    assert _tree(marked('{ "name": "Empty" }')) == []
    assert _tree(marked("")) == []
    assert _tree(marked('{ "navigation": { "groups": [{ "group": 1, "pages": [{}, 2] }] } }'))


DROPPED = """--- docs.json
{ "navigation": { "tabs": [
  { "tab": "A", "groups": [{ "group": "G", "pages": ["a", "GTE /x", "c.mdx"] }], "pages": ["b"] },
  { "tab": "B", "tabs": [{ "tab": "Inner", "pages": ["b"] }], "pages": ["a"] }
] } }
--- a.mdx
--- b.mdx
--- c.mdx
--- aside.mdx
---
title: Aside
hidden: true
---
--- .github/notes.md
"""


def test_what_the_service_drops_or_refuses_is_marked() -> None:
    tree = _tree(marked(DROPPED))
    found = {(one["title"], one["detail"]): one["marks"] for one in _all(tree)}

    said = "The service drops it: `pages` has no effect beside `groups`."
    assert tree[0]["children"][1]["marks"] == {"dropped": said}
    assert found["GTE /x", ""]["wrong"].startswith("`GTE` is no")
    assert "extension" in found["c.mdx", ""]["wrong"]
    assert found["A", "a"] == {}


def test_what_is_kept_is_what_the_service_can_read() -> None:
    tree = _tree(
        marked(
            """--- docs.json
{ "navigation": { "tabs": [
  { "tab": "A", "groups": [{ "group": "G", "hidden": 1, "pages": ["a"] }], "pages": ["b"] }
] } }
--- a.mdx
--- b.mdx
"""
        )
    )
    marks = {one["detail"]: one["marks"] for one in _all(tree) if one["detail"] in ("a", "b")}

    assert marks["b"] == {}
    dropped = tree[0]["children"][0]["marks"]["dropped"]
    assert dropped == "The service drops it: `groups` cannot be read, and `pages` is used."


def test_what_no_entry_lists_stands_in_a_section_of_its_own() -> None:
    *_, outside = _tree(marked(DROPPED))
    assert (outside["title"], outside["kind"]) == ("Not in the navigation", "outside")

    drawn = [(one["title"], one["detail"], one["isHidden"]) for one in outside["children"]]
    assert drawn == [("Aside", "aside", True), ("C", "c", False)]
    assert outside["children"][1]["page"] == "file:///site/c.mdx"
    assert [list(one["marks"]) for one in outside["children"]] == [["hidden"], []]


def test_nothing_is_said_to_be_outside_where_not_all_is_known() -> None:
    broken = marked(DROPPED.replace('"tab": "Inner"', '"$ref": "./gone.json"'))

    assert "outside" not in {one["kind"] for one in _tree(broken)}


def test_of_very_many_pages_outside_the_first_are_shown() -> None:
    files = "".join(f"--- p{number}.mdx\n" for number in range(1200))
    *_, outside = _tree(marked('--- docs.json\n{ "navigation": { "pages": ["a"] } }\n' + files))

    assert (outside["detail"], len(outside["children"])) == ("the first 500 of 1,200 pages", 500)

"""What is changed from a tree of the navigation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.problem import NewFile
from docs_lsp.core.text import Encoding, Span
from docs_lsp.features.navigation_tree import build_navigation_tree
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.refactor.placing import Place
from docs_lsp.refactor.tree_actions import plan_action, plan_listing
from tests.features.markers import marked

SITE = """--- docs.json
{
  "navigation": {
    "tabs": [
      {
        "tab": "Sea",
        "groups": [
          { "group": "Fish", "root": "fish", "pages": ["cod", "eel"] },
          { "group": "Birds", "hidden": true, "pages": ["gull"] },
          { "group": "Crabs" }
        ]
      },
      { "tab": "Land", "pages": ["fox"] },
      { "tab": "Sky", "groups": [{ "$ref": "./stars.json" }] },
      { "tab": "Shop", "href": "https://example.com" }
    ]
  }
}
--- stars.json
{ "group": "Stars", "pages": ["vega"] }
--- cod.mdx
---
title: The cod
---
Text.
--- eel.mdx
---
hidden: true
title: Eel
---
--- gull.mdx
--- fox.mdx
--- fish.mdx
--- vega.mdx
--- newt.mdx
--- lost.mdx
---
title: Lost
"""


def _entries(told: list[Any]) -> Iterator[Any]:
    for one in told:
        yield one
        yield from _entries(one["children"])


def _place(name: str) -> Place | None:
    """What an entry of the tree takes up; nothing for no name."""
    view = marked(SITE).view()
    for one in _entries(build_navigation_tree(view, Encoding.UTF16) or []):
        if name in (one["title"], one.get("path")):
            file = one["place"]["uri"].removeprefix("file:///site/")
            ends = (one["place"]["range"][edge] for edge in ("start", "end"))
            text = view.text(file)
            start, end = (text.to_offset(e["line"], e["character"], Encoding.UTF16) for e in ends)
            return file, Span(start, end)
    assert not name, f"the tree has no {name}"
    return None


def _after(action: str, at: str = "", name: str = "", *more: str) -> dict[str, str]:
    """The files that an action has changed."""
    view = marked(SITE).view()
    others = filter(None, map(_place, more))
    changes = plan_action(view.site.get_overview(), view.files, action, _place(at), name, *others)
    assert changes is not None
    before = MemoryFiles(marked(SITE).files)
    draft = Draft(before).with_changes(changes)
    after = {path: draft.read(path).decode() for path in draft.paths()}
    return {path: text for path, text in after.items() if text != marked(SITE).files.get(path)}


def _tabs(after: dict[str, str]) -> Any:
    return json.loads(after["docs.json"])["navigation"]["tabs"]


def _refused(action: str, at: str = "", name: str = "") -> str:
    with pytest.raises(ChangeRefused) as raised:
        _after(action, at, name)
    return str(raised.value)


@pytest.mark.parametrize(
    ("at", "pages"),
    [
        ("Fish", ["cod", "eel", "deep/angler-fish"]),
        ("cod", ["cod", "deep/angler-fish", "eel"]),
        ("fish", ["deep/angler-fish", "cod", "eel"]),
    ],
)
def test_a_new_page_gets_a_file_and_an_entry(at: str, pages: list[str]) -> None:
    after = _after("newPage", at, "/deep/angler-fish")

    assert after["deep/angler-fish.mdx"] == '---\ntitle: "Angler fish"\n---\n'
    assert _tabs(after)[0]["groups"][0]["pages"] == pages
    assert after.keys() == {"deep/angler-fish.mdx", "docs.json"}


def test_a_group_without_a_list_gets_one() -> None:
    assert _tabs(_after("newPage", "Crabs", "crab"))[0]["groups"][2] == {
        "group": "Crabs",
        "pages": ["crab"],
    }


def test_an_entry_goes_into_the_file_that_holds_the_list() -> None:
    after = _after("newPage", "Stars", "rigel")

    assert json.loads(after["stars.json"])["pages"] == ["vega", "rigel"]
    assert "docs.json" not in after


def test_a_page_that_exists_is_only_listed() -> None:
    assert _after("newPage", "Land", "newt").keys() == {"docs.json"}
    # In another section it is no repeat, nor if it is only the root of a group.
    assert _after("newPage", "Land", "cod").keys() == {"docs.json"}
    assert _tabs(_after("newPage", "Fish", "fish"))[0]["groups"][0]["pages"][-1] == "fish"


def test_a_missing_page_that_the_section_lists_is_only_created() -> None:
    site = marked('--- docs.json\n{ "navigation": { "pages": ["cod", "shark"] } }\n--- cod.mdx\n')
    view = site.view()

    changes = plan_action(view.site.get_overview(), view.files, "newPage", None, "shark")
    assert changes == (NewFile("shark.mdx", '---\ntitle: "Shark"\n---\n'),)


@pytest.mark.parametrize(
    ("at", "name", "reason"),
    [
        ("Fish", "", "A page needs a path."),
        ("Fish", "a b", "The space in `a b`"),
        ("Fish", "../x", "must not contain"),
        ("Fish", "mcp", "The service itself uses `/mcp`"),
        ("Fish", "eel", "`eel` is already listed in the group `Fish`. Write another path, or"),
        ("eel", "/cod/", "`cod` is already listed in the group `Fish`."),
        ("Birds", "cod", "`cod` is already listed in the group `Fish`."),
        ("Land", "fox", "`fox` is already listed in this section."),
        ("Sea", "crab", "This tab contains `groups`. Choose one of these for a page."),
        ("Shop", "crab", "This tab cannot contain a page."),
        ("", "crab", "`navigation` contains `tabs`. Choose one of these for a page."),
    ],
)
def test_what_cannot_be_a_page_is_refused_with_a_reason(at: str, name: str, reason: str) -> None:
    assert reason in _refused("newPage", at, name)


def test_a_new_group_goes_where_groups_are_or_else_among_the_pages() -> None:
    group = {"group": "Whales", "pages": []}

    assert _tabs(_after("newGroup", "Sea", " Whales "))[0]["groups"][3] == group
    assert _tabs(_after("newGroup", "Land", "Whales"))[1]["pages"] == ["fox", group]
    assert _tabs(_after("newGroup", "Fish", "Whales"))[0]["groups"][0]["pages"][2] == group
    assert _tabs(_after("newGroup", "fox", "Whales"))[1]["pages"] == ["fox", group]
    assert "The title is empty" in _refused("newGroup", "Sea", " ")


def test_a_page_is_hidden_in_its_frontmatter_and_shown_again() -> None:
    assert _after("hide", "cod") == {"cod.mdx": "---\ntitle: The cod\nhidden: true\n---\nText.\n"}
    assert _after("hide", "gull") == {"gull.mdx": "---\nhidden: true\n---\n\n"}
    assert _after("show", "eel") == {"eel.mdx": "---\ntitle: Eel\n---\n"}
    assert _after("show", "cod") == {}


def test_an_element_is_hidden_in_docs_json_and_shown_again() -> None:
    assert _tabs(_after("hide", "Fish"))[0]["groups"][0]["hidden"] is True
    assert "hidden" not in _tabs(_after("show", "Birds"))[0]["groups"][1]
    assert json.loads(_after("hide", "Stars")["stars.json"])["hidden"] is True
    assert _after("show", "Fish") == {}


def test_an_entry_is_taken_out_and_its_file_stays() -> None:
    assert _tabs(_after("remove", "cod"))[0]["groups"][0]["pages"] == ["eel"]
    assert "root" not in _tabs(_after("remove", "fish"))[0]["groups"][0]
    assert [one["tab"] for one in _tabs(_after("remove", "Sea"))] == ["Land", "Sky", "Shop"]
    assert _tabs(_after("remove", "Stars"))[2] == {"tab": "Sky", "groups": []}


def test_a_page_that_no_list_has_is_put_into_one() -> None:
    view = marked(SITE).view()
    overview = view.site.get_overview()
    assert overview is not None
    changes = plan_listing(overview, "newt", _place("Land"))

    assert json.loads(Draft(view.files).with_changes(changes).read("docs.json"))["navigation"][
        "tabs"
    ][1]["pages"] == ["fox", "newt"]


def test_what_has_changed_since_is_not_changed_again() -> None:
    view = marked(SITE).view()
    for action in ("hide", "remove", "newPage"):
        with pytest.raises(ChangeRefused, match=r"docs\.json has changed meanwhile"):
            plan_action(
                view.site.get_overview(), view.files, action, ("docs.json", Span(3, 9)), "crab"
            )


def test_the_whole_navigation_stays() -> None:
    view = marked(SITE).view()
    overview = view.site.get_overview()
    assert overview is not None
    root = overview.navigation.elements[0]
    for action in ("hide", "remove"):
        with pytest.raises(ChangeRefused, match="`navigation` as a whole"):
            plan_action(
                view.site.get_overview(),
                view.files,
                action,
                (root.file, Span(root.at, root.at)),
                "",
            )


def test_an_element_without_a_title_is_not_hidden() -> None:
    site = '{ "navigation": { "groups": [{ "group": "A", "pages": ["cod", {}] }] } }'
    view = marked(f"--- docs.json\n{site}\n--- cod.mdx\n").view()
    overview = view.site.get_overview()
    assert overview is not None
    place = ("docs.json", Span(site.index("{}"), site.index("{}") + 2))

    with pytest.raises(ChangeRefused, match="The group has no title, so the service drops it"):
        plan_action(overview, view.files, "hide", place, "")


def test_an_action_that_is_not_known_is_none() -> None:
    view = marked(SITE).view()

    assert plan_action(view.site.get_overview(), view.files, "fly", _place("cod"), "") is None
    assert plan_action(view.site.get_overview(), view.files, "hide", None, "") is None


@given(
    action=st.sampled_from(("newPage", "newGroup", "hide", "show", "remove")),
    name=st.text(max_size=20),
    data=st.data(),
)
def test_whatever_is_asked_docs_json_stays_valid(
    action: str, name: str, data: st.DataObject
) -> None:
    site = marked(SITE)
    view = site.view()
    told = list(_entries(build_navigation_tree(view, Encoding.UTF16) or []))
    at = data.draw(st.sampled_from([one["title"] for one in told if "outside" not in one["kind"]]))
    try:
        changes = plan_action(view.site.get_overview(), view.files, action, _place(at), name)
    except ChangeRefused:
        return

    draft = Draft(MemoryFiles(site.files)).with_changes(changes or ())
    for file in ("docs.json", "stars.json"):
        json.loads(draft.read(file))


def test_several_entries_are_removed_at_once() -> None:
    tabs = _tabs(_after("remove", "cod", "", "eel", "Birds", "gull", "Shop"))

    assert [tab["tab"] for tab in tabs] == ["Sea", "Land", "Sky"]
    assert tabs[0]["groups"] == [
        {"group": "Fish", "root": "fish", "pages": []},
        {"group": "Crabs"},
    ]


def test_several_entries_are_hidden_at_once() -> None:
    after = _after("hide", "cod", "", "cod", "Land")

    assert after["cod.mdx"].count("hidden: true") == 1
    assert _tabs(after)[1]["hidden"] is True

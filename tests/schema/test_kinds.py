"""What stands where, which codes are near, and what old keys became."""

from __future__ import annotations

import pytest

from docs_lsp.schema.kinds import BESIDE_GENERATED, CHILD_KEYS, CONTAINERS, KINDS, ROOT
from docs_lsp.schema.model import DOCS, find_key_paths, get_element_record
from docs_lsp.schema.model_languages import (
    DOCUMENTED_LANGUAGES,
    LANGUAGE_NAMES,
    MISNAMED_LANGUAGES,
    suggest_languages,
)
from docs_lsp.schema.model_legacy import LEGACY, MISNAMED_KEYS
from docs_lsp.schema.types import ListOf, OneOf, Record, Type

DIVISIONS = {"groups", "pages", "tabs", "anchors", "dropdowns", "products", "versions", "languages"}
HELD = {
    "group": {"pages"},
    "tab": DIVISIONS - {"tabs"} | {"menu"},
    "item": DIVISIONS,
    "anchor": DIVISIONS - {"anchors"},
    "product": DIVISIONS - {"products"} | {"menu"},
    "dropdown": DIVISIONS - {"dropdowns"},
    "version": DIVISIONS - {"versions"},
    "language": DIVISIONS - {"languages"},
}
WRITTEN = {
    "group": {"pages"},
    "tab": {"groups", "pages", "anchors", "menu"},
    "item": {"groups", "pages"},
    "anchor": {"groups", "pages"},
    "product": {"groups", "pages"},
    "dropdown": {"groups", "pages"},
    "version": HELD["version"],
    "language": HELD["language"],
}


@pytest.mark.parametrize("name", HELD)
def test_an_element_holds_what_the_service_lets_it_hold(name: str) -> None:
    assert set(KINDS[name].children) == HELD[name]
    assert KINDS[name].documented - {"href"} == WRITTEN[name]
    assert KINDS[name].takes_href == (name != "group")


def test_every_kind_is_known() -> None:
    assert set(KINDS) == set(HELD)
    assert set(ROOT.children) == DIVISIONS == ROOT.documented
    assert {"pages", *CONTAINERS} == CHILD_KEYS == DIVISIONS | {"menu"}
    assert CONTAINERS["menu"] == "item"
    assert ROOT.title == ""
    assert KINDS["tab"].title == "tab"


def test_only_tabs_and_groups_are_generated() -> None:
    assert {name for name, kind in KINDS.items() if kind.graphql} == {"tab"}
    assert {name for name, kind in KINDS.items() if kind.sdk} == {"tab", "group"}
    assert not ROOT.graphql
    assert not ROOT.sdk
    assert set(get_element_record("tab").properties) > BESIDE_GENERATED


@pytest.mark.parametrize("name", KINDS)
def test_labels_are_words(name: str) -> None:
    assert KINDS[name].plural == f"{KINDS[name].label}s"
    assert KINDS[name].label == ("menu item" if name == "item" else name)


def test_forty_codes_are_accepted_and_thirty_documented() -> None:
    assert len(LANGUAGE_NAMES) == 40
    assert len(DOCUMENTED_LANGUAGES) == 30
    assert set(LANGUAGE_NAMES) > DOCUMENTED_LANGUAGES


@pytest.mark.parametrize(
    ("code", "near"),
    [
        ("ua", ("uk",)),
        ("kr", ("ko",)),
        ("pt-PT", ("pt", "pt-BR")),
        ("pt_br", ("pt-BR", "pt")),
        ("iw", ("he",)),
        ("EN", ("en",)),
        ("en-US", ("en",)),
        ("de_AT", ("de",)),
        ("cz-CZ", ("cs",)),
        ("german", ("de",)),
        ("xx", ()),
        ("gr", ()),
        ("", ()),
    ],
)
def test_near_codes(code: str, near: tuple[str, ...]) -> None:
    assert suggest_languages(code) == near


def test_every_chinese_code_is_near_to_an_unknown_one() -> None:
    near = suggest_languages("zh-HK")

    assert near[:2] == ("zh-Hant", "zh-TW")
    assert set(near) == {code for code in LANGUAGE_NAMES if code.startswith("zh")}


def test_slips_are_no_codes_and_lead_to_codes() -> None:
    assert not MISNAMED_LANGUAGES.keys() & LANGUAGE_NAMES.keys()
    assert all(slip == slip.lower() for slip in MISNAMED_LANGUAGES)
    assert {code for near in MISNAMED_LANGUAGES.values() for code in near} <= LANGUAGE_NAMES.keys()


def holds(type_: Type, path: list[str]) -> bool:
    """Whether a value of this type can have something at a dotted path."""
    match type_:
        case _ if not path:
            return True
        case Record():
            known = type_.properties.get(path[0])
            return known is not None and holds(known.type, path[1:])
        case OneOf():
            return any(holds(one, path) for one in type_.alternatives)
        case _:
            return False


@pytest.mark.parametrize("place", LEGACY)
def test_an_old_key_is_no_key_of_today_and_leads_to_one(place: str) -> None:
    old = LEGACY[place]

    assert not holds(DOCS, place.split("."))
    assert not old.today or holds(DOCS, old.today.split("."))
    assert old.today or not old.movable
    assert old.advice.endswith(".")


def test_slips_of_keys_lead_to_keys_that_there_are() -> None:
    known = {key for name in KINDS for key in get_element_record(name).properties}

    assert all(find_key_paths(right) for slips in MISNAMED_KEYS.values() for right in slips)
    assert not MISNAMED_KEYS.keys() & known


def test_places_of_a_key() -> None:
    assert find_key_paths("redirect") == ("errors.404.redirect",)
    assert find_key_paths("expanded") == ("api.params.expanded", "navigation.groups[].expanded")
    assert find_key_paths("drilldown") == ("interaction.drilldown",)
    assert find_key_paths("theme") == ("theme", "styling.codeblocks.theme")
    assert find_key_paths("menu") == ("navigation.products[].menu", "navigation.tabs[].menu")
    assert "navigation.tabs[].menu[].item" in find_key_paths("item")
    assert find_key_paths("nothing") == ()


def test_places_lead_somewhere_and_do_not_repeat_shared_objects() -> None:
    for key in ("icon", "light", "href", "label", "openapi"):
        places = find_key_paths(key)

        assert places
        assert len(places) == len(set(places)) < 40
        assert all(place.split(".")[-1] == key for place in places)


def test_lists_are_lists() -> None:
    for key in ROOT.children:
        assert isinstance(get_element_record("navigation").properties[key].type, ListOf)

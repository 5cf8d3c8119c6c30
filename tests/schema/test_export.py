"""The exported JSON Schema: a sound schema that says the same as the declarations."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from docs_lsp.schema.export import build_json_schema
from docs_lsp.schema.model import DOCS, get_element_record
from docs_lsp.schema.types import (
    Boolean,
    Choice,
    ElementType,
    ListOf,
    MapOf,
    OneOf,
    Property,
    Record,
    StringType,
    Type,
)

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
SCHEMA = build_json_schema()
VALIDATOR = Draft202012Validator(SCHEMA)

SITE: dict[str, Any] = {
    "theme": "mint",
    "name": "Lantern",
    "colors": {"primary": "#c80"},
    "navigation": {"pages": ["index"]},
}


def site(**changes: object) -> dict[str, Any]:
    return {**copy.deepcopy(SITE), **changes}


def navigation(**content: object) -> dict[str, Any]:
    return site(navigation=content)


TAKEN = {
    "least": SITE,
    "unknown keys": site(lamp=1, colors={"primary": "#c80", "shade": "#000"}),
    "logo as a file": site(logo="/logo.svg"),
    "logo as two files": site(logo={"light": "/a.svg", "dark": "/b.svg"}),
    "one font": site(fonts={"family": "Inter", "weight": 400}),
    "two fonts": site(fonts={"heading": {"family": "Inter"}, "body": {"family": "Lora"}}),
    "a font file": site(fonts={"family": "Own", "source": "/own.woff2", "format": "woff2"}),
    "a navbar": site(
        navbar={
            "links": [
                {"label": "Help", "href": "/help"},
                {"type": "github", "href": "https://example.com/lantern"},
                {"type": "link", "label": "Shop", "href": "https://example.com/shop"},
            ],
            "primary": {"type": "button", "label": "Start", "href": "#start"},
        }
    ),
    "a badge": site(navbar={"primary": {"type": "discord", "href": "https://example.com"}}),
    "contextual options": site(
        contextual={
            "options": [
                "copy",
                "devin-desktop",
                {"title": "Ask", "description": "Ask us.", "href": {"base": "https://example.com"}},
            ]
        }
    ),
    "code themes": site(styling={"codeblocks": {"theme": {"light": "nord", "dark": "vesper"}}}),
    "banner colour as a string": site(banner={"content": "New", "color": "#123456"}),
    "groups in pages": navigation(
        groups=[{"group": "A", "pages": ["a", {"group": "B", "pages": ["GET /b"]}]}]
    ),
    "a group without pages": navigation(groups=[{"group": "A"}]),
    "tabs of all sorts": navigation(
        tabs=[
            {"tab": "Guide", "icon": {"name": "book", "style": "solid"}, "pages": ["index"]},
            {"tab": "API", "openapi": {"source": "api.yaml", "directory": "api"}},
            {"tab": "Both", "openapi": ["a.yaml", {"source": "b.yaml", "overlays": []}]},
            {"tab": "Shop", "href": "https://example.com"},
            {"tab": "More", "menu": [{"item": "Tools", "pages": ["tools"]}]},
            {"tab": "Data", "graphql": "schema.graphql"},
            {"tab": "SDK", "sdk": {"format": "sphinx", "source": "objects.json"}},
            {"tab": "Empty", "groups": []},
        ]
    ),
    "languages": navigation(
        languages=[
            {"language": "en", "default": True, "tabs": [{"tab": "A", "pages": ["a"]}]},
            {"language": "ja", "versions": [{"version": "1.0", "tag": "beta", "pages": ["ja/a"]}]},
            {"language": "zh-Hant", "href": "https://example.com/zh"},
        ]
    ),
    "global links": navigation(
        **{"global": {"anchors": [{"href": "/blog", "icon": "pen"}]}},
        pages=["index"],
    ),
    "parts in other files": site(
        navigation={"$ref": "./navigation.json"},
        redirects={"$ref": "./redirects.json"},
        colors={"$ref": "./colors.json", "light": "#fff"},
        fonts={"$ref": "./fonts.json"},
        logo={"$ref": "./logo.json"},
    ),
    "elements from elsewhere": navigation(
        languages=[{"$ref": "./en.json"}, {"sourceRef": "other"}, {"language": "fr", "pages": []}]
    ),
    "tabs in another file": navigation(tabs={"$ref": "./tabs.json"}),
    "the whole site in another file": {"$ref": "./site.json"},
}
REFUSED = {
    "no theme": {key: value for key, value in SITE.items() if key != "theme"},
    "no main colour": site(colors={}),
    "an unknown theme": site(theme="venus"),
    "a blank name": site(name=" "),
    "a name of a wrong type": site(name=3),
    "a colour in words": site(colors={"primary": "red"}),
    "half a logo": site(logo={"light": "/a.svg"}),
    "a short logo": site(logo="a"),
    "no family": site(fonts={"weight": 400}),
    "no family in headings": site(fonts={"heading": {"weight": 400}}),
    "a font file without a format": site(fonts={"family": "Own", "source": "/own.woff2"}),
    "a button without a label": site(navbar={"primary": {"type": "button", "href": "/"}}),
    "an unknown button": site(navbar={"primary": {"type": "knob", "href": "/", "label": "a"}}),
    "a link without a label": site(navbar={"links": [{"href": "/"}]}),
    "an unknown contextual option": site(contextual={"options": ["paste"]}),
    "a code theme for one mode": site(styling={"codeblocks": {"theme": {"light": "nord"}}}),
    "an empty footer": site(footer={"links": []}),
    "an insecure profile": site(footer={"socials": {"x": "http://example.com"}}),
    "an unknown network": site(footer={"socials": {"pigeon": "https://example.com"}}),
    "a wrong key of a service": site(integrations={"posthog": {"apiKey": "abc"}}),
    "a redirect without an aim": site(redirects=[{"source": "/a"}]),
    "navigation as an array": site(navigation=[{"group": "A", "pages": []}]),
    "no tabs": navigation(tabs=[]),
    "a tab without a title": navigation(tabs=[{"pages": ["a"]}]),
    "an empty title": navigation(groups=[{"group": "", "pages": ["a"]}]),
    "pages as a string": navigation(groups=[{"group": "A", "pages": "a"}]),
    "a page as an object": navigation(pages=[{"page": "a"}]),
    "a string among groups": navigation(groups=["a"]),
    "a number as a version": navigation(versions=[{"version": 2, "pages": ["a"]}]),
    "an unknown language": navigation(languages=[{"language": "ua", "pages": ["a"]}]),
    "a flag as a string": navigation(groups=[{"group": "A", "expanded": "true"}]),
    "an unknown listing": navigation(directory="grid", pages=["a"]),
    "an icon with a prefix": navigation(groups=[{"group": "A", "icon": "fa-pen"}]),
    "an icon without a name": navigation(groups=[{"group": "A", "icon": {"style": "thin"}}]),
    "a specification without a source": navigation(groups=[{"group": "A", "openapi": {}}]),
    "a global link without an aim": navigation(**{"global": {"anchors": [{"anchor": "A"}]}}),
    "a link to nowhere": navigation(tabs=[{"tab": "A", "href": "guides"}]),
    "a mistake deep inside": navigation(
        tabs=[{"tab": "A", "menu": [{"item": "B", "groups": [{"group": "C", "pages": [3]}]}]}]
    ),
    "a reference that is no path": navigation(tabs={"$ref": 3}),
    "an object that is no reference": navigation(tabs={"tab": "A"}),
}


def test_it_is_a_sound_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)

    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "$id" not in SCHEMA
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


def test_every_definition_is_used_and_every_use_is_defined() -> None:
    used = {each["$ref"] for each in objects(SCHEMA) if isinstance(each.get("$ref"), str)}
    definitions = SCHEMA["$defs"]

    assert isinstance(definitions, dict)
    assert used == {f"#/$defs/{name}" for name in definitions}


def objects(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for one in value.values():
            yield from objects(one)
    elif isinstance(value, list):
        for one in value:
            yield from objects(one)


@pytest.mark.parametrize("name", TAKEN)
def test_it_takes(name: str) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(TAKEN[name])] == []


@pytest.mark.parametrize("name", REFUSED)
def test_it_refuses(name: str) -> None:
    assert not VALIDATOR.is_valid(REFUSED[name])


def test_it_carries_the_descriptions() -> None:
    properties = SCHEMA["properties"]
    assert isinstance(properties, dict)

    for name, known in DOCS.properties.items():
        assert properties[name]["description"] == known.description


# The declarations read directly, as plainly as possible: what the schema is compared with.


def is_right(type_: Type, value: object) -> bool:
    """Whether a value is what the declarations say, without unknown keys counting."""
    if isinstance(type_, OneOf):
        chosen = chosen_by(type_, value)
        return chosen is not None and is_right(chosen, value)
    if isinstance(type_, ElementType):
        return is_right(get_element_record(type_.kind), value)
    if isinstance(type_, ListOf) and is_reference(value):
        return True
    if json_kind(value) not in type_.json_kinds:
        return False
    match type_:
        case StringType() | Choice():
            return type_.accepts(str(value))
        case Boolean():
            return type_.only in (None, value)
        case ListOf():
            assert isinstance(value, list)
            enough = type_.min_items <= len(value) <= (type_.max_items or len(value))
            return enough and all(is_right(type_.item, one) for one in value)
        case MapOf():
            assert isinstance(value, dict)
            named = type_.keys is None or all(type_.keys.accepts(key) for key in value)
            return named and all(is_right(type_.value, one) for one in value.values())
        case Record():
            assert isinstance(value, dict)
            complete = is_reference(value) or not type_.find_missing_keys(frozenset(value))
            return complete and all(
                is_right(type_.properties[key].type, one)
                for key, one in value.items()
                if key in type_.properties
            )
    return True


def is_reference(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("$ref"), str)


def chosen_by(type_: OneOf, value: object) -> Type | None:
    if not isinstance(value, dict):
        return type_.choose(json_kind(value))
    told = value.get(type_.discriminator)
    return type_.choose("object", frozenset(value), told if isinstance(told, str) else None)


def json_kind(value: object) -> str:
    if value is None:
        return "null"
    kinds: dict[type, str] = {
        bool: "boolean",
        str: "string",
        int: "number",
        float: "number",
        list: "array",
        dict: "object",
    }
    return kinds[type(value)]


STRINGS = st.sampled_from(
    [
        "",
        " ",
        "a",
        "index",
        "/a",
        "#fff",
        "https://example.com",
        "http://example.com",
        "phc_abcdef",
        "G-1",
        "fa-pen",
        "en",
        "github",
        "button",
    ]
)
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 3),
    STRINGS,
    st.just([]),
    st.just({}),
    st.lists(STRINGS, max_size=2),
    st.dictionaries(st.sampled_from(["group", "href", "type", "source", "name"]), STRINGS),
)
DEPTH = 4


def values_of(type_: Type, depth: int = DEPTH) -> st.SearchStrategy[Any]:
    """Mostly right values of a type, now and then an odd one in their midst."""
    return st.integers(0, 15).flatmap(lambda dice: ODD if dice == 0 else near(type_, depth))


def near(type_: Type, depth: int) -> st.SearchStrategy[Any]:
    match type_:
        case StringType():
            right = [one for one in WORDS if type_.accepts(one)]
            return st.sampled_from(right) if right else STRINGS
        case Choice():
            return st.sampled_from(type_.values)
        case Boolean():
            return st.booleans()
        case ListOf():
            most = type_.min_items if depth <= 0 else 2
            return st.lists(
                values_of(type_.item, depth - 1),
                min_size=type_.min_items,
                max_size=max(most, type_.min_items),
            )
        case MapOf():
            keys = st.sampled_from(type_.keys.values) if type_.keys else STRINGS
            return st.dictionaries(keys, values_of(type_.value, depth - 1), max_size=2)
        case OneOf():
            return st.sampled_from(type_.alternatives).flatmap(lambda one: near(one, depth))
        case ElementType():
            return near(get_element_record(type_.kind), depth)
        case Record():
            return records(type_, depth)
        case _:
            return st.integers(0, 3)


@st.composite
def records(draw: st.DrawFn, type_: Record, depth: int) -> dict[str, Any]:
    required = [one for one in type_.properties.values() if one.required]
    others = [one for one in type_.properties.values() if not one.required]
    chosen = draw(st.lists(st.sampled_from(others), max_size=3, unique=True)) if others else []
    if draw(st.integers(0, 15)) == 0 and required:
        required = required[1:]
    kept: list[Property] = [*required, *(chosen if depth > 0 else [])]
    return {one.name: draw(values_of(one.type, depth - 1)) for one in kept}


WORDS = [
    "a",
    "index",
    "/a",
    "#fff",
    "https://example.com",
    "phc_abcdef",
    "G-1",
    "abcdefg",
]
TOP = st.sampled_from(
    [one for one in DOCS.properties.values() if one.name not in ("fonts", "navigation")]
).flatmap(lambda one: st.tuples(st.just(one.name), values_of(one.type)))


@settings(max_examples=250)
@given(TOP)
def test_it_says_of_settings_what_the_declarations_say(entry: tuple[str, Any]) -> None:
    name, value = entry

    right = is_right(DOCS.properties[name].type, value)

    assert VALIDATOR.is_valid(site(**{name: value})) == right


@settings(max_examples=250)
@given(values_of(get_element_record("navigation"), DEPTH + 2))
def test_it_says_of_the_navigation_what_the_declarations_say(value: Any) -> None:
    assert VALIDATOR.is_valid(site(navigation=value)) == is_right(
        get_element_record("navigation"), value
    )


@settings(max_examples=200)
@given(values_of(DOCS.properties["fonts"].type))
def test_it_takes_all_fonts_that_the_declarations_take(value: Any) -> None:
    # Only the declarations weigh which of two records is meant, so the schema may take more.
    assert VALIDATOR.is_valid(site(fonts=value)) >= is_right(DOCS.properties["fonts"].type, value)


# Real files, where the collection of them lies beside the repository.


def corpus() -> list[Path]:
    return sorted([*CORPUS.glob("configs/*.json"), *CORPUS.glob("sites/*/docs.json")])


@cache
def judged(file: Path) -> tuple[bool, bool] | None:
    """What schema and declarations say of a file; None where it is not JSON, as some are not."""
    try:
        content = json.loads(file.read_bytes())
    except ValueError:
        return None
    return VALIDATOR.is_valid(content), is_right(DOCS, content)


@pytest.mark.parametrize("file", corpus(), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_it_says_of_real_files_what_the_declarations_say(file: Path) -> None:
    by_schema, by_declarations = judged(file) or (None, None)

    assert by_schema == by_declarations


def test_it_takes_nearly_all_real_files() -> None:
    verdicts = [verdict for file in corpus() if (verdict := judged(file)) is not None]

    assert sum(taken for taken, _ in verdicts) >= 0.94 * len(verdicts)

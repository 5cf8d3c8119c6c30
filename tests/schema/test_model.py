"""The declarations: complete, explained, and cheap to import."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_lsp.schema.kinds import KINDS, ROOT
from docs_lsp.schema.model import DOCS, FRONTMATTER, get_element_record
from docs_lsp.schema.types import (
    Boolean,
    Choice,
    ElementType,
    ListOf,
    MapOf,
    NumberType,
    OneOf,
    Property,
    Record,
    StringType,
    Type,
)

ROOT_FOLDER = Path(__file__).parents[2]
TOP = (
    "$schema theme name public description colors logo favicon api appearance background navbar "
    "navigation footer search seo fonts icons styling redirects integrations banner errors "
    "contextual thumbnails interaction metadata variables markdown variations"
)
INTEGRATIONS = (
    "adobe amplitude clarity clearbit fathom frontchat ga4 gtm heap hightouch hotjar intercom "
    "koala logrocket mixpanel onetrust pirsch posthog plausible segment telemetry cookies "
    "transcend"
)
UNDOCUMENTED = {
    "navigation": set(),
    "group": {"hidden", "searchable", "public", "boost", "asyncapi", "sdk", "iconType"},
    "tab": {
        "dropdowns",
        "products",
        "versions",
        "languages",
        "hidden",
        "searchable",
        "align",
        "asyncapi",
        "global",
        "graphql",
        "sdk",
        "iconType",
    },
    "version": {"hidden", "directory", "asyncapi", "global"},
    "language": {"default", "hidden", "directory", "asyncapi", "global"},
}


def parts(type_: Type, seen: set[Type]) -> Iterator[Type]:
    """A type and every type in it, each once."""
    if type_ in seen:
        return
    seen.add(type_)
    yield type_
    match type_:
        case Record():
            for known in type_.properties.values():
                yield from parts(known.type, seen)
        case ListOf():
            yield from parts(type_.item, seen)
        case MapOf():
            yield from parts(type_.value, seen)
            if type_.keys is not None:
                yield type_.keys
        case OneOf():
            for one in type_.alternatives:
                yield from parts(one, seen)
        case ElementType():
            yield from parts(get_element_record(type_.kind), seen)


TYPES = [
    type_ for seen in [set[Type]()] for one in (DOCS, FRONTMATTER) for type_ in parts(one, seen)
]
RECORDS = [type_ for type_ in TYPES if isinstance(type_, Record)]
PROPERTIES = [
    pytest.param(known, id=f"{each.name}.{known.name}")
    for each in RECORDS
    for known in each.properties.values()
]


def test_all_keys_of_the_top_are_there() -> None:
    assert set(DOCS.properties) == set(TOP.split())
    assert len(DOCS.properties) == 30
    assert set(DOCS.required) == {"theme", "name", "colors", "navigation"}


def test_all_integrations_are_there() -> None:
    integrations = DOCS.properties["integrations"].type

    assert isinstance(integrations, Record)
    assert set(integrations.properties) == set(INTEGRATIONS.split())


@pytest.mark.parametrize("known", PROPERTIES)
def test_a_property_is_explained(known: Property) -> None:
    first_line, *more = known.description.splitlines()

    assert not more
    assert first_line.endswith(".")
    assert len(first_line) <= 100
    assert not known.deprecated or known.deprecated.endswith(".")


@pytest.mark.parametrize("each", RECORDS, ids=lambda each: each.name)
def test_a_record_knows_its_properties_by_their_names(each: Record) -> None:
    assert [*each.properties] == [known.name for known in each.properties.values()]
    if each.name != "fonts":  # It names the keys of the other object of fonts.
        assert each.needs.keys() <= each.properties.keys()
    assert {key for keys in each.needs.values() for key in keys} <= each.properties.keys()


def test_names_of_shared_types_are_unique() -> None:
    for kind in (Record, Choice, OneOf):
        names = [type_.name for type_ in TYPES if isinstance(type_, kind) and type_.name]

        assert len(names) == len(set(names)), kind


@pytest.mark.parametrize("known", PROPERTIES)
def test_a_default_is_a_value_of_the_type(known: Property) -> None:
    if known.default is None:
        return

    kinds = {bool: "boolean", str: "string", int: "number"}
    types = known.type.alternatives if isinstance(known.type, OneOf) else (known.type,)
    fitting = [one for one in types if kinds[type(known.default)] in one.json_kinds]
    assert fitting
    for one in fitting:
        assert not isinstance(one, StringType | Choice) or one.accepts(str(known.default))


def test_choices_explain_their_values_and_document_some_of_them() -> None:
    for type_ in TYPES:
        if isinstance(type_, Choice):
            assert set(type_.labels) in (set(), set(type_.values))
            assert type_.documented is None or type_.documented < set(type_.values)
            assert len(set(type_.values)) == len(type_.values) > 0


def test_alternatives_that_are_documented_are_alternatives() -> None:
    for type_ in TYPES:
        if isinstance(type_, OneOf):
            assert set(type_.documented or ()) <= set(type_.alternatives)
            assert set(type_.cases.values()) <= set(type_.alternatives)
            assert bool(type_.cases) == (type_.discriminator is not None)


def test_there_are_sixty_one_code_themes() -> None:
    themes = next(one for one in TYPES if isinstance(one, Choice) and one.name == "codeTheme")

    assert len(themes.values) == 61


@pytest.mark.parametrize("name", KINDS)
def test_an_element_is_told_by_its_title_and_holds_its_children(name: str) -> None:
    each = get_element_record(name)

    assert each.kind == name
    assert each.required == (name,)
    assert set(KINDS[name].order) <= set(each.properties)
    for key in KINDS[name].order:
        assert each.properties[key].documented == (key in KINDS[name].documented)
    assert {"hidden", "directory", "openapi", "asyncapi"} <= set(each.properties)
    assert ("global" in each.properties) == (name != "group")


@pytest.mark.parametrize("name", UNDOCUMENTED)
def test_what_only_the_service_knows_is_marked(name: str) -> None:
    known = get_element_record(name).properties.values()

    assert {one.name for one in known if not one.documented} == UNDOCUMENTED[name]


def test_the_root_holds_patterns_and_nothing_of_an_element() -> None:
    each = get_element_record("navigation")

    assert set(each.properties) == {*ROOT.children, "global", "directory"}
    assert each.required == ()


def test_global_entries_are_links() -> None:
    each = get_element_record("global")

    assert each.strict
    assert set(each.properties) == {
        "anchors",
        "tabs",
        "dropdowns",
        "products",
        "versions",
        "languages",
    }
    for known in each.properties.values():
        assert isinstance(known.type, ListOf)
        entry = known.type.item
        assert isinstance(entry, Record)
        assert entry.required == (known.name.removesuffix("s"), "href")
        assert not {"openapi", "pages", "groups", "global", "graphql"} & set(entry.properties)


def test_no_key_of_frontmatter_is_required_and_more_are_welcome() -> None:
    assert FRONTMATTER.required == ()
    assert FRONTMATTER.open


def test_every_type_of_value_is_in_use() -> None:
    used = {type(type_) for type_ in TYPES}

    assert {
        StringType,
        Choice,
        Boolean,
        NumberType,
        ListOf,
        MapOf,
        Record,
        OneOf,
        ElementType,
    } <= used


def test_importing_the_model_brings_no_heavy_library() -> None:
    script = (
        "import sys; before = set(sys.modules); import docs_lsp.schema.model; "
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT_FOLDER,
        capture_output=True,
        text=True,
        check=True,
    )
    new = set(done.stdout.split())

    assert "docs_lsp" in new
    assert not new & {"pydantic", "jsonschema", "lsprotocol", "pygls", "dataclasses", "inspect"}

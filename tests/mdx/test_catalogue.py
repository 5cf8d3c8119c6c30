"""The components that the service knows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from docs_lsp.mdx.components.catalogue import COMPONENTS, KNOWN_NAMES
from docs_lsp.mdx.components.component import Component, PropKind
from docs_lsp.mdx.components.unknown_tags import suggest_component_name
from docs_lsp.mdx.fault_messages import render_fault_message
from docs_lsp.mdx.reading import find_faults

NOTE = Path(__file__).parents[2] / "../shared/spec/mdx-components.json"

each_component = pytest.mark.parametrize("component", COMPONENTS.values(), ids=lambda one: one.name)


@each_component
def test_a_component_is_told_of_in_whole_sentences(component: Component) -> None:
    for text in (component.doc, *(prop.doc for prop in component.props)):
        assert re.fullmatch(r"[A-Z`].*\.", text)


@each_component
def test_a_component_names_others_that_there_are(component: Component) -> None:
    named = {*component.children, *component.parents} | {component.replaced_by} - {"", "import"}

    assert named <= COMPONENTS.keys()


@each_component
def test_props_have_different_names_and_defaults_among_their_values(component: Component) -> None:
    names = [prop.name for prop in component.props]
    choices = [prop for prop in component.props if prop.values and prop.default]

    assert len(set(names)) == len(names)
    assert all(prop.default in prop.values for prop in choices)
    assert all(
        prop.default in ("", "true", "false")
        for prop in component.props
        if prop.kind is PropKind.FLAG
    )


def test_elements_of_the_standards_are_known_beside_components() -> None:
    assert {"Card", "details", "circle", "linearGradient", "Tree.File", "table"} <= KNOWN_NAMES
    assert "CallOut" not in KNOWN_NAMES


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("CallOut", "Callout"),
        ("Warn", "Warning"),
        ("Acordion", "Accordion"),
        ("TabItem", "Tab"),
        ("Image", "img"),
        ("Table", ""),
        ("Option", ""),
        ("info", "Info"),
        ("code-group", "CodeGroup"),
        ("Berths", "Berth"),
        ("Item", ""),
        ("sumary", "summary"),
        ("my-own", ""),
    ],
)
def test_an_unknown_name_is_most_likely_that(written: str, meant: str) -> None:
    assert suggest_component_name(written, frozenset({"Berth"})) == meant


@pytest.mark.skipif(not NOTE.exists(), reason="the note on components is not at hand")
def test_all_that_is_known_of_components_is_declared() -> None:
    known = json.loads(NOTE.read_text("utf-8"))

    assert COMPONENTS.keys() == known["components"].keys()
    assert known["html"]["knownToBuild"].keys() <= KNOWN_NAMES
    for name, facts in known["components"].items():
        component = COMPONENTS[name]
        assert component.pages == facts["usage"]["pages"]
        for prop, said in facts["props"].items():
            declared = component.find_prop(prop)
            assert declared is not None, f"{name} {prop}"
            assert declared.is_needed == said["required"]
            if (name, prop) == ("Visibility", "for"):
                assert {*said["values"]} < {*declared.values}  # The note is older than two of them.
            elif said["type"] != "string[]":
                assert declared.values == tuple(map(str, said.get("values", ())))


@pytest.mark.parametrize("name", ["br", "track", "wbr"])
def test_an_element_without_content_is_closed_in_its_own_tag(name: str) -> None:
    (fault,) = find_faults(f"a <{name}> b\n".encode())

    assert f"Write `<{name} />`." in render_fault_message(fault)

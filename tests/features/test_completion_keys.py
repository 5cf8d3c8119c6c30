"""Which keys are proposed, and what they bring along."""

from __future__ import annotations

import pytest

from docs_lsp.features._abilities import CompletionAbilities as Abilities
from docs_lsp.schema.model import DOCS
from tests.features.proposals import BARE, FULL, asked


def docs(navigation: str, more: str = "") -> str:
    return f'{{ "theme": "mint", {more}"navigation": {{ {navigation} }} }}'


# Which


def test_in_a_tab_the_keys_are_proposed_that_a_schema_leaves_out() -> None:
    labels = asked(docs('"tabs": [{ "tab": "A", "▮" }]')).labels

    assert labels[:2] == ["groups", "pages"]
    assert {"menu", "anchors", "href", "openapi", "hidden", "icon"} <= set(labels)
    assert "tab" not in labels


def test_in_docs_json_the_keys_are_proposed_that_most_sites_have() -> None:
    labels = asked('{ "theme": "mint", "name": "A", ▮ }').labels

    assert labels[:2] == ["colors", "navigation"]
    assert {"logo", "favicon", "navbar", "footer", "$schema"} <= set(labels[:8])
    assert not {"theme", "name"} & set(labels)
    assert labels[-1] == "$ref"


@pytest.mark.parametrize(
    ("inside", "proposed", "left_out"),
    [
        ('"tab": "A", "groups": [], "▮"', {"icon"}, {"pages", "href", "menu"}),
        ('"tab": "A", "href": "/a", "▮"', {"icon"}, {"pages", "groups"}),
        ('"tab": "A", "groups": [], "▮"', {"hidden"}, {"searchable"}),
        ('"tab": "A", "groups": [], "hidden": true, "▮"', {"searchable"}, {"hidden"}),
        ('"tab": "A", "graphql": "a.graphql", "▮"', {"groups", "align"}, {"pages", "sdk"}),
    ],
)
def test_keys_that_would_mean_nothing_beside_the_others_are_left_out(
    inside: str, proposed: set[str], left_out: set[str]
) -> None:
    labels = set(asked(docs(f'"tabs": [{{ {inside} }}]')).labels)

    assert proposed <= labels
    assert not left_out & labels


def test_only_a_group_inside_another_one_can_be_expanded() -> None:
    assert "expanded" not in asked(docs('"groups": [{ "group": "A", "▮" }]')).labels
    inner = '"groups": [{ "group": "A", "pages": [{ "group": "B", "▮" }] }]'
    assert "expanded" in asked(docs(inner)).labels


def test_only_one_of_several_can_be_the_default() -> None:
    first = '{ "version": "1", "default": true, "pages": [] }'
    assert "default" not in asked(docs(f'"versions": [{first}, {{ "version": "2", "▮" }}]')).labels
    assert "default" in asked(docs('"versions": [{ "version": "1" }, { "▮" }]')).labels


def test_a_directory_is_for_groups_with_a_page_of_their_own() -> None:
    assert "directory" not in asked(docs('"groups": [{ "group": "A", "▮" }]')).labels
    assert "directory" in asked(docs('"groups": [{ "group": "A", "root": "a", "▮" }]')).labels


def test_what_is_needed_first_depends_on_the_alternative() -> None:
    labels = asked('{ "theme": "mint", "navbar": { "primary": { "type": "button", "▮" } } }').labels
    assert labels == ["label", "href", "$ref"]
    labels = asked('{ "theme": "mint", "navbar": { "primary": { "type": "github", "▮" } } }').labels
    assert labels == ["href", "label", "$ref"]


def test_where_the_keys_are_a_writers_own_the_known_ones_are_proposed() -> None:
    labels = asked('{ "theme": "mint", "footer": { "socials": { "github": "", "▮" } } }').labels
    assert labels[:2] == ["x", "linkedin"]
    assert "github" not in labels


def test_in_a_part_of_docs_json_its_place_tells_which() -> None:
    site = '--- docs.json\n{ "theme": "mint", "navigation": { "$ref": "nav/all.json" } }\n'
    labels = asked(f'{site}--- nav/all.json\n{{ "tabs": [{{ "tab": "A", ▮ }}] }}\n').labels
    assert labels[:2] == ["groups", "pages"]
    assert asked(f'{site}--- other.json\n{{ "▮" }}\n').labels == []


def test_keys_beside_a_ref_are_known_from_the_file_that_it_names() -> None:
    site = (
        '--- docs.json\n{ "theme": "mint", "navbar": { "$ref": "bar.json", "▮" } }\n'
        '--- bar.json\n{ "links": [] }\n'
    )
    assert asked(site).labels == ["primary"]


def test_of_a_key_with_a_value_only_those_are_proposed_that_take_it() -> None:
    labels = asked(docs('"tabs": [{ "tab": "A", "pa▮": ["a"] }]')).labels
    assert "pages" in labels
    assert not {"icon", "hidden", "$ref"} & set(labels)


def test_nothing_is_proposed_in_the_docs_json_of_another_tool() -> None:
    assert asked('{ "$schema": "https://example.com/docs.json", "▮" }').labels == []
    assert asked('{ "name": "A", "sidebar": {}, "input": [], "▮" }').labels == []


# What is written


@pytest.mark.parametrize(
    ("text", "label", "after"),
    [
        ('{ "na▮ }', "name", '{ "name": "" }'),
        ('{ "theme": "mint" ▮ }', "favicon", '{ "theme": "mint", "favicon": "" }'),
        ('{ "theme": "mint"\n  "fav▮\n}', "favicon", '{ "theme": "mint",\n  "favicon": ""\n}'),
        (
            '{ "theme": "mint", ▮"name": "A" }',
            "description",
            '{ "theme": "mint", "description": "", "name": "A" }',
        ),
        ('{ "the▮e": "mint" }', "theme", '{ "theme": "mint" }'),
        (
            '{ "theme": "mint", "footer": { "socials": { "x": "https://x.com/a" "▮ } } }',
            "github",
            '{ "theme": "mint", "footer": { "socials": { "x": "https://x.com/a", '
            '"github": "https://" } } }',
        ),
        (
            '{ "theme": "mint", "redirects": [{ ▮ }] }',
            "source, destination",
            '{ "theme": "mint", "redirects": [{ "source": "", "destination": "" }] }',
        ),
    ],
)
def test_the_text_after_a_key_was_chosen(text: str, label: str, after: str) -> None:
    assert asked(text, BARE).chosen(label) == after
    assert asked(text, FULL).chosen(label) == after


def test_a_key_brings_the_value_that_it_takes() -> None:
    answer = asked('{ "theme": "mint", ▮ }', FULL)

    def new(label: str) -> str:
        return str(answer.item(label)["textEdit"]["newText"])

    assert new("colors") == '"colors": { "primary": "${1:#0D9373}" }'
    assert new("redirects") == '"redirects": [{ "source": "$1", "destination": "$2" }]'
    assert new("$ref") == r'"\$ref": "./$1"'
    assert new("$schema") == r'"\$schema": "${1:https://mintlify.com/docs.json}"'
    tab = asked(docs('"tabs": [{ "tab": "A", "▮" }]'), FULL)
    assert tab.item("groups")["textEdit"]["newText"] == (
        '"groups": [{ "group": "$1", "pages": [$0] }]'
    )
    assert tab.item("hidden")["textEdit"]["newText"] == '"hidden": ${1:true}'


def test_of_several_lines_each_stands_where_it_belongs() -> None:
    text = '{\n    "theme": "mint",\n    ▮\n}\n'

    assert asked(text, FULL).chosen("colors") == (
        '{\n    "theme": "mint",\n    "colors": {\n        "primary": "#0D9373"\n    }\n}\n'
    )
    assert asked(text.replace("\n", "\r\n"), FULL).chosen("colors") == (
        '{\r\n    "theme": "mint",\r\n    "colors": {\r\n        "primary": "#0D9373"\r\n    }\r\n}'
        "\r\n"
    )
    # A client that indents by itself would do so twice.
    assert asked(text, BARE).chosen("colors") == (
        '{\n    "theme": "mint",\n    "colors": { "primary": "#0D9373" }\n}\n'
    )


# What is said


def test_a_key_says_what_it_is_for_and_what_it_takes() -> None:
    item = asked('{ "theme": "mint", "▮" }', FULL).item("appearance")

    assert item["documentation"]["kind"] == "markdown"
    assert DOCS.properties["appearance"].description in item["documentation"]["value"]
    directory = asked(docs('"groups": [{ "group": "A", "root": "a", "▮" }]')).item("directory")
    assert directory["detail"] == "`accordion`, `card` or `none`"
    assert "accordion: Lists the child pages" in directory["documentation"]


def test_what_is_out_of_date_comes_last_and_is_struck_out() -> None:
    answer = asked(docs('"groups": [{ "group": "A", "icon": "tree", ▮ }]'), FULL)
    assert answer.labels[-2:] == ["iconType", "$ref"]
    assert answer.item("iconType")["tags"] == [1]
    assert "Deprecated." in answer.item("iconType")["documentation"]["value"]
    older = asked(answer.place, Abilities(deprecated=True)).item("iconType")
    assert older["deprecated"]
    assert "tags" not in older


def test_who_types_a_key_is_offered_it_before_all_that_are_needed() -> None:
    answer = asked('{ "▮" }')
    filters = {item["label"]: item["filterText"] for item in answer.json["items"]}
    both = "theme, name, colors, navigation"

    assert answer.labels[:2] == [both, "theme"]
    assert filters["theme"].startswith('"theme')
    assert not filters[both].startswith('"theme')

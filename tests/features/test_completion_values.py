"""Which values are proposed: enumerations, elements, files; and the whole of an empty file."""

from __future__ import annotations

import json

import pytest

from docs_lsp.schema.model import DOCS
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from tests.features.proposals import BARE, FULL, asked

HEAD = '"theme": "mint", "name": "Bay", "colors": { "primary": "#0D9373" }'


def docs(more: str) -> str:
    return f"{{ {HEAD}, {more} }}"


# Values of a few


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ('{ "theme": "▮" }', ["mint", "maple", "aspen"]),
        ('{ "theme": ▮ }', ["mint", "maple", "aspen"]),
        (docs('"appearance": { "strict": ▮ }'), ["true", "false"]),
        (docs('"appearance": { "default": "▮" }'), ["dark", "system", "light"]),
        (docs('"styling": { "eyebrows": "▮" }'), ["breadcrumbs", "section"]),
        (docs('"seo": { "indexing": "▮" }'), ["navigable", "all"]),
        (docs('"api": { "mdx": { "auth": { "method": "▮" } } }'), ["bearer", "basic", "key"]),
        (docs('"api": { "playground": { "display": ▮ } }'), ["interactive", "simple", "none"]),
        (docs('"icons": { "library": "▮" }'), ["lucide", "fontawesome"]),
        (docs('"contextual": { "options": ["▮"] }'), ["copy", "view", "claude"]),
        (docs('"contextual": { "options": ["copy", ▮] }'), ["view", "claude", "chatgpt"]),
        (docs('"navbar": { "links": [{ "type": "▮" }] }'), ["github", "discord"]),
        (
            docs('"navigation": { "groups": [{ "group": "A", "directory": ▮ }] }'),
            ["accordion", "card", "none"],
        ),
        (docs('"styling": { "codeblocks": { "theme": { "dark": "▮" } } }'), ["github-dark"]),
        ('{ "$schema": "▮" }', ["https://mintlify.com/docs.json"]),
    ],
)
def test_the_usual_values_come_first(text: str, first: list[str]) -> None:
    assert asked(text).labels[: len(first)] == first


def test_a_language_is_proposed_once_and_found_by_its_name() -> None:
    answer = asked(
        docs('"navigation": { "languages": [{ "language": "en" }, { "language": "▮" }] }'), FULL
    )

    assert answer.labels[:3] == ["zh", "es", "fr"]
    assert "en" not in answer.labels
    assert set(answer.labels) < set(LANGUAGE_NAMES)
    german = answer.item("de")
    assert german["labelDetails"]["description"] == LANGUAGE_NAMES["de"]
    assert german["filterText"] == f'"de {LANGUAGE_NAMES["de"]}'


def test_icons_are_those_that_the_site_uses_already() -> None:
    groups = (
        '{ "group": "A", "icon": "anchor", "pages": ["a"] }, '
        '{ "group": "B", "icon": { "name": "ship", "style": "solid" }, "pages": ["b"] }, '
        '{ "group": "C", "icon": "/own.svg", "pages": ["c"] }, '
    )
    site = docs(f'"navigation": {{ "groups": [{groups}{{ "group": "D", "icon": "▮" }}] }}')
    pages = "".join(f"\n--- {name}.mdx\n---\nicon: ship\n---\n" for name in "ab")
    whole = f"--- docs.json\n{site}\n--- own.svg\n<svg/>{pages}"

    assert asked(whole).labels == ["ship", "anchor"]
    assert asked(whole.replace("▮", "/▮")).labels == ["/own.svg"]
    named = whole.replace('"icon": "▮"', '"icon": { "name": "▮" }')
    assert asked(named).labels == ["ship", "anchor"]


def test_icons_of_the_library_follow_once_something_is_typed() -> None:
    site = docs('"navigation": { "groups": [{ "group": "D", "icon": "ancho▮" }] }')
    answer = asked(f"--- docs.json\n{site}\n--- a.mdx\n# A\n")

    assert answer.labels[0] == "anchor"
    assert "anchor-lock" in answer.labels
    assert all("ancho" in label for label in answer.labels)
    near = asked("--- docs.json\n" + site.replace("ancho▮", "anhor▮") + "\n--- a.mdx\n# A\n")
    assert near.labels[0] == "anchor"
    assert answer.item("anchor")["filterText"] == '"anchor"'

    lucide = site.replace('"theme"', '"icons": { "library": "lucide" }, "theme"', 1)
    assert "anchor-lock" not in asked(f"--- docs.json\n{lucide}\n--- a.mdx\n# A\n").labels


def test_a_second_default_is_not_proposed() -> None:
    versions = '{ "version": "1", "default": true, "pages": [] }, { "version": "2", "default": ▮ }'
    assert asked(docs(f'"navigation": {{ "versions": [{versions}] }}')).labels == ["false"]


@pytest.mark.parametrize(
    ("text", "label", "after"),
    [
        ('{ "theme": ma▮, "name": "A" }', "maple", '{ "theme": "maple", "name": "A" }'),
        ('{ "theme": "ma▮\n "name": "A" }', "maple", '{ "theme": "maple",\n "name": "A" }'),
        ('{ "theme": "mi▮nt" }', "maple", '{ "theme": "maple" }'),
        ('{"theme":"mint","thumbnails":{"appearance":▮', "dark", None),
        (docs('"appearance": { "strict" ▮ }'), "true", docs('"appearance": { "strict": true }')),
        (
            docs('"contextual": { "options": ["copy" ▮ "view"] }'),
            "mcp",
            docs('"contextual": { "options": ["copy", "mcp", "view"] }'),
        ),
        (
            docs('"contextual": { "options": ["copy", "▮ ] }'),
            "mcp",
            docs('"contextual": { "options": ["copy", "mcp" ] }'),
        ),
    ],
)
def test_the_text_after_a_value_was_chosen(text: str, label: str, after: str | None) -> None:
    wanted = after or '{"theme":"mint","thumbnails":{"appearance":"dark"'
    assert asked(text, BARE).chosen(label) == wanted
    assert asked(text, FULL).chosen(label) == wanted


VERSIONS = '"navigation": { "versions": [{ "version": "1", "tag": "GA" }, { "version": "2", %s }] }'


def test_the_usual_labels_of_a_version() -> None:
    found = asked(docs(VERSIONS % '"tag": "▮"'), FULL)

    assert found.labels[:3] == ["Latest", "Recommended", "Beta"]
    assert found.labels[-2:] == ["Deprecated", "GA"]
    assert found.chosen("Beta") == docs(VERSIONS % '"tag": "Beta"')
    group = (
        '"navigation": { "groups": [{ "group": "A", "tag": "NEW" }, { "group": "B", "tag": ▮ }] }'
    )
    assert asked(docs(group)).labels == ["NEW", "Beta", "Deprecated"]


@pytest.mark.parametrize(
    ("typed", "label", "after"),
    [
        ("▮", "default", '"default": true'),
        ('"default": ▮', "true", '"default": true'),
        ("▮", "directory", '"directory": "accordion"'),
        ('"directory": "▮"', "card", '"directory": "card"'),
    ],
)
def test_how_a_version_is_begun_and_listed(typed: str, label: str, after: str) -> None:
    assert asked(docs(VERSIONS % typed), FULL).chosen(label) == docs(VERSIONS % after)


def test_what_nobody_can_know_is_not_guessed() -> None:
    answer = asked(docs('"description": "▮"'))
    assert answer.labels == []
    assert not answer.is_incomplete


def test_what_stands_in_files_of_its_own_counts_as_well() -> None:
    top = docs('"navigation": { "languages": [{ "language": "en" }, { "$ref": "zh.json" }, %s] }')
    parts = '--- zh.json\n{ "language": "zh", "default": true%s }\n'

    typing = top % '{ "language": "▮" }'
    here = asked(f"--- docs.json\n{typing}\n{parts % ''}")
    assert here.labels[:2] == ["es", "fr"]
    item = asked(f"--- docs.json\n{top % '▮'}\n{parts % ''}", FULL).item("language")
    assert item["textEdit"]["newText"] == '{ "language": "${1:es}", "tabs": [$0] }'
    english = top.replace('"en"', '"en", ▮') % "{}"
    assert "default" not in asked(f"--- docs.json\n{english}\n{parts % ''}").labels
    english = top.replace('"en"', '"en", "default": true') % "{}"
    there = asked(f'--- docs.json\n{english}\n--- zh.json\n{{ "language": "zh", ▮ }}\n')
    assert "tabs" in there.labels
    assert "default" not in there.labels


# Elements


def test_an_element_has_what_its_neighbours_have() -> None:
    tabs = asked(docs('"navigation": { "tabs": [{ "tab": "A", "pages": ["a"] }, ▮] }'), FULL)
    assert tabs.labels == ["tab", "tab with groups", "tab with href", "tab with menu"]
    assert tabs.item("tab")["textEdit"]["newText"] == '{ "tab": "$1", "pages": [$0] }'
    assert tabs.item("tab")["insertTextFormat"] == 2
    alone = asked(docs('"navigation": { "tabs": [▮] }'), FULL)
    assert alone.item("tab")["textEdit"]["newText"] == '{ "tab": "$1", "groups": [$0] }'


@pytest.mark.parametrize(
    ("key", "label", "new"),
    [
        ("groups", "group", '{ "group": "$1", "pages": [$0] }'),
        ("anchors", "anchor", '{ "anchor": "$1", "groups": [$0] }'),
        ("anchors", "anchor with href", '{ "anchor": "$1", "href": "$2" }'),
        ("dropdowns", "dropdown", '{ "dropdown": "$1", "groups": [$0] }'),
        ("products", "product", '{ "product": "$1", "groups": [$0] }'),
        ("versions", "version", '{ "version": "$1", "tabs": [$0] }'),
        ("languages", "language", '{ "language": "${1:en}", "tabs": [$0] }'),
    ],
)
def test_each_kind_of_element(key: str, label: str, new: str) -> None:
    answer = asked(docs(f'"navigation": {{ "{key}": [▮] }}'), FULL)
    assert answer.item(label)["textEdit"]["newText"] == new


def test_a_client_without_snippets_gets_plain_text() -> None:
    answer = asked(docs('"navigation": { "tabs": [{ "tab": "A", "groups": [] } ▮] }'), BARE)

    assert answer.item("tab")["insertTextFormat"] == 1
    assert answer.chosen("tab") == docs(
        '"navigation": { "tabs": [{ "tab": "A", "groups": [] }, { "tab": "", "groups": [] }] }'
    )


def test_the_next_language_has_a_code_that_is_free() -> None:
    text = docs('"navigation": { "languages": [{ "language": "en", "groups": [] }, ▮] }')
    new = asked(text, FULL).item("language")["textEdit"]["newText"]
    assert new == '{ "language": "${1:zh}", "groups": [$0] }'


def test_other_lists_get_objects_with_what_they_need() -> None:
    footer = asked(docs('"footer": { "links": [▮] }'), FULL)
    assert footer.labels == ["header, items"]
    redirects = asked(docs('"redirects": [▮]'), FULL)
    assert redirects.chosen("source, destination") == docs(
        '"redirects": [{ "source": "", "destination": "" }]'
    )


def test_navigation_can_begin_with_each_kind() -> None:
    answer = asked(docs('"navigation": ▮'), FULL)

    assert answer.labels[:3] == ["tabs", "groups", "versions"]
    after = json.loads(answer.chosen("groups"))
    assert after["navigation"] == {"groups": [{"group": "", "pages": []}]}


# Files

FILES = """--- logo/dark.svg
--- logo/light.svg
--- favicon.ico
--- shot.PNG
--- fonts/Bay.woff2
--- api/openapi.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {} }
--- api/asyncapi.yaml
asyncapi: 3.0.0
--- schema.graphql
--- nav/tabs.json
[]
--- package.json
{}
--- data.yaml
a: 1
"""


def labels(more: str) -> list[str]:
    return asked(f"--- docs.json\n{docs(more)}\n{FILES}").labels


def test_pictures_come_in_the_order_in_which_they_fit() -> None:
    assert labels('"favicon": "▮"') == [
        *("/favicon.ico", "/shot.PNG", "/logo/dark.svg", "/logo/light.svg")
    ]
    assert labels('"logo": { "light": "▮" }')[:2] == ["/logo/light.svg", "/logo/dark.svg"]
    assert labels('"logo": { "dark": "▮" }')[0] == "/logo/dark.svg"
    assert labels('"logo": { "dark": "/lo▮" }') == ["/logo/dark.svg", "/logo/light.svg"]
    assert labels('"fonts": { "family": "Bay", "source": "▮" }') == ["/fonts/Bay.woff2"]


def test_a_file_is_found_although_a_letter_is_missing() -> None:
    assert labels('"logo": { "dark": "/lgo/da▮" }') == ["/logo/dark.svg"]
    assert labels('"api": { "openapi": "api/opnapi▮" }') == ["api/openapi.json"]
    assert labels('"navigation": { "tabs": { "$ref": "./nv/tab▮" } }') == ["./nav/tabs.json"]
    assert labels('"logo": { "dark": "/nothing▮" }') == []


def test_files_that_differ_in_case_are_all_offered() -> None:
    files = "--- Logo.svg\n--- logo.svg\n"

    for favicon in ('"favicon": "/logo▮"', '"favicon": "/lgo▮"'):
        answer = asked(f"--- docs.json\n{docs(favicon)}\n{files}")
        assert set(answer.labels) == {"/Logo.svg", "/logo.svg"}


def test_specifications() -> None:
    assert labels('"navigation": { "groups": [{ "group": "A", "openapi": "▮" }] }') == [
        "api/openapi.json"
    ]
    source = '{ "source": "▮", "directory": "api" }'
    assert labels(f'"navigation": {{ "groups": [{{ "openapi": {source} }}] }}') == [
        "api/openapi.json"
    ]
    assert labels('"api": { "openapi": ["api/openapi.json", "▮"] }') == []
    assert labels('"api": { "asyncapi": "▮" }') == ["api/asyncapi.yaml"]
    graphql = '"navigation": { "tabs": [{ "tab": "A", "graphql": { "source": "▮" } }] }'
    assert labels(graphql) == ["schema.graphql"]


def test_a_ref_names_a_part_seen_from_its_own_file() -> None:
    assert labels('"navigation": { "tabs": { "$ref": "▮" } }') == ["./nav/tabs.json"]
    top = docs('"navigation": { "$ref": "nav/all.json" }')
    site = (
        f"--- docs.json\n{top}\n"
        '--- nav/all.json\n{ "tabs": { "$ref": "▮" } }\n--- nav/tabs.json\n[]\n--- top.json\n{}\n'
    )
    # Neither itself nor what leads to it.
    assert asked(site).labels == ["../top.json", "./tabs.json"]


def test_links_in_a_banner() -> None:
    text = docs('"banner": { "content": "Read [this](/gui▮de) now" }')
    answer = asked(f"--- docs.json\n{text}\n--- guides/start.mdx\n\n--- index.mdx\n")

    assert answer.labels == ["/guides/start"]
    assert '"Read [this](/guides/start) now"' in answer.chosen("/guides/start")
    assert answer.is_incomplete


@pytest.mark.parametrize("text", ["▮", "Read [this▮", "[a](/b) ▮", "[a](https://▮"])
def test_there_are_none_elsewhere_in_a_banner(text: str) -> None:
    assert labels(f'"banner": {{ "content": "{text}" }}') == []


def test_labels_of_a_group() -> None:
    other = '{ "group": "B", "tag": "NEW" }'
    groups = f'"navigation": {{ "groups": [{{ "group": "A", "tag": "▮" }}, {other}] }}'

    assert labels(groups) == ["NEW", "Beta", "Deprecated"]


def test_a_key_whose_value_is_still_empty() -> None:
    assert {"favicon", "logo", "description"} <= {*labels('"▮": ""')}
    assert "redirects" not in labels('"▮": ""')


# An empty file


@pytest.mark.parametrize("text", ["▮", "\n▮\n", "na▮", '"na▮'])
def test_an_empty_file_gets_all_of_a_site_or_one_key(text: str) -> None:
    answer = asked(f"--- docs.json\n{text}\n--- start/hello.mdx\n", FULL)

    assert "navigation" in answer.labels[0]
    skeleton = json.loads(answer.chosen(answer.labels[0]))
    assert DOCS.find_missing_keys(skeleton) == ()
    assert skeleton["navigation"] == {
        "groups": [{"group": "Get started", "pages": ["start/hello"]}]
    }
    assert {"theme", "name", "colors", "navigation", "logo"} <= set(answer.labels)
    assert json.loads(answer.chosen("name")) == {"name": ""}


def test_the_skeleton_begins_with_the_page_that_readers_come_to() -> None:
    answer = asked("--- docs.json\n▮\n--- a.mdx\n--- quickstart.mdx\n--- index.mdx\n", BARE)
    assert json.loads(answer.chosen(answer.labels[0]))["navigation"] == {
        "groups": [{"group": "Get started", "pages": ["index"]}]
    }


def test_an_object_is_written_like_its_neighbour() -> None:
    short = '[\n  { "source": "/a", "destination": "/b" },\n  ▮\n]'
    long = '[\n  {\n    "source": "/a",\n    "destination": "/b"\n  },\n  ▮\n]'
    for text, written in (
        (short, '{ "source": "", "destination": "" }'),
        (short.replace("},\n  ▮", "}, ▮"), '{ "source": "", "destination": "" }'),
        ('[\n  ▮\n  { "source": "/a" }\n]', '{ "source": "", "destination": "" },'),
        (long, '{\n    "source": "",\n    "destination": ""\n  }'),
    ):
        chosen = asked(f'{{ "redirects": {text} }}', FULL).chosen("source, destination")
        assert chosen == f'{{ "redirects": {text.replace("▮", written)} }}'

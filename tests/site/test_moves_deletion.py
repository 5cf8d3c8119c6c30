"""What the deletion of pages takes along: their entries, and where readers are sent instead."""

from __future__ import annotations

import json

import pytest

from docs_lsp.files.draft import Draft
from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.accepted_elements import read_accepted_docs
from tests.site.moving import deleted, files_in, without

FILES = "".join(
    f"--- {name}\nText\n"
    for name in ("a.mdx", "b.mdx", "g/index.mdx", "g/c.mdx", "g/d.md", "h/e.mdx", "index.mdx")
)


def site(navigation: str, more: str = "") -> str:
    return f'--- docs.json\n{{ "navigation": {navigation}{more} }}\n{FILES}'


def navigation_after(navigation: str, *paths: str) -> str:
    text = without(site(navigation, ', "redirects": []'), *paths)
    return text[len('{ "navigation": ') : text.index(', "redirects"')]


@pytest.mark.parametrize(
    ("navigation", "paths", "after"),
    [
        ('{ "pages": ["a", "b"] }', ["a.mdx"], '{ "pages": ["b"] }'),
        ('{ "pages": ["a", "b"] }', ["b.mdx"], '{ "pages": ["a"] }'),
        ('{ "pages": ["/a", "b", "a", "a.mdx"] }', ["a.mdx"], '{ "pages": ["b"] }'),
        ('{ "pages": ["g/index", "a", "g/c", "g/d"] }', ["g"], '{ "pages": ["a"] }'),
        # A group goes with its last page, and the one around it.
        (
            '{ "groups": [{ "group": "A", "pages": ["a"] }, { "group": "B", "pages": ["b"] }] }',
            ["a.mdx"],
            '{ "groups": [{ "group": "B", "pages": ["b"] }] }',
        ),
        (
            '{ "pages": ["a", { "group": "A", "pages": [{ "group": "B", "pages": ["b"] }] }] }',
            ["b.mdx"],
            '{ "pages": ["a"] }',
        ),
        # One that says more than its title stays.
        (
            '{ "pages": ["a", { "group": "A", "openapi": "x.json", "pages": ["b"] }] }',
            ["b.mdx"],
            '{ "pages": ["a", { "group": "A", "openapi": "x.json", "pages": [] }] }',
        ),
        # So does one whose title still opens a page.
        (
            '{ "groups": [{ "group": "A", "root": "a", "pages": ["b"] }] }',
            ["b.mdx"],
            '{ "groups": [{ "group": "A", "root": "a", "pages": [] }] }',
        ),
        (
            '{ "pages": ["b", { "group": "A", "root": "a", "pages": ["a"] }] }',
            ["a.mdx"],
            '{ "pages": ["b"] }',
        ),
        # A tab goes as a group does, with what is in it, but not the last one.
        (
            '{ "tabs": [{ "tab": "A", "icon": "x", "groups": [{ "group": "B", "pages": ["a"] }] }, '
            '{ "tab": "C", "pages": ["b"] }] }',
            ["a.mdx"],
            '{ "tabs": [{ "tab": "C", "pages": ["b"] }] }',
        ),
        (
            '{ "tabs": [{ "tab": "A", "pages": ["a"] }, { "tab": "B", "href": "https://x.y" }] }',
            ["a.mdx"],
            '{ "tabs": [{ "tab": "B", "href": "https://x.y" }] }',
        ),
        (
            '{ "tabs": [{ "tab": "A", "pages": ["a"] }] }',
            ["a.mdx"],
            '{ "tabs": [{ "tab": "A", "pages": [] }] }',
        ),
        (
            '{ "anchors": [{ "anchor": "A", "hidden": true, "pages": ["a"] }, '
            '{ "anchor": "B", "pages": ["b"] }] }',
            ["a.mdx"],
            '{ "anchors": [{ "anchor": "A", "hidden": true, "pages": [] }, '
            '{ "anchor": "B", "pages": ["b"] }] }',
        ),
        # Nor does the last group, without which the service rejects docs.json.
        (
            '{ "groups": [{ "group": "A", "pages": ["a"] }] }',
            ["a.mdx"],
            '{ "groups": [{ "group": "A", "pages": [] }] }',
        ),
        (
            '{ "groups": [{ "group": "A", "pages": ["a"] }, '
            '{ "group": "B", "pages": ["b", { "group": "C", "pages": ["g/c"] }] }] }',
            ["a.mdx", "b.mdx", "g"],
            '{ "groups": [{ "group": "A", "pages": [] }] }',
        ),
        (
            '{ "groups": [{ "group": "A", "pages": [{ "group": "B", "pages": ["b"] }] }] }',
            ["b.mdx"],
            '{ "groups": [{ "group": "A", "pages": [] }] }',
        ),
        (
            '{ "tabs": [{ "tab": "A", "groups": [{ "group": "B", "pages": ["a"] }] }] }',
            ["a.mdx"],
            '{ "tabs": [{ "tab": "A", "groups": [] }] }',
        ),
        # The page that a title opens is an entry as well.
        (
            '{ "groups": [{ "group": "A", "root": "a", "pages": ["a", "b"] }] }',
            ["a.mdx"],
            '{ "groups": [{ "group": "A", "pages": ["b"] }] }',
        ),
        (
            '{ "languages": [{ "language": "en", "pages": ["a", "b"] }, '
            '{ "language": "fr", "pages": ["b", "a"] }] }',
            ["a.mdx"],
            '{ "languages": [{ "language": "en", "pages": ["b"] }, '
            '{ "language": "fr", "pages": ["b"] }] }',
        ),
    ],
)
def test_entries_go(navigation: str, paths: list[str], after: str) -> None:
    assert navigation_after(navigation, *paths) == after
    whole = '{ "theme": "mint", "name": "A", "colors": { "primary": "#000000" }, "navigation": '
    part = Document.from_text(f"{whole}{after} }}")
    assert read_accepted_docs("docs.json", {"docs.json": part}) is not None


def test_the_last_group_stays_in_a_part_of_docs_json() -> None:
    text = (
        '--- docs.json\n{ "navigation": { "groups": { "$ref": "groups.json" } } }\n'
        '--- groups.json\n[{ "group": "A", "pages": ["a"] }]\n--- a.mdx\nText\n'
    )
    (edit,) = deleted(text, "a.mdx").entries
    assert Draft(files_in(text)).with_changes([edit]).read("groups.json") == (
        b'[{ "group": "A", "pages": [] }]\n'
    )


def test_an_entry_goes_with_its_line() -> None:
    text = site('{\n  "pages": [\n    "a",\n    "b"\n  ]\n}')
    assert '"pages": [\n    "a"\n  ]\n}' in without(text, "b.mdx")


def sent(navigation: str, *paths: str, more: str = "") -> list[str]:
    found = deleted(site(navigation, more), *paths)
    return [f"{one.source} -> {one.destination}" for one in found.added]


@pytest.mark.parametrize(
    ("navigation", "paths", "expected"),
    [
        # To the page of the folder around it.
        ('{ "pages": ["a", "g/c"] }', ["g/c.mdx"], ["/g/c -> /g"]),
        # To the page before it, or behind it at the start of its group.
        ('{ "pages": ["a", "h/e", "b"] }', ["h/e.mdx"], ["/h/e -> /a"]),
        ('{ "pages": ["a", "b"] }', ["a.mdx"], ["/a -> /b"]),
        ('{ "pages": ["a", "h/e", "b"] }', ["h", "a.mdx"], ["/h/e -> /b", "/a -> /b"]),
        # Nowhere near is anything: a reader is better told so.
        ('{ "pages": ["h/e"] }', ["h/e.mdx"], []),
        ('{ "pages": ["index", "a"] }', ["index.mdx"], []),
    ],
)
def test_readers_are_sent_on(navigation: str, paths: list[str], expected: list[str]) -> None:
    assert sorted(sent(navigation, *paths)) == sorted(expected)


def test_redirects_that_led_there_lead_on() -> None:
    more = ', "redirects": [{ "source": "/o", "destination": "/g/c" }]'
    text = without(site('{ "pages": ["a", "g/c"] }', more), "g/c.mdx")
    assert json.loads(text)["redirects"] == [
        {"source": "/o", "destination": "/g"},
        {"source": "/g/c", "destination": "/g"},
    ]


def test_an_address_that_a_redirect_answers_gets_no_second_one() -> None:
    more = ', "redirects": [{ "source": "/g/c", "destination": "/b" }]'
    assert sent('{ "pages": ["a", "g/c"] }', "g/c.mdx", more=more) == []


def test_other_files_take_nothing_along() -> None:
    found = deleted(f"{site('{}')}--- p.svg\n\n", "p.svg", "nowhere")
    assert (found.pages, found.entries, found.redirects) == ((), (), ())

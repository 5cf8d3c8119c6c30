"""Every object of a docs.json, and those around one place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import DiskFiles, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.docs_cursor import DocsCursor
from docs_lsp.site.navigation.inheritance import Context
from docs_lsp.site.navigation.navigation import Navigation
from docs_lsp.site.navigation.walk import Placed, walk_within

SITES = Path(__file__).parents[1] / "sites"

SPLIT: Mapping[str, Any] = {
    "docs.json": {
        "theme": "mint",
        "name": "Harbour",
        "navigation": {
            "languages": [
                {"language": "en", "tabs": {"$ref": "nav/tabs.json"}},
                {"$ref": "nav/fr.json", "language": "fr"},
            ]
        },
    },
    "nav/tabs.json": [
        {"tab": "Guides", "hidden": True, "groups": [{"group": "A", "root": "a", "pages": ["b"]}]}
    ],
    "nav/fr.json": {"language": "xx", "groups": [{"group": "É", "pages": ["fr/b", "/fr//c"]}]},
}


def site_of(files: Mapping[str, Any]) -> Snapshot:
    texts = {file: json.dumps(value, ensure_ascii=False) for file, value in files.items()}
    return Snapshot.load(Path("/site"), MemoryFiles(texts), Settings())


def objects_of(site: Snapshot) -> tuple[Placed, ...]:
    return site.navigator.list_objects()


def test_all_objects_in_the_order_of_the_text_with_their_files() -> None:
    found = [(one.element.record.name, one.file, one.key) for one in objects_of(site_of(SPLIT))]

    assert found == [
        ("docs", "docs.json", ""),
        ("navigation", "docs.json", "navigation"),
        ("language", "docs.json", "languages"),
        ("tab", "nav/tabs.json", "tabs"),
        ("group", "nav/tabs.json", "groups"),
        ("language", "docs.json", "languages"),
        ("group", "nav/fr.json", "groups"),
    ]


def test_spots_stand_where_their_layer_stands() -> None:
    site = site_of(SPLIT)
    language = objects_of(site)[5]

    assert language.element.get_text("language") == "fr"
    file, span = language.locate_spot(language.element.find_key_spot("groups"))

    part = site.parts[file]
    assert isinstance(part, Document)
    assert (file, part.text.data[span.start : span.end]) == ("nav/fr.json", b'"groups"')


def test_what_the_navigation_lists() -> None:
    navigation = Navigation.from_objects(objects_of(site_of(SPLIT)))

    assert [(one.page, one.file, one.is_root) for one in navigation.listings] == [
        ("a", "nav/tabs.json", True),
        ("b", "nav/tabs.json", False),
        ("fr/b", "nav/fr.json", False),
        ("fr/c", "nav/fr.json", False),
    ]
    assert [one.text for one in navigation.by_page["fr/c"]] == ["/fr//c"]


def test_endpoints_are_listed_but_are_no_pages() -> None:
    nav = {"docs.json": {"navigation": {"openapi": "a.json", "pages": ["GET /a", "a"]}}}
    navigation = Navigation.from_objects(objects_of(site_of(nav)))

    assert [one.is_endpoint for one in navigation.listings] == [True, False]
    assert list(navigation.by_page) == ["a"]


def test_a_circle_of_references_ends() -> None:
    site = site_of({"docs.json": {"$ref": "a.json"}, "a.json": {"$ref": "docs.json"}})

    assert len(objects_of(site)) == 1


def here_at(site: Snapshot, file: str, text: str) -> DocsCursor:
    part = site.parts[file]
    assert isinstance(part, Document)
    offset = part.text.data.index(text.encode())
    here = site.navigator.locate_cursor(file, offset)
    assert here is not None
    return here


def test_what_stands_at_a_place_of_another_file() -> None:
    here = here_at(site_of(SPLIT), "nav/tabs.json", '"b"')

    names = [one.element.record.name for one in here.around]
    assert names == ["docs", "navigation", "language", "tab", "group"]
    assert here.placed is not None
    assert here.placed.element.inner.language == "en"
    assert here.placed.element.inner.hidden


def test_the_step_over_a_span() -> None:
    site = site_of(SPLIT)
    here = here_at(site, "nav/fr.json", "fr/b")
    data = here.document.text.data
    start = data.index(b"fr/b")

    entry = here.find_step_around(Span(start, start + 4))
    member = here.find_step_around(Span(data.index(b'"group"'), data.index(b'"pages"') + 2))

    assert entry is not None
    assert (entry.index, data[entry.child_offset :].startswith(b'"fr/b"')) == (0, True)
    assert member is not None
    assert data[member.child_offset :].startswith(b'{"group"')


def test_a_file_that_is_no_part_has_no_places() -> None:
    site = site_of(SPLIT)

    assert site.navigator.locate_cursor("a.mdx", 0) is None


def keys(found: tuple[Placed, ...]) -> list[tuple[str, int, str]]:
    return [(one.file, one.at, one.element.record.name) for one in found]


@given(st.data())
def test_the_way_to_a_place_is_that_of_the_whole_walk(data: st.DataObject) -> None:
    folder = data.draw(st.sampled_from(sorted(SITES.glob("*/docs.json")))).parent
    site = Snapshot.load(folder, DiskFiles(folder), Settings())
    placed = data.draw(st.sampled_from(objects_of(site)))
    size = placed.element.resolved.layers[0].node.size
    offset = placed.at + data.draw(st.integers(0, size))

    way = site.navigator.find_objects_around(placed.file, offset)

    inside = [
        one
        for one in objects_of(site)
        if one.file == placed.file
        and one.at <= offset <= one.at + one.element.resolved.layers[0].node.size
    ]
    assert keys(way) == keys(tuple(reversed(tuple(inside[-1].list_outward()))))


def test_on_the_way_to_a_place_in_docs_json_no_reference_beside_it_is_followed() -> None:
    files = {
        "docs.json": '{"navigation": {"groups": [{"$ref": "./a.json"}, {"group": "b"}]}}',
        "a.json": '{"group": "a"}',
    }
    parts = {name: Document.from_text(text) for name, text in files.items()}
    here = files["docs.json"].index('"b"')

    around = walk_within(parts, "docs.json", Context(Settings()), "docs.json", Span(here, here))
    assert [placed.file for placed in around] == ["docs.json"] * 3
    inside = walk_within(parts, "docs.json", Context(Settings()), "a.json", Span(2, 2))
    assert [placed.element.get_text("group") for placed in inside][-1] == "a"

"""Where a thing is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features.references import answer_references
from docs_lsp.files.files import BufferedFiles, MemoryFiles
from docs_lsp.settings.settings import Settings
from tests.features.going import HARBOUR, pointed, told
from tests.features.markers import Marked

UTF16 = Encoding.UTF16


def used(place: Marked, view: View | None = None, *, declared: bool = False) -> list[str]:
    view = view or place.view()
    found = answer_references(view, place.file, place.offset, UTF16, include_declaration=declared)
    return told(view, found)


def of(needle: str, site: str = HARBOUR) -> list[str]:
    return used(pointed(site, needle))


FEES = [
    "docs.json:3 /fees",
    "docs.json:18 /old-fees#for-a-boat",
    "docs.json:26 /fees",
    "docs.json:28 /old-fees",
    "docs.json:28 /older-fees",
    "docs.json:29 /older-fees",
    "docs.json:29 /fees",
    "more/fees.json:1 fees",
    "moorings.mdx:7 /fees#for-a-boat",
    "snippets/tide.mdx:1 /fees",
]


@pytest.mark.parametrize(
    "needle", ['fees", "arr', "/fees) for all", "# Fees", "/old-fees#", '/older-fees" }', "/fees)."]
)
def test_of_a_page_from_wherever_it_is_named_and_from_itself(needle: str) -> None:
    assert of(needle) == FEES


def test_of_a_page_by_all_its_names() -> None:
    assert of("# Welcome") == ["docs.json:9 arrive/index"]
    assert of('arrive/tides"]') == [
        "docs.json:9 arrive/tides",
        "docs.json:21 /arrive/tides/",
        "more/fees.json:1 arrive/tides",
        "moorings.mdx:7 ./arrive/tides",
        "moorings.mdx:7 /docs/tides",
    ]
    assert of('/moorings", "arr') == [
        "docs.json:9 /moorings",
        "arrive/tides.md:4 /moorings",
        "fees.mdx:10 /moorings",
    ]


def test_of_a_page_that_others_call_related() -> None:
    site = '--- docs.json\n{"navigation": {"pages": ["a"]}}\n--- a.mdx\n# A\n--- b.mdx\n---\n'
    assert of("# A", f"{site}related: [/a, '/a#top']\n---\n") == [
        "docs.json:1 a",
        "b.mdx:2 /a",
        "b.mdx:2 /a#top",
    ]


def test_of_a_page_and_a_picture_that_constants_and_lists_name() -> None:
    site = '--- docs.json\n{"navigation": {"pages": ["a", "b"]}}\n--- a.mdx\n# A\n--- p.png\n\n'
    page = (
        "--- b.mdx\n<Card href={'/a'} />\n{ok && <a href={`/a#top`} />}\n<Card href={x + '/a'} />\n"
    )
    pictures = '<img src="/p.png" srcSet="/p.png 2x, /q.png 3x" />\n'
    assert of("# A", site + page) == ["docs.json:1 a", "b.mdx:1 /a", "b.mdx:2 /a#top"]
    assert of("p.png 2x", site + page + pictures) == ["b.mdx:4 /p.png", "b.mdx:4 /p.png"]


def test_of_the_home_page() -> None:
    site = '--- docs.json\n{"logo": {"href": "/"}, "navigation": {"pages": ["index", "a"]}}\n'
    pages = "--- index.mdx\n# Home\n--- a.mdx\n[Up](/) and [on](./index.mdx) and [a](/a)\n"
    assert of("# Home", site + pages) == [
        "docs.json:1 /",
        "docs.json:1 index",
        "a.mdx:1 /",
        "a.mdx:1 ./index.mdx",
    ]


def test_of_a_page_that_does_not_exist() -> None:
    site = '--- docs.json\n{"navigation": {"pages": ["gone", "a"]}, "logo": {"href": "/gone"}}\n'
    assert of("gone", f"{site}--- a.mdx\n[x](/gone)\n") == [
        "docs.json:1 gone",
        "docs.json:1 /gone",
        "a.mdx:1 /gone",
    ]


def test_of_a_redirect_by_its_old_path() -> None:
    assert of('/old-fees", "dest') == ["docs.json:18 /old-fees#for-a-boat"]
    assert of("/docs/:slug*") == ["moorings.mdx:7 /docs/tides"]


def test_of_an_operation_from_an_entry_and_from_the_specification() -> None:
    expected = ["docs.json:11 GET /boats", "docs.json:22 /api-reference/fleet/list-all-boats"]
    in_page = ["moorings.mdx:3 GET /boats"]
    assert of('"get"') == of("List all boats") == [*expected, *in_page]
    assert of("second kind") == ["docs.json:11 GET /boats"]
    # An entry may name more than one.
    assert of("GET /boats") == [*expected, *in_page]
    assert of("Sink it") == of('/boats/{id}":') == ["docs.json:11 v1.json DELETE /boats/{id}"]


def test_of_a_specification_and_of_other_files() -> None:
    v1 = ["docs.json:10 v1.json", "docs.json:11 v1.json DELETE /boats/{id}"]
    assert of("v1.json") == of('"3.1.0"') == v1
    assert of("/v2.yaml") == ["docs.json:10 /v2.yaml"]
    assert of("./more/fees.json") == of('{ "group": "Fees"') == ["docs.json:13 ./more/fees.json"]
    assert of("/logo.svg") == [
        "docs.json:3 /logo.svg",
        "docs.json:3 logo.svg",
        "moorings.mdx:8 /logo.svg",
    ]


def test_of_a_snippet() -> None:
    expected = ["moorings.mdx:5 /snippets/tide.mdx"]
    assert of("High, see") == of("/snippets/tide.mdx") == expected


def test_of_what_names_nothing() -> None:
    assert of("Ärrive") == of('"theme"') == []


def test_with_the_thing_itself() -> None:
    declared = [used(pointed(HARBOUR, needle), declared=True)[0] for needle in ("# Fees", "GET /")]
    assert declared == ["fees.mdx:2 Fees", 'v1.json:6 "get"']
    assert used(pointed(HARBOUR, '/old-fees", "dest'), declared=True) == [
        "docs.json:28 /old-fees",
        "docs.json:18 /old-fees#for-a-boat",
    ]


def test_a_mention_is_told_once_however_many_refs_bring_it() -> None:
    site = (
        '--- docs.json\n{"navigation": {"tabs": [{"tab": "A", "groups": [{"$ref": "g.json"}]},'
        ' {"tab": "B", "groups": [{"$ref": "g.json"}]}]}}\n'
        '--- g.json\n{"group": "G", "pages": ["a"]}\n--- a.mdx\nA\n'
    )
    assert of('"a"', site) == ["g.json:1 a"]


def test_places_are_those_of_unsaved_text() -> None:
    place = pointed(HARBOUR, "# Fees")
    view = place.view()
    edited = b"\n\n" + view.files.read("snippets/tide.mdx")
    view = View(view.site, BufferedFiles(view.files, {"snippets/tide.mdx": edited}), view.root)

    assert used(place, view)[-1] == "snippets/tide.mdx:3 /fees"


def test_before_anybody_has_looked_at_the_disk_docs_json_is_searched() -> None:
    place = pointed(HARBOUR, "# Fees")
    memory = MemoryFiles(place.files)
    view = View(Snapshot.load(Path("/site"), memory, Settings()), memory, Path("/site"))

    assert used(place, view) == [one for one in FEES if "json" in one.split(":")[0]]

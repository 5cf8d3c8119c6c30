"""An index of all objects finds at each place what a walk toward it finds."""

from __future__ import annotations

import json

import pytest

from docs_lsp.fixes.offered_fixes import PlacedIndex
from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.walk import Placed, walk_toward
from tests.rules.harness import site_of

GROUP = {"group": "g", "pages": ["a", {"group": "h", "pages": ["b"]}]}


def files(navigation: object, **parts: object) -> dict[str, str]:
    docs = {"theme": "mint", "name": "Quay", "colors": {}, "navigation": navigation}
    named = {f"{name}.json": part for name, part in parts.items()}
    return {name: json.dumps(value) for name, value in {"docs.json": docs, **named}.items()}


SITES = {
    "one file": files({"groups": [{"$ref": "./g.json"}]}, g=GROUP),
    "a file again": files({"groups": [{"$ref": "./g.json"}] * 3}, g=GROUP),
    "files of files": files(
        {"$ref": "./n.json"}, n={"tabs": [{"tab": "t", "$ref": "./p.json"}]}, p={"groups": [GROUP]}
    ),
    "the values of a key": files({"groups": {"$ref": "./l.json"}}, l=[GROUP, GROUP]),
    "a file in two roles": files(
        {"groups": [{"$ref": "./g.json"}], "global": {"anchors": [{"$ref": "./g.json"}]}}, g=GROUP
    ),
    "layers": files(
        {"groups": [{"$ref": "./g.json", "pages": ["c", {"$ref": "./g.json"}]}]}, g=GROUP
    ),
    "a circle": files({"groups": [{"$ref": "./g.json"}]}, g={"pages": [{"$ref": "./g.json"}]}),
}


def identify(around: tuple[Placed, ...]) -> list[tuple[object, ...]]:
    return [
        (id(each.element.resolved.layers[0].node), each.element.record.name, each.starts, each.key)
        for each in around
    ]


@pytest.mark.parametrize("name", SITES)
def test_an_index_finds_what_a_walk_finds(name: str) -> None:
    site = site_of(SITES[name])
    index = PlacedIndex(site.objects)
    for file, part in site.parts.items():
        assert isinstance(part, Document)
        for offset in range(len(part.text) + 1):
            walked = walk_toward(site.parts, site.name, site.context, file, offset)
            found = index.find_around(file, offset)
            assert identify(found) == identify(walked), (file, offset)


def test_nothing_is_around_places_of_other_files() -> None:
    assert PlacedIndex(site_of(SITES["one file"]).objects).find_around("x.json", 0) == ()

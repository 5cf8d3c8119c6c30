"""Values of docs.json, held against the service's own validator: by hand, in a long run.

Each value of a list is put at each place of docs.json. What the service accepts and keeps as it is
must not be an Error.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.model_navigation import ELEMENTS
from docs_lsp.schema.types import (
    Boolean,
    Choice,
    ElementType,
    ListOf,
    MapOf,
    NumberType,
    OneOf,
    Record,
    StringType,
    Type,
)
from docs_lsp.settings.settings import Settings
from tests.laws.service_oracle import ask_service

BASE = {
    "theme": "mint",
    "name": "Harbour",
    "colors": {"primary": "#0a7d5c"},
    "navigation": {"pages": ["index"]},
}
VALUES: tuple[Any, ...] = (
    *(
        "",
        " ",
        "x",
        "/a",
        "/a b",
        "a/b",
        "./a",
        "../a",
        "a.mdx",
        "#x",
        "?x=1",
        "en",
        "EN",
        "rocket",
    ),
    *(
        "https://example.com",
        "https://example.com/a.png",
        "https://example.com/a.svg",
        "http://x.io",
    ),
    *("www.example.com", "mailto:a@b.co", "tel:+1", "https://e.com:99999", "https://exa mple.com"),
    *("/files/a.zip", "//example.com/x", "a.json", "C:/a.json", "file:///a.json", "#abc", "#abcd"),
    *("G-1", "GTM-1", "true", "400", "GET", "fa-rocket", "é", "a\nb", "guides/v2", "a..b/.c"),
    *(0, 1, -1, 1.5, True, False, None, [], ["a"], [""], [1], [{}], {}, {"a": 1}, {"a": "b"}),
    *(
        {"light": "/a.svg", "dark": "/b.svg"},
        {"light": "#fff", "dark": "#000"},
        {"family": "Inter"},
    ),
    *({"name": "rocket"}, {"source": "a.json"}, ["a.json", "https://example.com/b.yaml"]),
)
SAMPLES = ("x", "https://example.com", "/a", "#0a7d5c", "G-1", "GTM-1", "phc_1", "longer-than-6")
_DEPTH = 1
OF_OTHER_LAWS = frozenset(("missing-spec", "page-extension", "page-url", "unsafe-link"))
"""Rules about what a value means, not about its form."""

Wrap: TypeAlias = Callable[[Any], Any]


class Place(NamedTuple):
    """A place of docs.json: its keys, and how a value becomes a whole file with it."""

    path: tuple[str | int, ...]
    wrap: Wrap


def iter_places(wanted: Type, place: Place, depth: int) -> Iterator[Place]:
    """Yield all places below one, but not those of elements in other elements."""
    match wanted:
        case Record():
            for key, known in wanted.properties.items():
                yield from below(known.type, place, key, beside(wanted, key), depth)
        case ElementType(kind=kind) if depth < _DEPTH + (place.path[1:2] == ("global",)):
            yield from iter_places(ELEMENTS[kind], place, depth + 1)
        case OneOf():
            for alternative in wanted.alternatives:
                yield from iter_places(alternative, place, depth)
        case ListOf():
            inner = Place((*place.path, 0), lambda value: place.wrap([value]))
            yield inner
            yield from iter_places(wanted.item, inner, depth)
        case MapOf():
            key = wanted.keys.values[0] if wanted.keys else "k"
            yield from below(wanted.value, place, key, {}, depth)


def below(
    wanted: Type, place: Place, key: str, others: dict[str, Any], depth: int
) -> Iterator[Place]:
    inner = Place((*place.path, key), lambda value: place.wrap({**others, key: value}))
    yield inner
    yield from iter_places(wanted, inner, depth)


def beside(record: Record, key: str) -> dict[str, Any]:
    """What an object needs beside a key."""
    needed = {other: sample(record.properties[other].type) for other in record.required}
    if key not in CHILD_KEYS and key not in ("href", "menu") and "pages" in record.properties:
        needed["pages"] = ["index"]
    for other in record.find_missing_keys({*needed, key}):
        needed[other] = sample(record.properties[other].type)
    return needed


def sample(wanted: Type) -> Any:
    """A value of a type."""
    match wanted:
        case Choice():
            return wanted.values[0]
        case StringType():
            return next(filter(wanted.accepts, SAMPLES))
        case Boolean():
            return wanted.only is not False
        case NumberType():
            return 1
        case ListOf():
            return [sample(wanted.item)] * wanted.min_items
        case Record():
            return beside(wanted, "")
        case OneOf():
            return sample(wanted.alternatives[0])
        case ElementType():
            return beside(ELEMENTS[wanted.kind], "")
    return {}


def read_value(docs: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        try:
            docs = docs[key]
        except (IndexError, KeyError, TypeError):
            return ...
    return docs


def test_there_are_places_of_each_kind() -> None:
    places = {place.path for place in iter_places(DOCS, Place((), lambda v: v), 0)}

    assert ("integrations", "segment", "cdnUrl") in places
    assert ("navigation", "tabs", 0, "icon") in places
    assert ("footer", "links", 0, "items", 0, "href") in places


@pytest.mark.by_hand
def test_what_the_service_accepts_and_keeps_is_no_error() -> None:
    asked: dict[str, tuple[Place, Any, Any]] = {}
    root = Place((), lambda value: {**BASE, **value})
    for place in iter_places(DOCS, root, 0):
        for value in VALUES:
            key = f"{'.'.join(map(str, place.path))} = {json.dumps(value)}"
            asked[key] = place, value, place.wrap(value)
    verdicts = ask_service({key: docs for key, (_, _, docs) in asked.items()})

    wrong = []
    kept = 0
    for key, (place, value, docs) in asked.items():
        read = read_value(verdicts[key].docs, place.path)
        if read == value and type(read) is type(value):
            kept += 1
            wrong += [f"{key}: {problem}" for problem in iter_errors(docs)]

    assert kept > 10_000
    assert wrong == []


def iter_errors(docs: Any) -> Iterator[str]:
    files = MemoryFiles({"docs.json": json.dumps(docs)})
    site = Snapshot.load_docs_json(Path("/site"), files, Settings())
    for problem in site.get_problems().get("docs.json", ()):
        if problem.severity is Severity.ERROR and problem.rule not in OF_OTHER_LAWS:
            yield f"{problem.rule}: {problem.message}"

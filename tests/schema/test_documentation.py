"""Where the service documents each key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_lsp.schema.documentation import find_documentation
from docs_lsp.schema.model import DOCS, FRONTMATTER, get_element_record
from docs_lsp.schema.types import ElementType, ListOf, MapOf, OneOf, Record, Type
from docs_lsp.site.mdx.anchors import make_live_heading_id

ROOT = "https://www.mintlify.com/docs/"
SITE = Path(__file__).parents[3] / "shared" / "corpus" / "sites" / "mintlify-docs"
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)


def records(type_: Type, seen: set[int]) -> Iterator[Record]:
    """Every kind of object in a type."""
    if isinstance(type_, ElementType):
        type_ = get_element_record(type_.kind)
    if id(type_) in seen:
        return
    seen.add(id(type_))
    match type_:
        case Record():
            yield type_
            inner = [known.type for known in type_.properties.values()]
        case ListOf():
            inner = [type_.item]
        case MapOf():
            inner = [type_.value]
        case OneOf():
            inner = list(type_.alternatives)
        case _:
            inner = []
    for one in inner:
        yield from records(one, seen)


EVERY = [*records(DOCS, set()), *records(FRONTMATTER, set())]


@pytest.mark.parametrize(
    ("record", "key", "place"),
    [
        (DOCS, "theme", "organize/settings-appearance"),
        (DOCS, "redirects", "organize/settings-structure#redirects"),
        (DOCS, "navigation", "organize/navigation"),
        (DOCS, "$schema", "organize/settings"),
        (get_element_record("group"), "group", "organize/navigation#groups"),
        (get_element_record("group"), "root", "organize/navigation#root-page"),
        (get_element_record("group"), "tag", "organize/navigation#groups"),
        (get_element_record("version"), "tag", "organize/navigation#version-tags"),
        (get_element_record("language"), "default", "organize/navigation#languages"),
        (get_element_record("tab"), "openapi", "organize/navigation#openapi"),
        (FRONTMATTER, "title", "organize/pages#page-metadata"),
        (FRONTMATTER, "mode", "organize/pages#page-mode"),
    ],
)
def test_a_key_is_on_the_page_that_is_about_it(record: Record, key: str, place: str) -> None:
    assert find_documentation(record, key).url == ROOT + place


@pytest.mark.parametrize("record", EVERY, ids=lambda record: record.name)
def test_every_key_is_somewhere(record: Record) -> None:
    known = [find_documentation(record, key) for key in record.properties]

    assert all(one.url.startswith(ROOT) and one.title for one in known)
    if record not in (DOCS, FRONTMATTER):
        settings = f"{ROOT}organize/settings"
        assert settings not in {one.url for one in known}  # Nothing is left to chance.


@pytest.mark.skipif(not SITE.exists(), reason="the corpus is not here")
def test_pages_and_headings_are_there() -> None:
    places = {find_documentation(record, key).url for record in EVERY for key in record.properties}
    for place in places:
        page, _, heading = place.removeprefix(ROOT).partition("#")
        text = (SITE / f"{page}.mdx").read_text(encoding="utf-8")
        anchors = {make_live_heading_id(found) for found in _HEADING.findall(text)}
        assert not heading or heading in anchors, place

"""Mistakes in specifications, and in how elements name them."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Object
from docs_lsp.site.navigation.inheritance import list_sources
from docs_lsp.site.specifications.openapi import Operation, Spec
from docs_lsp.site.specifications.spec_paths import is_url, resolve_spec_path
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.implied import LOST
from tests.mutations.links import in_page
from tests.mutations.scene import NEW, Scene, pick
from tests.mutations.surgery import Where, quoted, under

_VERSION = re.compile(rb"""^([{ \t]*["']?openapi["']?[ \t]*:[ \t]*)(["']?3\.[\d.]+["']?)""", re.M)
_ELEMENTS = frozenset(
    ("api", "group", "tab", "item", "anchor", "product", "dropdown", "version", "language")
)
_BLANK = re.compile(rb"[ \t]*")
_SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Zebra", "version": "1"},
    "paths": {"/zebra": {"get": {"responses": {"200": {"description": "A zebra"}}}}},
}


class Source(NamedTuple):
    """A place that names a specification."""

    text: str
    place: Range
    """Inside the quotes."""


@plants("missing-spec", files=True, implied=LOST)
def source_that_is_not_there(scene: Scene, chance: Random) -> Fault | None:
    return _rewrite_source(scene, chance, "another specification", lambda _: f"{NEW}.json")


@plants("missing-spec", files=True, implied=LOST)
def source_without_its_ending(scene: Scene, chance: Random) -> Fault | None:
    return _rewrite_source(
        scene, chance, "a path without its ending", lambda text: posixpath.splitext(text)[0]
    )


@plants("missing-spec", files=True, implied=LOST)
def source_on_the_writers_own_machine(scene: Scene, chance: Random) -> Fault | None:
    urls = ("http://localhost:8000/openapi.json", "http://127.0.0.1/api.yaml")
    return _rewrite_source(scene, chance, "a local address", lambda _: chance.choice(urls))


@plants("endpoint-without-spec", files=True)
def specification_of_the_whole_navigation(scene: Scene, chance: Random) -> Fault | None:
    navigation = scene.root.inside("navigation")
    groups = under(navigation, "groups")
    if navigation is None or groups is None or navigation.has("openapi"):
        return None
    place = groups.with_item('{ "group": "Zebras", "pages": ["GET /zebra"] }')
    source = navigation.with_member("openapi", f'"{NEW}.json"', key_marked=True)
    file = NewFile(f"{NEW}.json", json.dumps(_SPEC))
    return planted("a specification of `navigation`", place, source, file)


@plants(
    "dead-link",
    files=True,
    implied={"unlisted-operations": "the operation without a page is not listed"},
)
def link_to_an_operation_that_is_not_listed(scene: Scene, chance: Random) -> Fault | None:
    """The specification has two operations, and only one of them is listed."""
    groups = [one for one in scene.lists("groups") if one[1].node.items]
    place, listing = pick(chance, groups), pick(chance, scene.plain_pages)
    if place is None or listing is None or scene.root.has("api"):
        return None
    objects = (one.element for one in scene.placed)
    if any(is_url(name) for one in objects for name in list_sources(one.get("openapi"))):
        return None  # Its pages are not known, so any address may be one of them.
    operation = {"responses": {"200": {"description": "Stripes"}}}
    spec = {**_SPEC, "paths": {"/zebra": {"get": operation, "post": operation}}}
    group = f'{{ "group": "Zebras", "openapi": "{NEW}.json", "pages": ["GET /zebra"] }}'
    text = f"See [the zebra]({marked('/api-reference/post-zebra')})."
    edit = in_page(scene, scene.page_file(listing.page), text)
    file = NewFile(f"{NEW}.json", json.dumps(spec))
    return planted("an operation without a page", place[1].with_item(group), edit, file)


@plants("missing-spec", files=True, implied=LOST)
def source_that_is_a_folder(scene: Scene, chance: Random) -> Fault | None:
    source = pick(chance, _sources(scene))
    if source is None:
        return None
    file, span = source.place
    folder = NewFile(f"{NEW}/boat.json", "{}")
    return planted(
        "a folder", folder, FileEdit(file, span, marked(chance.choice((NEW, f"/{NEW}"))))
    )


@plants("missing-spec", files=True, implied=LOST)
def source_of_an_endpoint_without_its_ending(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.lists("pages"))
    spec = pick(chance, _specs(scene))
    operation = pick(chance, list(spec.operations.values())) if spec else None
    if place is None or spec is None or operation is None:
        return None
    name = f"./{posixpath.splitext(spec.file)[0]}"
    raw = f'"{marked(name)} {operation}"'
    return planted("an endpoint of a path without its ending", place[1].with_item(raw))


@plants("invalid-spec", files=True, implied=LOST)
def version_of_another_age(scene: Scene, chance: Random) -> Fault | None:
    spec = pick(chance, _specs(scene))
    match = _VERSION.search(scene.data(spec.file)) if spec else None
    if spec is None or match is None:
        return None
    quote = '"' if match[2][:1] in (b'"', b"'") else ""
    edit = FileEdit(spec.file, Span(*match.span(2)), f"{quote}2.0{quote}")
    places = [Range(spec.file, Span(*match.span())), *named(scene, spec)]
    return planted("OpenAPI 2.0", edit, at=places)


@plants("invalid-spec", files=True, implied=LOST)
def specification_cut_short(scene: Scene, chance: Random) -> Fault | None:
    """The second half is gone, so that brackets stay open."""
    spec = pick(chance, [one for one in _specs(scene) if one.file.endswith(".json")])
    if spec is None:
        return None
    data = scene.data(spec.file)
    half = data.rindex(b",", 0, len(data) // 2)
    edit = FileEdit(spec.file, Span(half, len(data)), "")
    places = [Range(spec.file, Span(0, half)), *named(scene, spec)]
    return planted("half a specification", edit, at=places)


@plants("invalid-spec", files=True, implied=LOST)
def reference_to_another_file(scene: Scene, chance: Random) -> Fault | None:
    spec = pick(chance, _specs(scene))
    operation = pick(chance, list(spec.operations.values())) if spec else None
    if spec is None or operation is None:
        return None
    raw = '[{ "$ref": "./other.json#/zebra" }]'
    if scene.files.exists(spec.file) and b"parameters" in _text_of(scene, spec, operation):
        return None
    edit = marking(scene, spec, operation, "parameters", marked(raw))
    return planted("an external `$ref`", edit, at=named(scene, spec)) if edit else None


@plants("unused-spec", files=True)
def specification_that_nothing_names(scene: Scene, chance: Random) -> Fault | None:
    content = marked(json.dumps(_SPEC, indent=2))
    return planted("one more specification", NewFile(f"{NEW}.json", content))


@plants("bad-extension-block", files=True)
def block_of_another_shape(scene: Scene, chance: Random) -> Fault | None:
    spec = pick(chance, _specs(scene))
    operations = list(spec.operations.values()) if spec else []
    operation = pick(chance, [one for one in operations if not one.blocks])
    if spec is None or operation is None:
        return None
    key = chance.choice(("x-mint", "x-site"))
    raw = chance.choice(('"zebra"', '{ "metadata": "zebra" }', '{ "mcp": { "enabled": "zebra" } }'))
    edit = marking(scene, spec, operation, key, marked(raw), key_marked=True)
    return planted(f"`{key}`: {raw}", edit) if edit else None


@plants("bad-extension-block", files=True)
def misspelt_key_of_a_block(scene: Scene, chance: Random) -> Fault | None:
    key, value = chance.choice((("metdata", "{}"), ("grops", "[]"), ("contnet", '"zebra"')))
    block = chance.choice(("x-mint", "x-site"))
    return _marked_operation(scene, chance, block, f"{{ {marked(quoted(key))}: {value} }}")


@plants("bad-extension-block", files=True)
def content_that_is_no_text(scene: Scene, chance: Random) -> Fault | None:
    raw = f"{{ {marked(quoted('content'))}: {marked(chance.choice(('3', 'true', '[]', '{}')))} }}"
    return _marked_operation(scene, chance, chance.choice(("x-mint", "x-site")), raw)


@plants("bad-extension-block", files=True)
def mark_that_is_no_boolean(scene: Scene, chance: Random) -> Fault | None:
    raw = chance.choice(('"true"', "1", '"no"', "[]"))
    key = chance.choice(("x-hidden", "x-excluded"))
    return _marked_operation(scene, chance, key, marked(raw), key_marked=True)


@plants("bad-extension-block", files=True)
def misspelt_mark(scene: Scene, chance: Random) -> Fault | None:
    key = chance.choice(("x-hiden", "x-exclude", "x-Hidden"))
    return _marked_operation(scene, chance, key, "true", key_marked=True)


def _rewrite_source(
    scene: Scene, chance: Random, what: str, write: Callable[[str], str]
) -> Fault | None:
    """A mistake in the name of some specification; `write` returns the name instead of one."""
    source = pick(chance, _sources(scene))
    if source is None:
        return None
    file, span = source.place
    return planted(what, FileEdit(file, span, marked(write(source.text))))


def _marked_operation(
    scene: Scene, chance: Random, key: str, raw: str, *, key_marked: bool = False
) -> Fault | None:
    spec = pick(chance, _specs(scene))
    operations = list(spec.operations.values()) if spec else []
    plain = [one for one in operations if not (one.blocks or one.hidden or one.excluded)]
    operation = pick(chance, plain)
    if spec is None or operation is None:
        return None
    edit = marking(scene, spec, operation, key, raw, key_marked=key_marked)
    return planted(f"`{key}`: {raw}", edit) if edit else None


def marking(
    scene: Scene,
    spec: Spec,
    operation: Operation,
    key: str,
    raw: str,
    *,
    key_marked: bool = False,
) -> FileEdit | None:
    """One more key of an operation, with a value as JSON; None where the file is written oddly."""
    data = scene.data(spec.file)
    if data.lstrip()[:1] == b"{":
        where = _operation(spec.file, data, operation)
        return where.with_member(key, raw, key_marked=key_marked) if where else None
    span = spec.locate_operation(operation.method, operation.path)
    line = data.find(b"\n", span.end) + 1 if span else 0
    if span is None or not line or data[span.end : line].strip(b" \t\r\n:'\""):
        return None
    blank = _BLANK.match(data, line)
    assert blank is not None
    indent = len(blank.group())
    if indent <= span.start - (data.rfind(b"\n", 0, span.start) + 1):
        return None
    name = marked(key) if key_marked else key
    return FileEdit(spec.file, Span(line, line), f"{' ' * indent}{name}: {raw}\n")


def _operation(file: str, data: bytes, operation: Operation) -> Where | None:
    """The object of an operation in a specification that is JSON."""
    tree = Document.from_text(data).tree
    if not isinstance(tree.root, Container):
        return None
    found = under(Where(file, data, tree.root, tree.start), *operation.keys)
    return found if found and isinstance(found.node, Object) else None


def _text_of(scene: Scene, spec: Spec, operation: Operation) -> bytes:
    """The beginning of an operation, as far as a screen goes."""
    span = spec.locate_operation(operation.method, operation.path)
    return scene.data(spec.file)[span.start : span.start + 20_000] if span else b"parameters"


def _specs(scene: Scene) -> list[Spec]:
    """The specifications that docs.json names and that have no fault."""
    facts = scene.site.facts
    names = {resolve_spec_path(one.text) for one in _sources(scene)}
    specs = facts.specs.items() if facts else ()
    return [one for path, one in sorted(specs) if path in names and one.usable and not one.faults]


def _sources(scene: Scene) -> list[Source]:
    """The places that name a specification, a file that is there."""
    files = scene.site.facts.files if scene.site.facts else frozenset()
    return [
        source
        for placed in scene.placed
        for source in _in_object(scene.where(placed), placed.element.record.name)
        if resolve_spec_path(source.text) in files
    ]


def _in_object(where: Where, record: str) -> Iterator[Source]:
    for key in ("source",) if record == "openapiSource" else ("openapi",):
        text, inside = where.text(key), where.inside(key)
        if text is not None and (record in _ELEMENTS or key == "source"):
            start, end = where.value(key)
            yield Source(text, where.range(Span(start + 1, end - 1)))
        if inside is not None and isinstance(inside.node, Array):
            for index, string in inside.strings():
                yield Source(string.value, where.range(inside.inner(index)))


def named(scene: Scene, spec: Spec) -> list[Range]:
    """Every place in docs.json that names a specification."""
    return [one.place for one in _sources(scene) if resolve_spec_path(one.text) == spec.file]

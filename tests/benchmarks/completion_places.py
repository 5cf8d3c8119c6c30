"""Places in real files where a writer is about to type something, and what comes next there.

Each is made from a file as it stands: something is taken out, and the cursor put in its place. What
was taken out is what is wanted. The same corpus gives the same places.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import DiskFiles, Files, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Literal, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, CONTAINERS
from docs_lsp.schema.types import Choice, OneOf, Type
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.pages import normalise_entry
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

_LARGEST = 300_000
_LINK = "link to a page, begun"
_BEGUN = 4
"""So many characters of a link are typed already: from nothing nobody can tell which is wanted."""
_PICTURES = ("light", "dark", "logo", "favicon", "image")


class Source(NamedTuple):
    """A docs.json, and the folder of its site if there is one."""

    name: str
    data: bytes
    folder: Path | None
    files: frozenset[str]
    """What lies in that folder."""
    pages: frozenset[str]
    """The pages that it lists."""

    @classmethod
    def of(cls, name: str, data: bytes, folder: Path | None = None) -> Source:
        """Look at a docs.json."""
        listed = _listed(Document.from_text(data).tree.root)
        files = DiskFiles(folder).paths() if folder else ()
        return cls(name, data, folder, frozenset(files), frozenset(filter(_is_path, listed)))


class Place(NamedTuple):
    """A text with a cursor in it."""

    kind: str
    source: Source
    file: str
    """The file it stands in: docs.json, or one that a `$ref` names."""
    data: bytes
    offset: int
    """In bytes."""
    typed: str
    """What stands before the cursor of that which is replaced."""
    wanted: Callable[[str], bool]
    """Whether a text that is put there is what is wanted."""
    what: str


def sources(corpus: Path) -> list[Source]:
    """The sites, and of every other repository its last docs.json that is JSON and not huge.

    A docs.json that another tool reads is none.
    """
    found = [
        Source.of(docs.parent.name, docs.read_bytes(), docs.parent)
        for docs in sorted(corpus.glob("sites/*/docs.json"))
    ]
    latest = {}
    for path in sorted(corpus.glob("configs/*.json")):
        data = path.read_bytes()
        if len(data) < _LARGEST and next(Document.from_text(data).iter_faults(), None) is None:
            latest["__".join(path.stem.split("__")[:2])] = data
    found += [Source.of(name, data) for name, data in latest.items()]
    return [source for source in found if _site_of(source).is_service_site]


def _site_of(source: Source) -> Snapshot:
    files: Files = DiskFiles(source.folder) if source.folder else MemoryFiles({})
    site = Snapshot.load(Path("/"), files, Settings())
    return replace(site, parts={**site.parts, "docs.json": Document.from_text(source.data)})


def places(known: Iterable[Source], seed: int = 1, each: int = 0) -> list[Place]:
    """Some places of each kind, from as many files as possible; at most `each` if it is given."""
    found: dict[str, list[Place]] = defaultdict(list)
    chance = random.Random(seed)
    for source in known:
        by_kind: dict[str, list[Place]] = defaultdict(list)
        for place in _places_in(source):
            by_kind[place.kind].append(place)
        for kind, there in by_kind.items():
            found[kind].append(chance.choice(there))
    return [
        place
        for kind in sorted(found)
        for place in chance.sample(found[kind], min(len(found[kind]), each or _WANTED.get(kind, 2)))
    ]


_WANTED = {"page": 8, "page, begun": 6, "endpoint": 3, "key of tab": 4, "key of group": 4,
           "key of docs": 5, "key of navigation": 4, "code of language": 3}  # fmt: skip
"""How many places of a kind are asked about; of any other kind two."""


_IN_PARTS = ("endpoint", "specification")
"""Kinds that are rare, so that they are also looked for in files that docs.json names."""


def _places_in(source: Source) -> Iterator[Place]:
    site = _site_of(source)
    for placed in site.navigator.list_objects():
        part = site.parts[placed.file]
        assert isinstance(part, Document)
        for place in _in_object(_File(source, placed.file, part.text.data), placed):
            if placed.file == "docs.json" or place.kind in _IN_PARTS:
                yield place


class _File(NamedTuple):
    source: Source
    name: str
    data: bytes

    def gap(self, kind: str, at: int, size: int, typed: str, wanted: str) -> Place:
        """Where something was taken out; what is typed of it stands in quotes that are closed."""
        closing = '"' if typed.startswith('"') else ""
        data = self.data[:at] + f"{typed}{closing}".encode() + self.data[at + size :]
        offset = at + len(typed.encode())

        def is_it(text: str) -> bool:
            return _bare(text).startswith(wanted)

        return Place(kind, self.source, self.name, data, offset, typed, is_it, wanted)

    def element(self, kind: str, at: int, size: int, key: str) -> Place:
        """Where a whole object was taken out of a list."""
        data = self.data[:at] + self.data[at + size :]

        def is_such(text: str) -> bool:
            return _bare(text).startswith("{") and f'"{key}"' in text

        what = f'{{ "{key}": … }}'
        return Place(kind, self.source, self.name, data, at, "", is_such, what)


def _bare(text: str) -> str:
    """A text that is to be put somewhere, without what joins it to its neighbours."""
    return text.strip(" ,\n\t").replace("\\$", "$")


def _in_object(file: _File, placed: Placed) -> Iterator[Place]:
    record, node, at = placed.element.record, placed.element.get_layer_node(0), placed.at
    for key, index in node.by_key.items():
        known = record.properties.get(key)
        start, member = at + node.starts[index], node.items[index]
        if known is None:
            continue
        if key != record.kind and len(node.items) > 1:
            yield file.gap(f"key of {record.name}", start, member.size, '"', f'"{key}"')
        value_at = start + member.value_start
        yield from _in_value(file, key, known.type, member.value, value_at)


def _in_value(file: _File, key: str, type_: Type, value: Node, at: int) -> Iterator[Place]:
    if isinstance(value, Literal) and value.value is not None:
        yield file.gap("true or false", at, value.size, "", str(value.value).lower())
    elif isinstance(value, String) and value.value:
        kind = _kind_of_text(file.source, key, type_, value.value)
        if kind:
            begun = value.value[:_BEGUN] if kind == _LINK else ""
            yield file.gap(kind, at, value.size, f'"{begun}', f'"{value.value}"')
    elif isinstance(value, Array):
        yield from _in_list(file, key, value, at)


def _kind_of_text(source: Source, key: str, type_: Type, text: str) -> str:
    """The kind of place that a string is; empty where nobody can know what is wanted."""
    choices = type_.alternatives if isinstance(type_, OneOf) else (type_,)
    if any(isinstance(one, Choice) and text in one.values for one in choices):
        return "code of language" if key == "language" else f"value of {key}"
    if key == "root" and _is_path(text):
        return "root page"
    path = text.strip("/")
    if key in ("href", "destination"):
        return _LINK if text.startswith("/") and path in source.pages else ""
    if path not in source.files:
        return ""
    if key in ("openapi", "source"):
        return "specification"
    return "picture" if key in _PICTURES else ""


def _in_list(file: _File, key: str, value: Array, at: int) -> Iterator[Place]:
    element = CONTAINERS.get(key)
    for start, item in value.iter_children():
        if isinstance(item, Object) and item.items:
            first = element or item.items[0].key.value
            if "$ref" not in item.by_key and first in item.by_key:
                yield file.element(f"item of {key}", at + start, item.size, first)
        elif isinstance(item, String) and key == "options":
            yield file.gap("value of options", at + start, item.size, '"', f'"{item.value}"')
        elif isinstance(item, String) and key == "pages":
            yield from _entry(file, item, at + start)


def _entry(file: _File, item: String, at: int) -> Iterator[Place]:
    text = item.value
    if isinstance(parse_endpoint_entry(text), Endpoint):
        if file.source.folder is not None:
            yield file.gap("endpoint", at, item.size, '"', f'"{text}"')
    elif _is_path(text):
        yield file.gap("page", at, item.size, '"', f'"{text}"')
        if "/" in text:
            begun = f'"{text[: text.index("/") + 1]}'
            yield file.gap("page, begun", at, item.size, begun, f'"{text}"')


def _is_path(text: str) -> bool:
    return (
        " " not in text and ":" not in text and normalise_entry(text) == text and text[-1:] != "/"
    )


def _listed(node: Node) -> Iterator[str]:
    if isinstance(node, Object):
        for member in node.items:
            if isinstance(member.value, Array) and member.key.value == "pages":
                yield from (item.value for item in member.value.items if isinstance(item, String))
            if isinstance(member.value, String) and member.key.value == "root":
                yield member.value.value
            if member.key.value in CHILD_KEYS or isinstance(member.value, Object):
                yield from _listed(member.value)
    elif isinstance(node, Array):
        for item in node.items:
            yield from _listed(item)

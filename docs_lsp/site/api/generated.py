"""Where the service puts the pages that it makes itself, and their names (service-facts.md, 7).

How it makes the address of such a page is not documented to the letter. So nothing here says that
a page exists: it says where one may, for checks that have to be silent then. Where all operations
are known, a page needs the name of one of them, in whatever spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.site.api.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.api.specs import spec_path
from docs_lsp.site.nav.element import Element

if TYPE_CHECKING:
    from docs_lsp.site.api.openapi import Operation, Spec
    from docs_lsp.site.facts import SiteFacts

DEFAULT_FOLDER = "api-reference"
GENERATORS = ("openapi", "asyncapi", "graphql", "sdk")

_NO_LETTER = re.compile(r"[\W_]+")
_COUNT = re.compile(r"-\d+$")


class Generated:
    """The pages that the service may make for one site."""

    def __init__(self, sources: Iterable[Source], facts: SiteFacts) -> None:
        """Look at what the elements of a site name; only specifications already read count."""
        names: set[str] = set()
        unknown: set[str] = set()
        known: set[str] = set()
        for source in sources:
            spec = source.spec(facts)
            if spec is None:
                unknown.add(source.folder)
            else:
                known.add(source.folder)
                names.update(names_in(spec), _folders_in(spec))
        self._names = frozenset(names - {""})
        self._unknown = tuple(f"{folder}/" for folder in unknown)
        self._folders = frozenset(known | unknown)

    @classmethod
    def of(cls, elements: Iterable[Element], facts: SiteFacts) -> Generated:
        """Look at the elements of a whole site."""
        return cls((source for each in elements for source in sources_in(each)), facts)

    def may_have(self, page: str) -> bool:
        """Whether a page of this path may be one that the service makes, or leads to some."""
        if not self._folders:
            return False
        if page in self._folders or page.startswith(self._unknown):
            return True
        return not self._names.isdisjoint(last_names(page))


class Source(NamedTuple):
    """Something that pages are made from, and the folder they go to."""

    name: str | None
    """The specification as it is written; None for what cannot be looked into."""
    folder: str = DEFAULT_FOLDER

    def spec(self, facts: SiteFacts) -> Spec | None:
        """The specification, where all of it is known."""
        spec = facts.specs.get(spec_path(self.name) or "") if self.name else None
        return spec if spec is not None and spec.usable and not spec.faults else None


def sources_in(element: Element) -> Iterator[Source]:
    """What an element itself has pages made from."""
    if element.record.kind is None and element.record.name != "api":
        return
    for key in GENERATORS:
        value = element.get(key)
        for each in value.items if isinstance(value, Array) else (value,):
            yield from _source(each, is_openapi=key == "openapi")
    for entry in element.entries(_is_one_word):
        endpoint = parse_endpoint(entry.text)
        if isinstance(endpoint, Endpoint) and endpoint.spec:
            yield Source(endpoint.spec)


def _source(value: Node | None, *, is_openapi: bool) -> Iterator[Source]:
    if isinstance(value, String):
        yield Source(value.value if is_openapi else None)
    elif isinstance(value, Object):
        name, overlays = value.get("source"), value.get("overlays")
        # An overlay may give an operation another name.
        whole = is_openapi and not (isinstance(overlays, Array) and overlays.items)
        folder = folder_of(value) or DEFAULT_FOLDER
        yield Source(name.value if whole and isinstance(name, String) else None, folder)


def folder_of(value: Node) -> str | None:
    """The folder that an object such as `openapi` sends its pages to."""
    folder = value.get("directory") if isinstance(value, Object) else None
    text = folder.value.strip("/ ") if isinstance(folder, String) else ""
    return text or None


def names_in(spec: Spec) -> Iterator[str]:
    """The letters of all that a page made from a specification may be called."""
    operations: list[Operation] = [*spec.operations.values(), *spec.webhooks.values()]
    for operation in operations:
        yield letters(operation.summary or "")
        yield letters(operation.operation_id or "")
        yield letters(operation.method + operation.path)
        yield from _addresses(operation.extension)


def _folders_in(spec: Spec) -> Iterator[str]:
    """The letters of all that a folder of such pages may be called."""
    for operation in (*spec.operations.values(), *spec.webhooks.values()):
        yield from map(letters, operation.tags)
    for name, title in spec.tags.items():
        yield from (letters(name), letters(title))


def _addresses(extension: Mapping[str, object]) -> Iterator[str]:
    """The name of a page that an operation gets an address of its own for."""
    href = extension.get("href")
    if isinstance(href, str):
        yield letters(href.rstrip("/").rpartition("/")[2])


def last_names(page: str) -> tuple[str, str]:
    """The letters of the last part of a page path, as it is and without the count at its end."""
    name = page.rpartition("/")[2]
    return letters(name), letters(_COUNT.sub("", name))


def letters(text: str) -> str:
    """What is left of a name whatever way it is spelt."""
    return _NO_LETTER.sub("", text.lower())


def _is_one_word(text: str) -> bool:
    return " " not in text

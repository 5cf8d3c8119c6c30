"""Addresses and names of the pages that the service generates.

Source: SERVICE.md, generated-pages. The address is `<folder>/<tag>/<name>`: the `directory` of some
element or `api-reference`, the tag of the operation if it has one, and its summary, or its method
and path, or the name of a webhook. The exact spelling of characters in them is not documented. So
nothing here says that a page exists: it says where one may, for checks that must then report
nothing. If all operations are known, a page needs such a folder, and the tag and the name of one of
them, in any spelling.

`guess_operations_for_page` guesses: good enough for navigation, not for reporting mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import reduce_to_letters
from docs_lsp.site.specifications.endpoints import WEBHOOK, Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import SpecOperation

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec

DEFAULT_FOLDER = "api-reference"
GENERATORS = ("openapi", "asyncapi", "graphql", "sdk")
"""The keys for which the service generates pages of an element."""

PARAMETER = compile_lazily(r"\{[^{}]*\}")
"""A path parameter, which is never part of a page's address."""
_COUNT = compile_lazily(r"-\d+$")


class GeneratedAddresses:
    """The addresses of pages that the service may generate for one site."""

    def __init__(self, sources: Iterable[PageSource], facts: SiteFacts) -> None:
        """Collect addresses from the sources of a site, using specifications already read."""
        named: set[tuple[str, str]] = set()
        own: set[str] = set()
        unknown: set[str] = set()
        known: set[str] = set()
        for source in sources:
            spec = source.find_sound_spec(facts)
            if spec is None:
                unknown.add(source.folder)
            else:
                known.add(source.folder)
                named.update(_iter_tag_name_pairs(spec))
                own.update(filter(None, map(_read_explicit_address, spec.all_operations)))
        self._named = frozenset(named)
        """Pairs of a tag (or nothing) and a name that may follow a folder, as letters only."""
        self._unknown = tuple(f"{folder}/" for folder in unknown)
        self._folders = frozenset(known | unknown)
        self._below = tuple(f"{folder}/" for folder in self._folders)
        self._below_folded = tuple(one.casefold() for one in self._below)
        self._own = frozenset(own)
        self._own_names = frozenset(reduce_to_letters(one.rpartition("/")[2]) for one in own) - {""}

    def may_include_page(self, page: str) -> bool:
        """Return whether a page path may be that of a generated page, or of a folder of these."""
        if not self._folders:
            return False
        if page in self._folders or page.startswith(self._unknown):
            return True
        names = split_last_name(page)
        if not self._own_names.isdisjoint(names):
            return True  # An operation may set any address for its page.
        folded = page.casefold()
        for folder in self._below_folded:
            if folded.startswith(folder):
                tag = reduce_to_letters(folded[len(folder) :].rpartition("/")[0])
                if any((tag, name) in self._named for name in names):
                    return True
        return False

    def is_in_folder(self, page: str) -> bool:
        """Return whether a path is a folder of generated pages, or below one."""
        return f"{page}/".startswith(self._below)

    def may_include_prefix(self, start: str) -> bool:
        """Return whether the path of a generated page may begin with a text."""
        folders = (one.startswith(start) or start.startswith(one) for one in self._below)
        return any(folders) or any(one.startswith(start) for one in self._own)


class PageSource(NamedTuple):
    """A specification that pages are generated from, and the folder of the pages."""

    name: str | None
    """The specification as it is written; None for one that cannot be examined."""
    folder: str = DEFAULT_FOLDER

    def find_sound_spec(self, facts: SiteFacts) -> Spec | None:
        """Return the specification if all of it is valid and known, else None."""
        spec = facts.find_spec(self.name) if self.name else None
        return spec if spec and spec.is_sound else None


def iter_page_sources(element: Element) -> Iterator[PageSource]:
    """Yield the specifications that an element itself generates pages from, not inherited ones."""
    if element.record.kind is None and element.record.name != "api":
        return
    for key in filter(element.has, GENERATORS):
        value = element.get_inlined(key)
        for each in value.items if isinstance(value, Array) else (value,):
            yield from _iter_value_sources(each, is_openapi=key == "openapi")
    for text in element.listed:
        endpoint = parse_endpoint_entry(text) if " " in text else None
        if isinstance(endpoint, Endpoint) and endpoint.spec:
            yield PageSource(endpoint.spec)


def list_page_sources(objects: Iterable[Placed]) -> Collection[PageSource]:
    """Return the specifications that objects of docs.json generate pages from, without repeats."""
    return dict.fromkeys(each for placed in objects for each in iter_page_sources(placed.element))


def _iter_value_sources(value: Node | None, *, is_openapi: bool) -> Iterator[PageSource]:
    """Yield the page source of a string or an object; none for any other value."""
    if isinstance(value, String):
        yield PageSource(value.value if is_openapi else None)
    elif isinstance(value, Object):
        name, overlays = value.get("source"), value.get("overlays")
        # An overlay may rename an operation.
        whole = is_openapi and not (isinstance(overlays, Array) and overlays.items)
        folder = read_pages_folder(value) or DEFAULT_FOLDER
        yield PageSource(name.value if whole and isinstance(name, String) else None, folder)


def read_pages_folder(value: Node) -> str | None:
    """Return the `directory` of an object such as `openapi`, without slashes around, or None."""
    folder = value.get("directory") if isinstance(value, Object) else None
    text = folder.value.strip("/ ") if isinstance(folder, String) else ""
    return text or None


def iter_possible_names(spec: Spec) -> Iterator[str]:
    """Yield the possible names of pages generated from a specification, as letters only.

    They include names that a writer may expect but that the service does not use.
    """
    for operation in spec.all_operations:
        yield from _iter_spellings(operation.summary or "")
        yield reduce_to_letters(operation.operation_id or "")
        yield from _iter_path_names(operation)
        href = _read_explicit_address(operation)
        if href:
            yield reduce_to_letters(href.rpartition("/")[2])


def _iter_tag_name_pairs(spec: Spec) -> Iterator[tuple[str, str]]:
    """Yield pairs of tag and name of all generated pages, as letters only.

    For the folders of the tags themselves, the tag is empty and the name is the folder.
    """
    for operation in spec.all_operations:
        tags = {*operation.tags, *(spec.tags.get(tag, "") for tag in operation.tags)}
        folders = {"", *chain.from_iterable(map(_iter_spellings, tags))}
        names = _iter_service_names(operation)
        yield from ((folder, name) for name in names for folder in folders if name)
        yield from (("", folder) for folder in folders if folder)


def _iter_service_names(operation: Operation) -> Iterator[str]:
    """Yield, as letters only, the names that the service may use: the summary or else the path."""
    summary = operation.summary or ""
    return _iter_spellings(summary) if reduce_to_letters(summary) else _iter_path_names(operation)


def _iter_path_names(operation: Operation) -> Iterator[str]:
    """Yield the names that the method and the path give a page, as letters only."""
    if operation.method == WEBHOOK:
        yield from _iter_spellings(operation.path)
    yield from _iter_spellings(operation.method + operation.path)


def _iter_spellings(text: str) -> Iterator[str]:
    """Yield the letters of a name with its path parameters, and without them."""
    yield reduce_to_letters(text)
    if "{" in text:
        yield reduce_to_letters(PARAMETER.sub("", text))


def _read_explicit_address(operation: Operation) -> str:
    """Return the page path that an operation sets with `href`, or an empty string."""
    href = operation.extension.get("href")
    return href.strip("/") if isinstance(href, str) else ""


def split_last_name(page: str) -> tuple[str, str]:
    """Return the letters of a path's last segment, with and without a final number."""
    name = page.rpartition("/")[2]
    return reduce_to_letters(name), reduce_to_letters(_COUNT.sub("", name))


def make_generated_page_test(element: Element, facts: SiteFacts) -> Callable[[str], bool] | None:
    """Return a predicate for page paths that an element may generate; None if it generates none.

    If all operations are known, a path qualifies if an operation has its name; otherwise, if it is
    in the folder of generated pages.
    """
    inner = element.inner
    values = [
        value for key in GENERATORS if element.has(key) and (value := element.get_inlined(key))
    ]
    if not values and not inner.openapi and not inner.asyncapi:
        return None
    only_openapi = not inner.asyncapi and len(values) == element.has("openapi")
    specs = facts.get_sound_specs(inner.openapi) if only_openapi else None
    if specs is not None:
        names = frozenset(name for spec in specs for name in iter_possible_names(spec)) - {""}
        return lambda page: not names.isdisjoint(split_last_name(page))
    folders = tuple(f"{folder}/" for value in values if (folder := read_pages_folder(value)))
    return lambda page: page.startswith(folders or (f"{DEFAULT_FOLDER}/",))


def guess_operations_for_page(
    page: str, objects: Iterable[Placed], facts: SiteFacts
) -> tuple[SpecOperation, ...]:
    """Return the operations that fit a page path best; mostly one or none.

    `objects` are all objects of docs.json that the format knows.
    """
    best, matches = 0, dict[tuple[str, str, str], SpecOperation]()
    for source in list_page_sources(objects):
        spec = source.find_sound_spec(facts)
        for operation in spec.all_operations if spec else ():
            likeness = _score_operation(page, source, operation)
            if spec and likeness and likeness >= best:
                if likeness > best:
                    best, matches = likeness, {}
                matches[spec.file, operation.method, operation.path] = SpecOperation(
                    spec, operation
                )
    return tuple(matches.values())


def _score_operation(page: str, source: PageSource, operation: Operation) -> int:
    """Return how well an address fits an operation, from 0 (not at all) to 4."""
    href = operation.extension.get("href")
    if isinstance(href, str) and href.strip("/") == page:
        return 4
    names = {
        reduce_to_letters(operation.summary or ""),
        reduce_to_letters(operation.operation_id or ""),
        reduce_to_letters(operation.method + operation.path),
    }
    if (names - {""}).isdisjoint(split_last_name(page)):
        return 0
    is_below = page.startswith(f"{source.folder}/")
    folders = {reduce_to_letters(folder) for folder in page.split("/")[:-1]}
    is_tagged = any(reduce_to_letters(tag) in folders for tag in operation.tags)
    return 1 + is_below + is_tagged

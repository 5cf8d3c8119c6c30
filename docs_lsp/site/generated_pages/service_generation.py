"""The pages that the service generates for an accepted navigation, and operations without one.

Source: SERVICE.md, generated-pages. The nearest `openapi` above an endpoint applies. The element
that has it gets a page for each operation, unless an endpoint below uses it. A single endpoint that
no specification has stops the generation: the service then makes no page at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from docs_lsp.jsontree.nodes import Array
from docs_lsp.site.generated_pages.generation import (
    OPAQUE,
    iter_generated_addresses,
    make_operation_address,
)
from docs_lsp.site.generated_pages.page_addresses import (
    DEFAULT_FOLDER,
    list_page_sources,
    read_pages_folder,
)
from docs_lsp.site.navigation.inheritance import list_sources
from docs_lsp.site.pages import reduce_to_letters, url_to_path
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import is_url, resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.jsontree.nodes import Node
    from docs_lsp.site.navigation.accepted_elements import AcceptedElement
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec


class NavigationElement(Protocol):
    """The part of an accepted navigation element that generation needs."""

    @property
    def content(self) -> str | None:
        """The key whose content the service accepts, `href` for a link, or None."""

    @property
    def entries(self) -> Sequence[str]:
        """The strings in `pages`."""

    @property
    def children(self) -> Sequence[Self]:
        """The elements in it, in order."""

    def value(self, key: str) -> Node | None:
        """Return the value of a key if the service accepts it, or None."""


_Element = TypeVar("_Element", bound=NavigationElement)


class GeneratedPage(NamedTuple, Generic[_Element]):
    """A page that the service generates from an operation."""

    spec: Spec
    operation: Operation
    address: str
    """Its address, with the leading slash."""
    element: _Element
    """The element that lists the endpoint, or that names the specification."""
    entry: str = ""
    """The entry that lists it; empty if the service adds it to the navigation itself."""

    @property
    def is_listed(self) -> bool:
        """Whether an entry lists it."""
        return bool(self.entry)


class UnknownEndpoint(NamedTuple, Generic[_Element]):
    """An entry whose operation is in none of its specifications, or in one not read here."""

    element: _Element
    entry: str
    source: str
    """The specification that applies, as written."""
    is_elsewhere: bool
    """Whether that is at a URL, so that the page may exist."""


class Lack(Enum):
    """Reasons why an endpoint has no page."""

    NO_OPERATION = "no operation"
    """Its specification has no such operation, or is missing itself."""
    NO_SPECIFICATION = "no specification"
    """No element around it names a specification."""
    EXCLUDED = "excluded"
    """The specification marks the operation with `x-excluded`."""
    STOPPED = "stopped"
    """The build fails because of another entry or specification."""


class LackingEndpoint(NamedTuple, Generic[_Element]):
    """An entry that is an endpoint and has no page, for another reason than `UnknownEndpoint`."""

    element: _Element
    entry: str
    lack: Lack


class UnreadSource(NamedTuple, Generic[_Element]):
    """A source of generated pages that is not read here."""

    element: _Element
    """The element that names it."""
    key: str
    """`openapi`, or the key of another format, which is never read."""
    name: str
    """The source as written."""
    is_elsewhere: bool
    """Whether the source is at a URL or in another format, so that its pages may exist."""


class Generation(NamedTuple, Generic[_Element]):
    """The generated pages of a navigation, and the sources and entries without known pages."""

    pages: tuple[GeneratedPage[_Element], ...]
    """The pages in the order of the navigation; empty if the build fails."""
    unknown: tuple[UnknownEndpoint[_Element], ...]
    unread: tuple[UnreadSource[_Element], ...]
    entries: frozenset[str]
    """The entries that the service treats as endpoints."""
    is_stopped: bool
    """Whether the build fails, because of something in `unknown` or `unread`."""
    lacking: tuple[LackingEndpoint[_Element], ...] = ()


NO_PAGES_AT_ALL = "the service generates no pages at all"
"""The consequence of anything that stops the generation, for messages."""

_Sources: TypeAlias = Mapping[str, str]
"""Specifications in order, as written, each with the folder of its generated pages."""


def generate_pages(navigation: _Element, facts: SiteFacts) -> Generation[_Element]:
    """Return the pages that the service generates, none if the build fails, and unknown sources."""
    generator = _Generator[_Element](facts)
    generator.add_element_pages(navigation, None)
    is_stopped = not (
        all(endpoint.is_elsewhere for endpoint in generator.unknown)
        and all(source.is_elsewhere for source in generator.unread)
    )
    lacking = generator.lacking
    if is_stopped:
        lacking += [
            LackingEndpoint(page.element, page.entry, Lack.STOPPED)
            for page in generator.pages
            if page.is_listed
        ]
    return Generation(
        () if is_stopped else tuple(generator.pages),
        tuple(generator.unknown),
        tuple(generator.unread),
        frozenset(generator.entries),
        is_stopped,
        tuple(lacking),
    )


def iter_spec_paths(element: NavigationElement) -> Iterator[str]:
    """Yield the paths, not URLs, of the specifications that an element or its content names."""
    endpoints = (parse_endpoint_entry(entry) for entry in element.entries)
    own = (
        endpoint.spec for endpoint in endpoints if isinstance(endpoint, Endpoint) and endpoint.spec
    )
    for name in (*list_sources(element.value("openapi")), *own):
        path = resolve_spec_path(name)
        if path is not None:
            yield path
    for child in element.children:
        yield from iter_spec_paths(child)


class _Generator(Generic[_Element]):
    def __init__(self, facts: SiteFacts) -> None:
        self._facts = facts
        self.pages: list[GeneratedPage[_Element]] = []
        self.unknown: list[UnknownEndpoint[_Element]] = []
        self.unread: list[UnreadSource[_Element]] = []
        self.lacking: list[LackingEndpoint[_Element]] = []
        self.entries: set[str] = set()

    def add_element_pages(self, element: _Element, outer: _Sources | None) -> bool:
        """Add the pages of an element; return whether an endpoint in it uses inherited specs."""
        own = _read_own_sources(element)
        sources = own or outer
        is_used = False
        for entry in element.entries:
            is_used = self._add_endpoint(element, entry, sources) or is_used
        for child in element.children:
            is_used = self.add_element_pages(child, sources) or is_used
        if element.content != "href":
            for key in OPAQUE:
                for name in list_sources(element.value(key)):
                    self.unread.append(UnreadSource(element, key, name, is_elsewhere=True))
            if own and not is_used:
                self._add_all_operations(element, own)
        return is_used and own is None

    def _add_all_operations(self, element: _Element, sources: _Sources) -> None:
        """Add a page for each operation of some specifications; record unread ones."""
        for name, folder in sources.items():
            spec = _find_spec(self._facts, name)
            if spec is None:
                self.unread.append(UnreadSource(element, "openapi", name, is_url(name)))
                continue
            for operation, address in iter_generated_addresses(spec, folder):
                self.pages.append(GeneratedPage(spec, operation, address, element))

    def _add_endpoint(self, element: _Element, entry: str, sources: _Sources | None) -> bool:
        """Add the page of an entry; return whether it uses inherited specs."""
        endpoint = parse_endpoint_entry(entry)
        if not isinstance(endpoint, Endpoint):
            return False
        names = (endpoint.spec,) if endpoint.spec else tuple(sources or ())
        if not names:
            self.lacking.append(LackingEndpoint(element, entry, Lack.NO_SPECIFICATION))
            return False
        self.entries.add(entry)
        folder = next(iter(sources.values())) if sources else DEFAULT_FOLDER
        specs = self._facts.cached_for(_select_usable_specs, names)
        match = self._facts.find_operation(specs, endpoint.method, endpoint.path)
        if match is not None:
            spec, operation = match
            if operation.excluded:
                self.lacking.append(LackingEndpoint(element, entry, Lack.EXCLUDED))
            else:
                address = make_operation_address(operation, folder)
                self.pages.append(GeneratedPage(spec, operation, address, element, entry))
            return not endpoint.spec
        unknown = UnknownEndpoint(element, entry, names[0], any(map(is_url, names)))
        self.unknown.append(unknown)
        return not endpoint.spec


def _select_usable_specs(facts: SiteFacts, names: tuple[str, ...]) -> tuple[Spec, ...]:
    """Return the specifications that names mean, without those at URLs and unusable ones."""
    return tuple(spec for name in names if (spec := _find_spec(facts, name)))


def _find_spec(facts: SiteFacts, name: str) -> Spec | None:
    """Return a specification; None if it is at a URL or cannot be used."""
    spec = facts.find_spec(name)
    return spec if spec and spec.usable else None


def _read_own_sources(element: NavigationElement) -> _Sources | None:
    """Return the specifications in an element's own `openapi` with their folders, or None."""
    value = element.value("openapi")
    items = value.items if isinstance(value, Array) else [value]
    folders = {
        name: read_pages_folder(item) or DEFAULT_FOLDER
        for item in items
        if item is not None
        for name in list_sources(item)
    }
    return folders or None


def _generate_accepted_pages(overview: Overview) -> Generation[AcceptedElement] | None:
    """Return the generated pages of the accepted navigation; None if docs.json is rejected."""
    # Imported late: few sites list single operations.
    from docs_lsp.site.navigation.accepted_elements import read_accepted_docs

    docs = read_accepted_docs(overview.name, overview.parts)
    return generate_pages(docs.navigation, overview.facts) if docs else None


def _find_stop(generation: Generation[AcceptedElement]) -> str:
    """Return a clause with the first thing that stops a generation; empty if nothing does."""
    for endpoint in generation.unknown:
        if not endpoint.is_elsewhere:
            return f"`{endpoint.entry}` is not in `{endpoint.source}`"
    for source in generation.unread:
        if not source.is_elsewhere:
            return f"`{source.name}` is missing or invalid"
    return ""


class StoppedPages(NamedTuple):
    """The pages that would be generated if nothing stopped the generation of all."""

    reason: str = ""
    """A clause with what stops it; empty if nothing does."""
    addresses: frozenset[str] = frozenset()


def collect_stopped_pages(overview: Overview) -> StoppedPages:
    """Return the addresses that get no page because generation stops; use `overview.cached`."""
    generation = _generate_accepted_pages(overview)
    reason = _find_stop(generation) if generation else ""
    if not reason:
        return StoppedPages()
    sources = list_page_sources(overview.objects)
    specs = ((source.find_sound_spec(overview.facts), source.folder) for source in sources)
    addresses = (iter_generated_addresses(spec, folder) for spec, folder in specs if spec)
    return StoppedPages(reason, frozenset(address for each in addresses for _, address in each))


def map_operations_without_page(overview: Overview) -> Mapping[str, Operation]:
    """Return the operations without a page because others are listed, by its address; use `cached`.

    They get none because another operation of their specification is listed. The result is empty
    unless all generated pages are known, so that nothing else can be at such an address.
    """
    facts = overview.facts
    if not facts.specs or not any(each.is_endpoint for each in overview.navigation.listings):
        return {}
    generation = _generate_accepted_pages(overview)
    if generation is None or generation.unknown or generation.unread:
        return {}
    listed = {page.spec.file for page in generation.pages if page.is_listed}
    taken = {reduce_to_letters(url_to_path(page.address)) for page in generation.pages}
    taken |= {reduce_to_letters(page.page) for page in facts.pages}
    operations: dict[str, Operation] = {}
    for source in list_page_sources(overview.objects):
        spec = source.find_sound_spec(facts)
        if spec is not None and spec.file in listed:
            for operation, address in iter_generated_addresses(spec, source.folder):
                if reduce_to_letters(url_to_path(address)) not in taken:
                    operations.setdefault(address, operation)
    return operations

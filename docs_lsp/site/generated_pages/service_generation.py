"""The pages that the service generates for an accepted navigation.

Source: SERVICE.md, generated-pages. The nearest `openapi` above an endpoint applies. The element
that has it gets a page for each operation, unless an endpoint below uses it. A single endpoint that
no specification has stops the generation: the service then makes no page at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.generated_pages.generation import OPAQUE, address_of, addresses_of
from docs_lsp.site.generated_pages.page_addresses import DEFAULT_FOLDER, folder_of
from docs_lsp.site.navigation.inheritance import sources_of
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.specifications.spec_paths import is_url, spec_path

if TYPE_CHECKING:
    from docs_lsp.jsontree.nodes import Node
    from docs_lsp.site.navigation.accepted_elements import AcceptedElement
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec


class Made(NamedTuple):
    """A page that the service generates."""

    name: str
    """The specification and the operation, or the specification alone if that is unknown."""
    address: str | None = None
    """The address, as far as it is documented; None if it is not known."""


class Stopped(Exception):
    """Raised if the service stops generating pages."""


class _Force(NamedTuple):
    """The specifications and the folder that apply to the endpoints of an element."""

    sources: tuple[str, ...]
    folder: str


def generate_pages(
    navigation: AcceptedElement, facts: SiteFacts
) -> tuple[frozenset[Made], frozenset[str]]:
    """Return the pages that the service generates, and the entries it treats as endpoints."""
    maker = _Maker(facts)
    try:
        maker.visit(navigation, None)
    except Stopped:
        return frozenset(), frozenset(maker.entries)
    return frozenset(maker.made), frozenset(maker.entries)


def list_spec_paths(element: AcceptedElement) -> Iterator[str]:
    """Yield the paths of the specifications named by a navigation or its endpoints."""
    endpoints = (parse_endpoint(entry) for entry in element.entries)
    own = (
        endpoint.spec for endpoint in endpoints if isinstance(endpoint, Endpoint) and endpoint.spec
    )
    for name in (*sources_of(element.value("openapi")), *own):
        path = spec_path(name)
        if path is not None:
            yield path
    for child in element.children:
        yield from list_spec_paths(child)


class _Maker:
    def __init__(self, facts: SiteFacts) -> None:
        self.facts = facts
        self.made: set[Made] = set()
        self.entries: set[str] = set()

    def visit(self, element: AcceptedElement, outer: _Force | None) -> bool:
        """Add the pages of an element; return whether an endpoint in it uses inherited specs."""
        own = _force(element.value("openapi"))
        force = own or outer
        used = False
        for entry in element.entries:
            used = self._add_endpoint(entry, force) or used
        for child in element.children:
            used = self.visit(child, force) or used
        if element.content != "href":
            for key in OPAQUE:
                self.made |= {Made(f"{key} {source}") for source in sources_of(element.value(key))}
            if own and not used:
                self.made |= set(self._all_pages(own))
        return used and own is None

    def _all_pages(self, force: _Force) -> Iterator[Made]:
        for source in force.sources:
            spec = self._spec(source)
            if spec is None:
                yield Made(f"openapi {source}")
            else:
                for operation, address in addresses_of(spec, force.folder):
                    yield _page_of_operation(spec, operation, address)

    def _add_endpoint(self, entry: str, force: _Force | None) -> bool:
        """Add the page of an entry; return whether it uses inherited specs.

        Raises GenerationStop if no specification has the endpoint.
        """
        endpoint = parse_endpoint(entry)
        sources = force.sources if force else ()
        if isinstance(endpoint, Endpoint) and endpoint.spec:
            sources = (endpoint.spec,)
        if not isinstance(endpoint, Endpoint) or not sources:
            return False
        self.entries.add(entry)
        specs = [self._spec(source) for source in sources]
        folder = force.folder if force else DEFAULT_FOLDER
        for spec in specs:
            operation = spec.find(endpoint.method, endpoint.path) if spec else None
            if spec is not None and operation is not None:
                if not operation.excluded:
                    self.made.add(
                        _page_of_operation(spec, operation, address_of(operation, folder))
                    )
                return not endpoint.spec
        if None not in specs:
            raise Stopped
        self.made.add(Made(f"{sources[0]} {endpoint.method} {endpoint.path}"))
        return not endpoint.spec

    def _spec(self, source: str) -> Spec | None:
        """Return a local specification, or None for a URL; raise GenerationStop if unusable."""
        if is_url(source):
            return None
        spec = self.facts.specs.get(spec_path(source) or "")
        if spec is None or not spec.usable:
            raise Stopped
        return spec


def _page_of_operation(spec: Spec, operation: Operation, address: str) -> Made:
    return Made(f"{spec.file} {operation}", address)


def _force(value: Node | None) -> _Force | None:
    sources = sources_of(value)
    if value is None or not sources:
        return None
    return _Force(sources, folder_of(value) or DEFAULT_FOLDER)

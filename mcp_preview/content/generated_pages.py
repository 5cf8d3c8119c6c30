"""Finds the pages that the service generates from specifications, and their addresses.

An element that names a specification gets a page for each operation, unless an endpoint listed
below it uses the same specification; then the listed endpoints have pages (docs_lsp/SERVICE.md,
generated-pages). How their addresses are built is not documented exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.jsontree.nodes import Array
from docs_lsp.site.generated_pages.generation import OPAQUE, list_published_operations
from docs_lsp.site.generated_pages.page_addresses import DEFAULT_FOLDER, folder_of
from docs_lsp.site.navigation.inheritance import sources_of
from docs_lsp.site.navigation.navigation import Ancestors, is_accepted
from docs_lsp.site.navigation.origins import origin_of
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.specifications.named_operation import find_listed_operation
from docs_lsp.site.specifications.spec_paths import spec_path

if TYPE_CHECKING:
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.openapi import Operation, Spec

_PARAMETER = re.compile(r"\{[^{}]*\}")
_SEPARATOR = re.compile(r"[\s/_.]+")
_SPECIAL = re.compile(r"[^\w-]")
_HYPHENS = re.compile(r"-{2,}")


@dataclass(slots=True)
class EndpointPage:
    """A generated page."""

    path: str
    spec: Spec
    operation: Operation
    group: str
    """The title of the group generated for it; empty if it is listed explicitly."""
    placed: list[Placed] = field(default_factory=list)
    """The elements that list it, or that name its specification."""


class UnreadSource(NamedTuple):
    """A source of generated pages that is not read here."""

    placed: Placed
    """The element that names it."""
    key: str
    """The key that names it: `openapi`, or one whose content is never read."""
    name: str
    """The source as written."""


class EndpointPages(NamedTuple):
    """Generated pages, and entries and sources of the navigation without such pages."""

    pages: tuple[EndpointPage, ...]
    unknown: tuple[Listing, ...]
    """Endpoints that no specification has, so that they have no page."""
    unread: tuple[UnreadSource, ...] = ()
    """The unread sources, in the order of the navigation."""


def endpoint_pages_of(overview: Overview, known: Mapping[Placed, Ancestors]) -> EndpointPages:
    """Return the generated pages of a site, in the order of the navigation."""
    builder = _PageBuilder({page for page, _ in overview.facts.pages})
    unknown = []
    used: set[Placed] = set()
    for listing in overview.navigation.listings:
        endpoint = _endpoint(listing, overview) if is_accepted(listing, known) else None
        if endpoint is None:
            continue
        origin = origin_of(listing.placed, "openapi")
        if endpoint.spec is None and origin is not None:
            used.add(origin.placed)
        names = listing.placed.element.inner.openapi
        if endpoint.spec is None and not names:
            continue  # The service treats it as the path of a page.
        shown = find_listed_operation(endpoint, names, overview.facts)
        if shown is None:
            unknown.append(listing)
        elif not shown.operation.excluded:
            folder = _folder(origin.placed, endpoint.spec) if origin else DEFAULT_FOLDER
            builder.add(shown.spec, shown.operation, folder, "", listing.placed)
    unread: list[UnreadSource] = []
    for placed in overview.navigation.elements:
        if known[placed].is_accepted:
            unread += () if placed in used else _generate(placed, overview, builder)
            unread += _find_opaque_sources(placed)
    return EndpointPages(tuple(builder.pages.values()), tuple(unknown), tuple(unread))


def _find_opaque_sources(placed: Placed) -> Iterator[UnreadSource]:
    for key in OPAQUE:
        for name in placed.element.sources(key):
            yield UnreadSource(placed, key, name)


def _endpoint(listing: Listing, overview: Overview) -> Endpoint | None:
    if listing.is_root or " " not in listing.text.strip() or listing.page in overview.facts.pages:
        return None
    endpoint = parse_endpoint(listing.text)
    return endpoint if isinstance(endpoint, Endpoint) else None


def _generate(placed: Placed, overview: Overview, builder: _PageBuilder) -> list[UnreadSource]:
    """Add a page for every operation of an element's specifications; returns unread sources."""
    unread = []
    for name in placed.element.sources("openapi"):
        spec = overview.facts.specs.get(spec_path(name) or "")
        if spec is None or not spec.usable:
            unread.append(UnreadSource(placed, "openapi", name))
            continue
        folder = _folder(placed, name)
        for operation in list_published_operations(spec):
            tag = operation.tags[0] if operation.tags else ""
            group = spec.tags.get(tag, tag)
            builder.add(spec, operation, folder, group, None if operation.hidden else placed)
    return unread


def _folder(placed: Placed, name: str | None) -> str:
    """Return the folder in which an element puts the pages of a specification."""
    value = placed.element.inline_value("openapi")
    for each in value.items if isinstance(value, Array) else (value,):
        if each is not None and (name is None or name in sources_of(each)):
            folder = folder_of(each)
            if folder:
                return folder
    return DEFAULT_FOLDER


class _PageBuilder:
    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.pages: dict[tuple[str, str, str, str], EndpointPage] = {}

    def add(
        self, spec: Spec, operation: Operation, folder: str, group: str, placed: Placed | None
    ) -> None:
        key = (spec.file, operation.method, operation.path, folder)
        page = self.pages.get(key)
        if page is None:
            path = self.find_free_path(_own_path(operation) or _path(spec, operation, folder))
            page = self.pages[key] = EndpointPage(path, spec, operation, group)
        if placed is not None:
            page.placed.append(placed)

    def find_free_path(self, path: str) -> str:
        """Return an unused path, with a number appended if the path is taken; reserves it."""
        count, free = 0, path
        while free in self.taken:
            count += 1
            free = f"{path}-{count}"
        self.taken.add(free)
        return free


def _own_path(operation: Operation) -> str:
    """Return the path that an operation sets itself, or ""."""
    href = operation.extension.get("href")
    return href.strip("/") if isinstance(href, str) and href.startswith("/") else ""


def _path(spec: Spec, operation: Operation, folder: str) -> str:
    tag = operation.tags[0] if operation.tags else ""
    name = slug(operation.summary or "") or slug(f"{operation.method} {operation.path}")
    parts = (folder, slug(spec.tags.get(tag, tag)), name or "operation")
    return "/".join(filter(None, parts))


def slug(text: str) -> str:
    """Return a title as part of an address."""
    plain = _SEPARATOR.sub("-", _PARAMETER.sub("-", text.lower()).strip())
    return _HYPHENS.sub("-", _SPECIAL.sub("", plain)).strip("-")

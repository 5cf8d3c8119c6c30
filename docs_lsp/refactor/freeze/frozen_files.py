"""Finds the files that belong to the version being frozen, and where their copies go."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.jsontree.document import Document
from docs_lsp.refactor.freeze.current_versions import CurrentVersion
from docs_lsp.site.generated_pages.service_generation import generate_pages
from docs_lsp.site.mdx.content import PageContent, read_whole_page
from docs_lsp.site.mdx.links import resolve_site_path
from docs_lsp.site.navigation.accepted_elements import read_accepted_docs
from docs_lsp.site.navigation.refs import iter_refs, resolve_ref_path
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import is_url, resolve_spec_path
from docs_lsp.site.specifications.specs_named_by_pages import is_spec_named, iter_operation_pages

GENERATORS = ("openapi", "asyncapi", "graphql", "sdk")
"""The keys for which the service makes pages of an element."""
_REF = compile_lazily(rb"""["']?\$ref["']?\s*:\s*["']?([^"'\s#{}\[\],]+)""")
_FIELDS = ("openapi", "asyncapi", "openapi-schema", "graphql")


class FrozenFiles:
    """The files of a site that belong to its current version, and where their copies go."""

    def __init__(
        self, overview: Overview, files: Files, current: tuple[CurrentVersion, ...], folder: str
    ) -> None:
        """Collect the files; `folder` is the site path below which the copies go."""
        self.overview = overview
        self.current = current
        self.folder = folder
        self.files = files
        self._elements = frozenset(one.placed for one in current)
        self.parts = frozenset(self._collect_parts())
        """The files that `$ref`s within the version reference."""
        listed = dict.fromkeys(self._iter_page_files())
        self._specs = frozenset(self._collect_specs(listed))
        needed = [*self._iter_with_referenced_specs(self._specs), *sorted(self.parts)]
        self.pages = {file: self.get_copy_path(file) for file in listed}
        """The site path of the copy of each page."""
        self.other_copies = {file: self.get_copy_path(file) for file in dict.fromkeys(needed)}
        """The site path of the copy of each specification and referenced file of docs.json."""

    def get_copy_path(self, path: str) -> str:
        """Return the site path of the copy of a file."""
        return f"{self.folder}/{path}"

    def contains_element(self, placed: Placed) -> bool:
        """Return whether an object of docs.json belongs to the version."""
        return any(one in self._elements for one in placed.list_outward())

    # What belongs to the version

    def _iter_page_files(self) -> Iterator[str]:
        """Yield the files of the pages that the version lists; a file may be repeated."""
        pages = self.overview.facts.pages
        for listing in self.overview.navigation.listings:
            if not listing.is_endpoint and self.contains_element(listing.placed):
                page = pages.find_page(listing.page)
                if page is not None:
                    yield page.file

    def _collect_parts(self) -> Iterator[str]:
        """Yield the files that the elements reference by `$ref`, directly or indirectly."""
        known, waiting = set[str](), [_locate_element(element) for element in self._elements]
        while waiting:
            file, span = waiting.pop()
            part = self.overview.parts.get(file)
            for at, ref in iter_refs(part) if isinstance(part, Document) else ():
                target = resolve_ref_path(file, ref.value)
                if span.start <= at < span.end and target and target not in known:
                    known.add(target)
                    other = self.overview.parts.get(target)
                    size = len(other.text.data) if isinstance(other, Document) else 0
                    waiting.append((target, Span(0, size)))
        yield from known

    def _collect_specs(self, pages: Iterable[str]) -> Iterator[str]:
        """Yield the specification files that elements and pages of the version use, repeatedly."""
        for placed in self.overview.navigation.elements:
            if self.contains_element(placed):
                for key in GENERATORS:
                    yield from self._filter_local_specs(placed.element.list_spec_sources(key))
                named = _iter_endpoint_specs(placed.element.listed)
                yield from self._filter_local_specs(named)
        for placed in self._elements:
            yield from self._filter_local_specs(placed.element.context.openapi)
            yield from self._filter_local_specs(placed.element.context.asyncapi)
        for file in pages:
            content = self.contents.get(file)
            yield from self._collect_page_specs(file, content) if content else ()

    def _collect_page_specs(self, file: str, content: PageContent) -> Iterator[str]:
        """Yield the site's specifications that a page names, or of which it names an operation."""
        spec = self.find_operation_spec(file, content)
        if spec is not None:
            yield spec
        for key in _FIELDS[1:]:
            value = content.fields.get(key)
            if isinstance(value, str) and value.split():
                name = value.split()[0]
                path = resolve_site_path(name, file) if name.startswith(".") else None
                yield from self._filter_local_specs([path or name])

    def _filter_local_specs(self, sources: Iterable[str]) -> Iterator[str]:
        """Yield the site paths of those sources that are files of the site, without pages."""
        for source in sources:
            path = resolve_spec_path(source)
            if path in self.overview.facts.files and not path.endswith(PAGE_EXTENSIONS):
                yield path

    def _iter_with_referenced_specs(self, specs: Iterable[str]) -> Iterator[str]:
        """Yield specifications and the files of the site that they reference, each once."""
        waiting, known = sorted(specs), set(specs)
        while waiting:
            spec = waiting.pop()
            yield spec
            for match in _REF.finditer(read_bytes_or_empty(self.files, spec)):
                name = match[1].decode("utf-8", "replace")
                path = posixpath.normpath(posixpath.join(posixpath.dirname(spec), name))
                if not is_url(name) and path in self.overview.facts.files and path not in known:
                    known.add(path)
                    waiting.append(path)

    def find_operation_spec(self, file: str, content: PageContent) -> str | None:
        """Return the specification of the operation that a page names, or None.

        That is the first one which the page names, or without a name the first with the operation.
        """
        page = next(iter_operation_pages({file: content}), None)
        if page is None:
            return None
        name, specs = page.endpoint.spec, self.overview.facts.specs
        for spec in sorted(specs):
            if is_spec_named(spec, name, file) if name else page.find_operation(specs[spec]):
                return spec
        return None

    @cached_property
    def contents(self) -> Mapping[str, PageContent]:
        """The contents of all pages of the site, each read to its end."""
        contents = self.overview.contents or {}
        return {file: read_whole_page(contents[file], file, self.files) for file in contents}

    @cached_property
    def generated_pages(self) -> Mapping[str, tuple[str, str]]:
        """The new address and name of each page generated for the copy, by its current address.

        Each is an address, and a name: the specification and the operation.
        """
        docs = read_accepted_docs(self.overview.name, self.overview.parts)
        pages = generate_pages(docs.navigation, self.overview.facts).pages if docs else ()
        return {
            page.address: (
                f"/{self.folder}{page.address}",
                self.get_copy_path(f"{page.spec.file} {page.operation}"),
            )
            for page in pages
            if page.spec.file in self._specs and page.spec.file not in self._specs_named_outside
        }

    @cached_property
    def _specs_named_outside(self) -> frozenset[str]:
        """The specification files that elements outside of the version name."""
        outside = (
            element.element
            for element in self.overview.navigation.elements
            if not self.contains_element(element)
        )
        return frozenset(
            path
            for element in outside
            for text in (
                *element.list_spec_sources("openapi"),
                *_iter_endpoint_specs(element.listed),
            )
            if (path := resolve_spec_path(text))
        )


def _locate_element(placed: Placed) -> tuple[str, Span]:
    """Return the file and the span of an element."""
    return placed.file, Span(placed.at, placed.at + placed.element.get_layer_node(0).size)


def _iter_endpoint_specs(entries: Iterable[str]) -> Iterator[str]:
    for entry in entries:
        endpoint = parse_endpoint_entry(entry)
        if isinstance(endpoint, Endpoint) and endpoint.spec:
            yield endpoint.spec

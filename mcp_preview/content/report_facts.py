"""The facts of a site for the report, besides its pages."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.generated_pages.generation import iter_published_operations
from docs_lsp.site.mdx.content import PageContent, read_syntax
from docs_lsp.site.mdx.contents import Contents
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import find_page_operation
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from mcp_preview.content.mdx_texts import FileRejection, find_rejection
from mcp_preview.content.reasons import STOPPING

if TYPE_CHECKING:
    from docs_lsp.site.generated_pages.endpoint_pages import EndpointPages
    from docs_lsp.site.overview import Overview
    from mcp_preview.content.pages import ExcludedPage, IndexedPage, SitePages
    from mcp_preview.content.site_reading import SiteReading


class RejectedPart(NamedTuple):
    """An included file that the service rejects, with the pages that include it."""

    file: str
    """The site path of the file."""
    rejection: FileRejection
    pages: tuple[str, ...]
    """The paths of the pages that include it."""


class UnindexedSpecs(NamedTuple):
    """The site paths of the specifications of which no operation is indexed, by cause.

    Those whose operations the site hides are not among them.
    """

    unnamed: Sequence[str] = ()
    """Specifications that docs.json does not name."""
    unlisted: Sequence[str] = ()
    """Specifications that docs.json names, with operations for which no page is generated."""
    stopped: Sequence[str] = ()
    """Specifications that docs.json names while no page at all is generated."""
    stoppers: Sequence[str] = ()
    """The entries and specifications of the navigation that stop the generation of pages."""


NO_SPECS = UnindexedSpecs()


class ReportFacts(NamedTuple):
    """The facts of a site that a report needs besides its pages."""

    rejected_parts: Sequence[RejectedPart] = ()
    """The included files that the service rejects."""
    empty_versions: Sequence[str] = ()
    """The versions without an indexed page, in the order of docs.json."""
    unindexed_specs: UnindexedSpecs = NO_SPECS
    unreadable: Sequence[ExcludedPage] = ()
    """The pages that cannot be read."""


def find_empty_versions(
    versions: Sequence[str], indexed: Mapping[str, IndexedPage]
) -> Iterator[str]:
    """Yield the versions without an indexed page for any viewer."""
    known = {version for page in indexed.values() for version in page.versions}
    yield from (version for version in versions if version not in known)


def find_unindexed_specs(
    reading: SiteReading, endpoints: EndpointPages, pages: SitePages
) -> UnindexedSpecs:
    """Return the specifications with operations of which no page shows any, by cause."""
    facts = reading.overview.facts
    shown = {page.spec.file for page in endpoints.pages}
    for page in pages.indexed.values():
        content = reading.contents.get(page.file) if page.file else None
        named = content.fields.get("openapi") if content is not None else None
        if page.file and isinstance(named, str):
            target = find_page_operation(named, page.file, facts)
            if target is not None:
                shown.add(target.spec.file)
    named = {resolve_spec_path(name) for name in _iter_named_specs(reading.overview)}
    missing = [
        file
        for file, spec in sorted(facts.specs.items())
        if file not in shown and any(iter_published_operations(spec))
    ]
    of_navigation = [file for file in missing if file in named]
    return UnindexedSpecs(
        tuple(file for file in missing if file not in named),
        () if endpoints.is_stopped else tuple(of_navigation),
        tuple(of_navigation) if endpoints.is_stopped else (),
        tuple(page.path for page in pages.others if page.reason in STOPPING),
    )


def _iter_named_specs(overview: Overview) -> Iterator[str]:
    """Yield the OpenAPI specifications that docs.json names, as written."""
    for placed in overview.objects:
        yield from placed.element.list_spec_sources("openapi")
    for listing in overview.navigation.listings:
        endpoint = parse_endpoint_entry(listing.text)
        if isinstance(endpoint, Endpoint) and endpoint.spec:
            yield endpoint.spec


def find_rejected_parts(
    reads: Mapping[str, frozenset[str]], contents: Contents, variables: Container[str]
) -> Iterator[RejectedPart]:
    """Yield the included files that the service rejects; `reads` are the includes by page path.

    A file that several pages include is reported once, with these pages, since it has to be fixed,
    not the pages (docs_lsp/SERVICE.md, page-syntax, inlined-snippets).
    """
    takers: dict[str, list[str]] = {}
    for page, files in reads.items():
        for file in files:
            takers.setdefault(file, []).append(page)
    for file in sorted(takers):
        content = contents.get(file)
        # The faults of a file are cached, so that few files are read again.
        if content is None or not _has_faults(content):
            continue
        rejection = find_rejection(content.reread_bytes(), file, variables, is_part=True)
        if rejection is not None:
            yield RejectedPart(file, rejection, tuple(takers[file]))


def _has_faults(content: PageContent) -> bool:
    """Return whether a page or a file of components has syntax faults, which are cached."""
    return bool(read_syntax(content).faults if content.script else content.faults)

"""The facts of a site for the report, besides its pages."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.mdx.content import PageContent, read_syntax
from docs_lsp.site.mdx.contents import Contents
from docs_lsp.site.specifications.named_operation import find_page_operation
from mcp_preview.content.mdx_texts import FileRejection, find_rejection

if TYPE_CHECKING:
    from docs_lsp.site.generated_pages.endpoint_pages import EndpointPage
    from mcp_preview.content.pages import IndexedPage
    from mcp_preview.content.site_reading import SiteReading


class RejectedPart(NamedTuple):
    """An included file that the service rejects, with the pages that include it."""

    file: str
    """The site path of the file."""
    rejection: FileRejection
    pages: tuple[str, ...]
    """The paths of the pages that include it."""


class ReportFacts(NamedTuple):
    """The facts of a site that a report needs besides its pages."""

    rejected_parts: Sequence[RejectedPart] = ()
    """The included files that the service rejects."""
    empty_versions: Sequence[str] = ()
    """The versions without an indexed page, in the order of docs.json."""
    unindexed_specs: Sequence[str] = ()
    """The site paths of the specifications of which no operation is indexed."""


def find_empty_versions(
    versions: Sequence[str], indexed: Mapping[str, IndexedPage]
) -> Iterator[str]:
    """Yield the versions without an indexed page for any viewer."""
    known = {version for page in indexed.values() for version in page.versions}
    yield from (version for version in versions if version not in known)


def find_unindexed_specs(
    reading: SiteReading, generated: Sequence[EndpointPage], indexed: Mapping[str, IndexedPage]
) -> Iterator[str]:
    """Yield the specifications with operations of which no indexed page shows any."""
    facts = reading.overview.facts
    shown = {page.spec.file for page in generated if page.path in indexed}
    for page in indexed.values():
        content = reading.contents.get(page.file) if page.file else None
        named = content.fields.get("openapi") if content is not None else None
        if page.file and isinstance(named, str):
            target = find_page_operation(named, page.file, facts)
            if target is not None:
                shown.add(target.spec.file)
    for file, spec in sorted(facts.specs.items()):
        if (spec.operations or spec.webhooks) and file not in shown:
            yield file


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

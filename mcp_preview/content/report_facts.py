"""What the report says of a site besides its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.specifications.named_operation import find_page_operation

if TYPE_CHECKING:
    from mcp_preview.content.generated_pages import EndpointPage
    from mcp_preview.content.pages import IndexedPage
    from mcp_preview.content.refusals import RejectedPart
    from mcp_preview.content.site_reading import SiteReading


class ReportFacts(NamedTuple):
    """What a report needs to know of a site besides its pages."""

    rejected_parts: Sequence[RejectedPart] = ()
    """The included files that the service rejects."""
    versions: Sequence[str] = ()
    """The versions in the order of docs.json; empty if there are not several."""
    unindexed_specs: Sequence[str] = ()
    """The site paths of the specifications of which no operation is indexed."""


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

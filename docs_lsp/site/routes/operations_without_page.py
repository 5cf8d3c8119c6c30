"""Operations that get no page because another operation of their specification is listed.

Source: SERVICE.md, generated-pages. An address counts only if all pages that the service generates
are known, so that nothing else can be there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from docs_lsp.site.generated_pages.generation import iter_generated_addresses
from docs_lsp.site.generated_pages.page_addresses import iter_page_sources
from docs_lsp.site.pages import reduce_to_letters

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.openapi import Operation


def map_operations_without_page(overview: Overview) -> Mapping[str, Operation]:
    """Return the operations without a page, by the address that it would have; use `cached`."""
    facts = overview.facts
    if not facts.specs or not any(each.is_endpoint for each in overview.navigation.listings):
        return {}
    # Imported late: few sites list single operations.
    from docs_lsp.site.generated_pages.service_generation import generate_pages
    from docs_lsp.site.navigation.accepted_elements import read_accepted_docs

    docs = read_accepted_docs(overview.name, overview.parts)
    generation = generate_pages(docs.navigation, facts) if docs else None
    if generation is None or generation.unknown or generation.unread:
        return {}
    listed = {page.spec.file for page in generation.pages if page.is_listed}
    taken = {reduce_to_letters(page.address) for page in generation.pages}
    taken |= {reduce_to_letters(page.page) for page in facts.pages}
    sources = (
        source for placed in overview.objects for source in iter_page_sources(placed.element)
    )
    operations: dict[str, Operation] = {}
    for source in dict.fromkeys(sources):
        spec = source.find_sound_spec(facts)
        if spec is not None and spec.file in listed:
            for operation, address in iter_generated_addresses(spec, source.folder):
                if reduce_to_letters(address) not in taken:
                    operations.setdefault(address, operation)
    return operations

"""A page contains only its operation, so an endpoint could replace it.

Why it matters
--------------
A file with `openapi` in its frontmatter, and nothing else, is the page that the service generates
if the entry is the endpoint: `GET /boats`. Without the file there is less to keep in sync with the
specification: the page takes its title from there.

Pages with their own text, or with a title or other keys that differ from the specification, are not
reported. If no endpoint is listed, the service also generates a page for every operation, and
`operation-twice` reports that. The URL of the page changes with its entry, so links have to be
updated, or a redirect has to be added.

Example
-------
```fail
--- docs.json
"navigation": {
  "groups": [{ "group": "Boats", "openapi": "openapi.json", "pages": ["GET /quays", "«boats»"] }]
}
--- boats.mdx
---
title: List boats
openapi: GET /boats
---
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": { "summary": "List boats" } }, "/quays": { "get": {} } }
}
```
```pass
--- docs.json
"navigation": {
  "groups": [{ "group": "Boats", "openapi": "openapi.json", "pages": ["GET /quays", "boats"] }]
}
--- boats.mdx
---
title: All boats
openapi: GET /boats
---
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": { "summary": "List boats" } }, "/quays": { "get": {} } }
}
```

Fix
---
Write the endpoint instead of the page, check the result, and remove the file. The quick fixes do
this for all such pages of the element, with or without removing the files. If a file is removed, a
redirect is added from its URL to the generated page, whose URL is predicted from the documentation:
check that it works. The fixes are offered, and never applied without asking.

Source: SERVICE.md, generated-pages
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.operations.listed_endpoints import (
    find_elements_with_endpoints,
    find_spec_element,
)
from docs_lsp.rules.operations.operation_pages import (
    OwnPage,
    iter_pages_beside_endpoints,
    only_repeats_spec,
    plan_page_removal,
)
from docs_lsp.site.generated_pages.generation import is_endpoint_of_inherited_spec
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.named_operation import SpecOperation, make_entry
from docs_lsp.site.specifications.specs_named_by_pages import OperationPage, iter_operation_pages

_NAME = "endpoint-page"


def _offer_endpoint_entries(subject: FixContext) -> Iterator[Fix]:
    """Offer to replace all such pages of the element by endpoints, with or without their files."""
    overview, problem = subject.overview, subject.problem
    if overview is None:
        return
    placed = overview.cached(_index_elements_by_entry).get((problem.file, problem.span))
    if placed is None:
        return
    pages = overview.cached(_find_replaceable_pages)[placed]
    beside = {page.listing[2:4]: page for page in pages}.values()
    edits = tuple(
        FileEdit(
            own_page.listing.file, own_page.listing.span, quote_json(str(own_page.operation))[1:-1]
        )
        for own_page in beside
    )
    what = f"{len(edits)} pages with their endpoints"
    if len(edits) == 1:
        what = "this page with its endpoint"
    yield Fix(f"Replace {what}", edits)
    without = plan_page_removal(beside, overview)
    if without:
        files = "its file" if len(edits) == 1 else "their files"
        yield Fix(f"Replace {what}, delete {files}, and redirect", (*edits, *without))


@site_rule(_NAME, Severity.HINT, fix=_offer_endpoint_entries, fixes=FixSafety.CHOICE)
def endpoint_page(overview: Overview) -> Iterator[Problem]:
    """Report each entry whose page contains only its operation."""
    pages = chain.from_iterable(overview.cached(_find_replaceable_pages).values())
    for listing, operation, *_ in pages:
        message = (
            f"This page contains only its operation, so the service could generate it. "
            f"Write {code(str(operation))} here, and remove the file."
        )
        yield Problem(_NAME, listing.file, listing.span, message, Severity.HINT)


def _find_replaceable_pages(overview: Overview) -> dict[Placed, list[OwnPage]]:
    """Find the pages that can be replaced without removing generated pages, by element."""
    pages = _iter_pages_without_content(overview)
    by_element = group_by(pages, lambda page: page.listing.placed)
    return {
        placed: own_pages
        for placed, own_pages in by_element.items()
        if (branch := find_spec_element(placed)) is None
        or branch in overview.cached(find_elements_with_endpoints)
    }


def _index_elements_by_entry(overview: Overview) -> dict[tuple[str, Span], Placed]:
    """Index the elements that list replaceable pages by the file and span of the entry."""
    elements: dict[tuple[str, Span], Placed] = {}
    for placed, pages in overview.cached(_find_replaceable_pages).items():
        for page in pages:
            elements.setdefault((page.listing.file, page.listing.span), placed)
    return elements


def _iter_pages_without_content(overview: Overview) -> Iterator[OwnPage]:
    """Yield each listed page that contains only its operation."""
    contents = overview.contents or {}
    files = {page.file: page.page for page in overview.facts.pages}
    twice = {page.listing[2:4] for page, _ in iter_pages_beside_endpoints(overview)}
    for page in iter_operation_pages(overview.contents or {}):
        content, path = contents[page.file], files.get(page.file)
        if path is None or not content.is_empty:
            continue
        for listing in overview.navigation.by_page.get(path, ()):
            match = None if listing.is_root else _find_inherited_operation(listing, page, overview)
            if match and listing[2:4] not in twice and only_repeats_spec(content, match.operation):
                yield OwnPage(listing, match.operation, match.spec, page.file)


def _find_inherited_operation(
    listing: Listing, page: OperationPage, overview: Overview
) -> SpecOperation | None:
    """Return the operation of a page if an endpoint at its entry would mean the same, or None."""
    in_force = listing.placed.element.inner.openapi
    specs = overview.facts.get_sound_specs(in_force) or ()
    matches = (
        SpecOperation(spec, operation) for spec in specs if (operation := page.find_operation(spec))
    )
    match = next(matches, None)
    if match is None or match.operation.hidden or match.operation.excluded:
        return None
    # The same endpoint may be in several specifications; the first is used.
    return (
        match
        if is_endpoint_of_inherited_spec(make_entry(match, in_force, overview.facts) or "")
        else None
    )

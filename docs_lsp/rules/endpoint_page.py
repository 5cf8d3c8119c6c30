"""A page holds nothing but its operation, so that an endpoint could stand in its place.

Why it matters
--------------
A file with `openapi` in its frontmatter, and nothing else, is a page that the service would make
itself if the entry were the endpoint: `GET /boats`. Without the file there is less to keep in step
with the specification: what the page is called then follows it.

Pages with text of their own, or with a title or other fields that the specification does not give,
are right where they are. Where no endpoint is listed, the service makes a page of every operation
besides, and `operation-twice` speaks. The address of the page changes with its entry, so links to
it have to follow, or a redirect has to lead there.

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
Write the endpoint instead of the page, check the result, and remove the file. The quick fixes do so
for all such pages of the element, with or without removing the files. Where a file goes, a redirect
leads from its address to the page that the service makes, as near as its address is documented:
look whether it does. The fixes are offered, and never made without asking.

Source: SERVICE.md, generated-pages
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, site_rule
from docs_lsp.rules.operations.element_specs import specs_in_force
from docs_lsp.rules.operations.endpoint_selection import branch_of, elements_with_endpoints
from docs_lsp.rules.operations.operation_pages import (
    has_only_spec_fields,
    operation_pages,
    remove_files,
)
from docs_lsp.rules.operations.repeated_operations import OwnPage, find_pages_beside_endpoints
from docs_lsp.site.generated_pages.generation import uses_inherited_spec
from docs_lsp.site.specifications.named_operation import SpecOperation, entry_of

if TYPE_CHECKING:
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.operation_pages import OperationPage

_NAME = "endpoint-page"


def _write_endpoints(subject: FixContext) -> Iterator[Fix]:
    """Write endpoints for all such pages of the element, and remove their files or not."""
    overview, problem = subject.overview, subject.problem
    if overview is None:
        return
    placed = overview.cached(_index_elements).get((problem.file, problem.span))
    if placed is None:
        return
    pages = overview.cached(_find_replaceable)[placed]
    beside = {page.listing[2:4]: page for page in pages}.values()
    edits = tuple(
        FileEdit(
            own_page.listing.file, own_page.listing.span, quote_json(str(own_page.operation))[1:-1]
        )
        for own_page in beside
    )
    what = "an endpoint for this page" if len(edits) == 1 else f"endpoints for {len(edits)} pages"
    yield Fix(f"Write {what}", edits)
    without = remove_files(beside, overview)
    if without:
        it = "its file" if len(edits) == 1 else "their files"
        yield Fix(f"Write {what}, delete {it}, and redirect", (*edits, *without))


@site_rule(_NAME, Severity.HINT, fix=_write_endpoints, fixes=Fixes.OFFERED)
def endpoint_page(overview: Overview) -> Iterator[Problem]:
    """Each entry whose page holds nothing but its operation."""
    pages = chain.from_iterable(overview.cached(_find_replaceable).values())
    for listing, operation, *_ in pages:
        message = (
            f"This page holds nothing but its operation, so the service could make it itself. "
            f"Write {code(str(operation))} here, and remove the file."
        )
        yield Problem(_NAME, listing.file, listing.span, message, Severity.HINT)


def _find_replaceable(overview: Overview) -> dict[Placed, list[OwnPage]]:
    """The pages that can be replaced without taking others from the navigation, by element."""
    by_element: dict[Placed, list[OwnPage]] = {}
    for page in _find_plain_operation_pages(overview):
        by_element.setdefault(page.listing.placed, []).append(page)
    return {
        placed: own_pages
        for placed, own_pages in by_element.items()
        if (branch := branch_of(placed)) is None or branch in elements_with_endpoints(overview)
    }


def _index_elements(overview: Overview) -> dict[tuple[str, Span], Placed]:
    """The element that lists each of these pages, by the place of the entry."""
    elements: dict[tuple[str, Span], Placed] = {}
    for placed, pages in overview.cached(_find_replaceable).items():
        for page in pages:
            elements.setdefault((page.listing.file, page.listing.span), placed)
    return elements


def _find_plain_operation_pages(overview: Overview) -> Iterator[OwnPage]:
    contents = overview.contents or {}
    files = {page.file: page.page for page in overview.facts.pages}
    twice = {page.listing[2:4] for page, _ in find_pages_beside_endpoints(overview)}
    for page in operation_pages(overview):
        content, path = contents[page.file], files.get(page.file)
        if path is None or not content.is_empty:
            continue
        for listing in overview.navigation.by_page.get(path, ()):
            match = None if listing.is_root else _find_operation(listing, page, overview)
            if (
                match
                and listing[2:4] not in twice
                and has_only_spec_fields(content, match.operation)
            ):
                yield OwnPage(listing, match.operation, match.spec, page.file)


def _find_operation(
    listing: Listing, page: OperationPage, overview: Overview
) -> SpecOperation | None:
    """The operation that the page has, if the specification in force at its entry has it."""
    in_force = specs_in_force(listing.placed.element)
    specs = overview.facts.find_sound_specs(in_force) or ()
    matches = (
        SpecOperation(spec, operation) for spec in specs if (operation := page.find_operation(spec))
    )
    one = next(matches, None)
    if one is None or one.operation.hidden or one.operation.excluded:
        return None
    # The same endpoint may be in several specifications, and stands for that of the first.
    return one if uses_inherited_spec(entry_of(one, in_force, overview.facts) or "") else None

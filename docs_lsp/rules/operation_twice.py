"""An operation is shown twice: on its own page and on a generated one.

Why it matters
--------------
An element with `openapi` gets a page for every operation of the specification, and ordinary pages
beside it do not change that. If some of these pages are about an operation themselves, with
`openapi` in their frontmatter, that operation is in the sidebar twice. So it is if its endpoint is
listed as well as the page.

As soon as one endpoint is listed, the service generates only the listed ones. So the pages can
stay, or be replaced by endpoints one by one.

Example
-------
```fail
--- docs.json
"navigation": {
  "groups": [{ "group": "Boats", "openapi": "«openapi.json»", "pages": ["⟦new⟧"] }]
}
--- new.mdx
---
openapi: POST /boats
---
Boats are new until they have been wet.
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": {}, "post": {} } }
}
```
```pass
--- docs.json
"navigation": {
  "groups": [{ "group": "Boats", "openapi": "openapi.json", "pages": ["new", "GET /boats"] }]
}
--- new.mdx
---
openapi: POST /boats
---
Boats are new until they have been wet.
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": {}, "post": {} } }
}
```

Fix
---
List the endpoints that have no page of their own; then the service generates no others. If all have
one, remove `openapi`, or write an endpoint in place of a page.

The quick fixes write endpoints in place of pages that only have their operation, with or without
removing the files, and list the others. If a page and an endpoint are both listed, another one
removes the entry of the page. They are offered, and never applied without asking, because the
second URL of a page no longer works then.

Source: SERVICE.md, generated-pages
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.phrases import code, format_count, join_codes
from docs_lsp.core.problem import FileEdit, Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.navigation.entry_fixes import offer_entry_removal
from docs_lsp.rules.operations.endpoint_fixes import build_listing_edits
from docs_lsp.rules.operations.listed_endpoints import ListedEndpoint, OperationKey
from docs_lsp.rules.operations.named_specs import find_openapi_place
from docs_lsp.rules.operations.operation_pages import (
    OwnPage,
    RepeatedElement,
    collect_repeated_elements,
    iter_pages_beside_endpoints,
    only_repeats_spec,
    plan_page_removal,
)
from docs_lsp.site.generated_pages.generation import (
    is_endpoint_of_inherited_spec,
    iter_published_operations,
)
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import SpecOperation, make_entry

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation

_NAME = "operation-twice"
_SHOWN = 3
_CONSEQUENCE = "so that only listed endpoints have pages"


def _offer_repetition_fixes(subject: FixContext) -> Iterator[Fix]:
    """Offer to list endpoints if all operations are generated; else to remove the entry."""
    overview, problem = subject.overview, subject.problem
    if overview is None:
        return
    twice = overview.cached(_index_repeated_elements).get((problem.file, problem.span))
    if twice is None:
        yield from offer_entry_removal(subject)
    else:
        yield from _offer_endpoint_listing(twice, overview)


def _index_repeated_elements(overview: Overview) -> dict[tuple[str, Span], RepeatedElement]:
    repeated = reversed(overview.cached(collect_repeated_elements))
    return {find_openapi_place(twice.branch): twice for twice in repeated}


@site_rule(_NAME, Severity.INFORMATION, fix=_offer_repetition_fixes, fixes=FixSafety.CHOICE)
def operation_twice(overview: Overview) -> Iterator[Problem]:
    """Report elements whose operations also have pages, and pages next to their endpoint."""
    for twice in overview.cached(collect_repeated_elements):
        file, span = find_openapi_place(twice.branch)
        related = tuple(
            RelatedPlace(
                one.listing.file, one.listing.span, f"A page about {code(str(one.operation))}"
            )
            for one in twice.pages[:_SHOWN]
        )
        yield Problem(_NAME, file, span, _render_message(twice), Severity.INFORMATION, related)
    for page, endpoint in iter_pages_beside_endpoints(overview):
        message = (
            f"This page is about {code(str(page.operation))}, which this section also lists as an "
            "endpoint. Remove one of the two entries."
        )
        place = RelatedPlace(endpoint.file, endpoint.span, "The endpoint")
        listing = page.listing
        yield Problem(_NAME, listing.file, listing.span, message, Severity.INFORMATION, (place,))


def _render_message(twice: RepeatedElement) -> str:
    names = list(dict.fromkeys(str(page.operation) for page in twice.pages))
    shown = join_codes(names[:_SHOWN], "and", total=len(names))
    have, are = ("has a page", "it is") if len(names) == 1 else ("have pages", "they are")
    return (
        f"{shown} {have} here, and pages are also generated from {code(twice.spec.file)}, so "
        f"{are} shown twice. List endpoints, so that only these are generated."
    )


def _offer_endpoint_listing(twice: RepeatedElement, overview: Overview) -> Iterator[Fix]:
    """Offer endpoints for bare pages and for missing operations, unless one of these is hidden."""
    own = {id(page.operation) for page in twice.pages}
    missing = [
        operation for operation in iter_published_operations(twice.spec) if id(operation) not in own
    ]
    if any(operation.hidden for operation in missing):
        return  # It has an unlisted page, which it would lose.
    inside = [
        (page, entry)
        for page in twice.pages
        if (entry := _find_endpoint_for_page(page, twice, overview))
    ]
    written = {
        one.listing[2:4]: (one, entry) for one, entry in inside if _is_replaceable(one, overview)
    }
    edits = [
        FileEdit(one.listing.file, one.listing.span, quote_json(entry)[1:-1])
        for one, entry in written.values()
    ]
    added = build_listing_edits(
        [_convert_to_listed_endpoint(one, entry) for one, entry in inside], missing, overview
    )
    if not (edits or added) or bool(added) is not bool(missing):
        return
    changes = (*edits, *added)
    yield Fix(f"{_render_fix_title(len(edits), missing)}, {_CONSEQUENCE}", changes)
    without = plan_page_removal([one for one, _ in written.values()], overview)
    if without:
        them = "the page" if len(edits) == 1 else "the pages"
        done = f"{_render_fix_title(len(edits), missing)}, delete {them} and redirect"
        yield Fix(f"{done}, {_CONSEQUENCE}", (*changes, *without))


def _render_fix_title(pages: int, missing: list[Operation]) -> str:
    listing = f"list {format_count(len(missing), 'operation')}"
    what = "an endpoint for 1 page" if pages == 1 else f"endpoints for {pages} pages"
    done = f"Write {what}, {listing}" if missing else f"Write {what}"
    return done if pages else listing.capitalize()


def _find_endpoint_for_page(
    own_page: OwnPage, twice: RepeatedElement, overview: Overview
) -> str | None:
    """Return the endpoint to write in place of a page; None if no inherited spec has it."""
    placed = own_page.listing.placed
    if twice.branch not in placed.list_outward():
        return None
    match = SpecOperation(own_page.spec, own_page.operation)
    entry = make_entry(match, placed.element.inner.openapi, overview.facts)
    return entry if entry and is_endpoint_of_inherited_spec(entry) else None


def _is_replaceable(one: OwnPage, overview: Overview) -> bool:
    """Return whether a page has nothing but what the specification says."""
    content = (overview.contents or {})[one.file]
    return content.is_empty and only_repeats_spec(content, one.operation)


def _convert_to_listed_endpoint(one: OwnPage, entry: str) -> ListedEndpoint:
    """Return the page as if its entry were the endpoint already."""
    endpoint, operation = parse_endpoint_entry(entry), one.operation
    assert isinstance(endpoint, Endpoint)
    target = OperationKey((one.spec.file,), operation.method, operation.path)
    return ListedEndpoint(one.listing, endpoint, (one.spec.file,), (one.spec,), operation, target)

"""A page holds nothing but its operation, so that an endpoint could stand in its place.

Why it matters
--------------
A file with `openapi` in its frontmatter, and nothing else, is a page that the service would make
itself if the entry were the endpoint: `GET /boats`. Without the file there is less to keep in step
with the specification: what the page is called then follows it.

Pages with text of their own, or with a title or other fields that the specification does not give,
are right where they are. So are all where no endpoint is listed yet: there the service makes a page
of every operation, until the first endpoint is listed. The address of the page changes with its
entry, so links to it have to follow, or a redirect has to lead there.

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
for all such pages of the element, with or without removing the files; they are offered, and never
made without asking.

Source: navigation.md, OpenAPI in navigation, rule 7
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.jsontree.edits import quoted
from docs_lsp.problem import DeletedFile, FileEdit, Fix, Problem, Severity
from docs_lsp.rules._fix import Subject
from docs_lsp.rules._listed import listed_endpoints
from docs_lsp.rules._pages_of_operations import OperationPage, operation_pages
from docs_lsp.rules._rule import Fixes, Rule
from docs_lsp.rules._specs import read_specs, specs_in_force
from docs_lsp.rules._words import code

if TYPE_CHECKING:
    from docs_lsp.site.api.openapi import Operation
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.nav.navigation import Listing
    from docs_lsp.site.nav.walk import Placed
    from docs_lsp.site.overview import Overview

_NAME = "endpoint-page"


class Replaceable(NamedTuple):
    """A listed page that an endpoint could replace."""

    listing: Listing
    operation: Operation
    file: str


def _check(overview: Overview) -> Iterator[Problem]:
    """Each entry whose page holds nothing but its operation."""
    for listing, operation, _ in _replaceable(overview):
        message = (
            f"This page holds nothing but its operation, so the service could make it itself. "
            f"Write {code(str(operation))} here, and remove the file."
        )
        yield Problem(_NAME, listing.file, listing.span, message, Severity.HINT)


def _replaceable(overview: Overview) -> Iterator[Replaceable]:
    """The pages that can be replaced without taking others from the navigation."""
    by_element: dict[Placed, list[Replaceable]] = {}
    for one in _saying_no_more(overview):
        by_element.setdefault(one.listing.placed, []).append(one)
    if not by_element:
        return
    choosing = _choosing(overview)
    for placed, found in by_element.items():
        branch = _branch(placed)
        if branch is None or branch in choosing or _are_all(found, overview):
            yield from found


def _choosing(overview: Overview) -> set[Placed]:
    """The elements whose specification has endpoints listed below them: no others are made."""
    below = (one.listing.placed for one in listed_endpoints(overview) if one.endpoint.spec is None)
    return {branch for placed in below if (branch := _branch(placed))}


def _branch(placed: Placed) -> Placed | None:
    """The element that puts the specification in force."""
    return next((one for one in placed.outward() if one.element.get("openapi")), None)


def _are_all(found: list[Replaceable], overview: Overview) -> bool:
    """Whether these are all operations that the service would list."""
    specs = read_specs(specs_in_force(found[0].listing.placed.element), overview.facts) or ()
    there = {id(one.operation) for one in found}
    made = (one for spec in specs for one in spec.operations.values())
    return all(id(one) in there for one in made if not (one.hidden or one.excluded))


def _saying_no_more(overview: Overview) -> Iterator[Replaceable]:
    contents = overview.contents or {}
    files = {page.file: page.page for page in overview.facts.pages}
    for page in operation_pages(overview):
        content, path = contents[page.file], files.get(page.file)
        if path is None or not content.is_empty:
            continue
        for listing in overview.navigation.by_page.get(path, ()):
            operation = None if listing.is_root else _operation(listing, page, overview)
            if operation and _says_no_more(content, operation):
                yield Replaceable(listing, operation, page.file)


def _operation(listing: Listing, page: OperationPage, overview: Overview) -> Operation | None:
    """The operation that the page has, if the specification in force at its entry has it."""
    specs = read_specs(specs_in_force(listing.placed.element), overview.facts) or ()
    found = (operation for spec in specs if (operation := page.of(spec)))
    operation = next(found, None)
    return None if operation is None or operation.hidden or operation.excluded else operation


def _says_no_more(content: PageContent, operation: Operation) -> bool:
    """Whether the fields of a page say only what the specification says."""
    known = {"title": operation.summary, "description": operation.description}
    return all(
        value is None or name == "openapi" or (name in known and value == known[name])
        for name, value in content.fields.items()
    )


def _as_endpoints(subject: Subject) -> Iterator[Fix]:
    """Write endpoints for all such pages of the element, and remove their files or not."""
    overview, problem = subject.overview, subject.problem
    if overview is None:
        return
    found = list(_replaceable(overview))
    own = [one for one in found if one.listing[2:4] == (problem.file, problem.span)]
    if not own:
        return
    placed = own[0].listing.placed
    beside = {one.listing[2:4]: one for one in found if one.listing.placed is placed}.values()
    edits = tuple(
        FileEdit(one.listing.file, one.listing.span, quoted(str(one.operation))[1:-1])
        for one in beside
    )
    what = "an endpoint for this page" if len(edits) == 1 else f"endpoints for {len(edits)} pages"
    yield Fix(f"Write {what}", edits)
    listed = overview.navigation.by_page
    files = {
        one.file: DeletedFile(one.file) for one in beside if len(listed[one.listing.page]) == 1
    }
    if files:
        it = "its file" if len(edits) == 1 else "their files"
        yield Fix(f"Write {what}, and delete {it}", (*edits, *files.values()))


ENDPOINT_PAGE = Rule(
    _NAME,
    Severity.HINT,
    __doc__ or "",
    __file__,
    site=_check,
    fix=_as_endpoints,
    fixes=Fixes.OFFERED,
)

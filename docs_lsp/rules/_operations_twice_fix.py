"""Listing the endpoints of an element, so that the service makes no page of the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.jsontree.edits import quoted
from docs_lsp.problem import FileEdit, Fix
from docs_lsp.rules._endpoint_files import without_files
from docs_lsp.rules._list_operations import insertions
from docs_lsp.rules._listed_endpoints import ListedEndpoint, OperationKey
from docs_lsp.rules._pages_of_operations import says_no_more
from docs_lsp.rules._specs import specs_in_force
from docs_lsp.site.generated_pages.generation import chooses, made_of
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.specifications.named_operation import Found, entry_of

_SO = "so that only listed endpoints have pages"

if TYPE_CHECKING:
    from docs_lsp.rules._operations_twice import OwnPage, Twice
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.openapi import Operation


def listing_endpoints(twice: Twice, overview: Overview) -> Iterator[Fix]:
    """Write endpoints for pages that say no more than they, and list those that have no page."""
    own = {id(one.operation) for one in twice.pages}
    missing = [one for one in made_of(twice.spec) if id(one) not in own]
    if any(one.hidden for one in missing):
        return  # It has a page that nothing lists, and would lose it.
    inside = [(one, entry) for one in twice.pages if (entry := _entry(one, twice, overview))]
    written = {
        one.listing[2:4]: (one, entry) for one, entry in inside if _is_replaceable(one, overview)
    }
    edits = [
        FileEdit(one.listing.file, one.listing.span, quoted(entry)[1:-1])
        for one, entry in written.values()
    ]
    added = insertions([_as_listed(one, entry) for one, entry in inside], missing, overview)
    if not (edits or added) or bool(added) is not bool(missing):
        return
    changes = (*edits, *added)
    yield Fix(f"{_done(len(edits), missing)}, {_SO}", changes)
    without = without_files([one for one, _ in written.values()], overview)
    if without:
        them = "the page" if len(edits) == 1 else "the pages"
        done = f"{_done(len(edits), missing)}, delete {them} and redirect"
        yield Fix(f"{done}, {_SO}", (*changes, *without))


def _done(pages: int, missing: list[Operation]) -> str:
    count = len(missing)
    listing = "list 1 operation" if count == 1 else f"list {count} operations"
    what = "an endpoint for 1 page" if pages == 1 else f"endpoints for {pages} pages"
    done = f"Write {what}, {listing}" if missing else f"Write {what}"
    return done if pages else listing.capitalize()


def _entry(one: OwnPage, twice: Twice, overview: Overview) -> str | None:
    """The endpoint that stands for a page where it is listed, if it uses what the element names."""
    placed = one.listing.placed
    if twice.branch not in placed.outward():
        return None
    found = Found(one.spec, one.operation)
    entry = entry_of(found, specs_in_force(placed.element), overview.facts)
    return entry if entry and chooses(entry) else None


def _is_replaceable(one: OwnPage, overview: Overview) -> bool:
    content = (overview.contents or {})[one.file]
    return content.is_empty and says_no_more(content, one.operation)


def _as_listed(one: OwnPage, entry: str) -> ListedEndpoint:
    """The page as if it were the endpoint already."""
    endpoint, operation = parse_endpoint(entry), one.operation
    assert isinstance(endpoint, Endpoint)
    target = OperationKey((one.spec.file,), operation.method, operation.path)
    return ListedEndpoint(one.listing, endpoint, (one.spec.file,), (one.spec,), operation, target)

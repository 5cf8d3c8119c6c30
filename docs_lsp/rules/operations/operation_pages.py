"""Find pages about operations that are also generated, and remove replaced ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import DeletedFile, FileChange
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.rules.operations.listed_endpoints import collect_listed_endpoints, find_spec_element
from docs_lsp.site.generated_pages.generation import (
    is_endpoint_of_inherited_spec,
    make_operation_address,
)
from docs_lsp.site.generated_pages.page_addresses import DEFAULT_FOLDER, read_pages_folder
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.navigation.inheritance import list_sources
from docs_lsp.site.navigation.navigation import (
    Ancestors,
    Listing,
    is_listing_accepted,
)
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.specifications.endpoints import MalformedEndpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import SpecOperation, find_page_operation
from docs_lsp.site.visibility import is_chain_shown

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec


class OwnPage(NamedTuple):
    """A listed page that is about an operation."""

    listing: Listing
    operation: Operation
    spec: Spec
    file: str


class RepeatedElement(NamedTuple):
    """An element that gets a generated page for each operation, with the pages next to them."""

    branch: Placed
    spec: Spec
    pages: tuple[OwnPage, ...]


def iter_pages_beside_endpoints(overview: Overview) -> Iterator[tuple[OwnPage, Listing]]:
    """Yield listed pages whose operation the same section lists as an endpoint, with both."""
    by_section: dict[tuple[Placed, int], Listing] = {}
    endpoints = [listed for listed in overview.cached(collect_listed_endpoints) if listed.operation]
    if not endpoints:
        return
    known = overview.cached(_map_scopes)
    for listed in endpoints:
        scope = known[listed.listing.placed]
        if is_chain_shown(scope.chain) and is_listing_accepted(listed.listing, known):
            by_section.setdefault((scope.section, id(listed.operation)), listed.listing)
    for page in overview.cached(_collect_own_pages) if by_section else ():
        section = known[page.listing.placed].section
        endpoint = by_section.get((section, id(page.operation)))
        if endpoint is not None:
            yield page, endpoint


def _map_scopes(overview: Overview) -> Mapping[Placed, Ancestors]:
    return overview.navigation.ancestors


def _collect_own_pages(overview: Overview) -> tuple[OwnPage, ...]:
    """Return the pages about an operation that are visible in the navigation, in its order."""
    files = {page.page: page.file for page in overview.facts.pages}
    about = {
        page: found
        for page, file in files.items()
        if page in overview.navigation.by_page
        and (found := _find_visible_operation(file, overview))
    }
    if not about:
        return ()
    known = overview.cached(_map_scopes)
    return tuple(
        OwnPage(
            listing, about[listing.page].operation, about[listing.page].spec, files[listing.page]
        )
        for listing in overview.navigation.listings
        if listing.page in about
        and not listing.is_root
        and is_chain_shown(known[listing.placed].chain)
        and is_listing_accepted(listing, known)
    )


def _find_visible_operation(file: str, overview: Overview) -> SpecOperation | None:
    """Return the operation of a page if both are visible, or None."""
    content = (overview.contents or {}).get(file)
    text = content.fields.get("openapi") if content else None
    if not isinstance(text, str) or (content and content.fields.get("hidden") is True):
        return None
    match = find_page_operation(text.strip(), file, overview.facts)
    return match if match and not (match.operation.hidden or match.operation.excluded) else None


def collect_repeated_elements(overview: Overview) -> tuple[RepeatedElement, ...]:
    """Return elements whose generated pages also exist as own pages; none if unsure."""
    own = overview.cached(_collect_own_pages)
    if not own or not overview.cached(is_navigation_complete):
        return ()
    known = overview.cached(_map_scopes)
    repetitions = []
    for branch, spec in _iter_generating_elements(overview):
        section = known[branch].section
        pages = [
            own_page
            for own_page in own
            if own_page.spec is spec and known[own_page.listing.placed].section is section
        ]
        if pages:
            repetitions.append(RepeatedElement(branch, spec, tuple(pages)))
    return tuple(repetitions)


def _iter_generating_elements(overview: Overview) -> Iterator[tuple[Placed, Spec]]:
    """Yield the visible elements that get a page for each operation, with their specification.

    Of several specifications the first, because the service may ignore the others.
    """
    known = overview.cached(_map_scopes)
    choosing = set(_iter_elements_with_endpoints(overview))
    for placed in overview.navigation.elements:
        scope, value = known[placed], placed.element.get_inlined("openapi")
        if (
            value is None
            or placed in choosing
            or not is_chain_shown(scope.chain)
            or not scope.is_accepted
        ):
            continue
        if placed.element.accepted_key not in (None, "pages", "groups") or _has_overlays(value):
            continue
        specs = overview.facts.get_sound_specs(list_sources(value)[:1])
        if specs:
            yield placed, specs[0]


def _has_overlays(value: object) -> bool:
    """Return whether overlays may change the operations of a specification."""
    items = value.items if isinstance(value, Array) else (value,)
    return any(isinstance(item, Object) and item.get("overlays") is not None for item in items)


def _iter_elements_with_endpoints(overview: Overview) -> Iterator[Placed]:
    """Yield the element that names the specification of each listed or malformed endpoint."""
    for listing in overview.navigation.listings:
        if is_endpoint_of_inherited_spec(listing.text) or isinstance(
            parse_endpoint_entry(listing.text), MalformedEndpoint
        ):
            branch = find_spec_element(listing.placed)
            if branch is not None:
                yield branch


def only_repeats_spec(content: PageContent, operation: Operation) -> bool:
    """Return whether the frontmatter of a page only repeats the specification."""
    known = {"title": operation.summary, "description": operation.description}
    return all(
        value is None or name == "openapi" or (name in known and value == known[name])
        for name, value in content.fields.items()
    )


def plan_page_removal(pages: Iterable[OwnPage], overview: Overview) -> tuple[FileChange, ...]:
    """Return changes that delete pages listed only once and redirect their URLs, or none at all.

    For pages whose entries become endpoints; a page that is also listed elsewhere keeps its file.
    Empty if there is nothing to remove, or if redirects cannot be written.
    """
    # Only imported when fixes are requested.
    from docs_lsp.site.moves.docs_edits import make_redirect_list_edits
    from docs_lsp.site.moves.redirect_plan import RedirectPlan

    listed = overview.navigation.by_page
    gone = [page for page in pages if len(listed[page.listing.page]) == 1]
    redirects = make_redirect_list_edits(
        RedirectPlan((), tuple(_iter_redirects(gone, overview))), overview
    )
    if not gone or redirects is None:
        return ()
    return (*redirects, *{own_page.file: DeletedFile(own_page.file) for own_page in gone}.values())


def _iter_redirects(removed_pages: Iterable[OwnPage], overview: Overview) -> Iterator[Redirect]:
    """Yield redirects from removed pages to the generated ones, unless redirected already."""
    for own_page in removed_pages:
        source = page_to_url(own_page.listing.page)
        destination = make_operation_address(own_page.operation, _find_generated_folder(own_page))
        if (
            destination != source
            and get_path_resolver(overview).redirects.find_match(source) is None
        ):
            yield Redirect(source, destination)


def _find_generated_folder(one: OwnPage) -> str:
    """Return the folder in which the service generates pages at the place of a page."""
    branch = find_spec_element(one.listing.placed)
    value = branch.element.get_inlined("openapi") if branch else None
    return (read_pages_folder(value) if value else None) or DEFAULT_FOLDER

"""Find pages for an operation by `openapi` in their frontmatter, and remove replaced ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import DeletedFile, FileChange
from docs_lsp.rules.operations.endpoint_selection import find_spec_element
from docs_lsp.site.generated_pages.generation import make_operation_address
from docs_lsp.site.generated_pages.page_addresses import DEFAULT_FOLDER, read_pages_folder
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.specifications import operation_pages as in_site
from docs_lsp.site.specifications.operation_pages import OperationPage

if TYPE_CHECKING:
    from docs_lsp.rules.operations.repeated_operations import OwnPage
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.openapi import Operation


def iter_operation_pages(overview: Overview) -> Iterator[OperationPage]:
    """Yield the pages whose `openapi` can be parsed; none if pages have not been read."""
    return in_site.iter_operation_pages(overview.contents or {})


def only_repeats_spec(content: PageContent, operation: Operation) -> bool:
    """Return whether the frontmatter of a page only repeats the specification."""
    known = {"title": operation.summary, "description": operation.description}
    return all(
        value is None or name == "openapi" or (name in known and value == known[name])
        for name, value in content.fields.items()
    )


def plan_page_removal(pages: Iterable[OwnPage], overview: Overview) -> tuple[FileChange, ...]:
    """Return the changes that remove the files of pages and redirect their URLs.

    For pages whose entries become endpoints; a page that is also listed elsewhere keeps its file.
    Empty if there is nothing to remove, or if redirects cannot be written.
    """
    # Only imported when fixes are requested.
    from docs_lsp.site.moves.redirect_edits import make_redirect_list_edits
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
    """Yield redirects from removed pages to the generated pages that replace them."""
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

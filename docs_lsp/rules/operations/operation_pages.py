"""Find pages for an operation by `openapi` in their frontmatter, and remove replaced ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import DeletedFile, FileChange
from docs_lsp.rules.operations.endpoint_selection import branch_of
from docs_lsp.site.generated_pages.generation import address_of
from docs_lsp.site.generated_pages.page_addresses import DEFAULT_FOLDER, folder_of
from docs_lsp.site.pages import url_of
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.routes.router import answers_of
from docs_lsp.site.specifications import operation_pages as in_site
from docs_lsp.site.specifications.operation_pages import OperationPage

if TYPE_CHECKING:
    from docs_lsp.rules.operations.repeated_operations import OwnPage
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.openapi import Operation


def operation_pages(overview: Overview) -> Iterator[OperationPage]:
    """Yield the pages whose `openapi` can be parsed; none if pages have not been read."""
    return in_site.operation_pages(overview.contents or {})


def has_only_spec_fields(content: PageContent, operation: Operation) -> bool:
    """Return whether the frontmatter of a page only repeats the specification."""
    known = {"title": operation.summary, "description": operation.description}
    return all(
        value is None or name == "openapi" or (name in known and value == known[name])
        for name, value in content.fields.items()
    )


def remove_files(pages: Iterable[OwnPage], overview: Overview) -> tuple[FileChange, ...]:
    """Return the changes that remove the files of pages and redirect their URLs.

    For pages whose entries become endpoints; a page that is also listed elsewhere keeps its file.
    Empty if there is nothing to remove, or if redirects cannot be written.
    """
    # Only imported when fixes are requested.
    from docs_lsp.site.moves.redirect_edits import edits_of_list
    from docs_lsp.site.moves.redirecting import Redirecting

    listed = overview.navigation.by_page
    gone = [page for page in pages if len(listed[page.listing.page]) == 1]
    redirects = edits_of_list(Redirecting((), tuple(_redirects(gone, overview))), overview)
    if not gone or redirects is None:
        return ()
    return (*redirects, *{own_page.file: DeletedFile(own_page.file) for own_page in gone}.values())


def _redirects(gone: Iterable[OwnPage], overview: Overview) -> Iterator[Redirect]:
    """Yield redirects from removed pages to the generated pages that replace them."""
    for own_page in gone:
        source = url_of(own_page.listing.page)
        destination = address_of(own_page.operation, _folder_of(own_page))
        if destination != source and answers_of(overview).redirects.match(source) is None:
            yield Redirect(source, destination)


def _folder_of(one: OwnPage) -> str:
    branch = branch_of(one.listing.placed)
    value = branch.element.inline_value("openapi") if branch else None
    return (folder_of(value) if value else None) or DEFAULT_FOLDER

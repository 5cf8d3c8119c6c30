"""Pages that stand for an operation: what their frontmatter says under `openapi`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.site.specifications import operation_pages as in_site
from docs_lsp.site.specifications.operation_pages import OperationPage

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.openapi import Operation


def operation_pages(overview: Overview) -> Iterator[OperationPage]:
    """The pages whose `openapi` can be read; none where pages have not been read."""
    return in_site.operation_pages(overview.contents or {})


def says_no_more(content: PageContent, operation: Operation) -> bool:
    """Whether the fields of a page say only what the specification says."""
    known = {"title": operation.summary, "description": operation.description}
    return all(
        value is None or name == "openapi" or (name in known and value == known[name])
        for name, value in content.fields.items()
    )

"""Detect content that a site restricts to certain readers.

If `preview.auth` is not set, a site with such content is treated as partly public.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from docs_lsp.site.overview import Overview

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation


def has_access_restriction(fields: Mapping[str, object]) -> bool:
    """Return whether frontmatter names its readers or says that the page is not public."""
    return "groups" in fields or fields.get("public") is False or fields.get("isPublic") is False


def iter_restricted_files(overview: Overview) -> Iterator[str]:
    """Yield the files of pages whose frontmatter restricts them; none if pages were not read."""
    contents = overview.contents or {}
    for _, file in overview.facts.pages:
        content = contents.get(file)
        if content is not None and has_access_restriction(content.fields):
            yield file


def has_non_public_element(overview: Overview) -> bool:
    """Return whether docs.json has `public: false` on any element."""
    return any(placed.element.get_flag("public") is False for placed in overview.objects)


def has_restricted_operation(facts: SiteFacts) -> bool:
    """Return whether an operation of a readable specification restricts its page."""
    usable = (spec for spec in facts.specs.values() if spec.usable)
    return any(
        _is_operation_restricted(operation) for spec in usable for operation in spec.all_operations
    )


def has_restricted_content(overview: Overview) -> bool:
    """Return whether docs.json, a specification or a page is restricted; ignores skills."""
    return (
        has_non_public_element(overview)
        or has_restricted_operation(overview.facts)
        or any(True for _ in iter_restricted_files(overview))
    )


def _is_operation_restricted(operation: Operation) -> bool:
    extension = operation.extension
    metadata = extension.get("metadata")
    return "groups" in extension or (
        isinstance(metadata, dict) and has_access_restriction(metadata)
    )

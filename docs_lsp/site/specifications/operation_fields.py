"""The frontmatter in an operation's extension blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation


def extract_page_fields(operation: Operation) -> dict[str, object]:
    """Return the frontmatter that an operation's extension blocks set for its page."""
    extension = operation.extension
    metadata = extension.get("metadata")
    fields = dict(metadata) if isinstance(metadata, dict) else {}
    fields.pop("openapi", None)
    if "groups" in extension:
        fields["groups"] = extension["groups"]
    return fields

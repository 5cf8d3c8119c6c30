"""The line below the title of a page of an operation: its method and its path."""

from __future__ import annotations

import re

from mcp_preview.content.pages import IndexedPage

_OPERATION = re.compile(r"^`((?:[A-Z]+|Webhook) [^`]+)`$", re.MULTILINE)


def find_operation(page: IndexedPage) -> str | None:
    """Return the method and path of the operation that a page describes first, or None."""
    match = _OPERATION.search(page.markdown)
    return match[1] if match else None

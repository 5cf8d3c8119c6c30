"""Below which path of its domain a site is published, as far as docs.json shows it.

Nothing in docs.json says so, but it may name the canonical address of the site.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from docs_lsp.jsontree.nodes import Object, String

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed


def published_path(objects: Iterable[Placed]) -> str:
    """The path of the canonical address, with its first slash and none at its end; empty where
    there is none."""
    for placed in objects:
        if placed.element.record.name == "seo":
            tags = placed.element.get("metatags")
            address = tags.get("canonical") if isinstance(tags, Object) else None
            return _path_of(address.value) if isinstance(address, String) else ""
    return ""


def _path_of(address: str) -> str:
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ""
    return parts.path.rstrip("/") if parts.scheme in ("http", "https") else ""

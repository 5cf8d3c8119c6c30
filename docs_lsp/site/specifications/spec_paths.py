"""Resolve the names of specifications (SERVICE.md, nearest-specification)."""

from __future__ import annotations

import posixpath

from docs_lsp.core.lazy_pattern import compile_lazily

SPEC_EXTENSIONS = (".json", ".yaml", ".yml")
"""The extensions of OpenAPI and AsyncAPI documents."""
TOOL_FILES = frozenset(("docs.json", "mint.json", "package.json", "package-lock.json"))
"""Names of JSON files that are neither a specification nor a part of docs.json."""

_URL = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]+://")


def is_url(source: str) -> bool:
    """Return whether a specification is at a URL: it is never downloaded or checked."""
    return _URL.match(source) is not None


def resolve_spec_path(source: str) -> str | None:
    """Return the site path of the specification that a source names, or None.

    None means that it is a URL or outside the site.
    """
    if is_url(source):
        return None
    path = posixpath.normpath(source.strip().lstrip("/"))
    return None if path in ("", ".", "..") or path.startswith("../") else path

"""Resolve the names of specifications (SERVICE.md, nearest-specification)."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache

from docs_lsp.core.lazy_pattern import compile_lazily

SPEC_EXTENSIONS = (".json", ".yaml", ".yml")
"""The extensions of OpenAPI and AsyncAPI documents."""
TOOL_FILES = frozenset(("docs.json", "mint.json", "package.json", "package-lock.json"))
"""Names of JSON files that are neither a specification nor a part of docs.json."""

_URL = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]+://")
_LOCAL_URL = compile_lazily(
    r"https?://(?:[\w.-]+\.)?(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(?=[:/?#]|\Z)",
    re.IGNORECASE,
)


def is_url(source: str) -> bool:
    """Return whether a specification is at a URL: it is never downloaded or checked."""
    return _URL.match(source) is not None


def is_local_url(source: str) -> bool:
    """Return whether a URL names the writer's own machine, which the service cannot reach."""
    return _LOCAL_URL.match(source.strip()) is not None


@lru_cache(maxsize=8192)  # Each entry asks for all specifications that apply to it.
def resolve_spec_path(source: str) -> str | None:
    """Return the site path of the specification that a source names; None if not in the site.

    It is not if it is at a URL.
    """
    if is_url(source):
        return None
    path = posixpath.normpath(source.strip().lstrip("/"))
    return None if path in ("", ".", "..") or path.startswith("../") else path

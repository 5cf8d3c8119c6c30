"""The paths that links and redirects name, for the rules about the service's own ones."""

from __future__ import annotations

import re

from docs_lsp.site.routes.reserved import is_reserved

__all__ = ["is_reserved", "path_in_site"]

_TAIL = re.compile(r"[?#].*", re.DOTALL)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def path_in_site(href: str) -> str | None:
    """The path that a link within the site leads to; None for every other link."""
    plain = href.strip()
    if plain.startswith(("#", "//")) or _SCHEME.match(plain):
        return None
    return _TAIL.sub("", plain)

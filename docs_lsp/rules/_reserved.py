"""The paths where the service itself answers (search-server.md; service-facts.md, section 4)."""

from __future__ import annotations

import re

_TAIL = re.compile(r"[?#].*", re.DOTALL)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def is_reserved(path: str) -> bool:
    """Whether a path of the site, with or without its first slash, is the search server's."""
    if "mcp" not in path:
        return False
    plain = path.strip("/")
    return plain in ("mcp", "authed/mcp") or plain.startswith("authed/mcp/")


def path_in_site(href: str) -> str | None:
    """The path that a link within the site leads to; None for every other link."""
    plain = href.strip()
    if plain.startswith(("#", "//")) or _SCHEME.match(plain):
        return None
    return _TAIL.sub("", plain)

"""The paths where the service itself answers (search-server.md; service-facts.md, 4 and 8)."""

from __future__ import annotations

_FILES = frozenset(("llms.txt", "llms-full.txt", "robots.txt", "sitemap.xml", "skill.md"))
_FOLDERS = (".well-known/", "_mintlify/")
_LOGIN = frozenset(("login", "logout"))
_FILES_BELOW = _FILES | {"rss.xml"}
"""What there may be for a language, or a page, as well."""


def is_reserved(path: str) -> bool:
    """Whether a path of the site, with or without its first slash, is the search server's."""
    if "mcp" not in path:
        return False
    plain = path.strip("/")
    return plain in ("mcp", "authed/mcp") or plain.startswith("authed/mcp/")


def is_platform(path: str) -> bool:
    """Whether the service answers a path, with or without its first slash, with a file that it
    makes for machines."""
    plain = path.strip("/")
    return plain in _FILES or f"{plain}/".startswith(".well-known/")


def may_be_served(path: str) -> bool:
    """Whether a path, with or without its first slash, is the service's own in some way, known in
    every detail or not: its files, its login, the feeds of pages."""
    plain = path.strip("/")
    return (
        is_platform(plain)
        or is_reserved(plain)
        or plain.startswith(_FOLDERS)
        or plain.split("/")[0] in _LOGIN
        or plain.rpartition("/")[2] in _FILES_BELOW
    )

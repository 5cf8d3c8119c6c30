"""Paths at which the service itself answers (SERVICE.md, reserved, platform-files).

Two addresses belong to the search server, but no path below them does.
"""

from __future__ import annotations

_FILES = frozenset(("llms.txt", "llms-full.txt", "robots.txt", "sitemap.xml", "skill.md"))
_SERVERS = ("mcp", "authed/mcp")
_FOLDERS = (".well-known/", "_mintlify/", "_llms/", "authed/mcp/")
_LOGIN = frozenset(("login", "logout"))
_FILES_BELOW = _FILES | {"rss.xml"}
"""Files that may also exist for a language or a page."""
PREVIEW_FOLDER = "/.docs-lsp"
"""The folder of the preview itself, which the service does not have."""


def is_search_server_path(path: str) -> bool:
    """Return whether a path, with or without its first slash, is the search server's."""
    return "mcp" in path and path.strip("/") in _SERVERS


def is_platform_file(path: str) -> bool:
    """Return whether a path, with or without a leading slash, is a file the service makes.

    These are files for machines, such as llms.txt.
    """
    plain = path.strip("/")
    return plain in _FILES or f"{plain}/".startswith(".well-known/")


def complete_server_path(start: str) -> tuple[str, ...]:
    """Return the addresses of the search server that begin with a text with a leading slash."""
    return tuple(f"/{server}" for server in _SERVERS if f"/{server}".startswith(start))


def complete_platform_path(start: str) -> tuple[str, ...]:
    """Return the files for machines that begin with a text with a leading slash."""
    return tuple(f"/{file}" for file in sorted(_FILES) if f"/{file}".startswith(start))


def may_be_platform_path(path: str) -> bool:
    """Return whether a path, with or without its first slash, may be the service's own.

    These are its files, its logins, and the feeds of pages.
    """
    plain = path.strip("/")
    return (
        is_platform_file(plain)
        or is_search_server_path(plain)
        or plain.startswith(_FOLDERS)
        or plain.split("/")[0] in _LOGIN
        or plain.rpartition("/")[2] in _FILES_BELOW
    )


def is_preview_path(path: str) -> bool:
    """Return whether the preview itself answers at a path, with or without its first slash."""
    return f"/{path.strip('/')}/".startswith(f"{PREVIEW_FOLDER}/")

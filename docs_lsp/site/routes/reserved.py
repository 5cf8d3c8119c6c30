"""The paths where the service itself answers (SERVICE.md, reserved, platform-files).

Two addresses are the search server's own, and no path below them is.
"""

from __future__ import annotations

_FILES = frozenset(("llms.txt", "llms-full.txt", "robots.txt", "sitemap.xml", "skill.md"))
_SERVERS = ("mcp", "authed/mcp")
_FOLDERS = (".well-known/", "_mintlify/", "_llms/", "authed/mcp/")
_LOGIN = frozenset(("login", "logout"))
_FILES_BELOW = _FILES | {"rss.xml"}
"""What there may be for a language, or a page, as well."""
PREVIEW_FOLDER = "/.docs-lsp"
"""The folder of what belongs to the preview itself; the service knows nothing of it."""


def is_reserved(path: str) -> bool:
    """Whether a path of the site, with or without its first slash, is the search server's."""
    return "mcp" in path and path.strip("/") in _SERVERS


def is_platform(path: str) -> bool:
    """Whether the service answers a path, with or without its first slash, with a file that it
    makes for machines."""
    plain = path.strip("/")
    return plain in _FILES or f"{plain}/".startswith(".well-known/")


def find_reserved_addresses(start: str) -> tuple[str, ...]:
    """The addresses of the search server that begin with a text, which has its first slash."""
    return tuple(f"/{server}" for server in _SERVERS if f"/{server}".startswith(start))


def find_platform_files(start: str) -> tuple[str, ...]:
    """The files for machines that begin with a text, which has its first slash."""
    return tuple(f"/{file}" for file in sorted(_FILES) if f"/{file}".startswith(start))


def may_be_served(path: str) -> bool:
    """Whether a path, with or without its first slash, is the service's own in some way, known in
    every detail or not: its files, its logins, the feeds of pages."""
    plain = path.strip("/")
    return (
        is_platform(plain)
        or is_reserved(plain)
        or plain.startswith(_FOLDERS)
        or plain.split("/")[0] in _LOGIN
        or plain.rpartition("/")[2] in _FILES_BELOW
    )


def is_of_preview(path: str) -> bool:
    """Whether the preview itself answers a path of the site, with or without its first slash."""
    return f"/{path.strip('/')}/".startswith(f"{PREVIEW_FOLDER}/")

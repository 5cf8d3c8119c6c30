"""Converts between `file:` URIs and paths, for both kinds of file systems.

Everything is computed on text: nothing accesses the disk, and the rules of either system can be
applied on the other.
"""

from __future__ import annotations

import os
from urllib.parse import quote, unquote, urlsplit

from docs_lsp.core.lazy_pattern import compile_lazily

_DRIVE = compile_lazily(r"/?([A-Za-z])[:|](?=/|$)")


def uri_to_path(uri: str, *, windows: bool | None = None) -> str | None:
    """Return the path of a `file:` URI on this system or the given one; None if it has none.

    None for other schemes (`untitled:`, `vscode-vfs:`), and if no path of that system can express
    it. Drive letters are upper-case, so that one file has one path.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    path = unquote(parts.path, errors="surrogateescape")
    if parts.scheme != "file" or "\0" in path or not path.startswith("/"):
        return None
    host = "" if parts.netloc.lower() == "localhost" else unquote(parts.netloc)
    if os.name == "nt" if windows is None else windows:
        return _build_windows_path(host, path)
    return None if host else path


def path_to_uri(path: str, *, windows: bool | None = None) -> str:
    """Return the `file:` URI of a full path of this system, or of the given one."""
    host = ""
    if os.name == "nt" if windows is None else windows:
        path = path.replace("\\", "/")
        if path.startswith("//"):
            host, _, path = path[2:].partition("/")
        path = _DRIVE.sub(lambda drive: f"/{drive[1].upper()}:", f"/{path}", count=1)
    return f"file://{quote(host)}{quote(path.encode('utf-8', 'surrogateescape'), safe='/:')}"


def _build_windows_path(host: str, path: str) -> str | None:
    """Return a Windows path, on `host` if given; None if it has no drive."""
    if host:
        return f"//{host}{path}".replace("/", "\\")
    drive = _DRIVE.match(path)
    if drive is None:
        return None
    return f"{drive[1].upper()}:{path[drive.end() :] or '/'}".replace("/", "\\")

"""Compute the site path of a link, without checking that it resolves."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.pages import escape_path
from docs_lsp.site.routes.redirects import is_whole_url

_PARTS = compile_lazily(r"([^?#]*)(?:\?[^#]*)?(?:#(.*))?", re.DOTALL)
# Characters of a variable, or of a syntax that is not evaluated here.
_FILLED_IN = compile_lazily(r"[{}$<>\\]|\[|%7B", re.IGNORECASE)

WITH_HOST = ("http://", "https://")
EVERYWHERE_THE_SAME = ("/", *WITH_HOST)
"""Links with these prefixes have the same target on every page."""


class LinkPath(NamedTuple):
    """The target of a link within the site."""

    path: str
    """An address of the site, decoded but for `%`, `?` and `#`; empty for an anchor in the page."""
    fragment: str = ""
    """The anchor, decoded; empty for none."""
    others: tuple[str, ...] = ()
    """Other paths that the service may resolve a relative link to."""


def parse_link_path(href: str, file: str | None = None) -> LinkPath | None:
    """Return the target of a link; None if it is outside the site or has variables.

    `file` is the page that contains it; a link in docs.json has none, and is relative to the root.
    """
    text = href.strip()
    if not text or is_whole_url(text) or _FILLED_IN.search(text):
        return None
    match = _PARTS.match(text)
    assert match is not None  # Every part of the pattern may be empty.
    path, fragment = escape_path(unquote(match[1])), unquote(match[2] or "")
    if not path:
        return LinkPath("", fragment) if fragment else None
    if path.startswith("/") or file is None:
        return LinkPath(_resolve_dots(path), fragment)
    first, *others = dict.fromkeys(
        _resolve_dots(f"{folder}/{path}") for folder in iter_base_folders(file)
    )
    return LinkPath(first, fragment, tuple(others))


def iter_base_folders(file: str) -> Iterator[str]:
    """Yield the folders that a page's relative links may refer to, the documented one first."""
    folder, name = posixpath.split(file)
    yield folder
    # As the browser resolves them, with and without a slash at the end of the page's address.
    if name.startswith("index."):
        yield posixpath.dirname(folder)
    yield posixpath.splitext(file)[0]
    yield ""


def _resolve_dots(path: str) -> str:
    """Return a path with a leading slash and without `.` and `..` segments and doubled slashes."""
    return posixpath.normpath(f"/{path.lstrip('/')}")

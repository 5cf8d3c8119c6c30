"""What path of the site a link means, before anybody asks what answers there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily

_SCHEME = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_PARTS = compile_lazily(r"([^?#]*)(?:\?[^#]*)?(?:#(.*))?", re.DOTALL)
# Signs of a variable, or of something that is not read here as the service reads it.
_FILLED_IN = compile_lazily(r"[{}$<>\\]|\[|%7B", re.IGNORECASE)

EVERYWHERE_THE_SAME = ("/", "http://", "https://")
"""Links that begin so lead to the same place, or off the site, from every page."""


class LinkPath(NamedTuple):
    """Where a link within the site leads."""

    path: str
    """A path of the site, with its first slash; empty for a place in the page itself."""
    fragment: str = ""
    """The anchor, decoded; empty for none."""
    others: tuple[str, ...] = ()
    """What else the service may take a relative link for."""


def link_path_of(href: str, file: str | None = None) -> LinkPath | None:
    """Where a link leads; None where it leads off the site, or is not yet the link readers get.

    `file` is the page that it stands in; a link in docs.json has none, and counts from the root.
    """
    text = href.strip()
    if not text or _SCHEME.match(text) or _FILLED_IN.search(text):
        return None
    match = _PARTS.match(text)
    assert match is not None  # Every part of the pattern may be empty.
    path, fragment = unquote(match[1]), unquote(match[2] or "")
    if not path:
        return LinkPath("", fragment) if fragment else None
    if path.startswith("/") or file is None:
        return LinkPath(_normalise_path(path), fragment)
    first, *others = dict.fromkeys(
        _normalise_path(f"{folder}/{path}") for folder in folders_of(file)
    )
    return LinkPath(first, fragment, tuple(others))


def folders_of(file: str) -> Iterator[str]:
    """The folders that a relative link in a page may count from, the documented one first."""
    folder, name = posixpath.split(file)
    yield folder
    # As the browser counts, with and without a slash at the end of the page's address.
    if name.startswith("index."):
        yield posixpath.dirname(folder)
    yield posixpath.splitext(file)[0]
    yield ""


def _normalise_path(path: str) -> str:
    return posixpath.normpath(f"/{path.lstrip('/')}")

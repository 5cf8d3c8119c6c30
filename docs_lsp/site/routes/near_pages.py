"""Suggest pages for a broken address."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.former_pages import FormerAddresses

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_FILES = compile_lazily(
    r"\.(?:avif|css|csv|eot|gif|ico|jpe?g|js|json|mov|mp[34]|otf|pdf|png|svg|ttf|txt|wav|web[mp]"
    r"|woff2?|xml|ya?ml|zip)",
    re.IGNORECASE,
)
"""The extensions of files that are not pages."""
_OTHER_ENDING = compile_lazily(r"\.(?:mdx?|html?)$", re.IGNORECASE)
_LOOKED_AT = 12
_SHOWN = 3


def suggest_addresses(path: str, overview: Overview) -> tuple[str, ...]:
    """Return the addresses of a few pages that a broken path may mean, best first."""
    return list_similar_addresses(path, overview)[:_SHOWN]


def list_similar_addresses(path: str, overview: Overview) -> tuple[str, ...]:
    """Return the addresses of up to a dozen pages that a broken path may mean, best first.

    A page that certainly had this address before comes first. Pages in another language than that
    of the path are left out. Empty for the path of a file.
    """
    if is_file_path(path):
        return ()
    former = overview.cached(FormerAddresses)
    plain = strip_page_ending(path)
    wanted = plain.strip("/")
    sure, named = former.find_page_by_path(plain), former.find_page_by_name(plain)
    alike = overview.facts.pages.find_similar_pages(
        wanted, limit=_LOOKED_AT, same_language_only=True
    )
    return tuple(dict.fromkeys(filter(None, (sure, named, *map(page_to_url, alike)))))


def is_file_path(path: str) -> bool:
    """Return whether a path has the extension of a file that is not a page."""
    return _FILES.fullmatch(posixpath.splitext(path)[1]) is not None


def strip_page_ending(path: str) -> str:
    """Return the path of a page without `.mdx`, `.md`, `.html` or `.htm`."""
    return _OTHER_ENDING.sub("", path)

"""The pages that an address to which nothing answers most likely meant."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.pages import url_of
from docs_lsp.site.routes.former_pages import FormerAddresses

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_FILES = compile_lazily(
    r"\.(?:avif|css|csv|eot|gif|ico|jpe?g|js|json|mov|mp[34]|otf|pdf|png|svg|ttf|txt|wav|web[mp]"
    r"|woff2?|xml|ya?ml|zip)",
    re.IGNORECASE,
)
"""The endings of files that are not pages."""
_OTHER_ENDING = compile_lazily(r"\.(?:mdx?|html?)$", re.IGNORECASE)
_LOOKED_AT = 12
_SHOWN = 3


def suggest_addresses(path: str, overview: Overview) -> tuple[str, ...]:
    """The addresses of the few pages that a dead path most likely meant, best first."""
    return find_near_addresses(path, overview)[:_SHOWN]


def find_near_addresses(path: str, overview: Overview) -> tuple[str, ...]:
    """The addresses of all pages that a dead path may have meant, best first.

    First comes the page that surely was there once. Pages of another language than that of the path
    were not meant.
    """
    if is_file_path(path):
        return ()
    former = overview.cached(FormerAddresses)
    plain = strip_file_ending(path)
    wanted = plain.strip("/")
    sure, named = former.page_at(plain), former.page_by_name(plain)
    alike = overview.facts.pages.find_similar_pages(
        wanted, limit=_LOOKED_AT, same_language_only=True
    )
    return tuple(dict.fromkeys(filter(None, (sure, named, *map(url_of, alike)))))


def is_file_path(path: str) -> bool:
    """Whether a path ends as that of a file does that is not a page."""
    return _FILES.fullmatch(posixpath.splitext(path)[1]) is not None


def strip_file_ending(path: str) -> str:
    """The path of a page without the ending that its file, here or elsewhere, has."""
    return _OTHER_ENDING.sub("", path)

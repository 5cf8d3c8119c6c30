"""What an entry of `pages`, or the `root` of a group, turns out to be.

Nearly all of thousands of entries are pages as they should be, and are found at once; only the
others are looked at closely.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum, auto
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.pages import Never, page_of, strip_extension, url_of
from docs_lsp.site.routes.reserved import is_reserved
from docs_lsp.site.specifications.endpoints import Endpoint, MalformedEndpoint, parse_endpoint

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


class Sort(Enum):
    """The sorts of entries; each entry is of exactly one."""

    EMPTY = auto()
    PAGE = auto()
    UNTIDY = auto()
    """It is a page, by a path with slashes or dots that it should not have."""
    RESERVED = auto()
    """It lies where the service itself answers, whether there is a file or not."""
    ENDPOINT = auto()
    MALFORMED_ENDPOINT = auto()
    URL = auto()
    EXTENSION = auto()
    OTHER_CASE = auto()
    INDEX_ONLY = auto()
    """There is no `foo`, but a `foo/index`."""
    IGNORED = auto()
    """There is such a file, and an ignore pattern excludes it."""
    NEVER = auto()
    """There is such a file, and it is never a page."""
    MISSING = auto()
    UNKNOWN = auto()
    """The disk would have to say."""


_URL = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]+://|(?:mailto|tel|javascript|data):|www\.", re.I)
_EXTENSION = compile_lazily(r"[^/]\.mdx?/?$")


_GRAPHQL = compile_lazily(
    r"(?:QUERY|MUTATION|SUBSCRIPTION|TYPE|INPUT|ENUM|INTERFACE|UNION|SCALAR|DIRECTIVE)"
    r" [A-Za-z_][\w.]*"
)
"""A part of a GraphQL schema, which chooses a page; what else the service does with it is open."""


_PATH = compile_lazily(r"[A-Za-z0-9/_-]+")
"""Nothing but a page can be called so, unless the disk or a reserved address says otherwise."""


def find_odd_entries(texts: Iterable[str], facts: SiteFacts | None) -> dict[str, Sort]:
    """The sorts of those entries that are more or less than a page as it should be; without facts
    those of which nothing is known may be left out."""
    is_page = facts.pages.by_path.__contains__ if facts else _PATH.fullmatch
    sorts: dict[str, Sort] = {}
    for text in texts:
        # No entry with these letters is passed over, as it may be the search server's address.
        if not is_page(text) or "mcp" in text:
            sort = classify_entry(text, facts)
            if sort is not Sort.PAGE:
                sorts[text] = sort
    return sorts


def classify_entry(text: str, facts: SiteFacts | None) -> Sort:
    """What an entry is; with no facts only what its text alone tells."""
    if not text:
        return Sort.EMPTY
    page = page_of(text)
    if "mcp" in page and is_reserved(url_of(page)):
        return Sort.RESERVED
    if facts is not None and (page in facts.pages or text in facts.pages):
        # Very many sites write a slash in front of all paths, and it does no harm.
        return Sort.PAGE if text.removeprefix("/") in facts.pages else Sort.UNTIDY
    return _classify_text(text) or (Sort.UNKNOWN if facts is None else _classify_page(page, facts))


def strip_entry_extension(entry: str) -> str:
    """An entry without the extension that it should not have."""
    return strip_extension(entry.rstrip("/"))


def _classify_text(text: str) -> Sort | None:
    if _GRAPHQL.fullmatch(text):
        return Sort.UNKNOWN
    match parse_endpoint(text):
        case Endpoint():
            return Sort.ENDPOINT
        case MalformedEndpoint():
            return Sort.MALFORMED_ENDPOINT
    if _URL.match(text):
        return Sort.URL
    return Sort.EXTENSION if _EXTENSION.search(text) else None


def _classify_page(page: str, facts: SiteFacts) -> Sort:
    never = facts.pages.non_page_reason(page)
    if never:
        return Sort.IGNORED if never is Never.IGNORED else Sort.NEVER
    if facts.pages.find_other_case(page):
        return Sort.OTHER_CASE
    return Sort.INDEX_ONLY if facts.pages.index_of(page) else Sort.MISSING

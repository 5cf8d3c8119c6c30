"""Classify the entries of `pages`, and the `root` of a group.

Nearly all of thousands of entries are correct page paths, which one look-up recognises; only the
others are examined closely.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum, auto
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.pages import NonPageReason, entry_to_page_path, page_to_url, strip_page_extension
from docs_lsp.site.routes.reserved import is_search_server_path
from docs_lsp.site.specifications.endpoints import Endpoint, MalformedEndpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


class EntryKind(Enum):
    """The kinds of entries; each entry has exactly one."""

    EMPTY = auto()
    PAGE = auto()
    UNTIDY = auto()
    """A page, but its path has slashes or dots that it should not have."""
    RESERVED = auto()
    """A path at which the service itself answers, whether there is a file or not."""
    ENDPOINT = auto()
    MALFORMED_ENDPOINT = auto()
    URL = auto()
    EXTENSION = auto()
    OTHER_CASE = auto()
    INDEX_ONLY = auto()
    """`foo` does not exist, but `foo/index` does."""
    IGNORED = auto()
    """The file exists but an ignore pattern excludes it."""
    NEVER = auto()
    """The file exists but can never be a page."""
    MISSING = auto()
    UNKNOWN = auto()
    """Undecided, because the files of the site are not known."""


_URL = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]+://|(?:mailto|tel|javascript|data):|www\.", re.I)
_EXTENSION = compile_lazily(r"[^/]\.mdx?/?$")


_GRAPHQL = compile_lazily(
    r"(?:QUERY|MUTATION|SUBSCRIPTION|TYPE|INPUT|ENUM|INTERFACE|UNION|SCALAR|DIRECTIVE)"
    r" [A-Za-z_][\w.]*"
)
"""A part of a GraphQL schema, which chooses a page; what else the service does with it is open."""


_PATH = compile_lazily(r"[A-Za-z0-9/_-]+")
"""Page paths that need no closer look unless the disk or a reserved address says so."""


def find_odd_entries(texts: Iterable[str], facts: SiteFacts | None) -> dict[str, EntryKind]:
    """Return the kind of every entry that is not a correct page path.

    Without facts, entries of which nothing is known may be missing from the result.
    """
    is_page = facts.pages.by_path.__contains__ if facts else _PATH.fullmatch
    sorts: dict[str, EntryKind] = {}
    for text in texts:
        # An entry with these letters may be the search server's address, so it is always examined.
        if not is_page(text) or "mcp" in text:
            sort = classify_entry(text, facts)
            if sort is not EntryKind.PAGE:
                sorts[text] = sort
    return sorts


def classify_entry(text: str, facts: SiteFacts | None) -> EntryKind:
    """Return the kind of an entry; without facts, only what its text shows."""
    if not text:
        return EntryKind.EMPTY
    page = entry_to_page_path(text)
    if "mcp" in page and is_search_server_path(page_to_url(page)):
        return EntryKind.RESERVED
    if facts is not None and (page in facts.pages or text in facts.pages):
        # Very many sites write a slash in front of all paths, and it does no harm.
        return EntryKind.PAGE if text.removeprefix("/") in facts.pages else EntryKind.UNTIDY
    return _classify_by_syntax(text) or (
        EntryKind.UNKNOWN if facts is None else _explain_missing_page(page, facts)
    )


def strip_entry_extension(entry: str) -> str:
    """Return an entry without its extension and trailing slashes."""
    return strip_page_extension(entry.rstrip("/"))


def _classify_by_syntax(text: str) -> EntryKind | None:
    """Return the kind of an entry that its text alone decides; None if it can be a page."""
    if _GRAPHQL.fullmatch(text):
        return EntryKind.UNKNOWN
    match parse_endpoint_entry(text):
        case Endpoint():
            return EntryKind.ENDPOINT
        case MalformedEndpoint():
            return EntryKind.MALFORMED_ENDPOINT
    if _URL.match(text):
        return EntryKind.URL
    return EntryKind.EXTENSION if _EXTENSION.search(text) else None


def _explain_missing_page(page: str, facts: SiteFacts) -> EntryKind:
    """Return the kind of an entry that names no page, from the files that resemble it."""
    never = facts.pages.find_non_page_reason(page)
    if never:
        return EntryKind.IGNORED if never is NonPageReason.IGNORED else EntryKind.NEVER
    if facts.pages.find_other_case(page):
        return EntryKind.OTHER_CASE
    return EntryKind.INDEX_ONLY if facts.pages.find_folder_index(page) else EntryKind.MISSING

"""What an entry of `pages`, or the `root` of a group, turns out to be.

Every rule about entries asks the same question here, so that one entry gets one message. A rule
runs over thousands of entries, and nearly all of them are found at once; only the others are
looked at closely, once for all rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from docs_lsp.rules._lone_endpoints import lone_endpoint
from docs_lsp.rules._reserved import is_reserved
from docs_lsp.site.navigation.element import Element, Entry
from docs_lsp.site.pages import Never, normalise, url_of, without_extension
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


_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|(?:mailto|tel|javascript|data):|www\.", re.I)
_EXTENSION = re.compile(r"[^/]\.mdx?/?$")


def entries(element: Element, wanted: Sort) -> Sequence[Entry]:
    """The entries of an element, its `root` among them, that are of one sort."""
    return element.once(_sorted).get(wanted, ())


def has_odd_entries(element: Element) -> bool:
    """Whether any entry is more or less than a page as it should be; in most elements none is."""
    return bool(element.once(_sorted))


def _sorted(element: Element) -> Mapping[Sort, Sequence[Entry]]:
    """The entries by their sort, without those that are a page as it should be."""
    facts = element.context.facts
    found: dict[Sort, list[Entry]] = {}
    for entry in element.entries(_is_plain_page(facts)):
        sort = sort_of(entry.text, facts)
        if sort is Sort.MISSING and lone_endpoint(element, entry.text):
            sort = Sort.MALFORMED_ENDPOINT
        if sort is not Sort.PAGE:
            found.setdefault(sort, []).append(entry)
    root = element.root_entry()
    if root is not None:
        found.setdefault(sort_of(root.text, facts), []).append(root)
    return found


def _is_plain_page(facts: SiteFacts | None) -> Callable[[str], bool]:
    """Whether an entry is an existing page under its plain name: nearly all of them are, and
    making an `Entry` costs more than asking."""
    if facts is None:
        return lambda text: False
    pages = facts.pages
    return lambda text: text in pages and "mcp" not in text


def sort_of(text: str, facts: SiteFacts | None) -> Sort:
    """What an entry is; with no facts only what its text alone tells."""
    if not text:
        return Sort.EMPTY
    page = page_of(text)
    if is_reserved(url_of(page)):
        return Sort.RESERVED
    if facts is not None and (page in facts.pages or text in facts.pages):
        # Very many sites write a slash in front of all paths, and it does no harm.
        return Sort.PAGE if text.removeprefix("/") in facts.pages else Sort.UNTIDY
    return _by_text(text) or (Sort.UNKNOWN if facts is None else _by_files(page, facts))


def page_of(entry: str) -> str:
    """The page path that an entry names, as it is looked up among the files."""
    return normalise(entry).rstrip("/")


def without_suffix(entry: str) -> str:
    """An entry without the extension that it should not have."""
    return without_extension(entry.rstrip("/"))


def _by_text(text: str) -> Sort | None:
    match parse_endpoint(text):
        case Endpoint():
            return Sort.ENDPOINT
        case MalformedEndpoint():
            return Sort.MALFORMED_ENDPOINT
    if _URL.match(text):
        return Sort.URL
    return Sort.EXTENSION if _EXTENSION.search(text) else None


def _by_files(page: str, facts: SiteFacts) -> Sort:
    never = facts.pages.never(page)
    if never:
        return Sort.IGNORED if never is Never.IGNORED else Sort.NEVER
    if facts.pages.other_case(page):
        return Sort.OTHER_CASE
    return Sort.INDEX_ONLY if facts.pages.index_of(page) else Sort.MISSING

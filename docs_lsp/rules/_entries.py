"""What an entry of `pages`, or the `root` of a group, turns out to be.

Every rule about entries asks the same question here, so that one entry gets one message. A rule
runs over thousands of entries, and nearly all of them are found at once; so each sort has a sign
that is cheap to look for, and only entries that bear it are looked at closely.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING

from docs_lsp.jsontree.nodes import Array, String
from docs_lsp.rules._reserved import is_reserved
from docs_lsp.site.element import Element, Entry
from docs_lsp.site.endpoints import Endpoint, MalformedEndpoint, parse_endpoint
from docs_lsp.site.pages import normalise, url_of, without_extension

if TYPE_CHECKING:
    from docs_lsp.site.facts import SiteFacts


class Sort(Enum):
    """The sorts of entries; each entry is of exactly one."""

    EMPTY = auto()
    PAGE = auto()
    RESERVED = auto()
    """It lies where the service itself answers, whether there is a file or not."""
    ENDPOINT = auto()
    MALFORMED_ENDPOINT = auto()
    URL = auto()
    EXTENSION = auto()
    OTHER_CASE = auto()
    INDEX_ONLY = auto()
    """There is no `foo`, but a `foo/index`."""
    NEVER = auto()
    """There is such a file, and it is never a page."""
    MISSING = auto()
    UNKNOWN = auto()
    """The disk would have to say."""


_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|(?:mailto|tel|javascript|data):|www\.", re.I)
_EXTENSION = re.compile(r"[^/]\.mdx?/?$")
_SIGNS: Mapping[Sort, Callable[[str], bool]] = {
    Sort.RESERVED: lambda texts: "mcp" in texts,
    Sort.ENDPOINT: lambda texts: len(texts.split(None, 1)) > 1,
    Sort.MALFORMED_ENDPOINT: lambda texts: len(texts.split(None, 1)) > 1,
    Sort.URL: lambda texts: ":" in texts or "www." in texts.lower(),
    Sort.EXTENSION: lambda texts: ".md" in texts,
}
"""What the texts of a list show, in one string, where an entry of a sort is among them."""


def entries(element: Element, wanted: Sort) -> Iterator[Entry]:
    """The entries of an element, its `root` among them, that are of one sort."""
    facts = element.context.facts
    texts = list(_texts(element))
    if texts and _may_hold(texts, wanted, facts):
        for entry in _all_entries(element):
            if sort_of(entry.text, facts) is wanted:
                yield entry


def sort_of(text: str, facts: SiteFacts | None) -> Sort:
    """What an entry is; with no facts only what its text alone tells."""
    if not text:
        return Sort.EMPTY
    page = page_of(text)
    if is_reserved(url_of(page)):
        return Sort.RESERVED
    if facts is not None and (page in facts.pages or text in facts.pages):
        return Sort.PAGE
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
    if facts.pages.never(page):
        return Sort.NEVER
    if facts.pages.other_case(page):
        return Sort.OTHER_CASE
    return Sort.INDEX_ONLY if facts.pages.index_of(page) else Sort.MISSING


def _may_hold(texts: list[str], wanted: Sort, facts: SiteFacts | None) -> bool:
    sign = _SIGNS.get(wanted)
    if sign:
        return sign("\0".join(texts))
    return facts is not None and not all(text in facts.pages for text in texts)


def _texts(element: Element) -> Iterator[str]:
    # Making an `Entry` costs more than looking at its text, and few lists are looked at closely.
    listed = element.get("pages")
    if isinstance(listed, Array):
        yield from (item.value for item in listed.items if type(item) is String)
    root = element.root_entry()
    if root is not None:
        yield root.text


def _all_entries(element: Element) -> Iterator[Entry]:
    yield from element.entries()
    root = element.root_entry()
    if root is not None:
        yield root

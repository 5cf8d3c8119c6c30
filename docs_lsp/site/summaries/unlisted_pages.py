"""Find pages that no navigation entry lists, and the best place for them.

Of these, `find_forgotten_pages` returns the ones that may have been forgotten: published, and
neither hidden nor linked. Nothing is returned unless all of the navigation and all pages are known.
A page mentioned anywhere in docs.json where a page is possible counts as listed, even if the
service does not read it there: that is another mistake, which other rules report.

`make_nearest_listings` finds where in the navigation a page would belong, as far as its path shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array, Container, Node, Object, String
from docs_lsp.site.generated_pages.page_addresses import GENERATORS, read_pages_folder
from docs_lsp.site.ignore import is_documented_as_ignored
from docs_lsp.site.navigation.navigation import Listing, Navigation, is_listing_accepted
from docs_lsp.site.navigation.refs import iter_documents
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import (
    PageFile,
    normalise_entry,
    page_to_url,
    strip_page_extension,
    url_to_path,
)
from docs_lsp.site.routes.redirects import strip_query_and_fragment
from docs_lsp.site.routes.reserved import is_search_server_path
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.summaries.page_titles import find_page_of_entry
from docs_lsp.site.visibility import is_chain_shown

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent

_NAMING_KEYS = frozenset(("page", "root", "href", "url"))
"""Keys whose value may be a page, in a valid docs.json or by mistake."""
_MOST_MEANT = 50
"""Maximum number of wrong entries for which similar pages are searched.

If more are wrong, a whole folder is.
"""
_NOT_PATH = compile_lazily(r"[?#%]")
_FIRST_LINE = compile_lazily(rb"(?:\xef\xbb\xbf)?(---[^\r\n]*)")
_Folders: TypeAlias = tuple[str, ...]


def find_forgotten_pages(overview: Overview) -> tuple[PageFile, ...]:
    """Return the pages neither hidden nor mentioned in docs.json; none if entries are unknown.

    Ignored pages, and those whose address a redirect answers, are left out. They are in the order
    of the index.
    """
    pages = overview.facts.pages
    if overview.contents is None or not any(page in pages for page in overview.navigation.by_page):
        return ()
    mentioned = frozenset(iter_mentions(overview))
    left = [page for page in pages if not is_mentioned(page.page, mentioned)]
    if not left or not is_navigation_complete(overview):
        return ()
    meant = overview.cached(collect_suggested_pages)
    filled = tuple(iter_generated_folders(overview))
    return tuple(
        page
        for page in left
        if page.page not in meant
        and not page.page.startswith(filled)
        and not _is_special(page, overview)
        and has_no_hiding_mark(overview.contents.get(page.file))
    )


def find_first_line_span(content: PageContent | None) -> Span:
    """Return the span that represents a page in findings: its first dashes, or its start."""
    match = _FIRST_LINE.match(content.head) if content else None
    return Span(*match.span(1)) if match else Span(0, 0)


def is_mentioned(page: str, mentioned: frozenset[str]) -> bool:
    """Return whether docs.json names a page, by its path or by its address, in any spelling."""
    folded = page.casefold()
    return folded in mentioned or url_to_path(page_to_url(folded)) in mentioned


def collect_suggested_pages(overview: Overview) -> frozenset[str]:
    """Return the pages that wrong entries, up to `_MOST_MEANT`, most likely mean.

    They are not reported, so that one mistake gives one message.
    """
    pages = overview.facts.pages
    wrong = (page for page in overview.navigation.by_page if page not in pages)
    return frozenset(
        near for page in islice(wrong, _MOST_MEANT) for near in pages.find_similar_pages(page)
    )


def _is_special(page: PageFile, overview: Overview) -> bool:
    """Return whether a page is reachable without an entry, hidden by a redirect, or ignored."""
    return (
        page_to_url(page.page) == "/" or is_address_taken(page, overview) or _may_be_ignored(page)
    )


def is_address_taken(page: PageFile, overview: Overview) -> bool:
    """Return whether a redirect or the service itself answers at the address of a page."""
    url = page_to_url(page.page)
    return (
        is_search_server_path(url)
        or get_path_resolver(overview).redirects.find_match(url) is not None
    )


def has_no_hiding_mark(content: PageContent | None) -> bool:
    """Return whether a page was read and no `hidden`, `noindex` or `robots` in it hides it."""
    if content is None or not content.has_readable_frontmatter:
        return False
    fields = content.fields
    marked = any(fields.get(key) not in (None, False) for key in ("hidden", "noindex"))
    return not marked and "noindex" not in str(fields.get("robots", ""))


def iter_generated_folders(overview: Overview) -> Iterator[str]:
    """Yield the folders, with their slash, that elements name for generated pages."""
    for placed in overview.objects:
        for key in GENERATORS:
            value = placed.element.get_inlined(key)
            for each in value.items if isinstance(value, Array) else (value,):
                folder = read_pages_folder(each) if isinstance(each, Object) else None
                if folder:
                    yield f"{folder}/"


def iter_mentions(overview: Overview) -> Iterator[str]:
    """Yield every page path that a string of docs.json may mean, in lower case; may repeat."""
    for _, document in iter_documents(overview.name, overview.parts):
        for text in _iter_naming_strings(document.tree.root):
            path = normalise_entry(text).rstrip("/").casefold()
            yield path
            yield strip_page_extension(path)
            if _NOT_PATH.search(path):
                yield unquote(strip_query_and_fragment(path)).rstrip("/")


def _iter_naming_strings(root: Node) -> Iterator[str]:
    """Yield the strings in arrays, and those under keys that may name a page."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Object):
            for member in node.items:
                if isinstance(member.value, Container):
                    waiting.append(member.value)
                elif isinstance(member.value, String) and member.key.value in _NAMING_KEYS:
                    yield member.value.value
        elif isinstance(node, Array):
            yield from (item.value for item in node.items if isinstance(item, String))
            waiting += (item for item in node.items if isinstance(item, Container))


def list_all_unlisted_pages(overview: Overview) -> tuple[PageFile, ...]:
    """Return the unlisted pages outside ignored folders; empty if entries are unknown."""
    if not overview.cached(is_navigation_complete):
        return ()
    pages = overview.facts.pages
    page_files = (
        find_page_of_entry(listing.text, pages) for listing in overview.navigation.listings
    )
    listed = {page.page for page in page_files if page is not None}
    return tuple(page for page in pages if page.page not in listed and not _may_be_ignored(page))


def _may_be_ignored(page: PageFile) -> bool:
    """Return whether the service may ignore a page because of its folder."""
    return is_documented_as_ignored(page.file) or "/." in f"/{page.file}"


class NearestListings:
    """The nearest pages to each folder that has a listed page.

    It is made once for all unlisted pages: a site may have thousands.
    """

    def __init__(self, navigation: Navigation) -> None:
        """Find the listings nearest to each folder, among those that the service accepts."""
        best: dict[_Folders, tuple[int, bool]] = {}
        self._by_folder: dict[_Folders, list[Listing]] = {}
        """The listings that are nearest to each folder, in the order of the text."""
        for folders, is_shown, listing in _iter_accepted(navigation):
            for count in range(1 if folders else 0, len(folders) + 1):
                # The greater, the nearer: few folders between them, and a page that readers see.
                folder, nearness = folders[:count], (count - len(folders), is_shown)
                if folder not in best or best[folder] < nearness:
                    best[folder], self._by_folder[folder] = nearness, [listing]
                elif best[folder] == nearness:
                    self._by_folder[folder].append(listing)

    def find_predecessor(self, page: str) -> Listing | None:
        """Return the entry after which a page fits best; None if its first folder has none listed.

        It is the last one of its folder, in the element that lists most of them; or of the next
        folder up that has any.
        """
        folders = tuple(page.split("/")[:-1])
        above = (folders[:count] for count in range(len(folders), 0 if folders else -1, -1))
        nearest = next((self._by_folder[one] for one in above if one in self._by_folder), None)
        return _pick_listing(nearest) if nearest else None


def make_nearest_listings(overview: Overview) -> NearestListings:
    """Return the nearest listings of a site; use `overview.cached`."""
    return NearestListings(overview.navigation)


def _pick_listing(listings: list[Listing]) -> Listing:
    """Return the last listing, if possible no `root`, in the element that has most of them."""
    counts = Counter(listing.placed for listing in listings)
    home = max(counts, key=counts.__getitem__)
    at_home = [listing for listing in listings if listing.placed is home]
    return next((listing for listing in reversed(at_home) if not listing.is_root), at_home[-1])


def _iter_accepted(navigation: Navigation) -> Iterator[tuple[_Folders, bool, Listing]]:
    """Yield the accepted listings, each with its folders and whether readers see it."""
    known = navigation.ancestors
    for page, listings in navigation.by_page.items():
        folders = tuple(page.split("/")[:-1])
        for listing in listings:
            if is_listing_accepted(listing, known):
                yield folders, is_chain_shown(known[listing.placed].chain), listing

"""Finds the files that no reader of a site comes to.

These are pages that nothing lists, indexes or links to, and parts that only such pages use.
A page counts as reached in case of doubt: if docs.json mentions it anywhere, if a redirect leads to
it or replaces it, or if a URL with any host has its path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.refs import list_reachable_files
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import collect_site_marks
from docs_lsp.site.pages import PageFile, page_to_url, strip_page_extension
from docs_lsp.site.routes.reached_pages import follow_links
from docs_lsp.site.routes.redirects import PLACEHOLDER, normalise_url_path
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.summaries.unlisted_pages import (
    collect_suggested_pages,
    find_generated_folders,
    has_no_hiding_mark,
    is_mentioned,
    is_replaced,
    iter_mentions,
)

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_LINK = compile_lazily(rb"\]\(\s*([^\s)\"]+)")
"""A Markdown link in a string of docs.json, such as the text of a banner."""
_OLD_SNIPPETS = "_snippets/"
"""Pages name what is in this folder in a tag, not in an import."""


class Reach(NamedTuple):
    """How readers come to the pages that docs.json does not mention."""

    links: Mapping[str, str]
    """The files of linked pages, each with a file that links to it.

    The linking file is empty if only a URL with a host leads there.
    """
    redirects: Mapping[str, str]
    """The addresses that redirects lead to by name, each with the source of the first."""
    unreached: frozenset[str]
    """The files of the pages that readers do not come to, and of the parts that only these use."""


def find_reach(overview: Overview) -> Reach:
    """Return which pages readers reach by links from what docs.json mentions; reads all pages."""
    pages, redirects = overview.facts.pages, _collect_redirect_sources(overview)
    candidates = list(_iter_candidates(redirects, overview))
    asked = {page.file for page in candidates}
    if collect_site_marks(overview).index_all:
        contents = overview.contents or {}
        asked = {file for file in asked if not has_no_hiding_mark(contents.get(file))}
    entrances = (page.file for page in pages if page.file not in asked)
    linked = follow_links(candidates, entrances, overview)
    unreached = asked - linked.sources.keys()
    if unreached:
        unreached.update(
            file
            for file in overview.contents or ()
            if strip_page_extension(file) not in pages
            and not file.startswith(_OLD_SNIPPETS)
            and file not in linked.all
        )
    return Reach(linked.sources, redirects, frozenset(unreached))


def _iter_candidates(redirects: Mapping[str, str], overview: Overview) -> Iterator[PageFile]:
    """Yield the pages that readers come to only by links in other pages, if at all."""
    pages = overview.facts.pages
    is_known = any(page in pages for page in overview.navigation.by_page)
    if not is_known or not overview.cached(is_navigation_complete):
        return
    mentions = frozenset(iter_mentions(overview))
    known = {"/", *redirects, *_iter_linked_paths(overview)}
    filled = (*find_generated_folders(overview), *_iter_redirected_folders(overview))
    meant = overview.cached(collect_suggested_pages)
    for page in pages:
        if (
            not is_mentioned(page.page, mentions)
            and page_to_url(page.page) not in known
            and page.page not in meant
            and not page.page.startswith(filled)
            and not is_replaced(page, overview)
        ):
            yield page


def _collect_redirect_sources(overview: Overview) -> Mapping[str, str]:
    """Return the addresses that redirects lead to by name, with the source of the first."""
    source_by_address: dict[str, str] = {}
    answers = get_path_resolver(overview)
    for redirect in answers.redirects.all:
        if not redirect.is_external and not PLACEHOLDER.search(redirect.destination):
            address = answers.find_own_path(redirect.destination)
            source_by_address.setdefault(address, redirect.source)
    return source_by_address


def _iter_redirected_folders(overview: Overview) -> Iterator[str]:
    """Yield the folders that redirects with wildcards lead to, as page paths with a slash."""
    for redirect in get_path_resolver(overview).redirects.all:
        match = PLACEHOLDER.search(redirect.destination)
        if match and not redirect.is_external:
            folder = redirect.destination[: match.start()].rpartition("/")[0].strip("/")
            if folder:
                yield f"{folder}/"


def _iter_linked_paths(overview: Overview) -> Iterator[str]:
    """Yield the paths that Markdown in docs.json links to."""
    for name in list_reachable_files(overview.name, overview.parts):
        part = overview.parts.get(name)
        if isinstance(part, Document):
            for match in _LINK.finditer(part.text.data):
                yield normalise_url_path(match[1].decode("utf-8", "replace").partition("#")[0])

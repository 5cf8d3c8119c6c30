"""Find the pages that readers can reach by links alone, and the files that no reader comes to.

Readers of a listed page may follow a link to one that no navigation lists, and another link from
there. Unreached are pages that nothing lists, indexes or links to so, and parts that only such
pages use.

A page counts as reached in case of doubt: if docs.json mentions it anywhere, if a redirect leads to
it or replaces it, or if a URL with any host has its path.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.mdx.links import OLD_SNIPPETS
from docs_lsp.site.navigation.refs import iter_documents
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import collect_site_marks
from docs_lsp.site.pages import PageFile, page_to_url, strip_page_extension, url_to_path
from docs_lsp.site.routes.link_paths import EVERYWHERE_THE_SAME, WITH_HOST, parse_link_path
from docs_lsp.site.routes.redirects import PLACEHOLDER, normalise_url_path
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.summaries.unlisted_pages import (
    collect_suggested_pages,
    has_no_hiding_mark,
    is_address_taken,
    is_mentioned,
    iter_generated_folders,
    iter_mentions,
)

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_LINK = compile_lazily(rb"\]\(\s*([^\s)\"]+)")
"""A Markdown link in a string of docs.json, such as the text of a banner."""


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
    unlinked: frozenset[str]
    """The files of the pages that search finds at most: excluding one breaks nothing."""


def find_reach(overview: Overview) -> Reach:
    """Return which pages readers reach by links from what docs.json mentions; reads all pages."""
    pages, redirects = overview.facts.pages, _collect_redirect_sources(overview)
    candidates = list(_iter_candidates(redirects, overview))
    asked = unlinked = {page.file for page in candidates}
    if collect_site_marks(overview).index_all:
        contents = overview.contents or {}
        asked = {file for file in asked if not has_no_hiding_mark(contents.get(file))}
    entrances = (page.file for page in pages if page.file not in asked)
    sources, reached = follow_links(candidates, entrances, overview)
    unreached = asked - sources.keys()
    unlinked = unlinked - sources.keys()
    if unreached:
        unreached.update(
            file
            for file in overview.contents or ()
            if strip_page_extension(file) not in pages
            # Pages name old snippets in a tag, not in an import.
            and not file.startswith(OLD_SNIPPETS)
            and file not in reached
        )
    return Reach(sources, redirects, frozenset(unreached), frozenset(unlinked))


def _iter_candidates(redirects: Mapping[str, str], overview: Overview) -> Iterator[PageFile]:
    """Yield the pages that readers come to only by links in other pages, if at all."""
    pages = overview.facts.pages
    is_known = any(page in pages for page in overview.navigation.by_page)
    if not is_known or not overview.cached(is_navigation_complete):
        return
    mentions = frozenset(iter_mentions(overview))
    known = {"/", *redirects, *_iter_linked_paths(overview)}
    filled = (*iter_generated_folders(overview), *_iter_redirected_folders(overview))
    meant = overview.cached(collect_suggested_pages)
    for page in pages:
        if (
            not is_mentioned(page.page, mentions)
            and page_to_url(page.page) not in known
            and page.page not in meant
            and not page.page.startswith(filled)
            and not is_address_taken(page, overview)
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
    for _, document in iter_documents(overview.name, overview.parts):
        for match in _LINK.finditer(document.text.data):
            yield normalise_url_path(match[1].decode("utf-8", "replace").partition("#")[0])


def follow_links(
    pages: Iterable[PageFile], entrances: Iterable[str], overview: Overview
) -> tuple[Mapping[str, str], Collection[str]]:
    """Follow links and imports from `entrances`; return the `pages` reached, and all files passed.

    The files of the reached pages are mapped to a file that links to each; empty if only a URL with
    a host does, which may lead to another site. The files passed are entrances, reached pages, and
    what these import.
    """
    wanted = {page_to_url(page.page): page.file for page in pages}
    names = frozenset(url_to_path(url.rpartition("/")[2]) for url in wanted)
    targets = _LinkTargets(names, overview)
    waiting = list(entrances)
    seen = set(waiting)
    sources: dict[str, str] = {}
    while waiting:
        file = waiting.pop()
        for url, is_sure in targets.iter_linked_urls(file):
            there = wanted.get(url)
            if there is not None and there != file and not sources.get(there):
                sources[there] = file if is_sure else ""
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        content = (overview.contents or {}).get(file)
        for part in content.imports if content else ():
            if part not in seen:
                seen.add(part)
                waiting.append(part)
    return sources, seen


class _LinkTargets:
    """Finds link targets among the pages whose address ends in one of some names."""

    def __init__(self, names: Collection[str], overview: Overview) -> None:
        self._names = names
        self._overview = overview
        self._known: dict[str, str | None] = {}
        """The targets of links that are the same on all pages, as most are."""

    def iter_linked_urls(self, file: str) -> Iterator[tuple[str, bool]]:
        """Yield the addresses of pages that a file links to, each with whether it is certain.

        It is not for a URL with a host, which may be that of another site.
        """
        content = (self._overview.contents or {}).get(file)
        for target in content.link_targets if content else ():
            if target not in self._known:
                url = self._resolve_link(target, file)
                if target.startswith(EVERYWHERE_THE_SAME):
                    self._known[target] = url
            else:
                url = self._known[target]
            if url is not None:
                yield url, not target.startswith(WITH_HOST)

    def _resolve_link(self, link: str, file: str) -> str | None:
        """Return the address of the page that a link in a file leads to, or None."""
        name = link.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2]
        plain = strip_page_extension(unquote(name) if "%" in name else name)
        if not (plain in self._names or plain == "index" or not plain.strip(".")):
            return None
        target = parse_link_path(_path_of_url(link), file)
        for path in chain((target.path,), target.others) if target and target.path else ():
            answers = get_path_resolver(self._overview)
            answer = answers.resolve_path(strip_page_extension(path))
            page = answer.page or (
                answers.resolve_path(answer.path_without_first_folder).page
                if answer.path_without_first_folder
                else None
            )
            if page is not None:
                return page_to_url(page.page)
        return None


def _path_of_url(link: str) -> str:
    """Return the path of a URL, which may be one of the site's own; any other link unchanged."""
    if not link.startswith(WITH_HOST):
        return link
    try:
        return urlsplit(link).path
    except ValueError:
        return link

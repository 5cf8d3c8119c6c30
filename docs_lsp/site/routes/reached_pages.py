"""Find the pages that readers can reach by links alone.

For pages that no navigation lists: readers of a listed page may follow a link to one, and another
link from there. Only pages without such a path of links are unreachable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from docs_lsp.site.pages import PageFile, page_to_url, strip_page_extension
from docs_lsp.site.routes.link_paths import EVERYWHERE_THE_SAME, parse_link_path
from docs_lsp.site.routes.router import get_path_resolver

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview


_WITH_HOST = ("http://", "https://")


class LinkedFiles(NamedTuple):
    """The files that links and imports lead to."""

    sources: Mapping[str, str]
    """The pages that were looked for and are linked, by their files, each with a file that links to
    it; empty where only a URL with a host does, which may lead to another site."""
    all: Collection[str]
    """All files on the way: entrances, linked pages, and what these import."""


def follow_links(
    pages: Iterable[PageFile], entrances: Iterable[str], overview: Overview
) -> LinkedFiles:
    """Follow links and imports from files, `entrances`; return which of `pages` they reach."""
    wanted = {page_to_url(page.page): page.file for page in pages}
    ways = _LinkTargets(frozenset(url.rpartition("/")[2] for url in wanted), overview)
    waiting = list(entrances)
    seen = set(waiting)
    sources: dict[str, str] = {}
    while waiting:
        file = waiting.pop()
        for url, is_sure in ways.iter_linked_urls(file):
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
    return LinkedFiles(sources, seen)


class _LinkTargets:
    """Finds link targets among the pages whose address ends in one of some names."""

    def __init__(self, names: Collection[str], overview: Overview) -> None:
        self._names = names
        self._overview = overview
        self._known: dict[str, str | None] = {}
        """The targets of links that are the same on all pages, as most are."""

    def iter_linked_urls(self, file: str) -> Iterator[tuple[str, bool]]:
        """Yield the addresses of the pages that a file links to.

        Each comes with whether the link is certainly within the site.
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
                yield url, not target.startswith(_WITH_HOST)

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
    if not link.startswith(_WITH_HOST):
        return link
    try:
        return urlsplit(link).path
    except ValueError:
        return link

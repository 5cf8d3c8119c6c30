"""Find the pages that readers can reach by links alone.

For pages that no navigation lists: readers of a listed page may follow a link to one, and another
link from there. Only pages without such a path of links are unreachable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from docs_lsp.site.pages import PageFile, strip_extension, url_of
from docs_lsp.site.routes.link_paths import EVERYWHERE_THE_SAME, link_path_of
from docs_lsp.site.routes.router import answers_of

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
    """Follow links and imports from the files of some pages, the entrances, to other pages."""
    wanted = {url_of(page.page): page.file for page in pages}
    ways = _Ways(frozenset(url.rpartition("/")[2] for url in wanted), overview)
    waiting = list(entrances)
    seen = set(waiting)
    sources: dict[str, str] = {}
    while waiting:
        file = waiting.pop()
        for url, is_sure in ways.urls_linked_from(file):
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


class _Ways:
    """Finds link targets among the pages whose address ends in one of some names."""

    def __init__(self, names: Collection[str], overview: Overview) -> None:
        self._names = names
        self._overview = overview
        self._known: dict[str, str | None] = {}
        """The targets of links that are the same on all pages, as most are."""

    def urls_linked_from(self, file: str) -> Iterator[tuple[str, bool]]:
        """Yield the addresses of the pages that a file links to.

        Each comes with whether the link is certainly within the site.
        """
        content = (self._overview.contents or {}).get(file)
        for target in content.targets if content else ():
            if target not in self._known:
                url = self._page_at(target, file)
                if target.startswith(EVERYWHERE_THE_SAME):
                    self._known[target] = url
            else:
                url = self._known[target]
            if url is not None:
                yield url, not target.startswith(_WITH_HOST)

    def _page_at(self, link: str, file: str) -> str | None:
        """Return the address of the page that a link in a file leads to, or None."""
        name = link.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2]
        plain = strip_extension(unquote(name) if "%" in name else name)
        if not (plain in self._names or plain == "index" or not plain.strip(".")):
            return None
        target = link_path_of(_path_of_url(link), file)
        for path in chain((target.path,), target.others) if target and target.path else ():
            answers = answers_of(self._overview)
            answer = answers.answer_at(strip_extension(path))
            page = answer.page or (answers.answer_at(answer.here).page if answer.here else None)
            if page is not None:
                return url_of(page.page)
        return None


def _path_of_url(link: str) -> str:
    """The path of a URL, which may be one of the site's own; any other link as it is."""
    if not link.startswith(_WITH_HOST):
        return link
    try:
        return urlsplit(link).path
    except ValueError:
        return link

"""Find the pages that readers can reach by links alone.

For pages that no navigation lists: readers of a listed page may follow a link to one, and another
link from there. Only pages without such a path of links are unreachable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import unquote

from docs_lsp.site.pages import PageFile, strip_extension, url_of
from docs_lsp.site.routes.link_paths import EVERYWHERE_THE_SAME, link_path_of
from docs_lsp.site.routes.router import answers_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview


def find_linked_pages(pages: Iterable[PageFile], overview: Overview) -> Mapping[str, str]:
    """Return those of some pages that are reachable by links from a listed page.

    The result maps their files to a file that links to them.
    """
    wanted = {url_of(page.page): page.file for page in pages}
    ways = _Ways(frozenset(url.rpartition("/")[2] for url in wanted), overview)
    index = overview.facts.pages
    listed = (index.find(page) for page in ("index", *overview.navigation.by_page))
    waiting = [page.file for page in listed if page]
    seen = set(waiting)
    sources: dict[str, str] = {}
    while waiting:
        file = waiting.pop()
        for url in ways.urls_linked_from(file):
            there = wanted.get(url)
            if there is not None and there not in sources and there != file:
                sources[there] = file
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        content = (overview.contents or {}).get(file)
        for part in content.imports if content else ():
            if part not in seen:
                seen.add(part)
                waiting.append(part)
    return sources


class _Ways:
    """Finds link targets among the pages whose address ends in one of some names."""

    def __init__(self, names: Collection[str], overview: Overview) -> None:
        self._names = names
        self._overview = overview
        self._known: dict[str, str | None] = {}
        """The targets of links that are the same on all pages, as most are."""

    def urls_linked_from(self, file: str) -> Iterator[str]:
        """Yield the addresses of the pages that a file links to."""
        content = (self._overview.contents or {}).get(file)
        for target in content.targets if content else ():
            if target not in self._known:
                url = self._page_at(target, file)
                if target.startswith(EVERYWHERE_THE_SAME):
                    self._known[target] = url
            else:
                url = self._known[target]
            if url is not None:
                yield url

    def _page_at(self, link: str, file: str) -> str | None:
        """Return the address of the page that a link in a file leads to, or None."""
        name = link.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2]
        plain = strip_extension(unquote(name) if "%" in name else name)
        if not (plain in self._names or plain == "index" or not plain.strip(".")):
            return None
        target = link_path_of(link, file)
        for path in chain((target.path,), target.others) if target and target.path else ():
            page = answers_of(self._overview).answer_at(strip_extension(path)).page
            if page is not None:
                return url_of(page.page)
        return None

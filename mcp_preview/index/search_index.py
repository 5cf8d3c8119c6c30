"""The search index: puts pages in, takes them out, and passes searches on to `ranking`.

Each section of a page is a document of its own, and so is the page as a whole; a search gives the
best section of each page. The index is kept in memory and holds no text: what a hit shows is taken
from its page. A page that changes is put in anew, in time that does not depend on how many pages
there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock
from typing import Any

from docs_lsp.site.visibility import ANONYMOUS, Audience, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.index_schema import (
    PageNumbers,
    document_of,
    new_index,
    page_document_of,
)
from mcp_preview.index.page_meaning import PageMeaning
from mcp_preview.index.ranking import PageKind, Ranker, SearchRequest
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.sections import sections_of
from mcp_preview.index.text_analysis import choose_analyzer

_HEAP = 30_000_000
_PAGE_HEAP = 15_000_000


class SearchIndex:
    """The searchable pages of a site. Searching and changing it may happen in different threads."""

    def __init__(self, meaning: PageMeaning | None = None) -> None:
        """An index without pages; with `meaning` they are found by that as well."""
        self.meaning = meaning
        self._lock = Lock()
        self._reset()

    def build(
        self,
        pages: Iterable[IndexedPage] | Mapping[str, IndexedPage],
        on_page: Callable[[int], None] | None = None,
    ) -> None:
        """Put in these pages and no others; `on_page` hears how many are in."""
        given = pages.values() if isinstance(pages, Mapping) else pages
        if on_page is not None:
            given = _counted(given, on_page)
        with self._lock:
            self._reset()
            self._change(given, ())

    def update(self, changed: Iterable[IndexedPage], gone: Iterable[str] = ()) -> None:
        """Put in pages that are new or other than before, and take out those of some paths."""
        with self._lock:
            self._change(changed, gone)

    def __len__(self) -> int:
        """How many pages there are."""
        return len(self._ranker.pages)

    def search(
        self,
        query: str,
        *,
        language: str | None = None,
        version: str | None = None,
        limit: int = 10,
        viewer: Viewer | None = ANONYMOUS,
        explain: bool = False,
    ) -> list[SearchHit]:
        """The sections that fit best, best first, one of each page.

        A page and its copies in other languages and versions are one hit, which names the others.
        With a language or version only pages of it, and those of none. Only what the viewer may
        see is found; None stands for the owner, who sees everything. With `explain` each hit says
        why it ranks where it does. Never raises for what stands in a query.
        """
        return self._ranker.search(SearchRequest(query, language, version, limit, viewer, explain))

    def _reset(self) -> None:
        self._index = new_index()
        self._writer: Any = self._index.writer(_HEAP, 1)
        self._page_index = new_index()
        self._page_writer: Any = self._page_index.writer(_PAGE_HEAP, 1)
        self._numbers: dict[str, int] = {}
        self._next = 0
        self._counts: Counter[PageKind] = Counter()
        self._audiences: dict[Audience, int] = {}
        self._deleted = 0
        self._ranker = self._new_ranker({})

    def _change(self, changed: Iterable[IndexedPage], gone: Iterable[str]) -> None:
        pages = dict(self._ranker.pages)
        for page in changed:
            self._remove(page.path, pages)
            self._add(page, pages)
        for path in gone:
            self._remove(path, pages)
        for writer, index in (
            (self._writer, self._index),
            (self._page_writer, self._page_index),
        ):
            writer.commit()
            index.reload()
        self._ranker = self._new_ranker(pages)
        if self.meaning:
            self.meaning.follow(pages)

    def _new_ranker(self, pages: Mapping[int, IndexedPage]) -> Ranker:
        # Words of pages that are gone may still be counted, so no audience is ever forgotten.
        audiences = dict(self._audiences)
        return Ranker(
            searcher=self._index.searcher(),
            page_searcher=self._page_index.searcher(),
            schema=self._index.schema,
            pages=pages,
            counts=+self._counts,
            audiences=audiences,
            deleted=self._deleted,
            meaning=self.meaning,
        )

    def _add(self, page: IndexedPage, pages: dict[int, IndexedPage]) -> None:
        number, self._next = self._next, self._next + 1
        pages[number] = page
        self._numbers[page.path] = number
        self._count(page, 1)
        analyzer_name = choose_analyzer(page.language, page.markdown)
        audience = self._audiences.setdefault(page.audience, len(self._audiences))
        numbers = PageNumbers(number, audience)
        sections = sections_of(page)
        for document in document_of(page, numbers, analyzer_name, sections):
            self._writer.add_document(document)
        self._page_writer.add_document(page_document_of(page, number, analyzer_name, sections))

    def _remove(self, path: str, pages: dict[int, IndexedPage]) -> None:
        number = self._numbers.pop(path, None)
        if number is not None:
            page = pages.pop(number)
            self._count(page, -1)
            self._deleted += len(sections_of(page))
            self._writer.delete_documents_by_term("page", number)
            self._page_writer.delete_documents_by_term("page", number)

    def _count(self, page: IndexedPage, by: int) -> None:
        """Count the kinds of pages, which a search has to know of all of them together."""
        analyzer_name = choose_analyzer(page.language, page.markdown)
        self._counts[PageKind(page.language, analyzer_name, page.audience, page.of_default)] += by


def _counted(pages: Iterable[IndexedPage], on_page: Callable[[int], None]) -> Iterator[IndexedPage]:
    for count, page in enumerate(pages):
        on_page(count)
        yield page

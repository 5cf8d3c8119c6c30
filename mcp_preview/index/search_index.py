"""The search index: adds and removes pages, and passes searches to `ranking`.

Each section of a page is a document of its own, and so is the whole page; a search returns the best
section of each page. The index is in a folder or in memory and has no text: the text of a hit is
taken from its page. A changed page is added again, in time that does not depend on the number of
pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from docs_lsp.site.visibility import ANONYMOUS, Audience, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.index_schema import open_index
from mcp_preview.index.page_copies import CopyGroups
from mcp_preview.index.page_documents import build_documents
from mcp_preview.index.page_meaning import PageMeaning
from mcp_preview.index.ranking import PageKind, Ranker
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_request import MOST_HITS, SearchRequest
from mcp_preview.index.sections import split_page
from mcp_preview.index.text_analysis import choose_analyzer
from mcp_preview.index.text_words import TextWords, extract_section_words

# Large enough that the engine rarely has to merge segments of a large site.
_HEAP = 60_000_000
_PAGE_HEAP = 30_000_000
_SHORT_QUERY, _FEW_PAGES = 200, 2_000
"""The length of a query and the number of pages up to which a search is fast."""


class IndexContent(NamedTuple):
    """The data about an index in a folder that its files do not have."""

    pages: Mapping[int, IndexedPage]
    """The pages by their number in the index."""
    next_number: int
    deleted: int
    """The number of deleted sections that may still be counted."""
    audiences: tuple[Audience, ...]
    """The audiences by their numbers in the index."""
    counts: Mapping[PageKind, int]


_DOCUMENTS_OF_PAGE = 3
"""The number of documents in the page index for each page of the most frequent language.

Some have no word. The engine then treats pages as longer than average, and repeated words of a long
page count, whereas in a short page twice is as good as ten times.
"""

NO_CONTENT = IndexContent({}, 0, 0, (), {})
"""The content of an index without pages."""


class SearchIndex:
    """The searchable pages of a site. Searches and changes may run in different threads."""

    def __init__(
        self,
        meaning: PageMeaning | None = None,
        *,
        folder: Path | None = None,
        content: IndexContent = NO_CONTENT,
    ) -> None:
        """Create an empty index, or open the one in a folder that has this content.

        With `meaning` pages are found by meaning as well. Raises `OSError` or `ValueError` for a
        folder that cannot have an index.
        """
        self.meaning = meaning
        self._folder = folder
        self._lock = Lock()
        self._open_files(content)

    def rebuild(self, pages: Iterable[IndexedPage] | Mapping[str, IndexedPage]) -> None:
        """Index these pages and no others, in memory."""
        given = pages.values() if isinstance(pages, Mapping) else pages
        with self._lock:
            self._folder = None
            self._open_files(NO_CONTENT)
            self._apply_changes(given, ())

    def put_page(
        self, page: IndexedPage, stored_page: IndexedPage, words: TextWords | None = None
    ) -> None:
        """Add or replace a page, indexed only if changed; it is found after `commit_pages`.

        `stored_page` is the same page with its text elsewhere, and is stored. `words` are those of
        its text, if known.
        """
        with self._lock:
            number = self._numbers.get(page.path)
            if number is not None and self._pages[number] == page:
                self._copies.remove_page(self._pages[number])
            else:
                self._remove_page(page.path)
                number = self._write_page(page, words)
                self._has_changed = True
            self._pages[number] = stored_page
            self._copies.add_page(stored_page)

    def commit_pages(self, paths: Container[str]) -> bool:
        """Make added pages searchable, drop those not among `paths`; return whether any changed."""
        with self._lock:
            gone = [path for path in self._numbers if path not in paths]
            has_changed = bool(self._has_changed or gone)
            self._has_changed = False
            if has_changed:
                self._apply_changes((), gone)
            else:
                self._publish()
            return has_changed

    @property
    def snapshot_content(self) -> IndexContent:
        """The data about the index that its files do not have."""
        with self._lock:
            return IndexContent(
                dict(self._pages),
                self._next,
                self._deleted,
                tuple(self._audiences),
                dict(+self._counts),
            )

    def update_pages(self, changed: Iterable[IndexedPage], gone: Iterable[str] = ()) -> None:
        """Add new or changed pages, and remove those of some paths."""
        with self._lock:
            self._apply_changes(changed, gone)

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._ranker.pages)

    def is_quick(self, query: str) -> bool:
        """Return whether a search takes a few milliseconds at most."""
        # The meaning of a query comes from another process.
        return (
            self.meaning is None
            and len(query) <= _SHORT_QUERY
            and len(self._ranker.pages) <= _FEW_PAGES
        )

    def search(
        self,
        query: str,
        *,
        language: str | None = None,
        version: str | None = None,
        limit: int = MOST_HITS,
        viewer: Viewer | None = ANONYMOUS,
        explain: bool = False,
    ) -> list[SearchHit]:
        """Return the best sections, best first, one for each page.

        A page and its copies in other languages and versions are one hit, which names the others.
        With a language or version only pages of it, and those of none. Only content that the viewer
        may see is found; None is the owner, who sees everything. With `explain` each hit
        has an explanation of its rank. Never raises for the content of a query.
        """
        return self._ranker.search(SearchRequest(query, language, version, limit, viewer, explain))

    def _open_files(self, content: IndexContent) -> None:
        """Open the index in its folder, or an empty one in memory, which has this content."""
        self._index = open_index(_make_subfolder(self._folder, "sections"))
        self._writer: Any = self._index.writer(_HEAP, 1)
        self._page_index = open_index(_make_subfolder(self._folder, "pages"))
        self._page_writer: Any = self._page_index.writer(_PAGE_HEAP, 1)
        self._pages = dict(content.pages)
        self._empty = self._page_index.searcher().num_docs - len(self._pages)
        self._numbers = {page.path: number for number, page in content.pages.items()}
        self._copies = CopyGroups(self._pages.values())
        self._next = content.next_number
        self._counts = Counter(content.counts)
        self._audiences = {audience: number for number, audience in enumerate(content.audiences)}
        self._deleted = content.deleted
        self._has_changed = False
        self._ranker = self._create_ranker()

    def _apply_changes(self, changed: Iterable[IndexedPage], gone: Iterable[str]) -> None:
        """Add, replace and remove pages, and make that searchable; the lock must be held."""
        for page in changed:
            self._remove_page(page.path)
            self._pages[self._write_page(page)] = page
            self._copies.add_page(page)
        for path in gone:
            self._remove_page(path)
        self._add_empty_documents()
        with ThreadPoolExecutor(1) as beside:  # Both wait for the disk.
            pages = beside.submit(self._page_writer.commit)
            self._writer.commit()
            pages.result()
        self._index.reload()
        self._page_index.reload()
        self._publish()

    def _publish(self) -> None:
        """Make the current state searchable."""
        self._ranker = self._create_ranker()
        if self.meaning:
            self.meaning.update_pages(self._ranker.pages)

    def _create_ranker(self) -> Ranker:
        # Words of removed pages may still be counted, so no audience is removed.
        audiences = dict(self._audiences)
        return Ranker(
            searcher=self._index.searcher(),
            page_searcher=self._page_index.searcher(),
            schema=self._index.schema,
            pages=dict(self._pages),
            copies=self._copies.copy_groups(),
            counts=+self._counts,
            audiences=audiences,
            deleted=self._deleted,
            meaning=self.meaning,
        )

    def _write_page(self, page: IndexedPage, words: TextWords | None = None) -> int:
        """Write a page to the indexes under a new number, for the caller to record."""
        number, self._next = self._next, self._next + 1
        self._numbers[page.path] = number
        analyzer_name = self._count_kind(page, 1)
        audience = self._audiences.setdefault(page.audience, len(self._audiences))
        if words is None or words.analyzer_name != analyzer_name:
            words = extract_section_words(page.markdown, analyzer_name)
        sections, whole_page = build_documents(page, number, audience, words)
        for section in sections:
            self._writer.add_document(section)
        self._page_writer.add_document(whole_page)
        return number

    def _add_empty_documents(self) -> None:
        """Add documents without words to the page index if it has too few for its pages."""
        import tantivy

        pages: Counter[str] = Counter()
        for kind, count in self._counts.items():
            pages[kind.analyzer] += count
        most = max(pages.values(), default=0)
        for _ in range(most * _DOCUMENTS_OF_PAGE - len(self._pages) - self._empty):
            self._page_writer.add_document(tantivy.Document())
            self._empty += 1

    def _remove_page(self, path: str) -> None:
        """Remove the page at a path, if there is one."""
        number = self._numbers.pop(path, None)
        if number is not None:
            page = self._pages.pop(number)
            self._copies.remove_page(page)
            self._count_kind(page, -1)
            self._deleted += len(split_page(page))
            self._writer.delete_documents_by_term("page", number)
            self._page_writer.delete_documents_by_term("page", number)

    def _count_kind(self, page: IndexedPage, by: int) -> str:
        """Add to the number of pages of a kind; returns the page's analyzer."""
        analyzer_name = choose_analyzer(page.language, page.markdown)
        self._counts[PageKind(page.language, analyzer_name, page.audience, page.of_default)] += by
        return analyzer_name


def _make_subfolder(folder: Path | None, name: str) -> Path | None:
    """Return a folder in a folder, created if needed; None without a folder."""
    if folder is None:
        return None
    inner = folder / name
    inner.mkdir(mode=0o700, exist_ok=True)
    return inner

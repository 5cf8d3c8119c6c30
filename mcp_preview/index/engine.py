"""The search in a site's pages: one small interface over the search engine.

Each section of a page is a document of its own; a search gives the best section of each page. The
index is kept in memory and holds no text: what a hit shows is taken from its page. A page that
changes is put in anew, in time that does not depend on how many pages there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.site.visibility import Audience
from mcp_preview.index.query import Asker, Query
from mcp_preview.index.schema import ALL, audience_key, document_of, new_index, section_in
from mcp_preview.index.sections import Section, sections_of
from mcp_preview.index.snippet import snippet_of
from mcp_preview.index.words import tongue_of
from mcp_preview.pages import IndexedPage

if TYPE_CHECKING:
    import tantivy

LONGEST_QUERY = 1_000
"""How many characters of a query are looked at."""

_HEAP = 30_000_000
_MOST_SECTIONS = 8
"""How many sections are looked at for each page that is wanted."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that a search has found."""

    page: IndexedPage
    section: Section
    words: tuple[str, ...]
    """The words that were looked for, as they are found in it."""
    score: float

    @property
    def title(self) -> str:
        """The title of its page."""
        return self.page.title

    @property
    def heading(self) -> str:
        """Its own heading; the title of the page before the first one."""
        return self.section.title

    @property
    def anchor(self) -> str:
        """What stands behind `#` in a link to it; empty before the first heading."""
        return self.section.anchor

    @property
    def path(self) -> str:
        """The path of its page."""
        return self.page.path

    @property
    def url(self) -> str:
        """Where it is, from the root of the site, with its anchor."""
        return f"{self.page.url}#{self.anchor}" if self.anchor else self.page.url

    @property
    def breadcrumbs(self) -> tuple[str, ...]:
        """The titles that lead to it: those of the navigation, of its page, of its headings."""
        own = () if not self.section.level else (self.heading,)
        return (*self.page.breadcrumbs, self.page.title, *self.section.above, *own)

    @property
    def snippet(self) -> str:
        """The part of its text around the words that were looked for, in one line."""
        return snippet_of(self.content, self.words)

    @property
    def content(self) -> str:
        """Its text, as Markdown."""
        text = self.page.markdown[self.section.start : self.section.end].strip()
        if not self.section.level and self.page.description:
            return f"{self.page.description}\n\n{text}".strip()
        return text


class SearchIndex:
    """The searchable pages of a site. Searching and changing it may happen in different threads."""

    def __init__(self) -> None:
        """An index without pages."""
        self._lock = Lock()
        self._start()

    def build(self, pages: Iterable[IndexedPage] | Mapping[str, IndexedPage]) -> None:
        """Put in these pages and no others."""
        given = pages.values() if isinstance(pages, Mapping) else pages
        with self._lock:
            self._start()
            for page in given:
                self._add(page)
            self._commit()

    def update(self, changed: Iterable[IndexedPage], gone: Iterable[str] = ()) -> None:
        """Put in pages that are new or other than before, and take out those of some paths."""
        with self._lock:
            left = []
            for page in changed:
                left += self._remove(page.path)
                self._add(page)
            for path in gone:
                left += self._remove(path)
            self._commit()
            for number in left:
                del self._pages[number]

    def __len__(self) -> int:
        """How many pages there are."""
        return len(self._numbers)

    def search(
        self,
        query: str,
        *,
        language: str | None = None,
        version: str | None = None,
        limit: int = 10,
        audience: Collection[str] | None = None,
        per_page: int = 1,
    ) -> list[Hit]:
        """The sections that fit best, best first, at most `per_page` of each page.

        With a language or version only pages of it, and those of none. `audience` are the groups
        of the reader; None stands for nobody logged in. Never raises for what stands in a query.
        """
        searcher, schema = self._searcher, self._index.schema
        built = Asker(searcher, schema, self._tongues_for(language)).query_of(query[:LONGEST_QUERY])
        if built is None:
            return []
        wanted = self._filtered(built, language, version, audience)
        most = min(2_000, limit * _MOST_SECTIONS * per_page)
        found = searcher.search(wanted, most, count=False).hits
        return self._hits(searcher, found, built, limit, per_page)

    def _start(self) -> None:
        self._index: tantivy.Index = new_index()
        self._writer: Any = self._index.writer(_HEAP, 1)
        self._searcher: tantivy.Searcher = self._index.searcher()
        self._pages: dict[int, IndexedPage] = {}
        self._numbers: dict[str, int] = {}
        self._next = 0
        self._tongues: Counter[tuple[str | None, str]] = Counter()
        self._audiences: Counter[Audience] = Counter()

    def _add(self, page: IndexedPage) -> None:
        number, self._next = self._next, self._next + 1
        self._pages[number] = page
        self._numbers[page.path] = number
        tongue = tongue_of(page.language, page.markdown)
        self._tongues[page.language, tongue] += 1
        self._audiences[_audience(page)] += 1
        for document in document_of(page, number, tongue, sections_of(page)):
            self._writer.add_document(document)

    def _remove(self, path: str) -> list[int]:
        """Take a page out; what stands for it is forgotten once nobody can find it any more."""
        number = self._numbers.pop(path, None)
        if number is None:
            return []
        page = self._pages[number]
        self._tongues[page.language, tongue_of(page.language, page.markdown)] -= 1
        self._audiences[_audience(page)] -= 1
        self._writer.delete_documents_by_term("page", number)
        return [number]

    def _commit(self) -> None:
        self._writer.commit()
        self._index.reload()
        self._searcher = self._index.searcher()

    def _tongues_for(self, language: str | None) -> list[str]:
        """By which words pages of a language, and those of none, may be found."""
        counts: Counter[str] = Counter()
        for (own, tongue), count in list(self._tongues.items()):
            if count > 0 and (language is None or own is None or own == language):
                counts[tongue] += count
        return [tongue for tongue, _ in counts.most_common()]

    def _filtered(
        self,
        built: Query,
        language: str | None,
        version: str | None,
        audience: Collection[str] | None,
    ) -> tantivy.Query:
        import tantivy

        schema = self._index.schema
        filters = []
        for field, value in (("language", language), ("version", version)):
            if value is not None:
                filters.append(tantivy.Query.term_set_query(schema, field, [value, ALL]))
        seen = [one for one, count in list(self._audiences.items()) if count > 0]
        admitted = [audience_key(one) for one in seen if one.admits(audience)]
        if len(admitted) < len(seen):
            filters.append(tantivy.Query.term_set_query(schema, "audience", admitted))
        must = tantivy.Occur.Must
        parts = [(must, tantivy.Query.const_score_query(one, 0.0)) for one in filters]
        return tantivy.Query.boolean_query([(must, built.query), *parts])

    def _hits(
        self,
        searcher: tantivy.Searcher,
        found: list[tuple[float, tantivy.DocAddress]],
        built: Query,
        limit: int,
        per_page: int,
    ) -> list[Hit]:
        numbers = searcher.fast_field_values("page", [place for _, place in found])
        ranked = []
        for (score, place), number in zip(found, numbers, strict=True):
            page = self._pages.get(int(number or 0))
            if page is not None:
                ranked.append(Ranked(score * page.boost, page, place))
        ranked.sort(key=lambda one: -one.score)
        return [_hit(one, searcher, built) for one in _best(ranked, limit, per_page)]


class Ranked(NamedTuple):
    """A section in the index, with the page that it belongs to."""

    score: float
    page: IndexedPage
    place: tantivy.DocAddress


def _best(ranked: list[Ranked], limit: int, per_page: int) -> Iterator[Ranked]:
    """The first few, with so many of each page."""
    shown: Counter[str] = Counter()
    for one in ranked:
        if shown[one.page.path] < per_page:
            shown[one.page.path] += 1
            yield one
            if shown.total() >= limit:
                return


def _hit(ranked: Ranked, searcher: tantivy.Searcher, built: Query) -> Hit:
    section = section_in(searcher.doc(ranked.place))
    return Hit(ranked.page, section, built.words, ranked.score)


def _audience(page: IndexedPage) -> Audience:
    return Audience(page.public, page.groups, page.barred)

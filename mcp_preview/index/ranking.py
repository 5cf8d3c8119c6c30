"""Ranks the sections of pages for a search: score, boost of the page, best of each page.

A `Ranker` sees the index at one moment, whatever changes meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.visibility import Audience, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.index_schema import ALL, audience_key, section_in
from mcp_preview.index.query import BuiltQuery, QueryBuilder
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.vocabulary import Vocabulary

if TYPE_CHECKING:
    import tantivy

LONGEST_QUERY = 1_000
"""How many characters of a query are looked at."""

_SECTIONS = 8
"""How many sections are looked at for each page that is wanted."""
_MOST_SECTIONS = 2_000
_FEW_AUDIENCES = 32


class PageKind(NamedTuple):
    """What a search has to know of all pages together."""

    language: str | None
    analyzer: str
    """The one by whose words the page is searched."""
    audience: Audience


class SearchRequest(NamedTuple):
    """The words of a search, its filters, and how much it may give."""

    query: str
    language: str | None
    version: str | None
    limit: int
    viewer: Viewer | None
    """As whom one searches; None for the owner, who sees everything."""
    per_page: int


@dataclass(frozen=True, eq=False)
class Ranker:
    """Searches the index as it was at one moment."""

    searcher: tantivy.Searcher
    schema: tantivy.Schema
    pages: Mapping[int, IndexedPage]
    """The pages by the number that stands for each in the index."""
    counts: Mapping[PageKind, int]
    """How many pages there are of each kind."""
    audiences: Mapping[Audience, int]
    """Who may see any of the pages, now or before, each with the number that stands for it."""
    deleted: int = 0
    """So many documents at most are deleted and still counted by the search engine."""

    def search(self, request: SearchRequest) -> list[SearchHit]:
        """The sections that fit best, best first."""
        viewer = request.viewer
        admitted = {one for one in self.audiences if viewer is None or one.admits(viewer)}
        hidden = [one for one in self.audiences if one not in admitted]
        unseen = self._sections_of(hidden) if hidden else None
        hidden_numbers = [self.audiences[one] for one in hidden]
        vocabulary = Vocabulary(self.searcher, self.schema, hidden_numbers, unseen, self.deleted)
        builder = QueryBuilder(vocabulary, self._analyzers_for(request.language, admitted))
        built = builder.query_of(request.query[:LONGEST_QUERY])
        if built is None or request.limit < 1:
            return []
        most = min(_MOST_SECTIONS, request.limit * _SECTIONS * request.per_page)
        found = self.searcher.search(self._filtered(built, request, unseen), most, count=False).hits
        numbers = self.searcher.fast_field_values("page", [place for _, place in found])
        ranked = []
        for (score, place), number in zip(found, numbers, strict=True):
            page = self.pages[int(number or 0)]
            ranked.append(_Ranked(score * page.boost, page, place))
        ranked.sort(key=lambda one: -one.score)
        return [self._hit(one, built) for one in _best(ranked, request.limit, request.per_page)]

    def _analyzers_for(self, language: str | None, admitted: Collection[Audience]) -> list[str]:
        """The analyzers of pages in a language, and of those in none, the most frequent first."""
        counts: Counter[str] = Counter()
        for (own, analyzer_name, audience), count in self.counts.items():
            if audience in admitted and (language is None or own is None or own == language):
                counts[analyzer_name] += count
        return [analyzer_name for analyzer_name, count in counts.most_common() if count > 0]

    def _sections_of(self, audiences: Collection[Audience]) -> tantivy.Query:
        """Finds the sections of pages with these audiences."""
        import tantivy

        keys = [audience_key(one) for one in audiences]
        if len(keys) > _FEW_AUDIENCES:
            return tantivy.Query.term_set_query(self.schema, "audience", keys)
        # Of a few, this is the faster way.
        terms = (tantivy.Query.term_query(self.schema, "audience", key) for key in keys)
        return tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])

    def _filtered(
        self, built: BuiltQuery, request: SearchRequest, unseen: tantivy.Query | None
    ) -> tantivy.Query:
        import tantivy

        filters = []
        for field, value in (("language", request.language), ("version", request.version)):
            if value is not None:
                filters.append(tantivy.Query.term_set_query(self.schema, field, [value, ALL]))
        must = tantivy.Occur.Must
        parts = [(must, tantivy.Query.const_score_query(one, 0.0)) for one in filters]
        if unseen is not None:
            parts.append((tantivy.Occur.MustNot, unseen))
        return tantivy.Query.boolean_query([(must, built.query), *parts])

    def _hit(self, ranked: _Ranked, built: BuiltQuery) -> SearchHit:
        section = section_in(self.searcher.doc(ranked.place))
        return SearchHit(ranked.page, section, built.words, ranked.score)


class _Ranked(NamedTuple):
    """A section in the index, with the page that it belongs to."""

    score: float
    page: IndexedPage
    place: tantivy.DocAddress


def _best(ranked: list[_Ranked], limit: int, per_page: int) -> Iterator[_Ranked]:
    """The first few, with so many of each page."""
    shown: Counter[str] = Counter()
    for one in ranked:
        if shown[one.page.path] < per_page:
            shown[one.page.path] += 1
            yield one
            if shown.total() >= limit:
                return

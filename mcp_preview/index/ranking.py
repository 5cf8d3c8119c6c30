"""Ranks the sections of pages for a search by their own scores and those of their pages.

The best section of each page is shown. A site's boosts decide between similar hits: a boost that
multiplied the score would bury the right page below any boosted one (docs_lsp/SERVICE.md, boosts).
A `Ranker` sees the index at one moment, whatever changes meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.visibility import Audience
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.boosts import boost_factor
from mcp_preview.index.hit_explanation import HitExplanation, field_matches
from mcp_preview.index.index_schema import ALL, audience_key, normalize_heading, section_in
from mcp_preview.index.meaning_ranking import rank_by_meaning
from mcp_preview.index.page_bests import (
    best_sections,
    page_numbers,
    page_scores,
    scores_of_pages,
)
from mcp_preview.index.page_copies import RankedSection, choose_copies, copies_in
from mcp_preview.index.page_meaning import PageMeaning
from mcp_preview.index.query import MOST_WORDS, BuiltQuery, QueryBuilder
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_request import SearchRequest, SearchScope
from mcp_preview.index.sections import PageSection, sections_of
from mcp_preview.index.vocabulary import Vocabulary
from mcp_preview.index.word_rarity import WordRarity

if TYPE_CHECKING:
    import tantivy

LONGEST_QUERY = 1_000
"""The number of characters of a query that are used."""

_SECTIONS = 8
"""The number of sections examined for each wanted page."""
_MOST_SECTIONS = 2_000
_FEW_AUDIENCES = 32
_MOST_VOCABULARIES = 8
_MOST_QUERIES = 100
"""The number of cached queries.

Agents often repeat a query, sometimes with another filter.
"""
_HEADINGS = 3
"""The number of best hits among which a section whose heading is the query is searched."""


class PageKind(NamedTuple):
    """The properties of pages that a search needs to know in total."""

    language: str | None
    analyzer: str
    """The analyzer whose words find the page."""
    audience: Audience
    of_default: bool


@dataclass(frozen=True, eq=False)
class Ranker:
    """Searches the index as it was at one moment."""

    searcher: tantivy.Searcher
    """The searcher for sections."""
    page_searcher: tantivy.Searcher
    """The searcher for whole pages."""
    schema: tantivy.Schema
    pages: Mapping[int, IndexedPage]
    """The pages by their number in the index."""
    copies: Mapping[str, Collection[IndexedPage]]
    """The pages by the path that copies share."""
    counts: Mapping[PageKind, int]
    """The number of pages of each kind."""
    audiences: Mapping[Audience, int]
    """The audiences of any pages, current or former, each with its number."""
    deleted: int = 0
    """The greatest number of deleted documents that the search engine still counts."""
    meaning: PageMeaning | None = None
    """Finds pages by their meaning as well; None if they are found by their words only."""
    _vocabularies: dict[tuple[int, ...], Vocabulary] = field(
        default_factory=dict, init=False, repr=False
    )
    _queries: dict[tuple[int | str | None, ...], BuiltQuery] = field(
        default_factory=dict, init=False, repr=False
    )

    def search(self, request: SearchRequest) -> list[SearchHit]:
        """Return the best sections, best first."""
        viewer = request.viewer
        admitted = {
            audience for audience in self.audiences if viewer is None or audience.admits(viewer)
        }
        hidden = [audience for audience in self.audiences if audience not in admitted]
        unseen = self._query_of_audiences(hidden) if hidden else None
        vocabulary = self._find_vocabulary(
            [self.audiences[audience] for audience in hidden], unseen
        )
        built = self._build_query(request, admitted, vocabulary)
        if built is None or request.limit < 1:
            return []
        # A single word is a name and means the pages that have it.
        words = sum(any(map(str.isalnum, word)) for word in request.query.split()[:MOST_WORDS])
        most = None if self.meaning and words > 1 else request.limit
        ranked = self._rank_sections(built, request, admitted, unseen, most)
        scope = SearchScope(admitted, request.language, request.version)
        if self.meaning and words > 1 and not self._is_heading(request.query, ranked):
            near = self.meaning.find_near_pages(
                request.query, [ranked_section.number for ranked_section in ranked]
            )
            ranked = (
                rank_by_meaning(ranked, near, words, self.pages, scope.shows) if near else ranked
            )
        return [
            self._build_hit(ranked_section, built, scope, request.explain)
            for ranked_section in ranked[: request.limit]
        ]

    def _build_query(
        self, request: SearchRequest, admitted: Collection[Audience], vocabulary: Vocabulary
    ) -> BuiltQuery | None:
        """Return the query of a request, in the words that its viewer may know of."""
        names, default = self._analyzers_for(request.language, admitted)
        text = request.query[:LONGEST_QUERY]
        key = (*vocabulary.hidden, default, *names, text)
        built = self._queries.get(key)
        if built is None:
            built = self._builder(vocabulary, names, default).build_query(text)
            if len(self._queries) >= _MOST_QUERIES:
                self._queries.clear()
            if built:
                self._queries[key] = built
        return built

    def _builder(
        self, vocabulary: Vocabulary, names: Sequence[str], default: str | None
    ) -> QueryBuilder:
        pages: Counter[str] = Counter()
        for kind, count in self.counts.items():
            pages[kind.analyzer] += count
        word_rarity = WordRarity(self.searcher, self.page_searcher, pages)
        return QueryBuilder(vocabulary, word_rarity, names, default)

    def _find_vocabulary(self, hidden: list[int], unseen: tantivy.Query | None) -> Vocabulary:
        """Return the words for viewers from whom these audiences are hidden; cached.

        The time of a search must not reveal what other viewers have searched.
        """
        key = tuple(hidden)
        vocabulary = self._vocabularies.get(key)
        if vocabulary is None:
            if len(self._vocabularies) >= _MOST_VOCABULARIES:
                self._vocabularies.clear()
            vocabulary = Vocabulary(self.searcher, self.schema, hidden, unseen, self.deleted)
            self._vocabularies[key] = vocabulary
        return vocabulary

    def _rank_sections(
        self,
        built: BuiltQuery,
        request: SearchRequest,
        admitted: Collection[Audience],
        unseen: tantivy.Query | None,
        most: int | None,
    ) -> list[RankedSection]:
        """Return the best section of each matching page, best first.

        At most `most`, or all that can be among the best.
        """
        known = {kind.language for kind in self.counts if kind.audience in admitted}
        languages = 1 if request.language else len(known) or 1
        wanted = min(_MOST_SECTIONS, request.limit * _SECTIONS * languages)
        query = self._filter_query(built, request, unseen)
        hits = self.searcher.search(query, wanted, count=False).hits
        best = best_sections(hits, page_numbers(self.searcher, hits))
        of_pages = page_scores(
            self.page_searcher, self.schema, built.pages, best.keys(), len(self.pages)
        )
        scores = scores_of_pages(best, self.pages, of_pages, built.is_title)
        return [
            RankedSection(scores[number], self.pages[number], number, best[number][1])
            for number in choose_copies(scores, self.pages, most)
        ]

    def _analyzers_for(
        self, language: str | None, admitted: Collection[Audience]
    ) -> tuple[list[str], str | None]:
        """Return the analyzers of pages in a language or in none, the most frequent first.

        Also returns that of the default language.
        """
        counts: Counter[str] = Counter()
        default: Counter[str] = Counter()
        for kind, count in self.counts.items():
            if kind.audience in admitted and language in (None, kind.language or language):
                counts[kind.analyzer] += count
                default[kind.analyzer] += count if kind.of_default else 0
        names = [name for name, count in counts.most_common() if count > 0]
        return names, max(default, key=lambda name: default[name], default=None)

    def _query_of_audiences(self, audiences: Collection[Audience]) -> tantivy.Query:
        """Return a query for the sections of pages with these audiences."""
        import tantivy

        keys = [audience_key(audience) for audience in audiences]
        if len(keys) > _FEW_AUDIENCES:
            return tantivy.Query.term_set_query(self.schema, "audience", keys)
        # Faster for a few.
        terms = (tantivy.Query.term_query(self.schema, "audience", key) for key in keys)
        return tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])

    def _filter_query(
        self, built: BuiltQuery, request: SearchRequest, unseen: tantivy.Query | None
    ) -> tantivy.Query:
        import tantivy

        filters = []
        for name, value in (("language", request.language), ("version", request.version)):
            if value is not None:
                filters.append(tantivy.Query.term_set_query(self.schema, name, [value, ALL]))
        must = tantivy.Occur.Must
        parts = [(must, tantivy.Query.const_score_query(one, 0.0)) for one in filters]
        if unseen is not None:
            parts.append((tantivy.Occur.MustNot, unseen))
        # Nesting a query copies it.
        query = built.sections
        return tantivy.Query.boolean_query([(must, query), *parts]) if parts else query

    def _is_heading(self, query: str, ranked: Sequence[RankedSection]) -> bool:
        """Whether a query is exactly the heading of one of the best sections."""
        wanted = normalize_heading(query)
        return any(
            normalize_heading(self._read_section(ranked_section).title) == wanted
            for ranked_section in ranked[:_HEADINGS]
        )

    def _read_section(self, ranked: RankedSection) -> PageSection:
        if isinstance(ranked.place, int):
            return sections_of(ranked.page)[ranked.place]
        return section_in(self.searcher.doc(ranked.place))

    def _build_hit(
        self, ranked: RankedSection, built: BuiltQuery, scope: SearchScope, explain: bool
    ) -> SearchHit:
        page = ranked.page
        section = self._read_section(ranked)
        group = self.copies.get(page.original, ())
        copies = (copy for copy in copies_in(group, page) if scope.shows(copy))
        hit = SearchHit(page, section, built.words, ranked.score, tuple(copies))
        return replace(hit, explanation=_explanation(hit, ranked.cosine)) if explain else hit


def _explanation(hit: SearchHit, cosine: float | None) -> HitExplanation:
    """Return the explanation of the rank of a hit."""
    first = next((copy.path for copy in hit.copies if copy.of_default), None)
    return HitExplanation(
        fields=field_matches(hit.page, hit.section, hit.words),
        boost=boost_factor(hit.page.boost),
        copy_of=None if hit.page.of_default else first,
        meaning=cosine,
    )

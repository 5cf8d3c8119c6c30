"""Ranks the sections of pages for a search by their own scores and those of their pages.

The best section of each page is shown. A site's boosts decide between similar hits: a boost that
multiplied the score would bury the right page below any boosted one (docs_lsp/SERVICE.md, boosts).
A `Ranker` sees the index at one moment, whatever changes meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.visibility import Audience
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.hit_explanation import HitExplanation, find_field_matches
from mcp_preview.index.index_schema import (
    ALL,
    build_audience_key,
    match_any_value,
    normalize_heading,
    parse_section,
)
from mcp_preview.index.meaning_ranking import rank_by_meaning
from mcp_preview.index.page_bests import (
    ScoredSection,
    combine_page_scores,
    pick_best_sections,
    score_whole_pages,
)
from mcp_preview.index.page_copies import CLEARLY_WORSE, RankedSection, choose_copies, iter_copies
from mcp_preview.index.page_meaning import PageMeaning
from mcp_preview.index.query import MOST_WORDS, BuiltQuery, QueryBuilder
from mcp_preview.index.repeated_hits import merge_repeated_hits
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_request import SearchRequest, SearchScope
from mcp_preview.index.sections import PageSection, split_page
from mcp_preview.index.sentence_words import WordRarity
from mcp_preview.index.vocabulary import Vocabulary
from mcp_preview.index.weights import MOSTLY_LINKS, limit_boost

if TYPE_CHECKING:
    import tantivy

LONGEST_QUERY = 1_000
"""The number of characters of a query that are used."""

_SECTIONS = 4
"""The number of sections examined for each candidate."""
_MOST_SECTIONS = 2_000
_WIDER = 4
"""The factor to the number of sections when they are too few pages."""
_WIDEST = 32_000
_CANDIDATES = (2, 8)
"""Ranked pages for each hit that is wanted: some may repeat what another one says.

If so many do that the answer is not full, there are more the second time.
"""
_FEW_VALUES = 32
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


class _Ranking(NamedTuple):
    """The best section of each page for a query, best first."""

    sections: list[RankedSection]
    scores: Mapping[str, float]
    """The scores of the best sections by the path of their page, those of copies included."""
    floor: float
    """The most that a section of another page may score; 0 if no other page matches."""
    is_complete: bool
    """Whether no other page matches."""

    def has_words(self, copy: IndexedPage, page: IndexedPage) -> bool:
        """Return whether a copy of a page has the words as well; True if that is not known."""
        least = CLEARLY_WORSE * self.scores.get(page.path, 0.0)
        return self.scores.get(copy.path, self.floor) >= least


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
        """Return the best sections, best first, of `limit` pages at most; empty if none matches."""
        viewer = request.viewer
        admitted = {
            audience for audience in self.audiences if viewer is None or audience.admits(viewer)
        }
        hidden = [audience for audience in self.audiences if audience not in admitted]
        unseen = self._build_audience_query(hidden) if hidden else None
        vocabulary = self._find_vocabulary(
            [self.audiences[audience] for audience in hidden], unseen
        )
        built = self._build_query(request, admitted, vocabulary)
        if built is None or request.limit < 1:
            return []
        hits: list[SearchHit] = []
        for candidates in _CANDIDATES:
            most = candidates * request.limit
            ranking = self._rank_sections(built, request, admitted, unseen, most)
            hits = self._build_hits(ranking, built, request, admitted)
            if len(hits) >= request.limit or ranking.is_complete:
                break
        return hits

    def _build_hits(
        self,
        ranking: _Ranking,
        built: BuiltQuery,
        request: SearchRequest,
        admitted: Collection[Audience],
    ) -> list[SearchHit]:
        """Return the hits of a ranking, ranked by their meaning as well; one of those alike."""
        ranked = ranking.sections
        scope = SearchScope(admitted, request.language, request.version)
        words = _count_words(request.query)
        if self.meaning and words > 1 and not self._is_heading(request.query, ranked):
            near = self.meaning.find_similar_pages(
                request.query, [ranked_section.number for ranked_section in ranked]
            )
            if near:
                ranked = rank_by_meaning(ranked, near, words, self.pages, scope.includes_page)
        hits = (self._build_hit(one, ranking, built, scope, request.explain) for one in ranked)
        return merge_repeated_hits(hits, request.limit)

    def _build_query(
        self, request: SearchRequest, admitted: Collection[Audience], vocabulary: Vocabulary
    ) -> BuiltQuery | None:
        """Return the query of a request in words that its viewer may know, cached; None if none."""
        names, default = self._choose_analyzers(request.language, admitted)
        text = request.query[:LONGEST_QUERY]
        key = (*vocabulary.hidden, default, *names, text)
        built = self._queries.get(key)
        if built is None:
            built = self._create_builder(vocabulary, names, default).build_query(text)
            if len(self._queries) >= _MOST_QUERIES:
                self._queries.clear()
            if built:
                self._queries[key] = built
        return built

    def _create_builder(
        self, vocabulary: Vocabulary, names: Sequence[str], default: str | None
    ) -> QueryBuilder:
        """Return a builder of queries for the words of these analyzers."""
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
        most: int,
    ) -> _Ranking:
        """Return the best section of each page that fits, best first.

        At most `most`, or with meaning all that may be among the best. One long page, or the copies
        of a page in many versions, may fill a search, so it is repeated for more sections until
        there are half as many pages.
        """
        known = {kind.language for kind in self.counts if kind.audience in admitted}
        languages = 1 if request.language else len(known) or 1
        query = self._filter_query(built, request, unseen)
        queries = [query]
        if request.version is None and self._default_version:
            queries.append(self._restrict(query, "version", self._default_version))
        wanted = min(_MOST_SECTIONS, most * _SECTIONS * languages)
        # A single word is a name and means the pages that have it.
        shown = None if self.meaning and _count_words(request.query) > 1 else most
        while True:
            results = [self.searcher.search(query, wanted, count=False).hits for query in queries]
            best = self._pick_sections(built, results)
            ranked = self._rank_pages(built, best, shown)
            are_more = len(results[0]) >= wanted
            if 2 * len(ranked) >= most or not are_more or wanted >= _WIDEST:
                return _Ranking(
                    ranked,
                    {self.pages[number].path: score for number, (score, _) in best.items()},
                    floor=results[0][-1][0] if are_more else 0.0,
                    is_complete=not are_more and (shown is None or len(ranked) < shown),
                )
            wanted *= _WIDER

    def _pick_sections(
        self, built: BuiltQuery, results: Sequence[Sequence[ScoredSection]]
    ) -> dict[int, ScoredSection]:
        """Return the best section of each page in some results, by the number of the page."""
        best: dict[int, ScoredSection] = {}
        links = 1.0 if built.is_heading else MOSTLY_LINKS
        for hits in results:
            picked = pick_best_sections(self.searcher, hits, links_count=links)
            for number, hit in picked.items() if best else ():
                if number in best and best[number][0] >= hit[0]:
                    picked[number] = best[number]
            best |= picked
        return best

    def _rank_pages(
        self, built: BuiltQuery, best: Mapping[int, ScoredSection], most: int | None
    ) -> list[RankedSection]:
        """Return the best section of each page, best first; of copies one."""
        of_pages = score_whole_pages(
            self.page_searcher, self.schema, built.pages, best.keys(), len(self.pages)
        )
        scores = combine_page_scores(best, self.pages, of_pages, built.is_title)
        chosen = choose_copies(scores, self.pages, most, default_version=self._default_version)
        return [
            RankedSection(scores[number], self.pages[number], number, best[number][1])
            for number in chosen
        ]

    @cached_property
    def _default_version(self) -> str:
        """The version of the pages that are shown first; empty if all pages are found under it."""
        versions = Counter(
            version for page in self.pages.values() if page.of_default for version in page.versions
        )
        default = versions.most_common(1)[0][0] if versions else ""
        are_others = any(
            page.versions and default not in page.versions for page in self.pages.values()
        )
        return default if are_others else ""

    def _choose_analyzers(
        self, language: str | None, admitted: Collection[Audience]
    ) -> tuple[list[str], str | None]:
        """Return the analyzers of pages for a language, most frequent first, and the default.

        A page without a language is for any. The default one is that of the default language.
        """
        counts: Counter[str] = Counter()
        default: Counter[str] = Counter()
        for kind, count in self.counts.items():
            if kind.audience in admitted and language in (None, kind.language or language):
                counts[kind.analyzer] += count
                default[kind.analyzer] += count if kind.of_default else 0
        names = [name for name, count in counts.most_common() if count > 0]
        return names, max(default, key=lambda name: default[name], default=None)

    def _build_audience_query(self, audiences: Collection[Audience]) -> tantivy.Query:
        """Return a query for the sections of pages with these audiences."""
        keys = [build_audience_key(audience) for audience in audiences]
        return match_any_value(self.schema, "audience", keys, _FEW_VALUES)

    def _filter_query(
        self, built: BuiltQuery, request: SearchRequest, unseen: tantivy.Query | None
    ) -> tantivy.Query:
        """Return the query for the sections that a request may find."""
        import tantivy

        query = built.sections
        for name, value in (("language", request.language), ("version", request.version)):
            if value is not None:
                query = self._restrict(query, name, value)
        if unseen is None:
            return query
        parts = [(tantivy.Occur.Must, query), (tantivy.Occur.MustNot, unseen)]
        return tantivy.Query.boolean_query(parts)

    def _restrict(self, query: tantivy.Query, name: str, value: str) -> tantivy.Query:
        """Return a query limited to pages of a language or version, and those without one."""
        import tantivy

        must = tantivy.Occur.Must
        fits = match_any_value(self.schema, name, [value, ALL], _FEW_VALUES)
        parts = [(must, query), (must, tantivy.Query.const_score_query(fits, 0.0))]
        return tantivy.Query.boolean_query(parts)

    def _is_heading(self, query: str, ranked: Sequence[RankedSection]) -> bool:
        """Return whether a query is exactly the heading of one of the best sections."""
        wanted = normalize_heading(query)
        return any(
            normalize_heading(self._read_section(ranked_section).title) == wanted
            for ranked_section in ranked[:_HEADINGS]
        )

    def _read_section(self, ranked: RankedSection) -> PageSection:
        """Return a ranked section, from its document or its page."""
        if isinstance(ranked.place, int):
            return split_page(ranked.page)[ranked.place]
        return parse_section(self.searcher.doc(ranked.place))

    def _build_hit(
        self,
        ranked: RankedSection,
        ranking: _Ranking,
        built: BuiltQuery,
        scope: SearchScope,
        explain: bool,
    ) -> SearchHit:
        """Return a ranked section as a hit, with the copies of its page in the scope."""
        page = ranked.page
        section = self._read_section(ranked)
        group = self.copies.get(page.original, ())
        copies = tuple(copy for copy in iter_copies(group, page) if scope.includes_page(copy))
        lacking = frozenset(
            copy.path
            for copy in copies
            if copy.language == page.language and not ranking.has_words(copy, page)
        )
        hit = SearchHit(page, section, built.words, ranked.score, copies, lacking)
        return replace(hit, explanation=_explain_hit(hit, ranked.cosine)) if explain else hit


def _count_words(query: str) -> int:
    """Return the number of words of a query that count."""
    return sum(any(map(str.isalnum, word)) for word in query.split()[:MOST_WORDS])


def _explain_hit(hit: SearchHit, cosine: float | None) -> HitExplanation:
    """Return the explanation of the rank of a hit."""
    first = next((copy.path for copy in hit.copies if copy.of_default), None)
    return HitExplanation(
        fields=find_field_matches(hit.page, hit.section, hit.words),
        boost=limit_boost(hit.page.boost),
        copy_of=None if hit.page.of_default else first,
        meaning=cosine,
    )

"""The rank of each question: the place of its page among the hits, and the hits above it.

The first `MOST_HITS` hits count, as many as the search tool returns. A hit counts by its own link,
not by those of its copies. If the page of a question cannot be found at all, the reason is given,
since it is not one of ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.phrases import capitalize
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.settings.settings import PreviewUser
from docs_lsp.site.visibility import Viewer
from mcp_preview.content.pages import IndexedPage, SitePages
from mcp_preview.index.hit_explanation import MatchedField
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_request import MOST_HITS
from mcp_preview.index.sections import split_page
from mcp_preview.report.question_file import SavedQuestion
from mcp_preview.settings.viewers import parse_viewer

FOUND = 3
"""The number of hits among which the page of a found question must be."""
_TELLING = 4
"""The length of words that are named; shorter ones rarely explain a rank."""

Find: TypeAlias = Callable[[SavedQuestion, Viewer], Sequence[SearchHit]]
"""Searches for a question as a viewer, in its language and version, and returns the best hit first.
"""


class HitAbove(NamedTuple):
    """A hit above the wanted page."""

    rank: int
    path: str
    title: str
    url: str
    """The URL from the root of the site, with the anchor."""
    why: str = ""
    """The longer words of the question that it contains, by place, and what changed its score;
    empty if not requested.
    """


class QuestionRank(NamedTuple):
    """The rank of a question, and the reasons for it."""

    question: SavedQuestion
    rank: int | None
    """The place of the first wanted page, from 1; None if it is not among the first hits."""
    above: tuple[HitAbove, ...]
    """The hits above it; all hits if it is not found."""
    trouble: str = ""
    """The reason why no question can find a wanted page, in sentences; may be empty."""
    elsewhere: str = ""
    """A sentence about another section or copy among the hits; may be empty."""

    @property
    def reason_not_first(self) -> str:
        """The reason why its page is not the first hit, in sentences; empty if there is none."""
        if self.rank == 1:
            return ""
        if self.trouble or self.elsewhere:
            return self.trouble or self.elsewhere
        if not self.above:
            return "Nothing else is found either."
        return f"First is `{self.above[0].path}`."


def rank_questions(
    find: Find,
    questions: Iterable[SavedQuestion],
    pages: SitePages,
    users: Sequence[PreviewUser] = (),
) -> tuple[QuestionRank, ...]:
    """Return the ranks of the questions that name a page; others are left out.

    `pages` are those of the owner, `users` those of the settings.
    """
    return tuple(
        _rank_question(find, question, pages, users) for question in questions if question.wanted
    )


def _rank_question(
    find: Find, question: SavedQuestion, pages: SitePages, users: Sequence[PreviewUser]
) -> QuestionRank:
    """Return the rank of the page that a question wants, the hits above, or why it is missing."""
    try:
        viewer = parse_viewer(question.viewer, users)
    except UsageFault as fault:
        return QuestionRank(question, None, (), capitalize(str(fault)))
    hits = list(find(question, viewer)[:MOST_HITS])
    place = next((at for at, hit in enumerate(hits) if _is_wanted_hit(hit, question)), None)
    above = tuple(
        HitAbove(rank, hit.path, hit.title, hit.url, _explain_rank(hit))
        for rank, hit in enumerate(hits[:place], 1)
    )
    if place is not None:
        return QuestionRank(question, place + 1, above)
    troubles = [_explain_unfindable(wanted, question, pages, viewer) for wanted in question.wanted]
    if all(troubles):
        return QuestionRank(question, None, above, " ".join(dict.fromkeys(troubles)))
    elsewhere = next(_iter_other_places(hits, question, pages), "")
    return QuestionRank(question, None, above, elsewhere=elsewhere)


def _explain_rank(hit: SearchHit) -> str:
    """Return the words that a hit contains and its boost; empty without an explanation."""
    explanation = hit.explanation
    if explanation is None:
        return ""
    parts = [
        f"{field.field.value}: {', '.join(words)}"
        for field in explanation.fields
        if (words := [word for word in field.words if len(word) >= _TELLING or not word.isascii()])
        and field.field is not MatchedField.PAGE
    ]
    if explanation.boost != 1.0:
        parts.append(f"boost: {explanation.boost:g}")
    return "; ".join(parts)


def _is_wanted_hit(hit: SearchHit, question: SavedQuestion) -> bool:
    """Return whether a hit is a wanted page or section."""
    anchor = hit.url.partition("#")[2]
    return hit.path in question.wanted or f"{hit.path}#{anchor}" in question.wanted


def _explain_unfindable(
    wanted: str, question: SavedQuestion, pages: SitePages, viewer: Viewer
) -> str:
    """Return why no question can find a page; empty if one can."""
    path, _, anchor = wanted.partition("#")
    page = pages.indexed.get(path)
    if page is None:
        return _explain_missing(path, pages)
    if anchor and all(section.anchor != anchor for section in split_page(page)):
        return f"`{path}` has no heading `#{anchor}`."
    if not page.audience.admits(viewer):
        return f"`{path}` is not visible to `{question.viewer}`."
    if question.language and page.language not in (None, question.language):
        return f"`{path}` is not in the language `{question.language}`."
    if question.version and page.versions and question.version not in page.versions:
        return f"`{path}` is not in the version `{question.version}`."
    return ""


def _explain_missing(path: str, pages: SitePages) -> str:
    """Return why a page is not indexed, or that it does not exist."""
    left = next((left_out for left_out in pages.excluded if left_out.path == path), None)
    if left is not None:
        return f"`{path}` is not indexed: {left.reason}"
    near = find_nearest_name(path, pages.indexed)
    return f"The page `{path}` does not exist." + (f" Did you mean `{near}`?" if near else "")


def _iter_other_places(
    hits: Sequence[SearchHit], question: SavedQuestion, pages: SitePages
) -> Iterator[str]:
    """Yield sentences about another section or a copy of a wanted page among the hits."""
    wanted = {page.partition("#")[0] for page in question.wanted}
    urls = {page.link: path for path in wanted if (page := pages.indexed.get(path))}
    for rank, hit in enumerate(hits, 1):
        if hit.path in wanted:
            yield f"Another section of its page, `{hit.url}`, is hit {rank}."
        for url in hit.other_urls:
            if url in urls:
                yield (
                    f"`{hit.path}` is hit {rank} and names it as its copy. "
                    + _suggest_narrower_question(pages.indexed[urls[url]])
                )


def _suggest_narrower_question(page: IndexedPage) -> str:
    """Return advice on how to ask for one copy only."""
    if page.language:
        return f'Set `language = "{page.language}"` if the copy is wanted.'
    if page.versions:
        return f'Set `version = "{page.versions[0]}"` if the copy is wanted.'
    return "If that page answers the question too, add it to `page`."


def is_found(rank: int | None) -> bool:
    """Return whether a rank is among the first `FOUND`; None is not."""
    return rank is not None and rank <= FOUND


def compute_percent_found(ranks: Sequence[QuestionRank]) -> float:
    """Return the percentage of questions with a page in the first `FOUND` hits; 100 for none.

    Questions whose page cannot be found are included.
    """
    return 100 * sum(is_found(rank.rank) for rank in ranks) / len(ranks) if ranks else 100.0

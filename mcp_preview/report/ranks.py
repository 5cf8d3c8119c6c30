"""The rank of each question: at which place its page is found, and what stands above it.

The first `PLACES` hits count, as many as the search tool gives. A hit counts by its own link, not
by those of the copies that it names. Where the page of a question cannot be found at all, the
reason is said, for that is no matter of ranking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from docs_lsp.core.nearest import nearest
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.settings.settings import PreviewUser
from docs_lsp.site.visibility import Viewer
from mcp_preview.content.pages import IndexedPage, SitePages
from mcp_preview.index.hit_explanation import MatchedField
from mcp_preview.index.sections import sections_of
from mcp_preview.live.server_state import FoundSection
from mcp_preview.report.questions import SavedQuestion
from mcp_preview.settings.viewers import parse_viewer

PLACES = 10
"""How many hits are looked at."""
_TELLING = 4
"""Shorter words are hardly ever why a hit ranks where it does."""

Find: TypeAlias = Callable[[SavedQuestion, Viewer], Sequence[FoundSection]]
"""Searches for a question as a viewer, in its language and version: the best hit first."""


class HitAbove(NamedTuple):
    """A hit that stands above the page that was wanted."""

    rank: int
    path: str
    title: str
    url: str
    """From the root of the site, with its anchor."""
    why: str = ""
    """The longer words of the question that stand in it, by place, and what moved its score; empty
    where nobody asked."""


class QuestionRank(NamedTuple):
    """How a question does."""

    question: SavedQuestion
    rank: int | None
    """The place of the first wanted page, from 1; None where it is not among the first."""
    above: tuple[HitAbove, ...]
    """The hits above it; all of them where it is not found."""
    trouble: str = ""
    """Why no wanted page can be found, whatever is asked; in sentences, or empty."""
    elsewhere: str = ""
    """How a page stands among the hits that is missed all the same; a sentence, or empty."""

    @property
    def why_not_first(self) -> str:
        """What keeps its page from the first place, in sentences; empty where nothing does."""
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
    """The rank of each question that names a page; `pages` are those of the owner, and `users`
    those of the settings."""
    return tuple(
        _rank_question(find, question, pages, users) for question in questions if question.wanted
    )


def _rank_question(
    find: Find, question: SavedQuestion, pages: SitePages, users: Sequence[PreviewUser]
) -> QuestionRank:
    try:
        viewer = parse_viewer(question.viewer, users)
    except UsageFault as fault:
        return QuestionRank(question, None, (), _sentence(str(fault)))
    hits = list(find(question, viewer)[:PLACES])
    place = next((at for at, hit in enumerate(hits) if _is_wanted(hit, question)), None)
    above = tuple(
        HitAbove(rank, hit.path, hit.title, hit.url, _explain_rank(hit))
        for rank, hit in enumerate(hits[:place], 1)
    )
    if place is not None:
        return QuestionRank(question, place + 1, above)
    troubles = [_trouble(wanted, question, pages, viewer) for wanted in question.wanted]
    if all(troubles):
        return QuestionRank(question, None, above, " ".join(dict.fromkeys(troubles)))
    elsewhere = next(_find_other_places(hits, question, pages), "")
    return QuestionRank(question, None, above, elsewhere=elsewhere)


def _explain_rank(hit: FoundSection) -> str:
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


def _is_wanted(hit: FoundSection, question: SavedQuestion) -> bool:
    anchor = hit.url.partition("#")[2]
    return hit.path in question.wanted or f"{hit.path}#{anchor}" in question.wanted


def _trouble(wanted: str, question: SavedQuestion, pages: SitePages, viewer: Viewer) -> str:
    """Why a page cannot be found, whatever is asked; empty where it can."""
    path, _, anchor = wanted.partition("#")
    page = pages.indexed.get(path)
    if page is None:
        return _explain_missing(path, pages)
    if anchor and all(section.anchor != anchor for section in sections_of(page)):
        return f"`{path}` has no heading `#{anchor}`."
    if not page.audience.admits(viewer):
        return f"`{path}` is not for `{question.viewer}`."
    if question.language and page.language not in (None, question.language):
        return f"`{path}` is not in the language `{question.language}`."
    if question.version and page.versions and question.version not in page.versions:
        return f"`{path}` is not in the version `{question.version}`."
    return ""


def _explain_missing(path: str, pages: SitePages) -> str:
    left = next((left_out for left_out in pages.reasoned if left_out.path == path), None)
    if left is not None:
        return f"`{path}` is not indexed: {left.reason}"
    near = nearest(path, pages.indexed)
    return f"There is no page `{path}`." + (f" Is `{near}` meant?" if near else "")


def _find_other_places(
    hits: Sequence[FoundSection], question: SavedQuestion, pages: SitePages
) -> Iterator[str]:
    """Where else a wanted page stands: another section of it, or a copy of it."""
    wanted = {one.partition("#")[0] for one in question.wanted}
    urls = {page.link: path for path in wanted if (page := pages.indexed.get(path))}
    for rank, hit in enumerate(hits, 1):
        if hit.path in wanted:
            yield f"Its page stands at {rank} with another section, `{hit.url}`."
        for url in hit.other_urls:
            if url in urls:
                yield (
                    f"`{hit.path}` stands at {rank} and names it as its copy. "
                    + _narrower(pages.indexed[urls[url]])
                )


def _narrower(page: IndexedPage) -> str:
    """How a question is put that wants just this copy."""
    if page.language:
        return f'Set `language = "{page.language}"` if the copy is wanted.'
    if page.versions:
        return f'Set `version = "{page.versions[0]}"` if the copy is wanted.'
    return "Name that page if it is as good."


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"

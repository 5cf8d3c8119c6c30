"""Sites with their indexes for `mcp-preview report`: now, and at an earlier revision."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.settings.settings import Settings
from docs_lsp.site.visibility import Viewer
from mcp_preview.commands.report_inputs import read_earlier_questions
from mcp_preview.content.preview_site import PreviewSite, load_site
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.report.comparison import Comparison, build_question_key, compare_ranks
from mcp_preview.report.finding import FindHits
from mcp_preview.report.question_file import SavedQuestion, adapt_to_earlier_site
from mcp_preview.report.question_ranks import QuestionRank, rank_questions

_HEAD = "HEAD"


class SearchedSite:
    """A site with its index."""

    def __init__(self, site: PreviewSite) -> None:
        """Index all pages of a site."""
        self.site = site
        self.index = SearchIndex()
        self.index.rebuild(site.pages.indexed)

    def rank_saved_questions(
        self, questions: Sequence[SavedQuestion], settings: Settings
    ) -> tuple[QuestionRank, ...]:
        """Return the ranks of questions, with the users of the current settings."""
        return rank_questions(
            self._search_for_question, questions, self.site.pages, settings.preview.users
        )

    def build_search_as(self, viewer: Viewer | None) -> FindHits:
        """Return a search as a viewer; None is the owner, who sees everything."""
        return lambda words, language, version: self.index.search(
            words, language=language, version=version, viewer=viewer
        )

    def _search_for_question(self, question: SavedQuestion, viewer: Viewer) -> Sequence[SearchHit]:
        """Return the hits for a question as a viewer, with explanations."""
        return self.index.search(
            question.question,
            language=question.language,
            version=question.version,
            viewer=viewer,
            explain=True,
        )


def compare_with_revision(
    arguments: Namespace,
    folder: Path,
    settings: Settings,
    searched: SearchedSite,
    current_ranks: Sequence[QuestionRank],
) -> Comparison:
    """Return the comparison with the site at the requested revision. Raises `UsageFault`.

    A question of which no page existed then gets the pages of its own file at that revision, so
    that a moved page is found at both ends.
    """
    from docs_lsp.revisions.repository import Repository

    name = arguments.against
    try:
        with Repository(folder) as repository:
            base = repository.require_revision(name)
            if not arguments.exact:
                end = repository.require_revision(arguments.at or _HEAD)
                base = repository.require_merge_base(base, end)
            files = repository.open_files(base)
            before = SearchedSite(load_site(files, settings))
            viewer = arguments.viewer
            questions_then = () if arguments.questions else read_earlier_questions(files, viewer)
    except RevisionFault as fault:
        raise UsageFault(str(fault)) from None
    if before.site.trouble:
        raise UsageFault(f"at {base.short}, {before.site.trouble}")
    had_page = before.site.pages.indexed.__contains__
    asked = adapt_to_earlier_site(
        (rank.question for rank in current_ranks), questions_then, had_page
    )
    earlier = before.rank_saved_questions(tuple(asked), settings)
    known = {
        build_question_key(now.question): then.rank
        for now, then in zip(current_ranks, earlier, strict=True)
    }
    pages = (before.site.pages.indexed, searched.site.pages.indexed)
    return compare_ranks(f"{name} ({base.short})", known, current_ranks, pages)

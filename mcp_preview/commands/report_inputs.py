"""The inputs of `mcp-preview report`: questions, queries, earlier ranks, and sites to search."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import QUESTIONS_FILE
from docs_lsp.files.files import DiskFiles, FileFault, Files, read_bytes_or_empty
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.settings.settings import Settings
from docs_lsp.site.visibility import Viewer
from mcp_preview.content.preview_site import PreviewSite, load_site
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.report.comparison import (
    Comparison,
    Known,
    build_question_key,
    compare_ranks,
    parse_ranks,
)
from mcp_preview.report.finding import FindHits
from mcp_preview.report.queries import Query, parse_queries
from mcp_preview.report.question_file import (
    QuestionForm,
    QuestionsFault,
    SavedQuestion,
    adapt_to_earlier_site,
    parse_questions,
)
from mcp_preview.report.question_ranks import QuestionRank, rank_questions

_MOST_MISTAKES = 10
_ABOUT_QUESTIONS = (
    *("fail_under", "fail_on_loss", "baseline", "write_baseline", "against"),
    "questions_only",
)
_HEAD = "HEAD"


def load_questions(
    arguments: Namespace, folder: Path, files: Files
) -> Sequence[SavedQuestion] | None:
    """Return the questions of the project; None if it has none. Raises `UsageFault`.

    They are read beside docs.json from `files`, or if a revision has none, from the current folder.
    The viewer of the report is the default of `as`.
    """
    file: Path | None = arguments.questions
    if file is None:
        # The folder may not be trusted: nothing outside of it is read.
        places = (files, DiskFiles(folder))
        having = next((place for place in places if place.exists(QUESTIONS_FILE)), None)
        if having is None:
            _require_no_question_options(arguments)
            return None
        file = folder / QUESTIONS_FILE
        try:
            data = having.read(QUESTIONS_FILE)
        except FileFault as fault:
            raise UsageFault(str(fault)) from None
    else:
        data = _read_input_file(file)
    try:
        questions = parse_questions(data, QuestionForm.from_file_name(file.name), arguments.viewer)
    except QuestionsFault as fault:
        raise _build_usage_fault(file, fault) from None
    if all(not question.wanted for question in questions):
        raise UsageFault(
            f"`{file}` names no page for any question. Pass a plain list of queries with "
            "`--queries`."
        )
    return questions


def _read_earlier_questions(files: Files, viewer: str) -> Sequence[SavedQuestion]:
    """Return the questions beside docs.json at a revision; none if they cannot be read."""
    try:
        return parse_questions(read_bytes_or_empty(files, QUESTIONS_FILE), viewer=viewer)
    except QuestionsFault:
        return ()


def _require_no_question_options(arguments: Namespace) -> None:
    """Raise `UsageFault` if an option needs questions."""
    for option in _ABOUT_QUESTIONS:
        if getattr(arguments, option) not in (None, False):
            name = option.replace("_", "-")
            raise UsageFault(
                f"`--{name}` needs questions, and there are none. Write them into "
                f"{QUESTIONS_FILE} beside docs.json, or name a file with `--questions`."
            )


def load_queries(file: Path | None) -> Sequence[Query] | None:
    """Return the queries in a file; None without a file. Raises `UsageFault`."""
    if file is None:
        return None
    try:
        return parse_queries(_read_input_file(file), QuestionForm.from_file_name(file.name))
    except QuestionsFault as fault:
        raise _build_usage_fault(file, fault) from None


def _build_usage_fault(file: Path, fault: QuestionsFault) -> UsageFault:
    """Return the error with the first mistakes of a file."""
    messages = [
        f"{file}, line {mistake.line}: {mistake.message}"
        for mistake in fault.mistakes[:_MOST_MISTAKES]
    ]
    more = len(fault.mistakes) - len(messages)
    return UsageFault("\n".join((*messages, *([f"There are {more:,} more."] if more else []))))


def load_ranks(file: Path) -> Known:
    """Return the ranks in a file. Raises `UsageFault` if it cannot be read or has none."""
    return parse_ranks(_read_input_file(file), str(file))


def _read_input_file(file: Path) -> bytes:
    """Return the content of a file. Raises `UsageFault` if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageFault(f"`{file}` cannot be read: {error.strerror or error}.") from None


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
            questions_then = () if arguments.questions else _read_earlier_questions(files, viewer)
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

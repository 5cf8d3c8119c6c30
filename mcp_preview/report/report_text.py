"""The report as text, most important findings first, in lines of about 100 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.files.files import escape_path
from mcp_preview.content.pages import SitePages
from mcp_preview.content.verdict_report import count_pages
from mcp_preview.index.search_request import MOST_HITS
from mcp_preview.report.comparison import Comparison, RankChange
from mcp_preview.report.finding import OF_SEVERAL, FindingKind, FindingPlace, ReportFinding
from mcp_preview.report.left_out_text import iter_left_out_lines
from mcp_preview.report.queries import QueryFindings, UnknownWord
from mcp_preview.report.question_ranks import FOUND, QuestionRank, compute_percent_found, is_found
from mcp_preview.report.report_lines import add_copy_count, iter_limited_lines, wrap_text
from mcp_preview.report.site_findings import CallCosts, UnaskedFindings
from mcp_preview.report.site_report import ABOUT, ClientReport, QuestionsReport

_MOST = 12
"""The number of places that are printed for one cause, unless all are requested."""
_MOST_TWINS = 4
_MOST_ABOVE = 3


def iter_report_lines(
    report: ClientReport,
    unasked: UnaskedFindings,
    pages: SitePages,
    notice: str = "",
    *,
    shows_all: bool = False,
) -> Iterator[str]:
    """Yield the lines of the report.

    `pages` are those of the viewer, `notice` is a sentence about access to the site, and
    `shows_all` prints all places.
    """
    most = None if shows_all else _MOST
    if notice:
        yield from wrap_text(notice)
        yield ""
    yield f"Pages: {count_pages(pages).text}."
    yield ""
    if pages.indexed and not unasked.findings:
        yield from wrap_text("Every page is found by its own words, and has some to show.")
        yield ""
    for finding in unasked.findings:
        yield from _iter_finding_lines(finding, most)
        yield ""
    yield from _iter_answer_lines(report, most)
    yield from iter_left_out_lines(pages, most)
    if pages.indexed:
        yield from _iter_cost_lines(unasked.costs)
    yield from wrap_text(ABOUT)


def iter_question_lines(report: ClientReport, *, shows_all: bool = False) -> Iterator[str]:
    """Yield only the lines about questions and queries."""
    yield from _iter_answer_lines(report, None if shows_all else _MOST)
    yield from wrap_text(ABOUT)


def _iter_answer_lines(report: ClientReport, most: int | None) -> Iterator[str]:
    """Yield the lines about questions and queries, if there are any."""
    if report.questions:
        yield from _iter_questions_lines(report.questions, most)
    if report.queries:
        yield from _iter_query_lines(report.queries, most)


def _iter_finding_lines(finding: ReportFinding, most: int | None) -> Iterator[str]:
    """Yield the lines of a finding."""
    yield from wrap_text(finding.message)
    yield from iter_limited_lines(
        [_render_place(place, finding.kind) for place in finding.places], most
    )


def _render_place(place: FindingPlace, kind: FindingKind) -> str:
    """Return the text of a place of a finding."""
    paths = _render_paths(place.pages)
    if kind is FindingKind.REFUSED_PART:
        return f"{escape_path(place.file or '')}, {place.detail} Wanted by {paths}."
    if kind is FindingKind.WITHOUT_SPECIFICATION:
        return f"{place.detail}: {paths}" if place.detail else paths
    if kind not in OF_SEVERAL and place.pages:
        paths = add_copy_count(escape_path(place.pages[0]), len(place.pages) - 1)
    return f"{paths}: {place.detail}" if paths and place.detail else paths or place.detail


def _render_paths(pages: Sequence[str]) -> str:
    """Return the first paths of pages, with a count of the others."""
    more = len(pages) - _MOST_TWINS
    return ", ".join(map(escape_path, pages[:_MOST_TWINS])) + (
        f" and {more} more" if more > 0 else ""
    )


def _iter_questions_lines(report: QuestionsReport, most: int | None) -> Iterator[str]:
    """Yield the lines about the questions of the project."""
    share = compute_percent_found(report.ranks)
    found_count = sum(is_found(rank.rank) for rank in report.ranks)
    yield from wrap_text(
        f"{report.source}: of {len(report.ranks):,} questions, {found_count:,} ({share:.0f} %) "
        "have "
        f"their page among the first {FOUND} hits."
    )
    for rank in report.ranks:
        if rank.rank is None or rank.rank > 1:
            yield from _iter_rank_lines(rank)
    yield ""
    for comparison in report.comparisons:
        yield from _iter_comparison_lines(comparison, most)
        yield ""
    yield from _iter_unknown_word_lines("questions", report.unknown, most)


def _iter_rank_lines(rank: QuestionRank) -> Iterator[str]:
    """Yield the lines of a question that is not found first."""
    place = f"{rank.rank:>4}" if rank.rank else "   -"
    question = rank.question
    yield f"{place}  {question.question}"
    yield f"      wanted: {', '.join(map(escape_path, question.wanted))}{_render_conditions(rank)}"
    for sentence in filter(None, (rank.trouble, rank.elsewhere)):
        yield from wrap_text(sentence, "      ")
    if not rank.trouble:
        for hit in rank.above[:_MOST_ABOVE]:
            why = f" ({hit.why})" if hit.why else ""
            yield from wrap_text(f'{hit.rank}. {hit.url} "{hit.title}"{why}', "      ")
        if not rank.above:
            yield "      Nothing is found."


def _render_conditions(rank: QuestionRank) -> str:
    """Return the language, version and viewer of a question in brackets; may be empty."""
    question = rank.question
    parts = [part for part in (question.language, question.version) if part]
    if question.viewer != "anonymous":
        parts.append(f"as {question.viewer}")
    return f" ({', '.join(parts)})" if parts else ""


def _iter_comparison_lines(comparison: Comparison, most: int | None) -> Iterator[str]:
    """Yield the lines of a comparison with earlier ranks."""
    if not comparison.changes:
        yield from wrap_text(
            f"Against {comparison.against}: no rank of {comparison.compared:,} questions differs."
        )
    else:
        better = sum(change.is_better for change in comparison.changes)
        yield from wrap_text(
            f"Against {comparison.against}: of {comparison.compared:,} questions {better:,} rank "
            f"higher, {len(comparison.changes) - better:,} lower; {comparison.lost_count:,} "
            f"were among "
            f"the first {FOUND} and are not now."
        )
        yield from iter_limited_lines(
            [_render_rank_change(change) for change in comparison.changes], most
        )
    for paths, verb in ((comparison.entered, "entered"), (comparison.left, "left")):
        if paths:
            yield f"Pages that {verb} the index:"
            yield from iter_limited_lines([escape_path(path) for path in paths], most)


def _render_rank_change(change: RankChange) -> str:
    """Return the line of a changed rank."""
    before, now = (
        str(rank) if rank else f"not in {MOST_HITS}" for rank in (change.before, change.now)
    )
    word = "lost" if change.is_lost else "higher" if change.is_better else "lower"
    return f"{word}: {before} -> {now}  {change.question.question}"


def _iter_query_lines(findings: QueryFindings, most: int | None) -> Iterator[str]:
    """Yield the lines about queries without hits."""
    count = sum(query.times for query in findings.nothing)
    yield from wrap_text(
        f"Of {findings.searches:,} searches ({findings.queries:,} different ones), {count:,} find "
        "nothing."
    )
    yield from iter_limited_lines(
        [f"{query.times:>5}  {escape_path(query.text)}" for query in findings.nothing], most
    )
    yield ""
    yield from _iter_unknown_word_lines("searches", findings.unknown, most)


def _iter_unknown_word_lines(
    what: str, words: Sequence[UnknownWord], most: int | None
) -> Iterator[str]:
    """Yield the lines about words that the docs do not contain."""
    if not words:
        return
    yield from wrap_text(
        f"Words of {what} that stand nowhere in the docs. Where readers have another word for a "
        "thing, say it once on its page, or in `keywords`."
    )
    lines = [f'{word.word} ({word.times}), as in "{escape_path(word.example)}"' for word in words]
    yield from iter_limited_lines(lines, most)
    yield ""


def _iter_cost_lines(costs: CallCosts) -> Iterator[str]:
    """Yield the lines about the tokens of a search and a read."""
    search, read = costs
    yield from wrap_text(
        f"An answer to a search takes about {search.usual:,} tokens, {search.most:,} at most; to "
        f"read a page takes {read.usual:,}, {read.most:,} at most. A token is taken for four "
        "bytes; models count in different ways."
    )

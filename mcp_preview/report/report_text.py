"""The report as text, most important findings first, in lines of about 100 columns.

Pages that the site hides are hidden on purpose, and snippets are not pages: of these, often
hundreds, only counts are printed, since lists would hide the few entries that need a correction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap

from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import format_count
from docs_lsp.files.files import escape_path
from mcp_preview.content.pages import ExcludedPage, SitePages
from mcp_preview.content.reasons import BELOW, BROKEN_ENTRIES, HIDDEN_BY, NO_PAGES
from mcp_preview.content.verdict_report import count_pages
from mcp_preview.index.search_request import MOST_HITS
from mcp_preview.report.comparison import Comparison, RankChange
from mcp_preview.report.finding import (
    OF_SEVERAL,
    FindingKind,
    FindingPlace,
    ReportFinding,
)
from mcp_preview.report.queries import QueryFindings, UnknownWord
from mcp_preview.report.question_ranks import FOUND, QuestionRank, compute_percent_found, is_found
from mcp_preview.report.site_findings import CallCosts, UnaskedFindings
from mcp_preview.report.site_report import ClientReport, QuestionsReport

_MOST = 12
"""The number of places that are printed for one cause, unless all are requested."""
_MOST_TWINS = 4
_MOST_ABOVE = 3
_MOST_SORTS = 5
_WIDTH = 96


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
        yield from _wrap_text(notice)
        yield ""
    yield from _wrap_text(f"Pages: {count_pages(pages).text}.{_render_restricted_count(pages)}")
    yield ""
    if pages.indexed and not unasked.findings:
        yield from _wrap_text("Every page is found by its own words, and has some to show.")
        yield ""
    for finding in unasked.findings:
        yield from _iter_finding_lines(finding, most)
        yield ""
    yield from _iter_answer_lines(report, most)
    yield from iter_left_out_lines(pages, most)
    if pages.indexed:
        yield from _iter_cost_lines(unasked.costs)
    yield from _wrap_text(report.about)


def _render_restricted_count(pages: SitePages) -> str:
    """Return a sentence with the number of indexed pages that the viewer may not see, if any."""
    count = sum(page.for_others is not None for page in pages.left_out)
    if not count:
        return ""
    verb = "is" if count == 1 else "are"
    return f" Of the indexed ones, {count:,} {verb} not for this viewer."


def iter_question_lines(report: ClientReport, *, shows_all: bool = False) -> Iterator[str]:
    """Yield only the lines about questions and queries."""
    yield from _iter_answer_lines(report, None if shows_all else _MOST)
    yield from _wrap_text(report.about)


def _iter_answer_lines(report: ClientReport, most: int | None) -> Iterator[str]:
    """Yield the lines about questions and queries, if there are any."""
    if report.questions:
        yield from _iter_questions_lines(report.questions, most)
    if report.queries:
        yield from _iter_query_lines(report.queries, most)


def _iter_finding_lines(finding: ReportFinding, most: int | None) -> Iterator[str]:
    """Yield the lines of a finding."""
    yield from _wrap_text(finding.message)
    yield from _iter_limited_lines(
        [_render_place(place, finding.kind) for place in finding.places], most
    )


def _render_place(place: FindingPlace, kind: FindingKind) -> str:
    """Return the text of a place of a finding."""
    paths = _render_paths(place.pages)
    if kind is FindingKind.REFUSED_PART:
        return f"{escape_path(place.file or '')}, {place.detail} Included by {paths}."
    if kind is FindingKind.WITHOUT_SPECIFICATION:
        return f"{place.detail}: {paths}" if place.detail else paths
    if kind not in OF_SEVERAL and place.pages:
        paths = _add_copy_count(escape_path(place.pages[0]), len(place.pages) - 1)
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
    yield from _wrap_text(
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
        yield from _wrap_text(sentence, "      ")
    if not rank.trouble:
        for hit in rank.above[:_MOST_ABOVE]:
            why = f" ({hit.why})" if hit.why else ""
            yield from _wrap_text(f'{hit.rank}. {hit.url} "{hit.title}"{why}', "      ")
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
        yield from _wrap_text(
            f"Against {comparison.against}: no rank of {comparison.compared:,} questions differs."
        )
    else:
        better = sum(change.is_better for change in comparison.changes)
        yield from _wrap_text(
            f"Against {comparison.against}: of {comparison.compared:,} questions {better:,} rank "
            f"higher, {len(comparison.changes) - better:,} lower; {comparison.lost_count:,} were "
            f"among the first {FOUND} and no longer are."
        )
        yield from _iter_limited_lines(
            [_render_rank_change(change) for change in comparison.changes], most
        )
    for paths, verb in ((comparison.entered, "entered"), (comparison.left, "left")):
        if paths:
            yield f"Pages that {verb} the index:"
            yield from _iter_limited_lines([escape_path(path) for path in paths], most)


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
    yield from _wrap_text(
        f"Of {findings.searches:,} searches ({findings.queries:,} different ones), {count:,} find "
        "nothing."
    )
    yield from _iter_limited_lines(
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
    yield from _wrap_text(
        f"Words of {what} that do not occur in the docs. If readers use another word for a "
        "thing, add it to its page or to `keywords`."
    )
    lines = [f'{word.word} ({word.times}), as in "{escape_path(word.example)}"' for word in words]
    yield from _iter_limited_lines(lines, most)
    yield ""


def _iter_cost_lines(costs: CallCosts) -> Iterator[str]:
    """Yield the lines about the tokens of a search and a read."""
    search, read = costs
    yield from _wrap_text(
        f"An answer to a search takes about {search.usual:,} tokens, {search.most:,} at most; "
        f"reading a page takes {read.usual:,}, {read.most:,} at most. Tokens are estimated at "
        "four bytes each; models count differently."
    )


def iter_left_out_lines(pages: SitePages, most: int | None) -> Iterator[str]:
    """Yield the lines about unindexed pages, at most `most` for each reason; None for all.

    Entries that cause errors for readers come first.
    """
    broken = [page for page in pages.excluded if page.reason in BROKEN_ENTRIES]
    rest = [
        page
        for page in pages.excluded
        # The findings have those that cannot be read.
        if page.reason not in BROKEN_ENTRIES | NO_PAGES.keys() and not page.is_unreadable
    ]
    hidden = [page for page in rest if page.reason in HIDDEN_BY]
    yield from _iter_reason_lines(broken, most)
    yield from _iter_reason_lines([page for page in rest if page.reason not in HIDDEN_BY], most)
    if most is None:
        yield from _iter_reason_lines(hidden, most)
    elif hidden:
        yield from _wrap_text(
            f"Not indexed because the site hides them: "
            f"{_render_counts(hidden, _describe_hider)}. `--all` "
            "prints "
            "them."
        )
        yield ""
    files = [page for page in pages.others if page.reason in NO_PAGES]
    if files:
        counts = _render_counts(files, lambda page: NO_PAGES[page.reason])
        yield from _wrap_text(f"Files that are not pages: {counts}. `--format json` names them.")
        yield ""


def _iter_reason_lines(pages: Iterable[ExcludedPage], most: int | None) -> Iterator[str]:
    """Yield the lines for each reason, the least frequent first."""
    reasons = {
        reason: group_by(excluded, lambda page: page.original)
        for reason, excluded in group_by(pages, lambda page: page.reason).items()
    }
    for reason, copies in sorted(reasons.items(), key=lambda item: len(item[1])):
        is_restricted = any(page.for_others for group in copies.values() for page in group)
        verdict = "Not for this viewer" if is_restricted else "Not indexed"
        yield from _wrap_text(f"{verdict}: {reason}")
        yield from _iter_limited_lines(
            [_render_copies_line(group) for group in copies.values()], most
        )
        yield ""


def _render_copies_line(copies: list[ExcludedPage]) -> str:
    """Return the line for a page and its copies."""
    page = min(
        copies, key=lambda left_out: (left_out.path != left_out.original, len(left_out.path))
    )
    line = _add_copy_count(escape_path(page.file or page.path), len(copies) - 1)
    detail = page.detail
    if page.file and f"`{page.file}`" in detail:
        return line
    if detail.endswith(f"in `{page.where}`") and page.line:
        entry = detail.removeprefix(f"`{page.path}` in ")
        detail = f"{entry}, line {page.line}"
    return f"{line}  ({escape_path(detail)})" if detail else line


def _render_counts(pages: Iterable[ExcludedPage], describe: Callable[[ExcludedPage], str]) -> str:
    """Return the numbers of pages of each description, the most frequent first."""
    counts = Counter(map(describe, pages)).most_common()
    parts = [f"{count:,} {what}" for what, count in counts[:_MOST_SORTS]]
    rest = sum(count for _, count in counts[_MOST_SORTS:])
    return ", ".join((*parts, *([f"{rest:,} in other ways"] if rest else [])))


def _describe_hider(page: ExcludedPage) -> str:
    """Return the text after the count in "12 pages …" for a hidden page."""
    hider = HIDDEN_BY[page.reason]
    return f"{hider} {page.detail}" if hider == BELOW else hider


def _iter_limited_lines(lines: Sequence[str], most: int | None) -> Iterator[str]:
    """Yield the wrapped lines of a list, or the first `most` with a count of the others."""
    shown_lines = lines if most is None or len(lines) <= most + 1 else lines[:most]
    for line in shown_lines:
        yield from _wrap_text(line, "  ")
    if len(shown_lines) < len(lines):
        yield f"  … and {len(lines) - len(shown_lines):,} more (`--all` prints them)"


def _wrap_text(text: str, indent: str = "") -> Iterable[str]:
    """Return a text as lines of 96 columns; continued lines of a list are indented further."""
    return wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _add_copy_count(name: str, copies: int) -> str:
    """Return a name, with the number of copies in other languages and versions if any."""
    if not copies:
        return name
    return f"{name} (and {format_count(copies, 'copy', 'copies')})"

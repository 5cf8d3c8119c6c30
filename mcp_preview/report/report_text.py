"""The report for people: what matters first, in lines of at most some 100 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from docs_lsp.files import shown
from mcp_preview.content.pages import LeftOut, SitePages
from mcp_preview.content.reasons import BROKEN_ENTRIES
from mcp_preview.report.comparison import FOUND, Comparison, RankChange, found_share
from mcp_preview.report.costs import CallCosts
from mcp_preview.report.finding import OF_SEVERAL, FindingKind, FindingPlace, ReportFinding
from mcp_preview.report.queries import QueryFindings, UnknownWord
from mcp_preview.report.ranks import PLACES, QuestionRank
from mcp_preview.report.site_report import ABOUT, ClientReport, QuestionsReport
from mcp_preview.report.unasked_findings import UnaskedFindings

_WIDTH = 96
_MOST = 12
"""So many places of one cause are printed, if not all are wanted."""
_MOST_TWINS = 4
_MOST_ABOVE = 3


def report_text(
    report: ClientReport,
    unasked: UnaskedFindings,
    pages: SitePages,
    notice: str = "",
    *,
    whole: bool = False,
) -> Iterator[str]:
    """The lines of the report; `pages` are those of the viewer, `notice` is what is to be known of
    the site's access, and `whole` prints all places."""
    most = None if whole else _MOST
    if notice:
        yield from _wrapped(notice)
        yield ""
    yield f"{len(pages.indexed):,} pages are indexed, {len(pages.left_out):,} left out."
    yield ""
    if pages.indexed and not unasked.findings:
        yield from _wrapped("Every page is found by its own words, and has some to show.")
        yield ""
    for finding in unasked.findings:
        yield from _finding(finding, most)
        yield ""
    yield from _asked_for(report, most)
    yield from _left_out(pages, most)
    yield from _costs(unasked.costs)
    yield from _wrapped(ABOUT)


def questions_text(report: ClientReport, *, whole: bool = False) -> Iterator[str]:
    """The lines about what somebody asked, and nothing else."""
    yield from _asked_for(report, None if whole else _MOST)
    yield from _wrapped(ABOUT)


def _asked_for(report: ClientReport, most: int | None) -> Iterator[str]:
    if report.questions:
        yield from _questions(report.questions, most)
    if report.queries:
        yield from _queries(report.queries, most)


def _finding(finding: ReportFinding, most: int | None) -> Iterator[str]:
    yield from _wrapped(finding.message)
    yield from _some([_place(place, finding.kind) for place in finding.places], most)


def _place(place: FindingPlace, kind: FindingKind) -> str:
    kept = _MOST_TWINS if kind in OF_SEVERAL else 1
    paths = ", ".join(map(shown, place.pages[:kept]))
    more = len(place.pages) - kept
    if more > 0:
        copies = "copy" if more == 1 else "copies"
        paths += f" and {more} more" if kind in OF_SEVERAL else f" (and {more} {copies})"
    return f"{paths}: {place.detail}" if paths and place.detail else paths or place.detail


def _questions(report: QuestionsReport, most: int | None) -> Iterator[str]:
    share = found_share(report.ranks)
    found = sum(one.rank is not None and one.rank <= FOUND for one in report.ranks)
    yield from _wrapped(
        f"{report.source}: of {len(report.ranks):,} questions, {found:,} ({share:.0f} %) have "
        f"their page among the first {FOUND} hits."
    )
    for one in report.ranks:
        if one.rank is None or one.rank > 1:
            yield from _rank(one)
    yield ""
    for comparison in report.comparisons:
        yield from _comparison(comparison, most)
        yield ""
    yield from _unknown("questions", report.unknown, most)


def _rank(rank: QuestionRank) -> Iterator[str]:
    place = f"{rank.rank:>4}" if rank.rank else "   -"
    question = rank.question
    yield f"{place}  {question.question}"
    yield f"      wanted: {', '.join(map(shown, question.wanted))}{_conditions(rank)}"
    for sentence in filter(None, (rank.trouble, rank.elsewhere)):
        yield from _wrapped(sentence, "      ")
    if not rank.trouble:
        for hit in rank.above[:_MOST_ABOVE]:
            why = f" ({hit.why})" if hit.why else ""
            yield from _wrapped(f'{hit.rank}. {hit.url} "{hit.title}"{why}', "      ")
        if not rank.above:
            yield "      Nothing is found."


def _conditions(rank: QuestionRank) -> str:
    question = rank.question
    parts = [part for part in (question.language, question.version) if part]
    if question.viewer != "anonymous":
        parts.append(f"as {question.viewer}")
    return f" ({', '.join(parts)})" if parts else ""


def _comparison(comparison: Comparison, most: int | None) -> Iterator[str]:
    if not comparison.changes:
        yield from _wrapped(
            f"Against {comparison.against}: no rank of {comparison.compared:,} questions differs."
        )
    else:
        better = sum(change.is_better for change in comparison.changes)
        yield from _wrapped(
            f"Against {comparison.against}: of {comparison.compared:,} questions {better:,} rank "
            f"higher, {len(comparison.changes) - better:,} lower; {comparison.lost:,} were among "
            f"the first {FOUND} and are not now."
        )
        yield from _some([_change(one) for one in comparison.changes], most)
    for paths, said in ((comparison.entered, "entered"), (comparison.left, "left")):
        if paths:
            yield f"Pages that {said} the index:"
            yield from _some([shown(path) for path in paths], most)


def _change(change: RankChange) -> str:
    before, now = (str(one) if one else f"not in {PLACES}" for one in (change.before, change.now))
    word = "lost" if change.is_lost else "higher" if change.is_better else "lower"
    return f"{word}: {before} -> {now}  {change.question.question}"


def _queries(found: QueryFindings, most: int | None) -> Iterator[str]:
    count = sum(one.times for one in found.nothing)
    yield from _wrapped(
        f"Of {found.searches:,} searches ({found.queries:,} different ones), {count:,} find "
        "nothing."
    )
    yield from _some([f"{one.times:>5}  {shown(one.text)}" for one in found.nothing], most)
    yield ""
    yield from _unknown("searches", found.unknown, most)


def _unknown(what: str, words: Sequence[UnknownWord], most: int | None) -> Iterator[str]:
    if not words:
        return
    yield from _wrapped(
        f"Words of {what} that stand nowhere in the docs. Where readers have another word for a "
        "thing, say it once on its page, or in `keywords`."
    )
    lines = [f'{one.word} ({one.times}), as in "{shown(one.example)}"' for one in words]
    yield from _some(lines, most)
    yield ""


def _left_out(pages: SitePages, most: int | None) -> Iterator[str]:
    """Each reason with its pages: what readers see an error for comes first."""
    broken = [page for page in pages.reasoned if page.reason in BROKEN_ENTRIES]
    others = [page for page in pages.others if page.reason not in BROKEN_ENTRIES]
    for group in (broken, pages.left_out, others):
        reasons = Counter(page.reason for page in group)
        # What is most frequent here is what nobody means as a page, such as snippets.
        for reason in sorted(reasons, key=lambda one: reasons[one]):
            yield from _wrapped(f"Not indexed: {reason}")
            about = [page for page in group if page.reason == reason]
            yield from _some([_left(page) for page in about], most)
            yield ""


def _left(page: LeftOut) -> str:
    name = page.file or page.path
    is_news = page.detail and not (page.file and f"`{page.file}`" in page.detail)
    return f"{shown(name)}  ({shown(page.detail)})" if is_news else shown(name)


def _costs(costs: CallCosts) -> Iterator[str]:
    search, read = costs
    yield from _wrapped(
        f"An answer to a search takes about {search.usual:,} tokens, {search.most:,} at most; to "
        f"read a page takes {read.usual:,}, {read.most:,} at most. A token is taken for four "
        "bytes; models count in different ways."
    )


def _some(lines: Sequence[str], most: int | None) -> Iterator[str]:
    kept = lines if most is None or len(lines) <= most + 1 else lines[:most]
    for line in kept:
        yield from _wrapped(line, "  ")
    if len(kept) < len(lines):
        yield f"  … and {len(lines) - len(kept):,} more (`--all` prints them)"


def _wrapped(text: str, indent: str = "") -> Iterable[str]:
    """A text in lines; what continues a line of a list stands further in."""
    return wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )

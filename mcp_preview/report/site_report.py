"""The complete report on a site as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from docs_lsp.cache.folder import INSTALL_COMMAND, MEANING_GAIN
from mcp_preview.report.comparison import Comparison
from mcp_preview.report.finding import ReportFinding
from mcp_preview.report.queries import QueryFindings, UnknownWord
from mcp_preview.report.question_file import SavedQuestion
from mcp_preview.report.question_ranks import FOUND, QuestionRank, compute_percent_found
from mcp_preview.report.site_findings import CallCosts, UnaskedFindings

Json = dict[str, Any]

_BY_WORDS = (
    "Measured without search by meaning. The published server has it, so individual ranks may "
    "differ there."
)


def describe_report_ranking(*, has_model: bool) -> str:
    """Return in sentences how reports rank, and what search by meaning is worth in a preview.

    `has_model` is whether the model for it is installed.
    """
    here = "In the preview it is on" if has_model else f"`{INSTALL_COMMAND}` adds it to the preview"
    return f"{_BY_WORDS} {here}. {MEANING_GAIN}."


class QuestionsReport(NamedTuple):
    """The ranks of the questions of a project."""

    source: str
    """The file of the questions."""
    ranks: tuple[QuestionRank, ...]
    unknown: tuple[UnknownWord, ...]
    """The words of questions that the docs do not contain."""
    comparisons: tuple[Comparison, ...] = ()


class ClientReport(NamedTuple):
    """All results besides the verdicts; None for those that were not requested."""

    findings: UnaskedFindings | None
    questions: QuestionsReport | None = None
    queries: QueryFindings | None = None
    about: str = ""
    """How pages are ranked, in sentences."""


def report_as_json(report: ClientReport) -> Json:
    """Return `about`, `findings`, `costs`, `questions` and `queries`; null if not requested."""
    findings = report.findings
    return {
        "about": report.about,
        "findings": findings_as_json(findings.findings) if findings else None,
        "costs": _costs_as_json(findings.costs) if findings else None,
        "questions": questions_as_json(report.questions) if report.questions else None,
        "queries": _queries_as_json(report.queries) if report.queries else None,
    }


def _costs_as_json(costs: CallCosts) -> Json:
    """Return the costs as JSON."""
    return {
        "unit": "tokens, estimated at four bytes of UTF-8 each",
        "search": costs.search._asdict(),
        "read": costs.read._asdict(),
    }


def findings_as_json(findings: Iterable[ReportFinding]) -> list[Json]:
    """Return each finding with the pages that it concerns, as JSON."""
    return [
        {
            "kind": finding.kind.value,
            "message": finding.message,
            "pages": [
                {
                    "paths": place.pages,
                    "file": place.file,
                    "detail": place.detail,
                    "instead": place.instead,
                    "line": place.place[0] if place.place else 0,
                    "column": place.place[1] if place.place else 0,
                }
                for place in finding.places
            ],
        }
        for finding in findings
    ]


def questions_as_json(report: QuestionsReport) -> Json:
    """Return the ranks of questions, the hits above their pages, and the changes, as JSON."""
    return {
        "source": report.source,
        "foundAmong": FOUND,
        "found": round(compute_percent_found(report.ranks), 1),
        "ranks": [_rank_as_json(rank) for rank in report.ranks],
        "unknownWords": [word._asdict() for word in report.unknown],
        "comparisons": [_comparison_as_json(comparison) for comparison in report.comparisons],
    }


def _rank_as_json(rank: QuestionRank) -> Json:
    """Return the rank of a question as JSON."""
    return {
        **_question_as_json(rank.question),
        "line": rank.question.line,
        "rank": rank.rank,
        "above": [hit._asdict() for hit in rank.above],
        "trouble": rank.trouble,
        "elsewhere": rank.elsewhere,
    }


def _question_as_json(question: SavedQuestion) -> Json:
    """Return a question as JSON."""
    return {
        "question": question.question,
        "page": question.wanted,
        "language": question.language,
        "version": question.version,
        "as": question.viewer,
    }


def _comparison_as_json(comparison: Comparison) -> Json:
    """Return a comparison of ranks as JSON."""
    return {
        "against": comparison.against,
        "compared": comparison.compared,
        "lost": comparison.lost_count,
        "changes": [
            {
                **_question_as_json(change.question),
                "before": change.before,
                "now": change.now,
                "lost": change.is_lost,
                "why": change.why,
            }
            for change in comparison.changes
        ],
        "pagesEntered": comparison.entered,
        "pagesLeft": comparison.left,
    }


def _queries_as_json(findings: QueryFindings) -> Json:
    """Return the result of a log of queries as JSON."""
    return {
        "searches": findings.searches,
        "queries": findings.queries,
        "nothingFound": [query._asdict() for query in findings.nothing],
        "unknownWords": [word._asdict() for word in findings.unknown],
    }

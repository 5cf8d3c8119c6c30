"""`mcp-preview report`: print what AI clients do not find on a site, and ranks of questions."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from docs_lsp.cache.folder import find_installed_model
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import QUESTIONS_FILE
from docs_lsp.files.files import DiskFiles, Files
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.settings.settings import Settings
from docs_lsp.site.visibility import Viewer
from mcp_preview.commands.console import print_json
from mcp_preview.commands.report_inputs import (
    SearchedSite,
    compare_with_revision,
    load_queries,
    load_questions,
    load_ranks,
)
from mcp_preview.content.preview_site import load_site
from mcp_preview.content.verdict_report import filter_pages_for_viewer, render_verdicts
from mcp_preview.content.viewer_content import determine_access
from mcp_preview.live.own_files import read_site_skills
from mcp_preview.report.comparison import compare_ranks, render_ranks
from mcp_preview.report.queries import Query, QueryFindings, evaluate_queries, find_unknown_words
from mcp_preview.report.question_file import SavedQuestion
from mcp_preview.report.question_ranks import compute_percent_found
from mcp_preview.report.report_text import iter_question_lines, iter_report_lines
from mcp_preview.report.site_findings import find_site_findings
from mcp_preview.report.site_report import (
    ClientReport,
    Json,
    QuestionsReport,
    describe_report_ranking,
    report_as_json,
)
from mcp_preview.settings.viewers import parse_viewer

_FAILED = 1
_UNREADABLE = 2


def run_report(arguments: Namespace, folder: Path, settings: Settings) -> int:
    """Print the report of a site, write ranks if requested, and return the exit code.

    It is 2 if docs.json cannot be read completely, so that no script mistakes the report for one of
    the site. Raises `UsageFault` for missing files, revisions or viewers of the command line.
    """
    if arguments.at is None:
        return _print_report(arguments, folder, settings, DiskFiles(folder))
    from docs_lsp.revisions.repository import Repository

    try:
        with Repository(folder) as repository:
            files = repository.open_files(repository.require_revision(arguments.at))
            return _print_report(arguments, folder, settings, files)
    except RevisionFault as fault:
        raise UsageFault(str(fault)) from None


def _print_report(arguments: Namespace, folder: Path, settings: Settings, files: Files) -> int:
    """Print the report for some files, write ranks if requested, and return the exit code."""
    viewer = parse_viewer(arguments.viewer, settings.preview.users)
    questions = load_questions(arguments, folder, files)
    queries = load_queries(arguments.queries)
    searched = SearchedSite(load_site(files, settings))
    site = searched.site
    pages = filter_pages_for_viewer(site.pages, viewer)
    shown = tuple(pages.indexed.values())
    unasked = None
    if not arguments.questions_only:
        search = searched.build_search_as(viewer)
        unasked = find_site_findings(site.name, search, shown, site.report_facts, _draw_progress)
    report = ClientReport(
        unasked,
        _build_questions_report(arguments, folder, settings, searched, questions),
        _evaluate_queries(searched, queries, viewer) if queries is not None else None,
        describe_report_ranking(has_model=find_installed_model() is not None),
    )
    if arguments.format == "json":
        verdicts: Json = {"version": 1, "site": site.name}
        if unasked is not None:
            access = determine_access(site, read_site_skills(site, files))
            verdicts = render_verdicts(site.name, str(folder), pages, site.trouble, access)
        added = report_as_json(report)
        print_json({**verdicts, "viewer": arguments.viewer, **added}, indented=True)
    elif unasked is not None:
        notice = determine_access(site, read_site_skills(site, files)).notice
        print(
            "\n".join(iter_report_lines(report, unasked, pages, notice, shows_all=arguments.whole))
        )
    else:
        print("\n".join(iter_question_lines(report, shows_all=arguments.whole)))
    if site.trouble:
        print(f"mcp-preview: {site.trouble}", file=sys.stderr)
        return _UNREADABLE
    return _compute_exit_code(arguments, report.questions)


def _compute_exit_code(arguments: Namespace, questions: QuestionsReport | None) -> int:
    """Return 1 if questions fail the limits of the command line, else 0."""
    if questions is None:
        return 0
    lost = sum(comparison.lost_count for comparison in questions.comparisons)
    if arguments.fail_on_loss and lost:
        return _FAILED
    wanted = arguments.fail_under
    return _FAILED if wanted is not None and compute_percent_found(questions.ranks) < wanted else 0


def _build_questions_report(
    arguments: Namespace,
    folder: Path,
    settings: Settings,
    searched: SearchedSite,
    questions: Sequence[SavedQuestion] | None,
) -> QuestionsReport | None:
    """Rank questions, compare and write ranks as requested; None without questions."""
    if questions is None:
        return None
    ranks = searched.rank_saved_questions(questions, settings)
    comparisons = []
    if arguments.baseline is not None:
        known = load_ranks(arguments.baseline)
        comparisons.append(compare_ranks(str(arguments.baseline), known, ranks))
    if arguments.against is not None:
        comparisons.append(compare_with_revision(arguments, folder, settings, searched, ranks))
    if arguments.write_baseline is not None:
        _write_file(arguments.write_baseline, render_ranks(ranks))
    asked = [Query(question.question, 1) for question in questions]
    unknown = find_unknown_words(asked, searched.site.pages.indexed.values())
    source = str(arguments.questions or QUESTIONS_FILE)
    return QuestionsReport(source, ranks, unknown, tuple(comparisons))


def _evaluate_queries(
    searched: SearchedSite, queries: Sequence[Query], viewer: Viewer
) -> QueryFindings:
    """Return the result of queries, searched as a viewer."""

    def finds(text: str) -> bool:
        return bool(searched.index.search(text, limit=1, viewer=viewer))

    shown = [
        indexed_page
        for indexed_page in searched.site.pages.indexed.values()
        if indexed_page.audience.admits(viewer)
    ]
    return evaluate_queries(queries, finds, shown)


def _write_file(file: Path, data: bytes) -> None:
    """Write a file. Raises `UsageFault` if it cannot be written."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise UsageFault(f"`{file}` cannot be written: {error.strerror or error}.") from None


def _draw_progress(done: int, total: int) -> None:
    """Draw the progress of searches on a terminal."""
    if not sys.stderr.isatty() or (done % 10 and done != total):
        return
    end = "\r\033[K" if done == total else ""
    print(f"\r{done:,} of {total:,} pages searched for{end}", end="", file=sys.stderr, flush=True)

"""The page's data about searches: hits with reasons, ranks of saved questions, and findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from anyio import Lock, to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from docs_lsp.files.discover import QUESTIONS_FILE
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.site.visibility import Viewer
from mcp_preview.http.responses import build_json_response, catch_usage_faults
from mcp_preview.index.page_meaning import MeaningState, describe_ranking
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_request import MOST_HITS
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.results import list_also
from mcp_preview.report.comparison import RankHistory
from mcp_preview.report.finding import ReportFinding
from mcp_preview.report.question_file import QuestionsFault, SavedQuestion, parse_questions
from mcp_preview.report.question_ranks import QuestionRank, rank_questions
from mcp_preview.report.site_findings import find_site_findings, find_unsearched_findings
from mcp_preview.report.site_report import findings_as_json
from mcp_preview.settings.viewers import parse_viewer
from mcp_preview.web_api.viewer_api import LONGEST_QUERY

Json = dict[str, Any]


def build_result_routes(current_state: Callable[[], ServerState]) -> list[BaseRoute]:
    """Return the routes of results, questions and findings, for the owner's `current_state`."""
    history, one_at_a_time = RankHistory(), Lock()
    known: dict[tuple[int, MeaningState], Json] = {}
    """The findings in the last requested revision, cached because they take seconds on large sites.
    """
    unsearched: dict[tuple[int, MeaningState], Json] = {}
    """The findings that need no searches, cached in the same way."""

    async def results(request: Request) -> Response:
        """Answer with the hits of a query for a viewer, explained; none for a blank query."""
        state, given = current_state(), request.query_params
        query = given.get("q", "")[:LONGEST_QUERY]
        viewer = parse_viewer(given.get("as", "anonymous"), state.users)
        language, version = given.get("language") or None, given.get("version") or None
        hits = await to_thread.run_sync(
            lambda: (
                state.restrict_to_viewer(viewer).search.search(
                    query, language=language, version=version, explain=True
                )
                if query.strip()
                else ()
            )
        )
        return build_json_response({"query": query, "hits": [_hit_as_json(hit) for hit in hits]})

    async def questions(_request: Request) -> Response:
        """Answer with the ranks of the saved questions."""
        return build_json_response(
            await to_thread.run_sync(_render_saved_questions, current_state(), history)
        )

    async def findings(request: Request) -> Response:
        """Answer with the findings on the site, computed once for each revision.

        With `searches=false` only with those that need no searches, unless all are known.
        """
        async with one_at_a_time:
            state = current_state()
            key = (state.revision, state.search.meaning)
            is_quick = request.query_params.get("searches") == "false"
            cached = unsearched if is_quick and key not in known else known
            if key not in cached:
                find = _find_unsearched_as_json if is_quick else _site_findings_as_json
                result = await to_thread.run_sync(find, state)
                cached.clear()
                cached[key] = result
            return build_json_response(cached[key])

    return [
        Route("/results", catch_usage_faults(results)),
        Route("/questions", questions),
        Route("/findings", findings),
    ]


def _hit_as_json(hit: SearchHit) -> Json:
    """Return a hit with its reasons as JSON."""
    reason = hit.explanation
    return {
        "title": hit.title,
        "heading": hit.heading if hit.section.level else "",
        "path": hit.path,
        "original": hit.page.original,
        "url": hit.url,
        "file": hit.page.file,
        "public": hit.page.audience.public,
        "breadcrumbs": hit.breadcrumbs,
        "excerpt": hit.excerpt,
        "words": hit.words,
        "size": len(hit.content.encode("utf-8", "replace")),
        "also": list_also(hit, ""),
        "why": reason
        and {
            "fields": [
                {"field": field.field.value, "words": field.words} for field in reason.fields
            ],
            "boost": reason.boost,
            "copyOf": reason.copy_of,
        },
    }


def _site_findings_as_json(state: ServerState) -> Json:
    """Return the findings on the site as the owner sees it, as JSON."""

    def search(words: str, language: str | None, version: str | None) -> Sequence[SearchHit]:
        return state.search.search(words, language=language, version=version)

    pages = tuple(state.pages.indexed.values())
    found = find_site_findings(state.name, search, pages, state.report_facts())
    return _findings_as_json(state, found.findings)


def _find_unsearched_as_json(state: ServerState) -> Json:
    """Return the findings on the site that need no searches, as JSON."""
    pages = tuple(state.pages.indexed.values())
    found = find_unsearched_findings(state.name, pages, state.report_facts())
    return _findings_as_json(state, found)


def _findings_as_json(state: ServerState, findings: Sequence[ReportFinding]) -> Json:
    """Return findings on the site as JSON."""
    return {
        "about": describe_ranking(state.search.meaning),
        "findings": findings_as_json(findings),
        "folder": state.folder,
    }


def _render_saved_questions(state: ServerState, history: RankHistory) -> Json:
    """Return the saved questions with their ranks as JSON; none until the site is indexed."""
    nothing: Json = {"file": None, "questions": [], "trouble": ""}
    if not state.folder or state.indexing is not None:
        return nothing
    try:
        asked = parse_questions(DiskFiles(Path(state.folder)).read(QUESTIONS_FILE))
    except FileFault:
        return nothing
    except QuestionsFault as fault:
        return {**nothing, "file": QUESTIONS_FILE, "trouble": f"`{QUESTIONS_FILE}`, {fault}"}

    def find(question: SavedQuestion, viewer: Viewer) -> Sequence[SearchHit]:
        return state.restrict_to_viewer(viewer).search.search(
            question.question, language=question.language, version=question.version, explain=True
        )

    ranks, before = history.update_ranks(
        state.revision, asked, lambda wanted: rank_questions(find, wanted, state.pages, state.users)
    )
    shapes = [_render_saved_rank(rank, before) for rank in ranks]
    return {**nothing, "file": QUESTIONS_FILE, "questions": shapes}


def _render_saved_rank(rank: QuestionRank, before: Mapping[SavedQuestion, int | None]) -> Json:
    """Return a question with its ranks before and after the last edit, as JSON."""
    asked = rank.question
    key = asked._replace(line=0)
    return {
        "question": asked.question,
        "wanted": asked.wanted,
        "language": asked.language,
        "version": asked.version,
        "viewer": asked.viewer,
        "line": asked.line,
        "rank": rank.rank,
        "places": MOST_HITS,
        "isNew": key not in before,
        "before": before.get(key),
        "above": [
            {"rank": hit.rank, "title": hit.title, "path": hit.path, "why": hit.why}
            for hit in rank.above
        ],
        "note": rank.trouble or rank.elsewhere,
    }

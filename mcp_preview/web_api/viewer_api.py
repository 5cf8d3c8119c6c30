"""The page's data about viewers: their names, the pages they see, and the hits they get."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import orjson
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.site.visibility import Viewer, describe_audience, explain_viewer_access
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.verdict_report import render_access
from mcp_preview.http.responses import build_json_response, catch_usage_faults, get_base_url
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.tool_calls import ToolCalls, UnknownTool
from mcp_preview.settings.viewers import parse_viewer
from mcp_preview.web_api.page_api import parse_row_count

Json = dict[str, Any]
_MOST = 12
"""The most viewers that are compared at a time."""
LONGEST_QUERY = 1_000
"""The most characters of a query that are used."""

_NamedViewer: TypeAlias = tuple[str, Viewer]
"""A viewer after the name used on the page, in the form of `--as`."""


def build_viewer_routes(
    current_state: Callable[[], ServerState], calls: ToolCalls
) -> list[BaseRoute]:
    """Return the routes that list and compare viewers, and search or call tools as one of them."""

    async def viewers(request: Request) -> Response:
        """Answer with the known viewers and those in `as`, and how many pages each sees."""
        state = current_state()
        users = (f"user:{user.name}" for user in state.users)
        names = ["anonymous", "credential", *users, *_get_viewer_names(request)]
        named = _parse_viewers(dict.fromkeys(names), state)
        return build_json_response(await to_thread.run_sync(_viewers_as_json, state, named))

    async def compare_viewers(request: Request) -> Response:
        """Answer with the first matching pages, and which of the viewers in `as` see each."""
        state, given = current_state(), request.query_params
        named = _parse_viewers(_get_viewer_names(request), state)
        only_different = given.get("different") == "true"
        asked = (given.get("find", ""), parse_row_count(given), only_different)
        return build_json_response(await to_thread.run_sync(_compare_as_json, state, named, *asked))

    async def search(request: Request) -> Response:
        """Answer with the hits of a query for each viewer in `as`; none for a blank query."""
        state, given = current_state(), request.query_params
        query = given.get("q", "")[:LONGEST_QUERY]
        named = _parse_viewers(_get_viewer_names(request), state)
        columns = await to_thread.run_sync(
            lambda: (
                [_hits_as_json(state, name, viewer, query) for name, viewer in named]
                if query.strip()
                else []
            )
        )
        return build_json_response({"query": query, "columns": columns})

    async def call(request: Request) -> Response:
        """Call a tool as the viewer in `as`, and answer with its result."""
        name = request.query_params.get("as", "")
        viewer = parse_viewer(name, current_state().users)
        tool, arguments = _parse_tool_call(await request.body())
        base, client = get_base_url(request), f"this page, as {name}"
        try:
            answer = await calls.call_tool(tool, arguments, base, client, viewer)
        except UnknownTool as error:
            raise UsageFault(str(error)) from None
        return build_json_response({"texts": answer.texts, "isError": answer.is_error})

    return [
        Route("/viewers", catch_usage_faults(viewers)),
        Route("/call", catch_usage_faults(call), methods=["POST"]),
        Route("/seen", catch_usage_faults(compare_viewers)),
        Route("/search", catch_usage_faults(search)),
    ]


def _parse_tool_call(body: bytes) -> tuple[str, Json]:
    """Return the tool and the arguments in a JSON body. Raises `UsageFault` if it has none."""
    try:
        given = orjson.loads(body)
        return str(given["tool"]), dict(given["arguments"])
    except (ValueError, KeyError, TypeError):
        raise UsageFault("A call must have a `tool` and `arguments`.") from None


def _get_viewer_names(request: Request) -> list[str]:
    """Return the names of viewers in a request, up to the limit."""
    return request.query_params.getlist("as")[:_MOST]


def _parse_viewers(names: Iterable[str], state: ServerState) -> list[_NamedViewer]:
    """Return the viewers of these names, in order. Raises `UsageFault` for an unknown name."""
    return [(name, parse_viewer(name, state.users)) for name in names]


def _viewers_as_json(state: ServerState, viewers: Sequence[_NamedViewer]) -> Json:
    """Return viewers, groups and access of the site as JSON."""
    pages = _list_compared_pages(state)
    audiences = {page.audience for page in pages}
    groups = {
        name for audience in audiences for name in (*(audience.groups or ()), *audience.barred)
    }
    return {
        "access": render_access(state.access),
        "groups": sorted(groups - {"*"}),
        "pages": len(pages),
        "viewers": [
            {
                "name": name,
                "groups": None if viewer.groups is None else sorted(viewer.groups),
                "pages": len(state.restrict_to_viewer(viewer).pages.indexed),
            }
            for name, viewer in viewers
        ],
    }


def _compare_as_json(
    state: ServerState, viewers: Sequence[_NamedViewer], find: str, count: int, only_different: bool
) -> Json:
    """Return the first pages with all words of `find`, and why each viewer sees them or not.

    Each page has a cell for each viewer: the number of a reason. With `only_different` only pages
    on which the viewers differ are included.
    """
    words = find.lower().split()
    reasons: dict[tuple[bool, str], int] = {}
    seen = [(viewer, state.restrict_to_viewer(viewer).pages.indexed) for _, viewer in viewers]
    matches, pages = 0, list[Json]()
    compared = _list_compared_pages(state)
    for page in compared:
        path = page.path
        text = f"{page.title}\n{path}".lower()
        if not all(word in text for word in words):
            continue
        if only_different and len({path in its for _, its in seen}) < 2:
            continue
        matches += 1
        if len(pages) < count:
            cells = [
                (path in its, explain_viewer_access(page.audience, viewer)) for viewer, its in seen
            ]
            numbers = [reasons.setdefault(cell, len(reasons)) for cell in cells]
            pages.append({**_page_as_json(page), "cells": numbers})
    return {
        "viewers": [name for name, _ in viewers],
        "reasons": [{"sees": sees, "why": why} for sees, why in reasons],
        "total": len(compared),
        "matches": matches,
        "pages": pages,
    }


def _list_compared_pages(state: ServerState) -> list[IndexedPage]:
    """Return the indexed pages, and those that are left out because no one may see them."""
    left_out = (page.readable for page in state.pages.left_out if page.audience.is_empty)
    return [*state.pages.indexed.values(), *(page for page in left_out if page is not None)]


def _page_as_json(page: IndexedPage) -> Json:
    """Return a page with its audience as JSON."""
    return {
        "path": page.path,
        "url": page.url,
        "title": page.title,
        "public": page.audience.public,
        "audience": describe_audience(page.audience),
    }


def _hits_as_json(state: ServerState, name: str, viewer: Viewer, query: str) -> Json:
    """Return the hits of a viewer with this name as JSON."""
    return {
        "viewer": name,
        "hits": [
            {
                "title": hit.title,
                "url": hit.url,
                "path": hit.path,
                "public": state.pages.indexed[hit.path].audience.public,
            }
            for hit in state.restrict_to_viewer(viewer).search.search(query)
        ],
    }

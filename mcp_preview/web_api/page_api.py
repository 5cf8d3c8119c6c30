"""The page's data about pages: parts of the list with verdicts, folders of the tree, page texts.

Large sites have too many pages for one response.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any, TypeAlias

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from mcp_preview.content.verdict_report import classify_content, render_verdicts
from mcp_preview.filesystem.virtual_files import render_page_file
from mcp_preview.http.responses import build_json_response, catch_usage_faults
from mcp_preview.live.server_state import ServerState
from mcp_preview.settings.viewers import parse_viewer

Json = dict[str, Any]
FEWEST, MOST_ROWS = 100, 5_000
INDEXED, LEFT_OUT, OTHER = "indexed", "leftOut", "other"
_OF_REASON = "why:"
_FOUND_BY = ("title", "path", "file", "why", "detail", "language", "version", "audience")

_Row: TypeAlias = tuple[Json, str]
"""A page of the list as JSON, and the text that is searched, in lower case."""


class PageRows:
    """The list of all pages in one revision."""

    def __init__(self, state: ServerState) -> None:
        """Build the list from a state."""
        self.revision = state.revision
        self._folder = state.folder
        self._rows = tuple(_iter_rows(state))

    def find_rows(self, find: str, verdict: str, count: int) -> Json:
        """Return the first rows with all words of `find` and a verdict as JSON, with counts."""
        words = find.lower().split()
        rows = [
            shape
            for shape, text in self._rows
            if _has_verdict(shape, verdict) and all(word in text for word in words)
        ]
        shapes = [shape for shape, _ in self._rows]
        reasons = Counter(shape["why"] for shape in shapes if shape["verdict"] in (LEFT_OUT, OTHER))
        return {
            "folder": self._folder,
            "total": len(shapes),
            "matches": len(rows),
            "verdicts": Counter(shape["verdict"] for shape in shapes),
            "reasons": reasons.most_common(),
            "rows": rows[:count],
        }


def build_page_list_routes(current_state: Callable[[], ServerState]) -> list[BaseRoute]:
    """Return the routes of the list, tree and text of pages, for the owner's `current_state`."""
    known: dict[str, PageRows] = {}
    """The last list, cached because building it takes longer than searching it."""

    def part(state: ServerState, find: str, verdict: str, count: int) -> Json:
        """Return the first matching rows of a list that is rebuilt after each change."""
        rows = known.get("")
        if rows is None or rows.revision != state.revision:
            rows = known[""] = PageRows(state)
        return rows.find_rows(find, verdict, count)

    async def pages(request: Request) -> Response:
        """Answer with the first rows that match `find` and `verdict`, and with counts."""
        given = request.query_params
        asked = (given.get("find", ""), given.get("verdict", ""), parse_row_count(given))
        return build_json_response(await to_thread.run_sync(part, current_state(), *asked))

    async def tree(request: Request) -> Response:
        """Answer with what is directly in a folder, as the viewer in `as` sees it."""
        state, given = current_state(), request.query_params
        viewer = parse_viewer(given.get("as", "anonymous"), state.users)
        folder = given.get("folder", "")
        return build_json_response(
            await to_thread.run_sync(
                lambda: _folder_as_json(state.restrict_to_viewer(viewer), folder)
            )
        )

    async def text(request: Request) -> Response:
        """Answer with the title and text of an indexed page, or 404."""
        page = current_state().pages.indexed.get(request.query_params.get("path", ""))
        if page is None:
            return build_json_response({"error": "This page no longer exists."}, 404)
        markdown = render_page_file(page).decode("utf-8", "replace")
        return build_json_response({"title": page.title, "path": page.path, "text": markdown})

    return [Route("/pages", pages), Route("/tree", catch_usage_faults(tree)), Route("/text", text)]


def parse_row_count(given: Mapping[str, str]) -> int:
    """Return the requested number of rows, at most 5,000; 100 if it is not a number."""
    count = given.get("count", "")
    return min(int(count), MOST_ROWS) if count.isascii() and count.isdigit() else FEWEST


def _iter_rows(state: ServerState) -> Iterator[_Row]:
    """Yield the rows of all pages with their verdicts."""
    report = render_verdicts(state.name, state.folder, state.pages, state.trouble, state.access)
    for page in report["indexed"]:
        verdict = INDEXED if page["content"] == "text" else page["content"]
        why = page["why"] or " \u203a ".join(page["breadcrumbs"])
        yield _build_row({**page, "verdict": verdict, "why": why, "place": page["file"]})
    for kind in (LEFT_OUT, "others"):
        for page in report[kind]:
            verdict = LEFT_OUT if kind == LEFT_OUT else OTHER
            place = page["where"] or page["file"]
            shape = {"title": "", "verdict": verdict, "why": page["reason"], "place": place}
            yield _build_row({**page, **shape})


def _build_row(shape: Json) -> _Row:
    """Return a row with its searched text."""
    texts = (str(shape.get(key) or "") for key in _FOUND_BY)
    return shape, "\n".join(texts).lower()


def _has_verdict(shape: Json, verdict: str) -> bool:
    """Return whether a row has a verdict, any kind of `indexed`, or a reason as `why:REASON`.

    An empty verdict matches all.
    """
    if verdict == INDEXED:
        return shape["verdict"] not in (LEFT_OUT, OTHER)
    if verdict.startswith(_OF_REASON):
        return bool(shape["why"] == verdict.removeprefix(_OF_REASON))
    return not verdict or shape["verdict"] == verdict


def _folder_as_json(state: ServerState, folder: str) -> Json:
    """Return the folders and pages directly in a folder as JSON."""
    start = f"{folder}/" if folder else ""
    folders: Counter[str] = Counter()
    pages = []
    for path, page in state.pages.indexed.items():
        if path.startswith(start):
            name, _, below = path[len(start) :].partition("/")
            if below:
                folders[name] += 1
            else:
                pages.append({"path": path, "title": page.title, "content": classify_content(page)})
    return {"folders": sorted(folders.items()), "pages": sorted(pages, key=itemgetter("path"))}

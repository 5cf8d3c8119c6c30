"""The routes of the JSON for the page at `/`, and the data of the site and recent calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.routes.reserved import PREVIEW_FOLDER
from docs_lsp.site.site_files import LLMS_FULL_TXT, LLMS_TXT
from docs_lsp.site.tool_names import make_tool_suffix
from docs_lsp.site.visibility import ANONYMOUS
from mcp_preview.content.verdict_report import count_pages
from mcp_preview.documents.discovery import build_skill_path
from mcp_preview.http.limits import CountedRequest, LimitKind, Limits, build_site_request
from mcp_preview.http.responses import build_json_response, get_base_url, get_socket_url
from mcp_preview.index.page_meaning import describe_ranking
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.mcp.tools import build_tool_definitions
from mcp_preview.web_api.client_options import (
    ClientOption,
    build_first_options,
    build_menu_options,
    iter_client_settings,
    iter_token_settings,
)
from mcp_preview.web_api.page_access import PageAccess, require_page_secret

Json = dict[str, Any]

_EXAMPLES = 3
_FEW, _MANY = 2, 9
"""Words of a title that says something, and that fits on a button."""


def build_api_routes(access: PageAccess, routes: Sequence[BaseRoute]) -> list[BaseRoute]:
    """Return routes below `/.docs-lsp/api/` that need the secret; none if the page is off."""
    if not access.secret:
        return []
    return [
        Mount(
            f"{PREVIEW_FOLDER}/api",
            routes=routes,
            middleware=[Middleware(require_page_secret, access)],
        )
    ]


def build_site_routes(
    current_state: Callable[[], ServerState], limits: Limits, call_log: CallLog
) -> list[BaseRoute]:
    """Return the routes of the whole site; `current_state` returns the state of the owner."""

    async def site(request: Request) -> Response:
        """Answer with the data of the site, and the use of each limit."""
        address = request.client.host if request.client else ""
        counters = [
            await limits.measure_use(CountedRequest(LimitKind.REQUESTS, address)),
            *[
                await limits.measure_use(build_site_request(kind))
                for kind in _iter_site_limits(current_state())
            ],
        ]
        is_proxied = request.query_params.get("proxied") == "true"
        content = _site_as_json(
            current_state(), get_socket_url(request) if is_proxied else get_base_url(request)
        )
        content["limits"] = [
            {"scope": kind.value, "limit": limit, "used": used} for kind, limit, used in counters
        ]
        return build_json_response(content)

    async def calls(_request: Request) -> Response:
        """Answer with the last tool calls, newest first."""
        return build_json_response([asdict(call) for call in call_log.list_calls()])

    return [Route("/site", site), Route("/calls", calls)]


def _iter_site_limits(state: ServerState) -> Iterator[LimitKind]:
    """Yield the limits that apply to the site."""
    yield from (LimitKind.SEARCHES, LimitKind.QUERIES)
    if state.access.mode is not AccessMode.PUBLIC:
        yield from (LimitKind.AUTHED_SEARCHES, LimitKind.AUTHED_QUERIES)


def _site_as_json(state: ServerState, base: str) -> Json:
    """Return the data of the site as JSON."""
    url, name = f"{base}/mcp", make_tool_suffix(state.name).replace("_", "-")
    return {
        "name": state.name,
        "url": base,
        "folder": state.folder,
        "mcp": url,
        "revision": state.revision,
        "trouble": state.trouble,
        "indexing": None if state.indexing is None else state.indexing._asdict(),
        "mode": state.access.mode.value,
        "meaning": state.search.meaning.value,
        "ranking": describe_ranking(state.search.meaning),
        "tools": build_tool_definitions(state),
        "versions": state.versions,
        "languages": state.languages,
        "pages": count_pages(state.pages).as_json(),
        "skills": [
            {
                "uri": skill.uri,
                "path": build_skill_path(skill),
                "description": skill.description,
                "file": skill.file,
            }
            for skill in state.skills
        ],
        "examples": _pick_examples(state),
        "start": _options_as_json(_choose_first_options(state, name, base)),
        "lists": [f"/{LLMS_TXT}", f"/{LLMS_FULL_TXT}"],
        "connect": {
            "menu": _options_as_json(build_menu_options(name, url, state.contextual)),
            "clients": _options_as_json(iter_client_settings(name, url)),
            "authed": _render_authed_options(f"{name}-authed", f"{base}/authed/mcp"),
        },
    }


def _pick_examples(state: ServerState) -> list[str]:
    """Return up to three titles of pages from all over the site, as example searches.

    Those that everybody finds, if there are any: the page begins as an anonymous viewer. Titles of
    one word only if there are too few of more words.
    """
    titles: dict[str, bool] = {}
    for page in state.pages.indexed.values():
        if page.of_default and not page.refused_at and 1 <= len(page.title.split()) <= _MANY:
            titles[page.title] = page.audience.admits(ANONYMOUS) or titles.get(page.title, False)
    shown = [title for title, is_open in titles.items() if is_open] or [*titles]
    fit = [title for title in shown if len(title.split()) >= _FEW]
    step = len(fit) // (_EXAMPLES + 1)
    short = (title for title in shown if title not in fit)
    return [*(fit[step::step] if step else fit)[:_EXAMPLES], *short][:_EXAMPLES]


def _choose_first_options(state: ServerState, name: str, base: str) -> tuple[ClientOption, ...]:
    """Return how to connect: to `/authed/mcp` if all pages need a log-in, else to `/mcp`."""
    if state.access.mode is AccessMode.FULL:
        return build_first_options(f"{name}-authed", f"{base}/authed/mcp")
    return build_first_options(name, f"{base}/mcp")


def _render_authed_options(name: str, url: str) -> Json:
    """Return the endpoint's URL and its options for clients that log in or send a token."""
    return {
        "url": url,
        "logIn": _options_as_json(iter_client_settings(name, url)),
        "token": _options_as_json(iter_token_settings(name, url)),
    }


def _options_as_json(options: Iterable[ClientOption]) -> list[Json]:
    """Return ways to connect as JSON."""
    return [
        {"id": option.identifier, "label": option.label, "text": option.text, "link": option.link}
        for option in options
    ]

"""What the page at `/` asks for: the site, every page with its verdict, and the recent calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from docs_lsp.site.tool_names import tool_suffix
from mcp_preview.commands.report import report_of
from mcp_preview.http.client_options import Option, client_settings, menu_options
from mcp_preview.http.discovery import skill_path
from mcp_preview.http.limits import Hit, Limits, Scope
from mcp_preview.http.llms import FULL, INDEX
from mcp_preview.http.mcp_endpoint import site_hit
from mcp_preview.http.responses import base_of, json_response, own_base_of
from mcp_preview.live.server_state import Served
from mcp_preview.mcp.call_log import Record
from mcp_preview.mcp.tools import tools_of

Json = dict[str, Any]


def api_routes(served: Callable[[], Served], limits: Limits, record: Record) -> list[BaseRoute]:
    """The routes below `/api/`."""

    async def site(request: Request) -> Response:
        address = request.client.host if request.client else ""
        counters = [
            await limits.used(Hit(Scope.REQUESTS, address)),
            await limits.used(site_hit(Scope.SEARCHES)),
            await limits.used(site_hit(Scope.QUERIES)),
        ]
        is_proxied = request.query_params.get("proxied") == "true"
        told = _site(served(), own_base_of(request) if is_proxied else base_of(request))
        told["limits"] = [
            {"scope": one.scope.value, "limit": one.limit, "used": one.used} for one in counters
        ]
        return json_response(told)

    async def pages(_request: Request) -> Response:
        now = served()
        return json_response(report_of(now.name, now.folder, now.pages, now.trouble))

    async def calls(_request: Request) -> Response:
        return json_response([asdict(call) for call in record.calls()])

    return [
        Route("/api/site", site),
        Route("/api/pages", pages),
        Route("/api/calls", calls),
    ]


def _site(served: Served, base: str) -> Json:
    url, name = f"{base}/mcp", tool_suffix(served.name).replace("_", "-")
    return {
        "name": served.name,
        "url": base,
        "mcp": url,
        "revision": served.revision,
        "trouble": served.trouble,
        "tools": tools_of(served),
        "versions": served.versions,
        "languages": served.languages,
        "pages": {
            "indexed": len(served.pages.indexed),
            "left_out": len(served.pages.left_out),
        },
        "skills": [
            {
                "uri": skill.uri,
                "path": skill_path(skill),
                "description": skill.description,
                "file": skill.file,
            }
            for skill in served.skills
        ],
        "lists": [f"/{INDEX}", f"/{FULL}"],
        "connect": {
            "menu": [_option(one) for one in menu_options(name, url, served.contextual)],
            "clients": [_option(one) for one in client_settings(name, url)],
        },
    }


def _option(option: Option) -> Json:
    return {
        "id": option.identifier,
        "label": option.label,
        "text": option.text,
        "link": option.link,
    }

"""JSON responses, and the address of the site in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from docs_lsp.core.usage_fault import UsageFault


def build_json_response(content: object, status: int = 200) -> Response:
    """Return a JSON response that must not be cached, since an edit may change it."""
    headers = {"Cache-Control": "no-store"}
    return Response(orjson.dumps(content), status, headers, media_type="application/json")


def catch_usage_faults(answer: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """Return an endpoint that answers 400 with the message of a `UsageFault`."""

    async def endpoint(request: Request) -> Response:
        try:
            response: Response = await answer(request)
        except UsageFault as fault:
            return build_json_response({"error": str(fault)}, 400)
        return response

    return endpoint


def wants_text(headers: Headers) -> bool:
    """Return whether a client accepts text or Markdown but not HTML."""
    accepted = headers.get("accept", "")
    return "text/html" not in accepted and ("text/markdown" in accepted or "text/plain" in accepted)


def get_base_url(request: Request) -> str:
    """Return the address of the site for a request, without a final `/`."""
    return str(request.base_url).rstrip("/")


def get_socket_url(request: Request) -> str:
    """Return the URL of the socket that received a request, or the site's if it is unknown.

    A proxy that serves the preview in a folder of another host does not say which folder.
    """
    server = request.scope.get("server")
    if not server or server[1] is None:
        return get_base_url(request)
    host, port = server
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"

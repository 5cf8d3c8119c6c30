"""JSON responses, and the address of the site that they name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from docs_lsp.core.usage_fault import UsageFault


def json_response(content: object, status: int = 200) -> Response:
    """An answer that is not to be kept, since the next edit may change it."""
    headers = {"Cache-Control": "no-store"}
    return Response(orjson.dumps(content), status, headers, media_type="application/json")


def catch_usage_faults(answer: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """An endpoint that says what is wrong with the viewer it was given."""

    async def endpoint(request: Request) -> Response:
        try:
            response: Response = await answer(request)
        except UsageFault as fault:
            return json_response({"error": str(fault)}, 400)
        return response

    return endpoint


def wants_text(headers: Headers) -> bool:
    """Whether a client asks for a page as a text, and would not take it for people."""
    accepted = headers.get("accept", "")
    return "text/html" not in accepted and ("text/markdown" in accepted or "text/plain" in accepted)


def base_of(request: Request) -> str:
    """The address of the site as whoever asks knows it, without a `/` at its end."""
    return str(request.base_url).rstrip("/")


def socket_base_of(request: Request) -> str:
    """The address of the socket on which a request came in.

    A proxy that makes the preview a folder of another host passes on what is for that folder, and
    does not say which one it is.
    """
    server = request.scope.get("server")
    if not server or server[1] is None:
        return base_of(request)
    host, port = server
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"

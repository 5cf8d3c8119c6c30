"""Answers in JSON, and the address that answers name."""

from __future__ import annotations

import orjson
from starlette.requests import Request
from starlette.responses import Response


def json_response(content: object, status: int = 200) -> Response:
    """An answer that is not to be kept, since the next edit may change it."""
    headers = {"Cache-Control": "no-store"}
    return Response(orjson.dumps(content), status, headers, media_type="application/json")


def base_of(request: Request) -> str:
    """The address of the site as whoever asks knows it, without a `/` at its end."""
    return str(request.base_url).rstrip("/")

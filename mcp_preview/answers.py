"""Answers in JSON."""

from __future__ import annotations

import orjson
from starlette.responses import Response


def json_response(content: object, status: int = 200) -> Response:
    """An answer that is not to be kept, since the next edit may change it."""
    headers = {"Cache-Control": "no-store"}
    return Response(orjson.dumps(content), status, headers, media_type="application/json")

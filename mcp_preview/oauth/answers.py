"""Responses of the endpoints, and the forms that they receive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl

import orjson
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

MAX_FORM = 64 * 1024
"""The greatest size of a request to an endpoint in bytes."""
NO_STORE = MappingProxyType({"Cache-Control": "no-store", "Pragma": "no-cache"})
"""The headers that forbid caching of responses with tokens (RFC 6749, 5.1)."""


class OAuthFault(Exception):
    """A request that an endpoint rejects, as defined in RFC 6749 (5.2)."""

    def __init__(
        self,
        error: str,
        description: str,
        status: int = 400,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(description)
        self.error = error
        self.description = description
        self.status = status
        self.headers = headers

    def build_response(self) -> Response:
        """Return the response. It repeats nothing of the request, which may be secret."""
        content = {"error": self.error, "error_description": self.description}
        return build_no_store_response(content, self.status, self.headers)


def build_no_store_response(
    content: object, status: int = 200, headers: Mapping[str, str] = MappingProxyType({})
) -> Response:
    """Return a JSON response that must not be cached."""
    body = orjson.dumps(content)
    return Response(body, status, {**NO_STORE, **headers}, media_type="application/json")


async def read_body(request: Request) -> bytes:
    """Return the body of a request. Raises `OAuthFault` if it is too long or cut off."""
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > MAX_FORM:
                raise OAuthFault("invalid_request", "The request is too long.", 413)
    except ClientDisconnect:
        raise OAuthFault("invalid_request", "The request ended early.") from None
    return bytes(data)


async def read_form(request: Request) -> dict[str, str]:
    """Return the non-empty fields of a form. Raises `OAuthFault` for duplicates or no form."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise OAuthFault(
            "invalid_request", "Send a form, of the type application/x-www-form-urlencoded."
        )
    try:
        text = (await read_body(request)).decode()
        return collect_parameters(parse_qsl(text, keep_blank_values=True, max_num_fields=50))
    except ValueError:
        raise OAuthFault("invalid_request", "The form cannot be read.") from None


def collect_parameters(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return non-empty parameters by name. Raises `OAuthFault` if one is repeated.

    See RFC 6749, 3.1.
    """
    parameters: dict[str, str] = {}
    for name, value in pairs:
        if name in parameters:
            raise OAuthFault("invalid_request", "A parameter is given twice.")
        parameters[name] = value
    return {name: value for name, value in parameters.items() if value}

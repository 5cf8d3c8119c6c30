"""The page's data about client credentials: list, create and delete them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from docs_lsp.core.phrases import capitalize
from docs_lsp.core.usage_fault import UsageFault
from mcp_preview.http.responses import build_json_response
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.metadata import TOKEN
from mcp_preview.store.records import LabelFault, StoreUnavailable

_Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]
_LONGEST = 10_000
"""The most bytes of a request."""
_UNKNOWN = "This client credential no longer exists."


def build_credential_routes(parts: AuthorizationParts) -> list[BaseRoute]:
    """Return the routes that list, create and delete client credentials in the store."""

    async def list_credentials(_request: Request) -> Response:
        """Answer with all credentials, without their secrets."""
        credentials = await parts.run_in_store(lambda store, _now: store.list_credentials())
        return build_json_response({"credentials": [asdict(each) for each in credentials]})

    async def create(request: Request) -> Response:
        """Create a credential, and answer with its secret and a command that uses it, or 400."""
        label = _parse_label(await request.body())
        if label is None:
            return build_json_response({"error": "A client credential needs a label."}, 400)
        try:
            made = await parts.run_in_store(lambda store, now: store.create_credential(label, now))
        except LabelFault as fault:
            return build_json_response({"error": capitalize(str(fault))}, 400)
        token_url = f"{parts.address.build_base_url(request)}{TOKEN}"
        curl = _render_curl_command(token_url, made.client_id, made.client_secret)
        return build_json_response({**made._asdict(), "curl": curl}, 201)

    async def delete(request: Request) -> Response:
        """Delete a credential and its tokens, or answer 404."""
        client_id = request.path_params["client_id"]
        if await parts.run_in_store(lambda store, _now: store.delete_credential(client_id)):
            return build_json_response({})
        return build_json_response({"error": _UNKNOWN}, 404)

    return [
        Route("/credentials", _catch_store_faults(list_credentials), methods=["GET"]),
        Route("/credentials", _catch_store_faults(create), methods=["POST"]),
        Route("/credentials/{client_id}", _catch_store_faults(delete), methods=["DELETE"]),
    ]


def _catch_store_faults(answer: _Endpoint) -> _Endpoint:
    """Return an endpoint that answers 503 with the message if the store does not work."""

    async def endpoint(request: Request) -> Response:
        try:
            return await answer(request)
        except (StoreUnavailable, UsageFault) as fault:
            return build_json_response({"error": capitalize(str(fault))}, 503)

    return endpoint


def _parse_label(body: bytes) -> str | None:
    """Return the label in a JSON body; None if it is missing or the body is too long."""
    if len(body) > _LONGEST:
        return None
    try:
        given = json.loads(body)
    except ValueError:
        return None
    label = given.get("label") if isinstance(given, dict) else None
    return label if isinstance(label, str) else None


def _render_curl_command(address: str, client_id: str, client_secret: str) -> str:
    """Return a shell command that gets tokens for a credential."""
    fields = {
        "grant_type": "client_credentials",
        "client_id": client_id,
        "client_secret": client_secret,
    }
    given = " \\\n".join(f"  -d {shlex.quote(f'{name}={value}')}" for name, value in fields.items())
    return f"curl {shlex.quote(address)} \\\n{given}"

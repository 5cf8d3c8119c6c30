"""The page's data about client credentials: list, create and delete them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from docs_lsp.core.phrases import capitalize
from docs_lsp.core.usage_fault import UsageFault
from mcp_preview.http.responses import build_json_response
from mcp_preview.store.records import LabelFault, StoreUnavailable

if TYPE_CHECKING:
    from mcp_preview.store.store import Store

Json = dict[str, Any]
_LONGEST = 10_000
"""The most bytes of a request."""
_UNKNOWN = "There is no such client credential any more."


class StoreRunner(Protocol):
    """A function that runs work with the store and the time in a worker thread."""

    def __call__(self, work: Callable[[Store, int], Any], /) -> Awaitable[Any]:
        """Return the result of the work. Raises `StoreUnavailable`."""
        ...


def build_credential_routes(
    in_store: StoreRunner, token_address: Callable[[Request], str]
) -> list[BaseRoute]:
    """Return the routes of client credentials; `token_address` builds the URL for tokens."""

    async def list_credentials(request: Request) -> Response:
        return await _catch_faults(lambda: _list_credentials(in_store))

    async def create(request: Request) -> Response:
        label = _parse_label(await request.body())
        if label is None:
            return build_json_response({"error": "A client credential needs a label."}, 400)
        return await _catch_faults(
            lambda: _create_credential(in_store, label, token_address(request))
        )

    async def delete(request: Request) -> Response:
        client_id = request.path_params["client_id"]
        return await _catch_faults(lambda: _delete_credential(in_store, client_id))

    return [
        Route("/credentials", list_credentials, methods=["GET"]),
        Route("/credentials", create, methods=["POST"]),
        Route("/credentials/{client_id}", delete, methods=["DELETE"]),
    ]


async def _catch_faults(act: Callable[[], Awaitable[Response]]) -> Response:
    """Return the response of a function, or 503 with the message of a fault."""
    try:
        return await act()
    except (StoreUnavailable, UsageFault) as fault:
        return build_json_response({"error": capitalize(str(fault))}, 503)


async def _list_credentials(in_store: StoreRunner) -> Response:
    """Return the credentials of the site as JSON."""
    credentials = await in_store(lambda store, _now: store.list_credentials())
    return build_json_response({"credentials": [asdict(credential) for credential in credentials]})


async def _create_credential(in_store: StoreRunner, label: str, token_address: str) -> Response:
    """Create a credential; return it with its secret as JSON, or 400 for an invalid label."""
    try:
        made = await in_store(lambda store, now: store.create_credential(label, now))
    except LabelFault as fault:
        return build_json_response({"error": capitalize(str(fault))}, 400)
    curl = _render_curl_command(token_address, made.client_id, made.client_secret)
    return build_json_response({**made._asdict(), "curl": curl}, 201)


async def _delete_credential(in_store: StoreRunner, client_id: str) -> Response:
    """Delete a credential; return 404 if it does not exist."""
    if await in_store(lambda store, _now: store.delete_credential(client_id)):
        return build_json_response({})
    return build_json_response({"error": _UNKNOWN}, 404)


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

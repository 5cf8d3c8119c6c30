"""The endpoints of the authorization server, as routes.

A public site has none of them. If the search server is switched off they refuse, and say how to
switch it on; their metadata remains, as on the service.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from docs_lsp.site.access_mode import AccessMode
from mcp_preview.oauth import metadata
from mcp_preview.oauth.answers import OAuthFault, build_no_store_response
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.log_in import render_refusal_page, respond_decision, respond_log_in
from mcp_preview.oauth.pages import build_style_response
from mcp_preview.oauth.registration import respond_registration
from mcp_preview.oauth.token_endpoint import respond_revocation, respond_token_request
from mcp_preview.store.records import StoreUnavailable

logger = logging.getLogger(__name__)

_Answer: TypeAlias = Callable[[AuthorizationParts, Request], Awaitable[Response]]
"""Answers a request to the authorization server of a site. May raise `OAuthFault`."""
NOT_HERE = "Everything on this site is public: its server is at /mcp."
"""The message for the authenticated half of a public site."""
_IS_OPEN = f"There is no log-in at {metadata.MCP}. To log in, use {metadata.AUTHED_MCP}."
"""The message for the public half of a site that is only partly public."""


def build_oauth_routes(parts: AuthorizationParts) -> list[Route]:
    """Return the routes of the authorization server."""

    def route(path: str, answer: _Answer, method: str = "GET") -> Route:
        """Return a route that answers 404 on a public site."""
        return Route(path, _hide_if_public(parts, answer), methods=[method])

    def page_route(path: str, answer: _Answer, method: str) -> Route:
        """Return a route that answers with a page if the server is off or the store fails."""
        return route(path, _guard_answer(answer, render_refusal_page), method)

    def json_route(path: str, answer: _Answer) -> Route:
        """Return a POST route that answers with JSON if the server is off or the store fails."""
        return route(path, _guard_answer(answer, _build_json_refusal), "POST")

    return [
        page_route(metadata.AUTHORIZE, respond_log_in, "GET"),
        page_route(metadata.AUTHORIZE, respond_decision, "POST"),
        json_route(metadata.REGISTER, respond_registration),
        json_route(metadata.TOKEN, respond_token_request),
        *(
            route(path, _respond_wrong_method)
            for path in (metadata.TOKEN, metadata.REGISTER, metadata.REVOKE)
        ),
        json_route(metadata.REVOKE, respond_revocation),
        route(metadata.STYLE, _respond_style),
        route(metadata.SERVER_METADATA, _respond_server_metadata),
        *(
            route(
                metadata.build_resource_metadata_path(path),
                partial(_respond_resource_metadata, path=path),
            )
            for path in (metadata.AUTHED_MCP, metadata.MCP)
        ),
    ]


def _hide_if_public(
    parts: AuthorizationParts, answer: _Answer
) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint for an answer; it answers 404 on a public site, which has no log-in."""

    async def endpoint(request: Request) -> Response:
        if parts.access.mode is AccessMode.PUBLIC:
            return respond_no_log_in()
        return await answer(parts, request)

    return endpoint


def _guard_answer(answer: _Answer, refusal: Callable[..., Response]) -> _Answer:
    """Return an answer with responses for its faults, and 403 if the server is switched off."""

    async def answer_guarded(parts: AuthorizationParts, request: Request) -> Response:
        access = parts.access
        if not access.is_enabled:
            return refusal(access.notice, status=403)
        try:
            return await answer(parts, request)
        except OAuthFault as fault:
            return fault.build_response()
        except StoreUnavailable as error:
            logger.warning("The store cannot be reached: %s", error)
            return refusal("The store of the preview cannot be reached.", status=503)

    return answer_guarded


def respond_no_log_in() -> Response:
    """Return the response 404 of a public site, which has no log-in."""
    return PlainTextResponse(f"{NOT_HERE}\n", 404)


def _build_json_refusal(description: str, status: int) -> Response:
    """Return the response of an endpoint for clients that refuses a request."""
    error = "access_denied" if status == 403 else "temporarily_unavailable"
    return build_no_store_response({"error": error, "error_description": description}, status)


async def _respond_wrong_method(_parts: AuthorizationParts, _request: Request) -> Response:
    """Answer a GET, such as a browser's, that POST is needed."""
    text = "Send a POST request with a form (application/x-www-form-urlencoded) to this address."
    body = {"error": "invalid_request", "error_description": text}
    return JSONResponse(body, 405, {"Allow": "POST"})


async def _respond_style(_parts: AuthorizationParts, _request: Request) -> Response:
    """Answer with the style sheet of the log-in pages."""
    return build_style_response()


async def _respond_server_metadata(parts: AuthorizationParts, request: Request) -> Response:
    """Answer with the metadata of the authorization server."""
    return build_no_store_response(
        metadata.build_server_metadata(parts.address.build_base_url(request))
    )


async def _respond_resource_metadata(
    parts: AuthorizationParts, request: Request, path: str
) -> Response:
    """Answer with the metadata of an endpoint, or 404 if it needs no log-in."""
    if path == metadata.MCP and parts.access.mode is AccessMode.PARTIAL:
        return PlainTextResponse(f"{_IS_OPEN}\n", 404)
    name = parts.current_state().name
    return build_no_store_response(
        metadata.build_resource_metadata(parts.address.build_base_url(request), path, name)
    )

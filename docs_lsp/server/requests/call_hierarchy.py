"""Answers about who links to a page or lists it, and where it leads."""

from __future__ import annotations

from docs_lsp.features.to_lsp import Json
from docs_lsp.server.errors import BadParams
from docs_lsp.server.requests.request import Request


def handle_call_hierarchy_preparation(request: Request) -> list[Json] | None:
    """Answer `textDocument/prepareCallHierarchy`."""
    from docs_lsp.features.call_hierarchy import answer_call_hierarchy_preparation

    return answer_call_hierarchy_preparation(
        request.view, request.file, request.require_offset(), request.encoding
    )


def handle_incoming_calls(request: Request) -> list[Json]:
    """Answer `callHierarchy/incomingCalls`."""
    from docs_lsp.features.call_hierarchy import answer_incoming_calls

    return answer_incoming_calls(
        request.view, request.file, _require_about(request), request.encoding
    )


def handle_outgoing_calls(request: Request) -> list[Json]:
    """Answer `callHierarchy/outgoingCalls`."""
    from docs_lsp.features.call_hierarchy import answer_outgoing_calls

    return answer_outgoing_calls(
        request.view, request.file, _require_about(request), request.encoding
    )


def _require_about(request: Request) -> Json:
    """Return what an item is about. Raises `BadParams` if the client did not send it unchanged."""
    match request.data:
        case {
            "about": {"kind": "page" | "file", "file": str()}
            | {"kind": "operation", "file": str(), "method": str(), "path": str()}
            | {"kind": "object", "file": str(), "at": int()}
        }:
            about: Json = request.data["about"]
            return about
    raise BadParams("an item of the call hierarchy without its data")

"""Validation of JSON-RPC messages, before the SDK reads them.

The SDK would tell a client about its own classes instead, or take a call with an odd identity for a
notification, whose answer the client then waits for.
"""

from __future__ import annotations

from typing import Any, Final

INVALID_REQUEST: Final = -32600
"""JSON-RPC's code for what is JSON and no message."""


def fault_in(message: object) -> str | None:
    """What is wrong with the shape of a message, given as its JSON; None for one that is right."""
    if isinstance(message, list):
        return "Send one message at a time, not several in an array."
    if not isinstance(message, dict):
        return "A message is an object."
    if message.get("jsonrpc") != "2.0":
        return 'A message says `"jsonrpc": "2.0"`.'
    if "method" in message:
        return _fault_in_call(message)
    if "result" in message or "error" in message:
        return None  # An answer, to a question that was never asked: the protocol drops it.
    return "A message names its `method`."


def id_of(message: object) -> str | int | None:
    """The `id` that the response carries; None where the message has none that can be used."""
    identity = message.get("id") if isinstance(message, dict) else None
    is_right = isinstance(identity, str | int) and not isinstance(identity, bool)
    return identity if is_right else None


def error_response(message: object, code: int, text: str, **more: Any) -> dict[str, Any]:
    """The error response to a message."""
    return {
        "jsonrpc": "2.0",
        "id": id_of(message),
        "error": {"code": code, "message": text, **more},
    }


def _fault_in_call(message: dict[str, Any]) -> str | None:
    if not isinstance(message["method"], str):
        return "The `method` of a message is a string."
    if not isinstance(message.get("params"), dict | None):
        return "The `params` of a message are an object."
    if "id" in message and id_of(message) is None:
        return "The `id` of a message is a string or a whole number."
    return None

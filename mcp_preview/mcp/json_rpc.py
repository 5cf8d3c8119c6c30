"""Validation of JSON-RPC messages before the SDK reads them.

The errors of the SDK would name its own classes, or a call with an invalid id would be treated as a
notification, and the client would wait for ever.
"""

from __future__ import annotations

from typing import Any, Final

INVALID_REQUEST: Final = -32600
"""The JSON-RPC code for JSON that is not a message."""


def describe_message_fault(message: object) -> str | None:
    """Return the fault in the structure of a message; None if it is valid."""
    if isinstance(message, list):
        return "Send one message at a time, not several in an array."
    if not isinstance(message, dict):
        return "A message is an object."
    if message.get("jsonrpc") != "2.0":
        return 'A message says `"jsonrpc": "2.0"`.'
    if "method" in message:
        return _describe_call_fault(message)
    if "result" in message or "error" in message:
        return None  # A response to no request, which the protocol ignores.
    return "A message names its `method`."


def get_message_id(message: object) -> str | int | None:
    """Return the `id` of a message; None if it has none or an invalid one."""
    identity = message.get("id") if isinstance(message, dict) else None
    is_right = isinstance(identity, str | int) and not isinstance(identity, bool)
    return identity if is_right else None


def build_error_response(message: object, code: int, text: str, **more: Any) -> dict[str, Any]:
    """Return the error response to a message."""
    return {
        "jsonrpc": "2.0",
        "id": get_message_id(message),
        "error": {"code": code, "message": text, **more},
    }


def _describe_call_fault(message: dict[str, Any]) -> str | None:
    """Return the fault in a request or notification; None if it is valid."""
    if not isinstance(message["method"], str):
        return "The `method` of a message is a string."
    if not isinstance(message.get("params"), dict | None):
        return "The `params` of a message are an object."
    if "id" in message and get_message_id(message) is None:
        return "The `id` of a message is a string or a whole number."
    return None

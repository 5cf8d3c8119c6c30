"""The errors that a request may be answered with, with the codes of JSON-RPC and LSP."""

from __future__ import annotations

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
REQUEST_CANCELLED = -32800
CONTENT_MODIFIED = -32801
REQUEST_FAILED = -32803


class BadParams(Exception):
    """Raised for a message whose parameters do not follow the protocol."""


class RequestRefused(Exception):
    """Raised with the reason why a valid request cannot be fulfilled.

    The reason is a sentence for the user.
    """


class RequestOutdated(RequestRefused):
    """Raised for a request about a text that has changed since: the client asks again by itself."""


def get_code_and_message(error: BaseException) -> tuple[int, str]:
    """Return the error code and the message for an exception."""
    if isinstance(error, BadParams):
        return INVALID_PARAMS, str(error)
    if isinstance(error, RequestOutdated):
        return CONTENT_MODIFIED, str(error)
    if isinstance(error, RequestRefused):
        return REQUEST_FAILED, str(error)
    return INTERNAL_ERROR, f"{type(error).__name__}: {error}"

"""The errors that a request may be answered with, by the numbers of JSON-RPC and LSP."""

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
    """A message whose parameters are not what the protocol says."""


class RequestRefused(Exception):
    """A request that is in order but cannot be fulfilled, and why, as a sentence for the writer."""


class RequestOutdated(RequestRefused):
    """A request about a text that has changed since: the client asks anew by itself."""


def fault_of(error: BaseException) -> tuple[int, str]:
    """The number and the words for what went wrong."""
    if isinstance(error, BadParams):
        return INVALID_PARAMS, str(error)
    if isinstance(error, RequestOutdated):
        return CONTENT_MODIFIED, str(error)
    if isinstance(error, RequestRefused):
        return REQUEST_FAILED, str(error)
    return INTERNAL_ERROR, f"{type(error).__name__}: {error}"

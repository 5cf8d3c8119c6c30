"""Traces of the messages on the connection, for debugging: `$/logTrace`, and the log.

The client sets the level when it introduces itself, with `$/setTrace` or in the setting
`docsLsp.trace`; the highest of these applies.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import orjson

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.features.to_lsp import Json
from docs_lsp.settings.settings import Trace

logger = logging.getLogger(__name__)

LOG_TRACE = "$/logTrace"
SET_TRACE = "$/setTrace"
_LEVELS: tuple[Trace, ...] = ("off", "messages", "verbose")
_LONGEST = 4000
"""The maximum number of characters of a message that are repeated: it may hold a document."""
_MOST_OPEN = 1000
_SECRET = compile_lazily(r"(#secret=)[\w-]+")
"""The secret in a preview's address: it gives full access, and users share traces."""


class MessageTracer:
    """Reports messages to the client and the log, according to the level."""

    def __init__(self, send: Callable[[Json], None]) -> None:
        """Send traces with `send`."""
        self._send = send
        self._asked: Trace = "off"
        self._setting: Trace = "off"
        self._open: dict[object, tuple[str, float]] = {}
        """The requests that have not been answered, from both sides."""

    def set_client_level(self, level: object) -> None:
        """Set the level that the client asks for; an unknown word means `off`."""
        self._asked = level if level in _LEVELS else "off"

    def set_configured_level(self, level: Trace) -> None:
        """Set the level of the user's settings."""
        self._setting = level

    @property
    def level(self) -> Trace:
        """The level of the traces that the client gets."""
        return max(self._asked, self._setting, key=_LEVELS.index)

    def is_enabled(self) -> bool:
        """Return whether the client or the log wants traces."""
        is_wanted = self._asked != "off" or self._setting != "off"
        return is_wanted or logger.isEnabledFor(logging.DEBUG)

    def trace_received(self, message: Json) -> None:
        """Trace a message from the client."""
        self._trace_message(message, "Received", "client")

    def trace_sent(self, body: bytes) -> None:
        """Trace a message to the client."""
        message = orjson.loads(body)
        if message.get("method") != LOG_TRACE:
            self._trace_message(message, "Sent", "server")

    def _trace_message(self, message: Json, verb: str, side: str) -> None:
        """Trace a message, and measure the time from each request to its answer."""
        match message:
            case {"method": str(method), "id": id_}:
                if len(self._open) > _MOST_OPEN:
                    self._open.clear()
                self._open[side, _make_hashable(id_)] = method, time.monotonic()
                sentence = f"{verb} the request `{method}` ({id_})."
            case {"method": str(method)}:
                sentence = f"{verb} the notification `{method}`."
            case {"id": id_}:
                other = "client" if side == "server" else "server"
                sentence = f"{verb} {self._describe_answer(message, other, id_)}"
            case _:
                return
        self._send_trace(sentence, message)

    def _describe_answer(self, message: Json, asker: str, id_: object) -> str:
        """Describe an answer with the time it took, and forget its request."""
        what = "an error" if message.get("error") else "the answer"
        method, began = self._open.pop((asker, _make_hashable(id_)), (None, 0.0))
        if method is None:
            return f"{what} to a request ({id_})."
        passed = (time.monotonic() - began) * 1000
        return f"{what} to `{method}` ({id_}) after {passed:.0f} ms."

    def _send_trace(self, sentence: str, message: Json) -> None:
        """Log a sentence, and send it to a client that traces; if verbose, with the message."""
        logger.debug("%s", sentence)
        if self.level == "off":
            return
        params: Json = {"message": sentence}
        if self.level == "verbose":
            params["verbose"] = _format_content(message)
        self._send({"jsonrpc": "2.0", "method": LOG_TRACE, "params": params})


def _format_content(message: Json) -> str:
    """Return the content of a message as indented JSON, without secrets and shortened."""
    parts = (message.get(part) for part in ("params", "result", "error"))
    content: Any = next((part for part in parts if part is not None), None)
    try:
        text = orjson.dumps(content, option=orjson.OPT_INDENT_2).decode()
    except TypeError:  # A lone surrogate, which an editor sends for half of an emoji.
        text = repr(content)
    text = _SECRET.sub(r"\1…", text)
    left_out = len(text) - _LONGEST
    return text if left_out <= 0 else f"{text[:_LONGEST]}\n[{left_out} characters left out]"


def _make_hashable(id_: object) -> object:
    return id_ if isinstance(id_, str | int | float) else repr(id_)

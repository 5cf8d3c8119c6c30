"""The private names of pygls that the server needs, under public ones of our own.

No other module uses a private name of pygls. `tests/server/test_pygls_protocol.py` tests that each
exists and does what is needed here.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol


class PyglsProtocol(LanguageServerProtocol):
    """pygls's protocol, whose requests in progress and outgoing messages can be reached."""

    def __init__(self, server: LanguageServer, converter: Any) -> None:
        """Start without a client; pygls passes the arguments."""
        super().__init__(server, converter)
        self.converter = converter

    @property
    def in_progress(self) -> dict[str | int, Future[Any]]:
        """The requests of both sides that have no answer yet, by ID.

        pygls looks here for a request that the client cancels or has answered.
        """
        return self._request_futures

    def has_initialized(self) -> bool:
        """Return whether pygls has accepted the client's `initialize`."""
        try:
            return self.workspace is not None
        except RuntimeError:
            return False

    def send(self, data: Any) -> None:
        """Send a message, a plain dict or an object of the protocol; a subclass does it."""
        raise NotImplementedError

    def _send_data(self, data: Any) -> None:  # pygls calls it for everything that it sends.
        self.send(data)

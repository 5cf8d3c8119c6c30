"""HTTP/1.1 with limits of the time for the head and the body of a request.

A client that sends a byte at a time, or nothing, would otherwise keep its connection for ever.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""The seconds for the head of a request, from its first byte or the start of the connection."""
BODY_SECONDS = 30.0
"""The seconds for the body, from the end of the head: a megabyte at most, even over a slow line,
and ten seconds in which nothing reads it because the site is not indexed yet.
"""


class TimedProtocol(H11Protocol):
    """The protocol of the HTTP server that closes connections which exceed the limits."""

    _timer: asyncio.TimerHandle | None = None
    _awaited: object = None
    """The awaited part: the head (`h11.IDLE`), the body (`h11.SEND_BODY`), or None."""

    def connection_made(self, transport: Any) -> None:
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._update_timer()

    def data_received(self, data: bytes) -> None:
        """Process data, and start or continue the timer of the awaited part."""
        super().data_received(data)
        self._update_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def _update_timer(self) -> None:
        """Start, continue or stop the timer, depending on the awaited part."""
        state = self.conn.their_state
        if state not in (h11.IDLE, h11.SEND_BODY) or self.transport.is_closing():
            self._stop_timer()
        elif self._awaited is not state:
            self._stop_timer()
            self._awaited = state
            seconds = HEAD_SECONDS if state is h11.IDLE else BODY_SECONDS
            self._timer = self.loop.call_later(seconds, self._close_late_connection)

    def _stop_timer(self) -> None:
        """Stop the timer."""
        self._awaited = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close_late_connection(self) -> None:
        """Close the connection if it still awaits the same part."""
        awaited = self._awaited
        self._stop_timer()
        if self.conn.their_state is awaited and not self.transport.is_closing():
            self.transport.close()

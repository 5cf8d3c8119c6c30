"""HTTP/1.1 with limits on the time that the head of a request, and its body, may take.

A client that sends one a byte at a time, or none at all, would else hold its connection for ever.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""How long the head of a request may take, from its first byte or the begin of the connection."""
BODY_SECONDS = 30.0
"""How long the body may take, from the end of the head: a megabyte at most, over a slow line too,
and ten seconds in which nobody may take it because the site is not indexed yet."""


class TimedProtocol(H11Protocol):
    """The protocol of the HTTP server, which closes connections that keep it waiting."""

    _timer: asyncio.TimerHandle | None = None
    _awaited: object = None
    """What is waited for: the head (`h11.IDLE`) or the body (`h11.SEND_BODY`); None for nothing."""

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what has come; wait on as long as it is not a whole head."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._forget()
        super().connection_lost(exc)

    def _watch(self) -> None:
        state = self.conn.their_state
        if state not in (h11.IDLE, h11.SEND_BODY) or self.transport.is_closing():
            self._forget()
        elif self._awaited is not state:
            self._forget()
            self._awaited = state
            seconds = HEAD_SECONDS if state is h11.IDLE else BODY_SECONDS
            self._timer = self.loop.call_later(seconds, self._give_up)

    def _forget(self) -> None:
        self._awaited = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        awaited = self._awaited
        self._forget()
        if self.conn.their_state is awaited and not self.transport.is_closing():
            self.transport.close()

"""A socket in place of the two pipes: for one client, on the same machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from docs_lsp.server.transport import MessageWriter


class Listener:
    """Waits on a socket for one client, and refuses any other."""

    def __init__(
        self,
        feed: Callable[[bytes], None],
        ended: Callable[[], None],
        accepted: Callable[[MessageWriter], None],
    ) -> None:
        """Call `accepted` with where to write, `feed` with what arrives, and `ended` at last."""
        self._feed = feed
        self._ended = ended
        self._accepted = accepted
        self._taken = False
        self._server: asyncio.Server | None = None

    async def listen(self, host: str, port: int) -> tuple[str, int]:
        """Begin to wait; where, as port 0 means any free one."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._accept, host, port)
        bound = self._server.sockets[0].getsockname()
        return bound[0], bound[1]

    def _accept(self) -> asyncio.Protocol:
        if self._taken:
            return _Refusal()
        self._taken = True
        return _Connection(self._feed, self._ended, self._begin)

    def _begin(self, writer: MessageWriter) -> None:
        if self._server is not None:
            self._server.close()
        self._accepted(writer)


class _Connection(asyncio.Protocol):
    """The client on the other end of a socket."""

    def __init__(
        self,
        feed: Callable[[bytes], None],
        ended: Callable[[], None],
        accepted: Callable[[MessageWriter], None],
    ) -> None:
        self._feed = feed
        self._ended = ended
        self._accepted = accepted

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._accepted(transport)

    def data_received(self, data: bytes) -> None:
        self._feed(data)

    def connection_lost(self, _error: Exception | None) -> None:
        self._ended()


class _Refusal(asyncio.Protocol):
    """Somebody who has come too late."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.abort()

"""Bytes to messages and back: framing, JSON, and the pipes or the socket.

pygls reads standard input with one thread call per header line; this module reads bytes as soon as
they arrive, on the event loop itself if the system can do that. Everything here is about bytes; the
meaning of messages is in `protocol`.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import json
import logging
import os
import re
import select
import stat
import sys
import threading
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from typing import BinaryIO, Protocol

import orjson

from docs_lsp.core.lazy_pattern import compile_lazily

logger = logging.getLogger(__name__)

LARGEST_MESSAGE = 1 << 28
"""Larger than any editor's messages; a larger one is skipped to save memory."""

_CHUNK = 1 << 16
"""The capacity of a pipe: a larger buffer would be allocated for nothing."""
_HEADER_END = b"\r\n\r\n"
_LONGEST_HEADER = 1 << 14
_LENGTH = compile_lazily(rb"content-length: *(\d{1,15})(?!\d)", re.IGNORECASE)


class MessageWriter(Protocol):
    """Sends the bytes of messages."""

    def write(self, data: bytes) -> None:
        """Send bytes, if possible without waiting for the reader."""

    def close(self) -> None:
        """Send pending bytes and stop."""


class MessageFramer:
    """Splits a stream of bytes into the bodies of messages.

    Anything that is not a header is skipped up to the next `Content-Length`, so that stray output
    of a client or one wrong length costs a message, not the session.
    """

    def __init__(self) -> None:
        """Start before the first header."""
        self._pending = bytearray()
        self._length: int | None = None
        self._skip = 0

    def add_bytes(self, data: bytes) -> list[bytes]:
        """Add bytes that have arrived, and return the bodies that are now complete."""
        self._pending += data
        bodies = []
        while (body := self._read_body()) is not None:
            bodies.append(body)
        return bodies

    def _read_body(self) -> bytes | None:
        """Remove and return the body of the next message, or None if it is incomplete."""
        while True:
            self._drop_skipped()
            if self._length is None and not self._consume_header():
                return None
            if self._length is not None:
                return self._take_complete_body(self._length)

    def _drop_skipped(self) -> None:
        dropped = min(self._skip, len(self._pending))
        del self._pending[:dropped]
        self._skip -= dropped

    def _consume_header(self) -> bool:
        """Consume the next header if it is complete, and return whether it was."""
        end = self._pending.find(_HEADER_END)
        if end < 0:
            if len(self._pending) > _LONGEST_HEADER:
                logger.warning("Skipped input that is not a message.")
                del self._pending[: -_LONGEST_HEADER // 2]
            return False
        lengths = _LENGTH.findall(self._pending, 0, end)
        del self._pending[: end + len(_HEADER_END)]
        if not lengths:
            logger.warning("Skipped a header without a Content-Length.")
        elif (length := int(lengths[-1])) > LARGEST_MESSAGE:
            logger.warning("Skipped a message of %d bytes: that is too long.", length)
            self._skip = length
        else:
            self._length = length
        return True

    def _take_complete_body(self, length: int) -> bytes | None:
        """Remove and return a body if it is complete, else None."""
        if len(self._pending) < length:
            return None
        body = bytes(memoryview(self._pending)[:length])
        del self._pending[:length]
        self._length = None
        return body


def parse_json(body: bytes) -> object:
    """Parse JSON. Raises ValueError or RecursionError."""
    try:
        return orjson.loads(body)
    except ValueError:
        # orjson rejects lone surrogates, which JSON allows and which an editor sends for a
        # half-deleted emoji.
        return json.loads(body)


def escape_non_ascii(body: bytes) -> bytes:
    """Return JSON with every non-ASCII character escaped.

    The length in a header counts bytes. A client that counts characters would wait for ever for the
    rest of a message with a `·` in it.
    """
    if body.isascii():
        return body
    return body.decode("utf-8").encode("ascii", _ESCAPED)


def _escape_as_json(error: UnicodeError) -> tuple[str, int]:
    """Escape characters for JSON, as a handler of encoding errors."""
    assert isinstance(error, UnicodeEncodeError)
    return encode_basestring_ascii(error.object[error.start : error.end])[1:-1], error.end


_ESCAPED = "docs-lsp.json"
codecs.register_error(_ESCAPED, _escape_as_json)


def add_header(body: bytes) -> bytes:
    """Return a message body with its header."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class PipeWriter:
    """Writes to a pipe or socket at once; what does not fit is sent when there is room.

    So a client that is slow to read never blocks the event loop.
    """

    def __init__(self, fd: int, on_lost: Callable[[], None]) -> None:
        """Write to a file descriptor; `on_lost` is called when the reader has gone."""
        self._fd = fd
        self._lost = on_lost
        self._rest = bytearray()
        self._open = True
        self._loop = asyncio.get_running_loop()
        _set_blocking(fd, False)

    def write(self, data: bytes) -> None:
        """Send bytes in order, without waiting."""
        if self._rest:
            self._rest += data
        elif (sent := self._send(data)) < len(data) and self._open:
            self._rest += memoryview(data)[sent:]
            self._loop.add_writer(self._fd, self._flush)

    def close(self) -> None:
        """Send pending bytes, waiting for the reader if necessary."""
        self._loop.remove_writer(self._fd)
        _set_blocking(self._fd, True)
        while self._rest and self._open:
            del self._rest[: self._send(self._rest)]
        self._open = False

    def _flush(self) -> None:
        del self._rest[: self._send(self._rest)]
        if not self._rest:
            self._loop.remove_writer(self._fd)

    def _send(self, data: bytes | bytearray) -> int:
        """Write what fits, and return its size; without a reader drop all, and report it."""
        if not self._open:
            return len(data)
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._open = False
            self._rest.clear()
            self._loop.remove_writer(self._fd)
            self._lost()
            return len(data)


class FileWriter:
    """Writes to anything else, such as a file or a Windows pipe, waiting for each write."""

    def __init__(self, stream: BinaryIO, on_lost: Callable[[], None]) -> None:
        """Write to a stream; `on_lost` is called for each write that fails: the reader has gone."""
        self._stream = stream
        self._lost = on_lost

    def write(self, data: bytes) -> None:
        """Send bytes."""
        try:
            self._stream.write(data)
            self._stream.flush()
        except (OSError, ValueError):
            self._lost()

    def close(self) -> None:
        """Do nothing: no bytes are ever pending."""


def open_writer(stream: BinaryIO, on_lost: Callable[[], None]) -> MessageWriter:
    """Return the best writer for a stream, inside a running event loop."""
    fd = stream.fileno()
    return PipeWriter(fd, on_lost) if _is_watchable(fd) else FileWriter(stream, on_lost)


def build_arrival_check(stream: BinaryIO) -> Callable[[], bool]:
    """Return a function that returns whether unread bytes have arrived, if the system can tell."""
    if sys.platform == "win32" or not _is_watchable(stream.fileno()):
        return lambda: False
    arrived = select.poll()
    arrived.register(stream, select.POLLIN)
    return lambda: bool(arrived.poll(0))


def start_reading(
    stream: BinaryIO, feed: Callable[[bytes], None], on_end: Callable[[], None]
) -> None:
    """Call `feed` on the event loop with bytes as they arrive, and `on_end` after the last."""
    if _is_watchable(stream.fileno()):
        _read_on_event_loop(stream.fileno(), feed, on_end)
    else:
        _read_in_thread(stream, feed, on_end)


def _is_watchable(fd: int) -> bool:
    """Return whether a file descriptor is a pipe or socket that the event loop can watch.

    It is not on Windows, and neither is a file or a terminal.
    """
    if sys.platform == "win32":
        return False
    mode = os.fstat(fd).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _set_blocking(fd: int, is_blocking: bool) -> None:
    if sys.platform != "win32":  # Nothing is watched there.
        os.set_blocking(fd, is_blocking)


def _read_on_event_loop(fd: int, feed: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()

    def read_available_bytes() -> None:
        try:
            data = os.read(fd, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            feed(data)
        else:
            loop.remove_reader(fd)
            on_end()

    _set_blocking(fd, False)
    loop.add_reader(fd, read_available_bytes)


def _read_in_thread(
    stream: BinaryIO, feed: Callable[[bytes], None], on_end: Callable[[], None]
) -> None:
    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            while data := os.read(stream.fileno(), _CHUNK):
                loop.call_soon_threadsafe(feed, data)
            loop.call_soon_threadsafe(on_end)
        except (OSError, RuntimeError):  # The pipe broke, or the loop was closed.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(on_end)

    # A daemon, because nothing can interrupt its read when the server stops.
    threading.Thread(target=read, name="stdin", daemon=True).start()


class SingleClientListener(asyncio.Protocol):
    """Waits on a socket for one client, serves it, and rejects any other."""

    def __init__(
        self,
        feed: Callable[[bytes], None],
        on_end: Callable[[], None],
        accepted: Callable[[MessageWriter], None],
    ) -> None:
        """Call `accepted` with a writer, `feed` with arriving bytes, and `on_end` at the end."""
        self._feed = feed
        self._ended = on_end
        self._accepted = accepted
        self._taken = False
        self._server: asyncio.Server | None = None

    async def listen(self, host: str, port: int) -> tuple[str, int]:
        """Start listening, and return host and port, as port 0 means any free one."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._create_protocol, host, port)
        bound = self._server.sockets[0].getsockname()
        return bound[0], bound[1]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Stop listening for other clients, and pass on the writer."""
        assert isinstance(transport, asyncio.Transport)
        if self._server is not None:
            self._server.close()
        self._accepted(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on the bytes that have arrived."""
        self._feed(data)

    def connection_lost(self, _error: Exception | None) -> None:
        """Report that the client has gone."""
        self._ended()

    def _create_protocol(self) -> asyncio.Protocol:
        """Return this listener for the first client, and a protocol that rejects any other."""
        if self._taken:
            return _RejectedConnection()
        self._taken = True
        return self


class _RejectedConnection(asyncio.Protocol):
    """Closes the connection of a second client."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Close the connection at once."""
        assert isinstance(transport, asyncio.Transport)
        transport.abort()

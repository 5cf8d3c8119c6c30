"""A socket for one client on this machine."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from docs_lsp.server.log import LogOptions
from docs_lsp.server.main import is_loopback_address, serve_tcp
from docs_lsp.server.transport import MessageWriter, SingleClientListener

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "example.com", ""])
async def test_other_machines_are_not_listened_to(host: str) -> None:
    with pytest.raises(ValueError, match="not this machine"):
        serve_tcp(host, 0, LogOptions())


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1"])
async def test_this_machine_has_several_addresses(host: str) -> None:
    assert is_loopback_address(host)


async def test_the_first_client_is_served_and_the_others_are_refused() -> None:
    received: list[bytes] = []
    writers: list[MessageWriter] = []
    ended = asyncio.Event()
    listener = SingleClientListener(received.append, ended.set, writers.append)
    host, port = await listener.listen("127.0.0.1", 0)

    reader, writer = await asyncio.open_connection(host, port)
    writer.write(b"hello")
    with pytest.raises(OSError):
        await asyncio.open_connection(host, port)
    async with asyncio.timeout(5):
        while not received:
            await asyncio.sleep(0.005)
        writers[0].write(b"welcome")
        assert await reader.readexactly(7) == b"welcome"
        await hang_up(writer)
        await ended.wait()

    assert (received, len(writers)) == ([b"hello"], 1)


async def test_who_comes_at_the_same_time_is_refused_too() -> None:
    writers: list[MessageWriter] = []
    ended: list[int] = []
    listener = SingleClientListener(lambda data: None, lambda: ended.append(1), writers.append)
    host, port = await listener.listen("127.0.0.1", 0)

    connections = await asyncio.gather(
        *(asyncio.open_connection(host, port) for _ in range(3)), return_exceptions=True
    )
    await asyncio.sleep(0.05)

    assert len(writers) == 1
    assert ended == []
    for connection in connections:
        if not isinstance(connection, BaseException):
            await hang_up(connection[1])
    assert ended == [1]


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    await asyncio.sleep(0.02)

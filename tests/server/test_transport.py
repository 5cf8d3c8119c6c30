"""Framing, reading and writing: whatever the pipe does, whole messages come out, in order."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.server import transport
from docs_lsp.server.transport import (
    FileWriter,
    MessageFramer,
    PipeWriter,
    add_header,
    build_arrival_check,
    escape_non_ascii,
    open_writer,
    parse_json,
    start_reading,
)


@given(st.lists(st.binary(max_size=40)), st.lists(st.integers(0, 300)))
def test_bodies_come_out_as_they_went_in_however_the_stream_is_cut(
    bodies: list[bytes], cuts: list[int]
) -> None:
    stream = b"".join(map(add_header, bodies))
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    framer = MessageFramer()

    found = []
    for start, end in pairwise(places):
        found += framer.add_bytes(stream[start:end])

    assert found == bodies


@pytest.mark.parametrize(
    "stream",
    [
        b"some program's own words\n\r\n\r\n" + add_header(b"{}"),
        b"words without an end" + add_header(b"{}"),
        b"Content-Length: many\r\n\r\n" + add_header(b"{}"),
        b"Content-Length: -5\r\n\r\n" + add_header(b"{}"),
        b"Content-Type: x\r\n\r\n" + add_header(b"{}"),
        b"\r\n\r\n\r\n\r\n" + add_header(b"{}"),
        b"x" * 100_000 + add_header(b"{}"),
        b"content-length:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}",
        b"Content-Type: x\r\nContent-Length: 2\r\n\r\n{}",
    ],
)
def test_what_is_no_message_is_skipped(stream: bytes) -> None:
    assert MessageFramer().add_bytes(stream) == [b"{}"]


def test_a_length_that_is_too_short_costs_no_more_than_its_message() -> None:
    stream = b"Content-Length: 2\r\n\r\n{} and the rest" + add_header(b'{"next": 1}')

    assert MessageFramer().add_bytes(stream) == [b"{}", b'{"next": 1}']


def test_a_length_that_is_too_long_costs_no_more_than_the_message_after() -> None:
    stream = (
        b"Content-Length: 30\r\n\r\n{}" + add_header(b'{"next": 1}') + add_header(b'{"third": 1}')
    )

    assert MessageFramer().add_bytes(stream)[-1] == b'{"third": 1}'


def test_a_message_beyond_all_measure_is_skipped_and_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transport, "LARGEST_MESSAGE", 100)
    framer = MessageFramer()

    assert framer.add_bytes(b"Content-Length: 101\r\n\r\n" + b"x" * 60) == []
    assert framer.add_bytes(b"x" * 41 + add_header(b"{}")) == [b"{}"]


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_in_ascii_says_the_same(value: object) -> None:
    body = escape_non_ascii(orjson.dumps(value))

    assert body.isascii()
    assert orjson.loads(body) == value


def test_lone_surrogates_are_read() -> None:
    assert parse_json(b'{"text": "\\ud83d"}') == {"text": "\ud83d"}


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"1" * 5000 + b"x"])
def test_what_is_not_json_is_one_of_two_errors(body: bytes) -> None:
    with pytest.raises((ValueError, RecursionError)):
        parse_json(body)


@pytest.mark.asyncio
async def test_a_slow_reader_does_not_hold_up_the_writer() -> None:
    read_end, write_end = os.pipe()
    writer = PipeWriter(write_end, _never)
    messages = [bytes([65 + number]) * 50_000 for number in range(20)]

    for message in messages:
        writer.write(message)
    received = await asyncio.to_thread(_read_exactly, read_end, 1_000_000)

    assert received == b"".join(messages)
    os.close(read_end)
    os.close(write_end)


@pytest.mark.asyncio
async def test_closing_sends_what_is_left() -> None:
    read_end, write_end = os.pipe()
    writer = PipeWriter(write_end, _never)
    writer.write(b"x" * 1_000_000)
    reading = asyncio.get_running_loop().run_in_executor(None, _read_exactly, read_end, 1_000_000)

    writer.close()

    assert len(await reading) == 1_000_000
    os.close(read_end)
    os.close(write_end)


@pytest.mark.asyncio
async def test_a_reader_that_has_gone_is_noticed_once() -> None:
    read_end, write_end = os.pipe()
    gone: list[int] = []
    writer = PipeWriter(write_end, lambda: gone.append(1))
    writer.write(b"x" * 1_000_000)
    os.close(read_end)

    writer.write(b"more")
    await _until(lambda: bool(gone))
    writer.write(b"more")
    writer.close()

    assert gone == [1]
    os.close(write_end)


@pytest.mark.asyncio
async def test_a_file_is_written_and_read_as_well(tmp_path: Path) -> None:
    path = tmp_path / "messages"
    with path.open("wb") as sink:
        writer = open_writer(sink, _never)
        writer.write(add_header(b"{}"))
        writer.close()
        assert isinstance(writer, FileWriter)

    with path.open("rb") as source:
        assert await _read_all(source.fileno(), source) == [add_header(b"{}")]


@pytest.mark.asyncio
async def test_a_pipe_is_read_until_its_end() -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, b"first")
    with os.fdopen(read_end, "rb", buffering=0) as source:
        reading = asyncio.create_task(_read_all(read_end, source))
        await asyncio.sleep(0.01)
        os.write(write_end, b"second")
        os.close(write_end)

        assert b"".join(await reading) == b"firstsecond"


def test_a_closed_stream_counts_as_a_reader_that_has_gone(tmp_path: Path) -> None:
    gone: list[int] = []
    sink = (tmp_path / "file").open("wb")
    writer = FileWriter(sink, lambda: gone.append(1))
    sink.close()

    writer.write(b"x")

    assert gone == [1]


@pytest.mark.skipif(sys.platform == "win32", reason="Its pipes cannot be asked.")
def test_it_is_known_whether_something_has_arrived() -> None:
    source, sink = os.pipe()
    with os.fdopen(source, "rb", buffering=0) as stream:
        has_arrived = build_arrival_check(stream)
        found = [has_arrived()]
        os.write(sink, b"x")
        found.append(has_arrived())
        os.read(source, 1)
        found.append(has_arrived())
        os.close(sink)

    assert found == [False, True, False]


def test_of_a_file_nobody_can_tell_whether_something_has_arrived(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    with (tmp_path / "file").open("rb") as stream:
        assert not build_arrival_check(stream)()


def test_a_frame_counts_bytes_not_characters() -> None:
    body = json.dumps("é", ensure_ascii=False).encode()

    assert add_header(body) == b"Content-Length: 4\r\n\r\n" + body


async def _read_all(_fd: int, source: object) -> list[bytes]:
    chunks: list[bytes] = []
    ended = asyncio.Event()
    start_reading(source, chunks.append, ended.set)  # type: ignore[arg-type]  # raw or buffered
    await asyncio.wait_for(ended.wait(), 5)
    return chunks


def _read_exactly(fd: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += os.read(fd, 65536)
    return data


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.005)


def _never() -> None:
    raise AssertionError("the reader is still there")

"""Rows about the preview: start, a saved page, searches of many clients, commands, memory."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks import preview_floor
from tests.benchmarks.preview_speed import Server
from tests.benchmarks.suite.processes import memory, processor
from tests.benchmarks.suite.rows import Row, row_of

_EMPTY = "empty tool of the SDK"
_QUERIES = (
    *("api key", "how do I add a page", "custom domain", "openapi", "navigation tabs", "redirect"),
    *("rate limit of requests", "dark mode logo", "code block with title", "authentication"),
)
_SENTENCES = (
    "how do I let only the people of my own company read some of the pages",
    "what happens to old links when I move a page into another folder of the site",
    "is there a way to show the same piece of text on many pages without copying it",
    "why does the page that I have just added not appear anywhere in the menu on the left",
    "which settings do I need so that the site is shown below my own domain name",
)
"""Questions of twelve and more words, as agents ask them."""
_COMMANDS = ("rg -c the /", "grep -rn the / | head -5", "find / -name '*.mdx' | wc -l")
_CALLS = 320
_LONGEST = 30.0
_READY, _NOT_YET = 200, "are indexed"


@contextmanager
def _preview(folder: Path, cache: Path) -> Iterator[tuple[Server, str]]:
    command = [sys.executable, "-m", "mcp_preview", "serve", str(folder), "--ready-json"]
    environment = {**os.environ, "DOCS_LSP_CACHE": str(cache)}
    with _process(command, environment) as (process, line):
        ready = json.loads(line)
        yield Server(process, int(ready["url"].rpartition(":")[2])), ready["tools"][0]


@contextmanager
def _process(
    command: Sequence[str], environment: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[bytes], bytes]]:
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        assert process.stdout
        try:
            yield process, process.stdout.readline()
        finally:
            process.terminate()


def preview_rows(folder: Path, size: str) -> Iterator[Row]:
    """From the first start of a preview to what clients do with one that is ready."""
    with tempfile.TemporaryDirectory() as cache:
        yield _started("preview: first search, first start", folder, size, Path(cache))
        yield _started("preview: first search, kept index", folder, size, Path(cache))
        with _preview(folder, Path(cache)) as (server, tool):
            _wait(server, tool)
            yield from _search_rows(server, tool, size)
            server.connection.close()  # It was idle for too long; the next call opens it again.
            for command in _COMMANDS:
                times = [_timed(server, _filesystem(tool), command=command) for _ in range(5)]
                yield row_of(f"preview: `{command.replace('|', chr(92) + '|')}`", size, times)
            yield _saved(folder, server, tool, size)
            yield Row("memory of the preview", size, memory(server.process.pid), unit="MB")


def _started(what: str, folder: Path, size: str, cache: Path) -> Row:
    begun = time.perf_counter()
    with _preview(folder, cache) as (server, tool):
        _wait(server, tool)
        took, spent = time.perf_counter() - begun, processor(server.process.pid)
    return Row(what, size, took, unit="s", processor=spent)


def _wait(server: Server, tool: str) -> None:
    """Ask until all pages are indexed: a search waits for them, and says how many there are."""
    while True:
        status, text = server.ask(tool, query="the")
        if status == _READY and _NOT_YET not in text:
            return


def _search_rows(server: Server, tool: str, size: str) -> Iterator[Row]:
    floor = [sys.executable, "-m", preview_floor.__name__]
    with _process(floor, dict(os.environ)) as (process, line):
        empty = Server(process, int(line))
        for kind, queries, clients in (
            *(("search", _QUERIES, clients) for clients in (1, 8, 32)),
            ("search for a sentence", _SENTENCES, 1),
        ):
            ours, rate = _asked(server, tool, clients, queries)
            others, _ = _asked(empty, preview_floor.TOOL, clients, queries)
            plural = "s" if clients > 1 else ""
            what = f"preview: {kind}, {clients} client{plural}, {rate:.0f} a second"
            yield row_of(what, size, ours, _EMPTY, others)


def _asked(
    server: Server, tool: str, clients: int, queries: Sequence[str]
) -> tuple[list[float], float]:
    """The seconds of each call of some clients at once, and how many are answered in a second."""
    port = server.connection.port
    times: list[float] = []

    def ask(number: int) -> None:
        own = Server(server.process, port)
        for at in range(_CALLS // clients):
            query = queries[(number + at) % len(queries)]
            times.append(_timed(own, tool, query=query))
        own.connection.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times, len(times) / (time.perf_counter() - begun)


def _timed(server: Server, tool: str, **arguments: str) -> float:
    begun = time.perf_counter()
    server.call(tool, **arguments)
    return time.perf_counter() - begun


def _saved(folder: Path, server: Server, tool: str, size: str) -> Row:
    files = _indexed(folder, server, tool)
    waits = []
    for number in range(8):
        word = f"zyxwv{number}q"
        file = random.Random(number).choice(files)
        text = file.read_text("utf-8")
        begun = time.perf_counter()
        file.write_text(f"{text}\n## {word}\n", "utf-8")
        while word not in server.call(tool, query=word):
            assert time.perf_counter() - begun < _LONGEST, f"{file} is not found"
            time.sleep(0.01)
        waits.append(time.perf_counter() - begun)
        file.write_text(text, "utf-8")
    return row_of("preview: a saved page is found", size, waits)


def _indexed(folder: Path, server: Server, tool: str) -> list[Path]:
    """The pages that show what stands in them: some are hidden, others show an operation that the
    site may lack."""
    answer = json.loads(server.call(_filesystem(tool), command="find / -name '*.mdx' | head -500"))
    paths = answer["result"]["content"][0]["text"].split()
    return [file for path in paths if _is_text(file := folder / path.lstrip("/"))]


def _is_text(file: Path) -> bool:
    return file.is_file() and "openapi" not in file.read_text("utf-8").partition("\n---")[0]


def _filesystem(search_tool: str) -> str:
    return search_tool.replace("search_", "query_docs_filesystem_", 1)

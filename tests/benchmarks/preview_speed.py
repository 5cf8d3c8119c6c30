"""How fast the preview answers, starts and follows, and how much memory it takes; over HTTP.

    python -m tests.benchmarks.preview_speed [search] [start] [save] [memory] [--site FOLDER]

- search: the search tool on a real site, beside a server of the SDK with an empty tool, in turn on
  connections that stay open. The bar: the middle time at most three times as long.
- start: until the ready line of a site of 300 pages. The bar: under two seconds.
- save: from a page that is written until a search finds it, for a small and a large site. The bar:
  under a second, and no longer on the large one.
- memory: at most, and at rest, with 25,000 pages. The bar: 200 MB and four times the text.

Processor seconds stand beside the others: they are the same on a machine that has other work.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks import preview_floor
from tests.benchmarks.index_speed import make

_SITE = Path(__file__).parents[3] / "shared" / "corpus" / "sites" / "mintlify-docs"
_QUERIES = (
    *("api key", "how do I add a page", "custom domain", "openapi", "navigation tabs", "redirect"),
    *("rate limit of requests", "dark mode logo", "code block with title", "authentication"),
)
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


class Server:
    """A server process, and one open connection to it."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def call(self, tool: str, **arguments: str) -> str:
        """What a tool answers, as it comes."""
        status, text = self.ask(tool, **arguments)
        assert status == 200, text
        return text

    def ask(self, tool: str, **arguments: str) -> tuple[int, str]:
        """The same with the status: a preview that is not ready answers with 503."""
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        self.connection.request("POST", "/mcp", json.dumps(message), _HEADERS)
        answer = self.connection.getresponse()
        return answer.status, answer.read().decode()

    def processor(self) -> float:
        """The processor seconds that it has taken so far."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, kind: str) -> float:
        """Its megabytes: `VmRSS` now, `VmHWM` at most."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        line = next(line for line in status.splitlines() if line.startswith(kind))
        return int(line.split()[1]) * 1024 / 1e6


@contextmanager
def preview(folder: Path) -> Iterator[tuple[Server, str]]:
    """A preview that serves, and the name of its search tool."""
    command = [sys.executable, "-m", "mcp_preview", "serve", str(folder), "--ready-json"]
    with _process(command) as (process, line):
        ready = json.loads(line)
        yield Server(process, int(ready["url"].rpartition(":")[2])), ready["tools"][0]


@contextmanager
def floor() -> Iterator[Server]:
    """The server with the empty tool."""
    with _process([sys.executable, "-m", preview_floor.__name__]) as (process, line):
        yield Server(process, int(line))


@contextmanager
def _process(command: list[str]) -> Iterator[tuple[subprocess.Popen[bytes], bytes]]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout
    try:
        yield process, process.stdout.readline()
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def search(site: Path, calls: int = 400) -> None:
    """The search tool beside an empty one."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "site"
        own.symlink_to(site)
        with preview(own) as (ours, tool), floor() as empty:
            times: dict[str, list[float]] = {"empty tool": [], "search": []}
            for server, name in ((ours, tool), (empty, preview_floor.TOOL)):
                for _ in range(20):
                    server.call(name, query="warm")
            spent = {"empty tool": -empty.processor(), "search": -ours.processor()}
            for query in itertools.islice(itertools.cycle(_QUERIES), calls):
                times["empty tool"].append(_took(empty, preview_floor.TOOL, query))
                times["search"].append(_took(ours, tool, query))
            spent["empty tool"] += empty.processor()
            spent["search"] += ours.processor()
    print(f"search: {site.name}, {calls} calls each")
    for name, found in times.items():
        print(
            f"  {name:11} p50 {statistics.median(found) * 1e3:6.2f} ms, "
            f"p95 {sorted(found)[calls * 95 // 100] * 1e3:6.2f} ms, "
            f"processor {spent[name] / calls * 1e3:5.2f} ms a call"
        )
    ratio = statistics.median(times["search"]) / statistics.median(times["empty tool"])
    print(f"  ratio of p50 {ratio:.1f}, of processor {spent['search'] / spent['empty tool']:.1f}")


def _took(server: Server, tool: str, query: str) -> float:
    begun = time.perf_counter()
    server.call(tool, query=query)
    return time.perf_counter() - begun


def start(_site: Path, pages: int = 300, rounds: int = 5) -> None:
    """A cold start, until the ready line."""
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder), pages)
        found = []
        for _ in range(rounds):
            begun = time.perf_counter()
            with preview(Path(folder)) as (server, _):
                found.append((time.perf_counter() - begun, server.processor()))
    waits, spent = (sorted(column) for column in zip(*found, strict=True))
    print(f"start: {pages} pages, {rounds} times")
    print(f"  ready after {statistics.median(waits):.2f} s (best {waits[0]:.2f})", end="")
    print(f", processor {statistics.median(spent):.2f} s (best {spent[0]:.2f})")


def save(_site: Path, sizes: tuple[int, ...] = (300, 5_500), rounds: int = 10) -> None:
    """From a page that is written until it is found."""
    print("save: until a search finds what was written")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            make(Path(folder), size)
            files = sorted(Path(folder).rglob("*.mdx"))
            with preview(Path(folder)) as (server, tool):
                time.sleep(1)
                spent, waits = -server.processor(), []
                for number in range(rounds):
                    word = f"zyxwv{number}q"
                    file = random.Random(number).choice(files)
                    text = file.read_text("utf-8")
                    begun = time.perf_counter()
                    file.write_text(f"{text}\n## {word}\n", "utf-8")
                    while word not in server.call(tool, query=word):
                        time.sleep(0.02)
                    waits.append(time.perf_counter() - begun)
                spent += server.processor()
        print(
            f"  {size:6} pages: {statistics.median(waits):.2f} s, at most {max(waits):.2f} s, "
            f"processor {spent / rounds * 1e3:.0f} ms with the questions asked meanwhile"
        )


def memory(_site: Path, pages: int = 25_000) -> None:
    """What it takes for many pages."""
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder), pages)
        text = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()) / 1e6
        begun = time.perf_counter()
        with preview(Path(folder)) as (server, tool):
            waited, spent = time.perf_counter() - begun, server.processor()
            server.call(tool, query="warm")
            peak, now = server.memory("VmHWM"), server.memory("VmRSS")
    print(f"memory: {pages} pages, {text:.0f} MB of text")
    print(f"  now {now:.0f} MB, at most {peak:.0f} MB; the bar {200 + 4 * text:.0f} MB")
    print(f"  ready after {waited:.1f} s, processor {spent:.1f} s")


def main() -> None:
    asked: dict[str, Any] = {"search": search, "start": start, "save": save, "memory": memory}
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", nargs="*", choices=[*asked, []], default=list(asked))
    parser.add_argument("--site", type=Path, default=_SITE)
    options = parser.parse_args()
    for name in options.what:
        asked[name](options.site)


if __name__ == "__main__":
    main()

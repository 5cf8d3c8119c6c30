"""Rows about the language server: start, keystrokes, a typing session, outline, rename, memory."""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from tests.benchmarks import sites
from tests.benchmarks.asking import CAPABILITIES, Asker, position_of
from tests.benchmarks.completion import entries_of
from tests.benchmarks.suite.peers import json_server
from tests.benchmarks.suite.processes import memory, spending
from tests.benchmarks.suite.rows import Row, row_of

OURS = (sys.executable, "-m", "docs_lsp", "server")
FLOOR = (sys.executable, str(Path(__file__).parents[1] / "floor_server.py"))
BARE, JSON_SERVER = "bare pygls", "vscode-json-language-server"
KEYS_A_SECOND = 8
_SETTLE = 2.0
_PASTED = 200


class Typist(Asker):
    """Edits a document anywhere in it, and waits for the findings of each version."""

    def change(self, start: dict[str, int], end: dict[str, int], new: str) -> float:
        """Seconds from an edit to its findings."""
        sent = time.perf_counter()
        self.replace(start, end, new)
        return self.await_diagnostics(self.version)[0] - sent


class JsonServer(Typist):
    """The JSON server, asked for its findings: by itself it waits half a second with them."""

    capabilities: ClassVar[dict[str, Any]] = {
        **CAPABILITIES,
        "textDocument": {**CAPABILITIES["textDocument"], "diagnostic": {}},
    }

    def change(self, start: dict[str, int], end: dict[str, int], new: str) -> float:
        """Seconds from an edit to its findings."""
        begun = time.perf_counter()
        self.replace(start, end, new)
        self.ask("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
        return time.perf_counter() - begun


@contextmanager
def made_site(entries: int, findings: int = 0) -> Iterator[Path]:
    """A made-up site; the path of its docs.json. Each finding is a page that is missing."""
    with tempfile.TemporaryDirectory() as folder:
        docs = sites.write(Path(folder), entries)
        pages = sites.pages_of(json.loads(docs.read_text("utf-8"))["navigation"])
        for page in random.Random(entries).sample(pages, min(findings, len(pages))):
            (docs.parent / f"{page}.mdx").unlink(missing_ok=True)
        yield docs


def start_rows(entries: int, rounds: int) -> Iterator[Row]:
    """From the start of the process to the first findings."""
    found: dict[str, list[float]] = defaultdict(list)
    with made_site(entries) as docs:
        for _ in range(rounds):
            for name, command in ((BARE, FLOOR), ("ours", OURS)):
                with Typist(command, docs.parent) as server:
                    server.initialize()
                    server.open(docs)
                    found[name].append(time.perf_counter() - server.started)
    yield row_of("start to first findings", f"{entries:,}", found["ours"], BARE, found[BARE])


def keystroke_rows(entries: int, rounds: int, findings: int) -> Iterator[Row]:
    """From a keystroke to its findings, by what it does."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    with made_site(entries, findings) as docs:
        data = docs.read_bytes()
        for seed in range(rounds):
            for name, command in ((BARE, FLOOR), ("ours", OURS)):
                with Typist(command, docs.parent) as server:
                    server.initialize()
                    server.open(docs)
                    time.sleep(_SETTLE)
                    for kind, seconds in _keystrokes(server, data, random.Random(seed)):
                        found[kind, name].append(seconds)
    size = f"{entries:,}" + (f" with {findings} findings" if findings else "")
    for kind in dict.fromkeys(kind for kind, _ in found):
        yield row_of(f"keystroke, {kind}", size, found[kind, "ours"], BARE, found[kind, BARE])


def _keystrokes(server: Typist, data: bytes, chance: random.Random) -> Iterator[tuple[str, float]]:
    for at in chance.sample(entries_of(data, 12), 8):
        start = position_of(data, at)
        inside = {**start, "character": start["character"] + 2}
        behind = {**inside, "character": inside["character"] + 1}
        yield "valid", server.change(inside, inside, "x")
        yield "undo", server.change(inside, behind, "")
        yield "breaking", server.change(inside, inside, '"')
        yield "fixing", server.change(inside, behind, "")
    start = {"line": position_of(data, at)["line"], "character": 0}
    end = {"line": start["line"] + _PASTED, "character": 0}
    lines = "".join(f'"pasted/page-{number}",\n' for number in range(_PASTED))
    yield f"paste of {_PASTED} lines", server.change(start, start, lines)
    yield f"undo of {_PASTED} lines", server.change(start, end, "")


def json_server_rows(entries: int, rounds: int) -> Iterator[Row]:
    """Ours beside the JSON server with the schema of docs.json."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    with made_site(entries) as docs:
        data = docs.read_bytes()
        with Typist(OURS, docs.parent) as ours, JsonServer(json_server(), docs.parent) as other:
            for server in (ours, other):
                server.start([docs.parent])
                server.show(docs, data)
            other.use_schema()
            time.sleep(_SETTLE + entries / 5000)
            for at in entries_of(data, rounds):
                start = position_of(data, at)
                inside = {**start, "character": start["character"] + 2}
                behind = {**inside, "character": inside["character"] + 1}
                found["keystroke, valid", "ours"].append(ours.change(inside, inside, "x"))
                found["keystroke, valid", "other"].append(other.change(inside, inside, "x"))
                ours.change(inside, behind, "")
                other.change(inside, behind, "")
                for question in ("completion", "hover", "documentSymbol"):
                    params: dict[str, Any] = {"textDocument": {"uri": ours.uri}, "position": inside}
                    for name, server in (("ours", ours), ("other", other)):
                        seconds = server.ask(f"textDocument/{question}", params)[1]
                        found[question, name].append(seconds)
    for kind in dict.fromkeys(kind for kind, _ in found):
        others = found[kind, "other"]
        yield row_of(kind, f"{entries:,}", found[kind, "ours"], JSON_SERVER, others)


def session_rows(docs: Path, size: str, seconds: int) -> Iterator[Row]:
    """Keys at the pace of a quick writer, from the first second on, with completion and hover."""
    data = docs.read_bytes()
    found: dict[str, list[float]] = defaultdict(list)
    with Typist(OURS, docs.parent) as server:
        server.start([docs.parent])
        server.show(docs, data)
        places = entries_of(data, 40)
        with spending(server.process.pid) as spent:
            _type(server, data, places, seconds, found)
        held = memory(server.process.pid)
    keys = row_of("typing session: keystroke", size, found["key"])
    yield replace(keys, processor=spent.share)
    for question in ("completion", "hover"):
        yield row_of(f"typing session: {question}", size, found[question])
    yield Row("memory of the language server", size, held, unit="MB")


def _type(
    server: Typist, data: bytes, places: list[int], seconds: int, found: dict[str, list[float]]
) -> None:
    begun = time.perf_counter()
    for number in range(seconds * KEYS_A_SECOND):
        time.sleep(max(0.0, begun + number / KEYS_A_SECOND - time.perf_counter()))
        start = position_of(data, places[number // 8 % len(places)])
        inside = {**start, "character": start["character"] + 2}
        behind = {**inside, "character": inside["character"] + 1}
        is_new = number % 2 == 0
        found["key"].append(server.change(inside, inside if is_new else behind, "x" * is_new))
        if number % 8 in (2, 6):
            question = "completion" if number % 8 == 2 else "hover"
            params = {"textDocument": {"uri": server.uri}, "position": inside}
            found[question].append(server.ask(f"textDocument/{question}", params)[1])

"""The time to an answer over the wire: ours beside the JSON server that editors use, in turn.

    python -m tests.benchmarks.latency [--entries 1000 23000] [--rounds 15] [--json-server PATH]

Both have the same file open and are asked the same: proposals and a card for a page entry, and the
outline; each while the writer rests, and right after a keystroke. The bar: ours is not slower at
1,000 entries, and at least five times as fast at 23,000.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import sites
from tests.benchmarks.asking import OURS, Asker, installed, position_of
from tests.benchmarks.completion import entries_of

SETTLE = 2.0
"""Seconds that a server is given for its first look at a site."""
PAUSE = 0.05
"""Seconds between two questions, as a writer makes them."""
QUESTIONS = ("completion", "hover", "documentSymbol")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json-server", type=Path)
    parser.add_argument("--entries", type=int, nargs="+", default=[1000, 23_000])
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = options.json_server or installed(Path(folder))
        print(f"{'entries':>8} {'question':>30} {'ours ms':>8} {'theirs ms':>10} {'ratio':>6}")
        for entries in options.entries:
            race(entries, (str(server), "--stdio"), options.rounds)


def race(entries: int, json_server: tuple[str, ...], rounds: int) -> None:
    """Ask both servers in turn on one site."""
    with tempfile.TemporaryDirectory() as folder:
        docs = sites.write(Path(folder), entries)
        data = docs.read_bytes()
        times: dict[str, list[float]] = defaultdict(list)
        with Asker(OURS, docs.parent) as ours, Asker(json_server, docs.parent) as theirs:
            for server in (ours, theirs):
                server.start([docs.parent])
                server.show(docs, data)
            theirs.use_schema()
            time.sleep(SETTLE + entries / 5000)
            places = entries_of(data, rounds + 1)
            for number, at in enumerate(places):
                for name, server in (("ours", ours), ("theirs", theirs)):
                    for question, seconds in _asked(server, data, at):
                        if number:  # The first one warms up.
                            times[f"{question} {name}"].append(seconds)
    for question in _named():
        mine, other = (statistics.median(times[f"{question} {who}"]) for who in ("ours", "theirs"))
        print(
            f"{entries:8} {question:>30} {mine * 1e3:8.2f} {other * 1e3:10.2f} {other / mine:6.1f}",
            flush=True,
        )


def _named() -> Iterator[str]:
    for question in QUESTIONS:
        yield question
        yield f"{question} after a keystroke"


def _asked(server: Asker, data: bytes, at: int) -> Iterator[tuple[str, float]]:
    """The seconds to each answer about the entry that begins at an offset."""
    start = position_of(data, at)
    inside = {**start, "character": start["character"] + 2}
    behind = {**inside, "character": inside["character"] + 1}
    for question in QUESTIONS:
        params: dict[str, object] = {"textDocument": {"uri": server.uri}}
        if question != "documentSymbol":
            params["position"] = inside
        method = f"textDocument/{question}"
        time.sleep(PAUSE)
        yield question, server.ask(method, params)[1]
        time.sleep(PAUSE)
        # The keystroke is on its way before the question is: the server has to take it in first.
        server.replace(inside, inside, random.choice("abcdefgh"))
        yield f"{question} after a keystroke", server.ask(method, params)[1]
        server.replace(inside, behind, "")


if __name__ == "__main__":
    main()

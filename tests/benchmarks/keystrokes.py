"""From a keystroke to its diagnostics, beside the floor, in turn, in one run.

    python -m tests.benchmarks.keystrokes [--entries 100 1000 10000 23000] [--rounds 5]

Edits: a letter typed into a page path and deleted again (valid JSON, the page goes missing), a
stray quote (breaks the text), a comma deleted, a closing bracket deleted, each mended again.
The bar: the median is at most the floor's at 100 entries, half of it from 10,000 on.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from tests.benchmarks import sites
from tests.benchmarks.client import Client

OURS = (sys.executable, "-m", "docs_lsp", "server")
FLOOR = (sys.executable, str(Path(__file__).with_name("floor_server.py")))
SETTLE = 2.0
"""Seconds that a server is given for its first look at the disk."""


def measure(
    command: tuple[str, ...], docs: Path, seed: int, strokes: int
) -> tuple[float, dict[str, list[float]]]:
    """Seconds to `initialize`, and seconds of each keystroke by its kind."""
    lines = docs.read_text(encoding="utf-8").split("\n")
    chance = random.Random(seed)
    times: dict[str, list[float]] = defaultdict(list)
    with Client(command, docs.parent) as client:
        started = client.initialize()
        client.open(docs)
        time.sleep(SETTLE)
        for kind, line, start, end, new in edits(lines, chance, strokes):
            old = lines[line][start:end]
            times[kind].append(client.type(line, start, end, new))
            times[kind].append(client.type(line, start, start + len(new), old))
    return started, times


def edits(
    lines: list[str], chance: random.Random, strokes: int
) -> list[tuple[str, int, int, int, str]]:
    """Edits on single lines: kind, line, columns, new text."""
    pages = [n for n, line in enumerate(lines) if line.strip().startswith('"') and "/" in line
             and ":" not in line]  # fmt: skip
    commas = [n for n in pages if lines[n].endswith(",")]
    closers = [n for n, line in enumerate(lines) if line.strip() in ("]", "}", "],", "},")]
    script = []
    for _ in range(strokes):
        line = chance.choice(pages)
        middle = lines[line].index("/")
        script.append(("letter", line, middle, middle, "x"))
        script.append(("quote", line, middle, middle, '"'))
        line = chance.choice(commas)
        script.append(("comma", line, len(lines[line]) - 1, len(lines[line]), ""))
        line = chance.choice(closers)
        column = len(lines[line]) - len(lines[line].lstrip())
        script.append(("bracket", line, column, column + 1, ""))
    return script


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--entries", type=int, nargs="+", default=[100, 1000, 10_000, 23_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--strokes", type=int, default=10)
    options = parser.parse_args()
    print(
        f"{'entries':>8} {'edit':>8} {'floor ms':>9} {'docs-lsp ms':>12} {'ratio':>6} {'p95 ms':>7}"
    )
    for entries in options.entries:
        with tempfile.TemporaryDirectory() as folder:
            docs = sites.write(Path(folder), entries)
            report(entries, docs, options.rounds, options.strokes)


def report(entries: int, docs: Path, rounds: int, strokes: int) -> None:
    starts: dict[str, list[float]] = defaultdict(list)
    found: dict[str, dict[str, list[float]]] = {
        "ours": defaultdict(list),
        "floor": defaultdict(list),
    }
    for seed in range(rounds):
        for name, command in (("floor", FLOOR), ("ours", OURS)):
            started, times = measure(command, docs, seed, strokes)
            starts[name].append(started)
            for kind, seconds in times.items():
                found[name][kind] += seconds
    for kind in ("letter", "quote", "comma", "bracket"):
        ours = sorted(found["ours"][kind])
        floor = statistics.median(found["floor"][kind]) * 1e3
        median = statistics.median(ours) * 1e3
        late = ours[int(len(ours) * 0.95)] * 1e3
        print(
            f"{entries:8} {kind:>8} {floor:9.2f} {median:12.2f} {median / floor:6.2f} {late:7.2f}"
        )
    ours_start, floor_start = (statistics.median(starts[name]) for name in ("ours", "floor"))
    print(f"{entries:8} initialize {floor_start:6.2f} s {ours_start:10.2f} s", flush=True)


if __name__ == "__main__":
    main()

"""Proposals in docs.json: ours beside those of the JSON server that editors use.

    python -m tests.benchmarks.completion [--corpus ../shared/corpus] [--json-server PATH]

At places of real files, which server has what is wanted among its first ten; ours is to have it at
95 of 100. The JSON server gets the schema of `docs-lsp schema`: as much as it can use. Then the
time to an answer, in turn, on made-up sites. Without a path the JSON server is installed by npm.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.benchmarks import sites
from tests.benchmarks.asking import OURS, Asker, first_of, installed, position_of
from tests.benchmarks.completion_places import Place, Source, places, sources

_CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
_SETTLE = 4.0
"""Seconds that a server is given for its first look at a site."""
_LISTED = re.compile(rb'^\s+"[^":\n]*/[^":\n]*",$', re.MULTILINE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--corpus", type=Path, default=_CORPUS)
    parser.add_argument("--json-server", type=Path)
    parser.add_argument("--entries", type=int, nargs="+", default=[1000, 23_000])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = options.json_server or installed(Path(folder))
        command = (str(server), "--stdio")
        if options.corpus.is_dir():
            compare(options.corpus, command, options.seed)
        for entries in options.entries:
            race(entries, command, options.rounds)


# What is proposed


def compare(corpus: Path, json_server: tuple[str, ...], seed: int) -> None:
    """Ask both servers at places in real files."""
    asked = places(sources(corpus), seed)
    with ExitStack() as stack:
        folders = {}
        for source in {place.source.name: place.source for place in asked}.values():
            folders[source.name] = source.folder or _made(source, stack)
        ours = stack.enter_context(Asker(OURS, Path()))
        theirs = stack.enter_context(Asker(json_server, Path()))
        for server in (ours, theirs):
            server.start(list(folders.values()))
        theirs.use_schema()
        hits: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
        seen: set[str] = set()
        for place in asked:
            file = folders[place.source.name] / place.file
            settle = 0 if place.source.name in seen else _SETTLE
            seen.add(place.source.name)
            both = _has(ours, file, place, settle), _has(theirs, file, place, 0)
            hits[place.kind].append(both)
            if not both[0]:
                print(f"  not in ours: {place.kind}, {place.what}, in {place.source.name}")
    _tell(hits)


def _has(server: Asker, file: Path, place: Place, settle: float) -> bool:
    """Whether what is wanted is among the first ten proposals."""
    server.show(file, place.data)
    time.sleep(settle)
    items, _ = server.proposals(position_of(place.data, place.offset))
    server.hide()
    return any(map(place.wanted, first_of(items, place.typed)))


def _made(source: Source, stack: ExitStack) -> Path:
    """A folder with a docs.json and an empty file for each page that it lists."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    (folder / "docs.json").write_bytes(source.data)
    for page in source.pages:
        file = folder / f"{page}.mdx"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    return folder


def _tell(hits: dict[str, list[tuple[bool, bool]]]) -> None:
    print(f"{'place':>28} {'asked':>6} {'ours':>6} {'theirs':>7}")
    every = [each for both in hits.values() for each in both]
    for kind, both in [*sorted(hits.items()), ("all", every)]:
        ours, theirs = (sum(column) for column in zip(*both, strict=True))
        print(f"{kind:>28} {len(both):6} {ours:6} {theirs:7}")
    share = sum(ours for ours, _ in every) / len(every)
    print(f"ours: {share:.1%}", flush=True)


# How long it takes


def race(entries: int, json_server: tuple[str, ...], rounds: int) -> None:
    """Ask both servers in turn on one site, at rest and right after a keystroke."""
    with tempfile.TemporaryDirectory() as folder:
        docs = sites.write(Path(folder), entries)
        data = docs.read_bytes()
        times: dict[str, list[float]] = defaultdict(list)
        with Asker(OURS, docs.parent) as ours, Asker(json_server, docs.parent) as theirs:
            for server in (ours, theirs):
                server.start([docs.parent])
                server.show(docs, data)
            theirs.use_schema()
            time.sleep(_SETTLE + entries / 5000)
            for at in entries_of(data, rounds):
                for name, server in (("ours", ours), ("theirs", theirs)):
                    for kind, seconds in _timed(server, data, at):
                        times[f"{kind} {name}"].append(seconds)
    for kind in ("page", "page typed", "key typed"):
        mine, other = (statistics.median(times[f"{kind} {who}"]) for who in ("ours", "theirs"))
        print(
            f"{entries:8} {kind:>12} ours {mine * 1e3:8.2f} ms   theirs {other * 1e3:8.2f} ms   "
            f"ratio {other / mine:6.1f}",
            flush=True,
        )


def _timed(server: Asker, data: bytes, at: int) -> Iterator[tuple[str, float]]:
    """The seconds to proposals for a page at rest, for a new page, and for a new key."""
    inside = position_of(data, at + 1)
    yield "page", server.proposals(inside)[1]
    here = position_of(data, at)
    behind = {**here, "character": here["character"] + 1}
    for kind, new in (("page typed", '"", '), ("key typed", '{ "" }, ')):
        server.replace(here, here, new)
        quote = new.index('"') + 1
        cursor = {**here, "character": here["character"] + quote}
        yield kind, server.proposals(cursor)[1]
        behind = {**here, "character": here["character"] + len(new)}
        server.replace(here, behind, "")


def entries_of(data: bytes, count: int) -> list[int]:
    """Where some page entries start, spread over the file."""
    starts = [match.start() + match[0].index(b'"') for match in _LISTED.finditer(data)]
    return random.Random(1).sample(starts, min(count, len(starts)))


if __name__ == "__main__":
    main()

"""How long the preview takes to index a site, to take in a saved page, and how much memory.

    python -m tests.benchmarks.index_speed [--site FOLDER] [--pages N ...] [--rounds N]

A real site is indexed beside the search engine alone, which gets the same documents ready-made, in
turn in one run; processor seconds, the best of some rounds. Then sites are made up: how long it
takes until a saved page is found, and what the process holds in memory beside the size of the text.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from docs_lsp.files.files import DiskFiles
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.preview_site import load_site
from mcp_preview.index.index_schema import open_index
from mcp_preview.index.page_documents import build_documents
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.index.text_analysis import choose_analyzer
from mcp_preview.index.text_words import extract_section_words
from tests.benchmarks import sites

_SITE = Path(__file__).parents[3] / "shared" / "corpus" / "sites" / "firecrawl-docs"
_WORDS = [
    "".join(random.Random(number).choices("aeioubcdfglmnprst", k=3 + number % 7))
    for number in range(6_000)
]
_SAVES = 12
_QUERIES = 200

_T = TypeVar("_T")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--site", type=Path, default=_SITE)
    parser.add_argument("--pages", type=int, nargs="+", default=[300, 3_000, 25_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options.measure)
        return
    if options.site.is_dir():
        beside_the_engine(options.site, options.rounds)
    for number in options.pages:
        with tempfile.TemporaryDirectory() as folder:
            make(Path(folder), number)
            # Memory is that of a process that has done nothing else.
            command = [sys.executable, "-m", __spec__.name, "--measure", folder]
            subprocess.run(command, check=True)


def beside_the_engine(folder: Path, rounds: int) -> None:
    """A real site, beside the engine alone."""
    disk = DiskFiles(folder)
    site = load_site(disk)
    pages = list(site.pages.indexed.values())
    times: dict[str, list[float]] = {"engine": [], "index": [], "files": []}
    for _ in range(rounds):
        index = open_index()
        writer = index.writer(30_000_000, 1)
        documents = list(ready_made(pages))

        def engine(writer: object = writer, documents: list[object] = documents) -> None:
            for document in documents:
                writer.add_document(document)  # type: ignore[attr-defined]  # that of the engine
            writer.commit()  # type: ignore[attr-defined]  # likewise

        times["engine"].append(seconds(engine)[0])
        times["index"].append(seconds(lambda: SearchIndex().rebuild(pages))[0])
        times["files"].append(seconds(lambda: load_site(disk))[0])
    alone, ours, read = (min(found) for found in times.values())
    count = sum(1 for _ in disk.paths())
    print(f"{folder.name}: {count} files, {len(pages)} pages found by search")
    print(f"  the engine alone, sections ready-made  {alone:6.2f} s")
    print(f"  from pages to an index                 {ours:6.2f} s  {ours / alone:.1f} times")
    print(f"  reading all files, deciding, cleaning  {read:6.2f} s")
    both = ours + read
    print(f"  all together                           {both:6.2f} s  {both / alone:.1f} times")


def ready_made(pages: list[IndexedPage]) -> Iterator[object]:
    """The documents that the engine gets."""
    for number, page in enumerate(pages):
        tongue = choose_analyzer(page.language, page.markdown)
        words = extract_section_words(page.markdown, tongue)
        yield from build_documents(page, number, 0, words)[0]


def make(folder: Path, number: int) -> None:
    """A site of so many pages, each of some 7 KB."""
    docs = sites.content(number)
    folder.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")
    chance = random.Random(number)
    for page in sorted(set(sites.pages_of(docs["navigation"]))):
        path = folder / f"{page}.mdx"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(page, chance), "utf-8")


def text_of(page: str, chance: random.Random) -> str:
    """A page with six sections, a component and some code in each."""
    parts = [f"---\ntitle: {' '.join(chance.choices(_WORDS, k=3))}\n---\n"]
    for _ in range(6):
        words = chance.choices(_WORDS, k=150)
        heading, note = " ".join(words[:4]), " ".join(words[4:20])
        text = " ".join(words[20:])
        parts.append(f"## {heading}\n\n<Note>\n  {note}\n</Note>\n\n{text}\n\n```js\n{note}\n```\n")
    return "\n".join(parts)


def measure(folder: Path) -> None:
    """Time and memory of a made-up site, in a process of its own."""
    disk = DiskFiles(folder)
    size = sum(info.size for info in disk.walk())
    took, site = seconds(lambda: load_site(disk))
    index = SearchIndex()
    built, _ = seconds(lambda: index.rebuild(site.pages.indexed))
    held = resident()
    saves: list[float] = []
    paths = [page for page in site.pages.indexed if page][:: max(1, len(site.pages.indexed) // 12)]
    for page in paths[:_SAVES]:
        file = folder / f"{page}.mdx"
        file.write_text(file.read_text("utf-8") + f"\n## Zyxwv{len(saves)}q\n", "utf-8")
        begin = time.perf_counter()
        change = site.apply_file_changes(disk, [f"{page}.mdx"])
        index.update_pages(change.changed, change.removed)
        found = [hit.path for hit in index.search(f"Zyxwv{len(saves)}q")]
        saves.append(time.perf_counter() - begin)
        assert found[:1] == [page]
        site = change.site
    asked = [" ".join(random.choices(_WORDS, k=3)) for _ in range(_QUERIES)]
    waits = []
    for query in asked:
        begin = time.perf_counter()
        index.search(query, language="en")
        waits.append(time.perf_counter() - begin)
    limit = 200 + 4 * size / 1e6
    print(f"{len(site.pages.indexed)} pages, {size / 1e6:.0f} MB")
    print(f"  read and decided {took:.1f} s, indexed {built:.1f} s (processor)")
    print(f"  a saved page is found after {statistics.median(saves) * 1e3:.0f} ms", end="")
    print(f", at most {max(saves) * 1e3:.0f} ms")
    print(f"  memory {held:.0f} MB, allowed {limit:.0f} MB")
    print(f"  a query takes {statistics.median(waits) * 1e3:.1f} ms, ", end="")
    print(f"one of a hundred {sorted(waits)[-len(waits) // 100 - 1] * 1e3:.1f} ms")


def seconds(work: Callable[[], _T]) -> tuple[float, _T]:
    """The processor time that something takes, and what it gives."""
    begin = time.process_time()
    made = work()
    return time.process_time() - begin, made


def resident() -> float:
    """The megabytes that this process holds in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()

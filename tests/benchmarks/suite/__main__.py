"""Every benchmark beside its peer or floor, in one run: a table, and JSON for programs.

    python -m tests.benchmarks.suite [--quick] [--corpus FOLDER] [--json FILE] [--page FILE]

`--page` writes the table below the heading "Measurements" of a page, with the date. Nothing is set
otherwise than what ships. Whatever is compared runs in turn; a busy machine changes both, so read
the ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks.index_speed import make
from tests.benchmarks.suite import check_rows, editor_rows, preview_rows
from tests.benchmarks.suite.rows import Row, table

_CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "sites"
_LARGEST = "firecrawl-docs"
_HEADING = "## Measurements\n"


def main() -> None:
    parser = argparse.ArgumentParser("make bench", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small sites and short sessions")
    parser.add_argument("--corpus", type=Path, default=_CORPUS, help="a folder of real sites")
    parser.add_argument("--json", type=Path, help="write the rows to this file")
    parser.add_argument("--page", type=Path, help="write the table into this page")
    options = parser.parse_args()
    rows = []
    for row in _rows(options.corpus, quick=options.quick):
        rows.append(row)
        print(table([row]).splitlines()[-1], flush=True)
    text = f"{_run()}\n\n{table(rows)}"
    print(f"\n{text}")
    if options.json:
        shape = {"run": _run(), "rows": [row.as_json() for row in rows]}
        options.json.write_text(json.dumps(shape, indent=2) + "\n", "utf-8")
    if options.page:
        write_below_heading(options.page, text)


def _rows(corpus: Path, *, quick: bool) -> Iterator[Row]:
    sizes = (100, 1_000) if quick else (100, 1_000, 10_000, 23_000, 50_000)
    rounds = 2 if quick else 3
    yield from editor_rows.start_rows(sizes[-2], rounds)
    for entries in sizes:
        for findings in (0, 100) if entries > 100 else (0,):
            yield from editor_rows.keystroke_rows(entries, rounds, findings)
    for entries in sizes[1:-1] or sizes[1:]:
        yield from editor_rows.json_server_rows(entries, 10)
    yield from _site_rows(corpus, (300,) if quick else (300, 25_000), quick=quick)


def _site_rows(corpus: Path, made: tuple[int, ...], *, quick: bool) -> Iterator[Row]:
    """What is measured on sites with pages of a usual length."""
    seconds = 10 if quick else 60
    with tempfile.TemporaryDirectory() as folder:
        named = []
        for pages in made:
            site = Path(folder) / f"made-{pages}"
            site.mkdir()
            make(site, pages)
            docs = site / "docs.json"
            docs.write_text(json.dumps(json.loads(docs.read_text("utf-8")), indent=2), "utf-8")
            named.append((site, f"{pages:,} pages"))
        if (corpus / _LARGEST).is_dir() and not quick:
            site = Path(shutil.copytree(corpus / _LARGEST, Path(folder) / _LARGEST))
            named.insert(1, (site, f"{_LARGEST}, {sum(1 for _ in site.rglob('*.mdx')):,} pages"))
        for site, size in named:
            yield from editor_rows.session_rows(site / "docs.json", size, seconds)
            yield from check_rows.check_rows(site, size, 3)
            yield from preview_rows.preview_rows(site, size)
        yield from check_rows.core_rows(*named[-1])


def _run() -> str:
    """When and where it was run."""
    day = datetime.now(UTC).date().isoformat()
    cores = len(os.sched_getaffinity(0))
    return f"Run on {day}: {cores} cores, Python {platform.python_version()}, {platform.system()}."


def write_below_heading(page: Path, text: str) -> None:
    """Replace all that follows the heading of the measurements, the last of the page."""
    before, _, _ = page.read_text("utf-8").partition(_HEADING)
    page.write_text(f"{before}{_HEADING}\n{text}", "utf-8")


if __name__ == "__main__":
    main()

"""How good the preview's search is as it ships, beside others on the same sections in one run.

    python -m tests.benchmarks.search_quality [--sites FOLDER] [--questions FILE]
        [--embeddings FOLDER] [SITE ...]

Each site is served whole by a preview with all that it sets, its boosts too, and asked over HTTP;
what counts is the page that each hit links to first. Pages are looked for by their titles, headings
and descriptions, by titles with a slip in them, by titles of which only the beginnings of the words
are typed, by identifiers, and by questions: those of `questions` beside this file, and FILE about
the first site. Of `held` and `further` nobody read the misses while the ranking was made; their
totals told which steps win everywhere. `later` and `unseen` were written together, when it was
made, before anybody asked them; of `unseen` not even the totals told anything but the end. Those
about the last six sites say in other words what their pages answer, and came after the ranking.
`asked` and `asked-held` are what an agent would ask; of the latter only the totals were looked at,
when synonyms were done. `drawn` asks for pages drawn at random, in five kinds: words typed into a
search box, questions, questions in other words than the page uses, identifiers and operations.

Printed are the mean reciprocal rank and the recall among the first ten pages, a star beside the
best. Where a site has several languages, the others know its default language alone; ours is asked
without a language, which is harder, and with it. With a model for meaning, the preview with it is a
column of its own; what it may not do is lose more than a hundredth anywhere.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from docs_lsp.files.files import DiskFiles
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.preview_site import load_site
from tests.benchmarks.search_cases import Case, groups_of, own_questions
from tests.benchmarks.search_engines import ENGINES, Engine
from tests.preview.running import Running, eventually, running

SHARED = Path(__file__).parents[3] / "shared"
SITES = (
    *("mintlify-docs", "firecrawl-docs", "trigger-dev", "meilisearch-docs", "x402", "axiom-docs"),
    *("dodo-docs", "dub-docs", "novu-docs", "onyx-docs", "pipecat-docs"),
)
DEPTH = 10
_LINK = re.compile(r"^Link: (\S+)", re.MULTILINE)
_SECONDS_TO_READ = 3_600
_LOSS = 0.01


class Score(NamedTuple):
    """How well an engine did."""

    mrr: float
    recall: float


class Preview:
    """The search tool of a preview that runs."""

    def __init__(self, preview: Running, pages: Iterable[IndexedPage], language: str = "") -> None:
        self._preview = preview
        self._paths = {page.url: page.path for page in pages}
        self._filters = {"language": language} if language else {}

    def __call__(self, query: str) -> Iterator[str]:
        base = self._preview.ready["url"]
        for text in self._preview.search(query, **self._filters):
            link = _LINK.search(text)
            if link:
                url = link[1].removeprefix(base).partition("#")[0]
                yield self._paths.get(url or "/", url)


def score(engine: Engine, cases: Sequence[Case]) -> Score:
    """How well an engine finds what it is asked for."""
    ranks = [_rank(engine(case.query), case.pages) for case in cases]
    found = [rank for rank in ranks if rank]
    return Score(sum(1 / rank for rank in found) / len(cases), len(found) / len(cases))


def _rank(found: Iterable[str], wanted: frozenset[str]) -> int:
    """The place of the first right page among the first ten; 0 where there is none."""
    shown = list(dict.fromkeys(found))[:DEPTH]
    return next((place for place, page in enumerate(shown, 1) if page in wanted), 0)


def main() -> bool:
    """Print the tables, and say whether ours is the best on every row."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=SITES, metavar="SITE")
    parser.add_argument("--sites", type=Path, default=SHARED / "corpus" / "sites")
    parser.add_argument("--questions", type=Path, default=SHARED / "questions.tsv")
    parser.add_argument("--embeddings", type=Path)
    given = parser.parse_args()
    # Each is measured, also behind one where ours is not the best.
    are_best = [
        _is_best(given.sites / name, _questions_of(name, given.questions), given.embeddings)
        for name in given.names
    ]
    return all(are_best)


def _questions_of(name: str, about_first: Path) -> dict[str, Path]:
    """The tables of questions about a site."""
    return own_questions(name) | ({"dev": about_first} if name == SITES[0] else {})


def _is_best(folder: Path, questions_of: dict[str, Path], embeddings: Path | None) -> bool:
    """Print the table of a site, and say whether ours is the best on every row."""
    begin = time.perf_counter()
    site = load_site(DiskFiles(folder))
    everything = list(site.pages.indexed.values())
    pages = [page for page in everything if page.of_default]
    language = pages[0].language if site.languages else None
    engines = [make(pages) for make in ENGINES.values()]
    ours = ["ours", *(["by meaning"] if embeddings else [])]
    is_best = True
    print(f"{folder.name}: {len(everything)} pages, {len(pages)} of them by default", flush=True)
    print(f"  {'':26}" + "".join(f"{name:>15}" for name in (*ours, *ENGINES)))
    with ExitStack() as stack:
        previews = [stack.enter_context(running(folder))]
        if embeddings:
            previews.append(stack.enter_context(running(folder, f"--embeddings={embeddings}")))
            _wait_for_meaning(previews[-1])
        for kind, cases in groups_of(pages, questions_of).items():
            others = [score(engine, cases) for engine in engines]
            for way in dict.fromkeys(("", language or "")):
                scores = [score(Preview(one, everything, way), cases) for one in previews]
                named = f"{kind} ({way})" if way else kind
                is_best &= _print_row(f"{named} ({len(cases)})", scores, others)
    print(f"  {time.perf_counter() - begin:.0f} s")
    return is_best


def _wait_for_meaning(preview: Running) -> None:
    """Wait until a preview has read all sections."""
    eventually(lambda: preview.api("site").json()["meaning"] != "making", seconds=_SECONDS_TO_READ)


def _print_row(row: str, ours: Sequence[Score], others: Sequence[Score]) -> bool:
    """Print a row; whether each of ours is as good as all others, and loses little by meaning."""
    scores = [*ours, *others]
    best = max(one.mrr for one in scores)
    cells = [
        f"  {one.mrr:.3f}{'*' if one.mrr == best else ' '}/ {one.recall:.3f}" for one in scores
    ]
    is_best = all(ours[0].mrr >= one.mrr for one in others)
    is_kept = all(one.mrr >= ours[0].mrr - _LOSS for one in ours)
    remark = "" if is_best else "   <-- not the best"
    remark += "" if is_kept else "   <-- lost by meaning"
    print(f"  {row:26}{''.join(cells)}{remark}", flush=True)
    return is_best and is_kept


if __name__ == "__main__":
    sys.exit(0 if main() else 1)

"""How good the preview's search is, beside two others on the same sections in one run.

    python -m tests.benchmarks.search_quality [SITES] [QUESTIONS]

SITES is a folder of sites, QUESTIONS a table of questions about one of them, with the pages that
answer each. Known items are looked for as well: pages by their titles, headings and descriptions,
by titles with a slip in them, and by titles of which only the beginnings of the words are typed.
Printed are the mean reciprocal rank and the recall among the first ten pages. When pages are looked
for by their descriptions, no engine has these in its index. What a site's `boost` puts in front is
its owner's wish, so that is left aside.
"""

from __future__ import annotations

import random
import re
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Protocol

import tantivy

from docs_lsp.files import DiskFiles
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.preview_site import load
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.index.sections import sections_of

SHARED = Path(__file__).parents[3] / "shared"
SITES = (
    ("mintlify-docs", "en"),
    ("mintlify-docs", "zh"),
    ("firecrawl-docs", "ja"),
    ("firecrawl-docs", "fr"),
    ("trigger-dev", None),
    ("meilisearch-docs", None),
)
DEPTH = 10
MOST_QUERIES = 300
_WORD = re.compile(r"\w+")
_SECTIONS = 100


class Case(NamedTuple):
    """Something that is looked for, and the pages that answer it."""

    query: str
    pages: frozenset[str]


class Score(NamedTuple):
    """How well an engine did."""

    mrr: float
    recall: float


class Engine(Protocol):
    """A search that can be compared."""

    def __call__(self, query: str) -> Iterable[str]:
        """The pages that it finds, best first, each as often as it likes."""
        ...


def ours(pages: Sequence[IndexedPage]) -> Engine:
    index = SearchIndex()
    index.build(pages)
    return lambda query: [hit.path for hit in index.search(query, limit=DEPTH)]


def default_tantivy(pages: Sequence[IndexedPage]) -> Engine:
    builder = tantivy.SchemaBuilder().add_text_field("path", stored=True, tokenizer_name="raw")
    for name in ("title", "heading", "body"):
        builder.add_text_field(name)
    index = tantivy.Index(builder.build())
    writer = index.writer(30_000_000, 1)
    for path, *texts in rows(pages):
        named = dict(zip(("title", "heading", "body"), texts, strict=True))
        writer.add_document(tantivy.Document(path=path, **named))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(query: str) -> Iterator[str]:
        parsed, _ = index.parse_query_lenient(query, ["title", "heading", "body"])
        for _, place in searcher.search(parsed, _SECTIONS).hits:
            yield searcher.doc(place)["path"][0]

    return search


def sqlite_fts5(pages: Sequence[IndexedPage]) -> Engine:
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE VIRTUAL TABLE section USING fts5("
        "path UNINDEXED, title, heading, body, tokenize = 'porter unicode61')"
    )
    database.executemany("INSERT INTO section VALUES (?, ?, ?, ?)", rows(pages))

    def search(query: str) -> Iterator[str]:
        words = [f'"{word}"' for word in _WORD.findall(query)]
        if words:
            asked = " OR ".join((*words[:-1], f"{words[-1]}*"))
            found = database.execute(
                "SELECT path FROM section WHERE section MATCH ? ORDER BY rank LIMIT ?",
                (asked, _SECTIONS),
            )
            yield from (path for (path,) in found)

    return search


ENGINES: Mapping[str, Callable[[Sequence[IndexedPage]], Engine]] = {
    "ours": ours,
    "tantivy": default_tantivy,
    "FTS5": sqlite_fts5,
}


def rows(pages: Sequence[IndexedPage]) -> Iterator[tuple[str, str, str, str]]:
    """Path, title, heading and text of every section; a page's description is part of its first."""
    for page in pages:
        for section in sections_of(page):
            body = page.markdown[section.start : section.end]
            if not section.level:
                body = f"{page.description}\n{body}"
            yield page.path, page.title, section.title, body


def score(engine: Engine, cases: Sequence[Case]) -> Score:
    """How well an engine finds what it is asked for."""
    ranks = [_rank(engine(case.query), case.pages) for case in cases]
    found = [rank for rank in ranks if rank]
    return Score(sum(1 / rank for rank in found) / len(cases), len(found) / len(cases))


def _rank(found: Iterable[str], wanted: frozenset[str]) -> int:
    """The place of the first right page among the first ten; 0 where there is none."""
    shown = list(dict.fromkeys(found))[:DEPTH]
    return next((place for place, page in enumerate(shown, 1) if page in wanted), 0)


def titles(pages: Sequence[IndexedPage]) -> Iterator[Case]:
    counted = Counter(page.title.casefold() for page in pages)
    for page in pages:
        if counted[page.title.casefold()] == 1:
            yield Case(page.title, frozenset([page.path]))


def headings(pages: Sequence[IndexedPage]) -> Iterator[Case]:
    homes: dict[str, set[str]] = {}
    for page in pages:
        for section in sections_of(page)[1:]:
            homes.setdefault(section.title, set()).add(page.path)
    for heading, found in homes.items():
        if len(found) == 1:
            yield Case(heading, frozenset(found))


def descriptions(pages: Sequence[IndexedPage]) -> Iterator[Case]:
    for page in pages:
        if page.description:
            yield Case(page.description, frozenset([page.path]))


def with_slips(cases: Iterable[Case], chance: random.Random) -> Iterator[Case]:
    """The same with one letter of one long word wrong, missing, doubled or changed about."""
    for case in cases:
        words = [match for match in _WORD.finditer(case.query) if len(match[0]) >= 5]
        if words:
            match = chance.choice(words)
            at = chance.randrange(1, len(match[0]) - 1)
            text, word = case.query, match[0]
            slip = chance.choice(
                (
                    word[:at] + word[at + 1 :],
                    word[:at] + word[at] + word[at:],
                    word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                    word[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
                )
            )
            yield Case(text[: match.start()] + slip + text[match.end() :], case.pages)


def begun(cases: Iterable[Case]) -> Iterator[Case]:
    """The same with no more than the first half and a bit of each long word."""

    def half(match: re.Match[str]) -> str:
        word = match[0]
        return word if len(word) < 5 else word[: (len(word) * 3 + 4) // 5]

    for case in cases:
        shortened = _WORD.sub(half, case.query)
        if shortened != case.query:
            yield Case(shortened, case.pages)


def questions(table: Path, pages: Sequence[IndexedPage]) -> Iterator[Case]:
    known = {page.path for page in pages}
    for line in table.read_text("utf-8").splitlines()[1:]:
        query, _, wanted = line.partition("\t")
        found = frozenset(wanted.split("|")) & known
        if found:
            yield Case(query, found)


def some(cases: Iterable[Case], chance: random.Random) -> list[Case]:
    """As many cases as a benchmark has time for."""
    found = list(cases)
    return found if len(found) <= MOST_QUERIES else chance.sample(found, MOST_QUERIES)


def table_of(pages: Sequence[IndexedPage], asked: Path | None) -> Iterator[tuple[str, list[Score]]]:
    """A row of scores, one for each engine, for each way of looking for pages."""
    chance = random.Random(5)
    all_titles = list(titles(pages))
    groups: dict[str, list[Case]] = {
        "title": some(all_titles, chance),
        "heading": some(headings(pages), chance),
        "typo": some(with_slips(all_titles, chance), chance),
        "half words": some(begun(all_titles), chance),
    }
    if asked is not None:
        groups["questions"] = list(questions(asked, pages))
    engines = [make(pages) for make in ENGINES.values()]
    for name, cases in groups.items():
        if cases:
            yield f"{name} ({len(cases)})", [score(engine, cases) for engine in engines]
    bare = [replace(page, description="") for page in pages]
    engines = [make(bare) for make in ENGINES.values()]
    cases = some(descriptions(pages), chance)
    if cases:
        yield f"description ({len(cases)})", [score(engine, cases) for engine in engines]


def main(sites: Path, asked: Path) -> bool:
    """Print the tables, and say whether ours is the best on every row."""
    is_best = True
    for name, language in SITES:
        site = load(DiskFiles(sites / name))
        indexed = site.pages.indexed.values()
        chosen = (page for page in indexed if language in (None, page.language))
        pages = [replace(page, boost=1.0) for page in chosen]
        begin = time.perf_counter()
        print(f"{name} {language or ''}: {len(pages)} pages".rstrip(), flush=True)
        print(f"  {'':18}" + "".join(f"{engine:>16}" for engine in ENGINES))
        table = asked if (name, language) == SITES[0] else None
        for row, scores in table_of(pages, table):
            first, *others = scores
            worse = [one for one in others if one > first or one.recall > first.recall]
            is_best &= not worse
            cells = "".join(f"   {one.mrr:.3f} / {one.recall:.3f}" for one in scores)
            print(f"  {row:18}{cells}{'   <-- not the best' if worse else ''}", flush=True)
        print(f"  {time.perf_counter() - begin:.0f} s")
    return is_best


if __name__ == "__main__":
    given = [Path(each) for each in sys.argv[1:]]
    sites = given[0] if given else SHARED / "corpus" / "sites"
    sys.exit(0 if main(sites, given[1] if len(given) > 1 else SHARED / "questions.tsv") else 1)

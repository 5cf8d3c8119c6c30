"""How good the preview's search is as it ships, beside others on the same sections in one run.

    python -m tests.benchmarks.search_quality [SITES] [QUESTIONS]

SITES is a folder of sites. Each is served whole by a preview with all that it sets, its boosts too,
and asked over HTTP; what counts is the page that each hit links to first. Pages are looked for by
their titles, headings and descriptions, by titles with a slip in them, by titles of which only the
beginnings of the words are typed, and by questions: those of `questions` beside this file, half of
which (`held`) were not looked at while the ranking was made, and QUESTIONS about the first site.

Printed are the mean reciprocal rank and the recall among the first ten pages. Where a site has
several languages, the others know its default language alone; ours is asked without a language,
which is harder, and with it. `bm25s` takes part where it is installed.
"""

from __future__ import annotations

import importlib.util
import random
import re
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import tantivy

from docs_lsp.files import DiskFiles
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.preview_site import load
from mcp_preview.index.sections import sections_of
from tests.preview.running import Running, running

SHARED = Path(__file__).parents[3] / "shared"
OWN_QUESTIONS = Path(__file__).parent / "questions"
SITES = ("mintlify-docs", "firecrawl-docs", "trigger-dev", "meilisearch-docs", "x402")
DEPTH = 10
MOST_QUERIES = 150
_WORD = re.compile(r"\w+")
_LINK = re.compile(r"^Link: (\S+)", re.MULTILINE)
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


class Preview:
    """The search tool of a preview that runs."""

    def __init__(self, preview: Running, pages: Iterable[IndexedPage], **filters: str) -> None:
        self._preview = preview
        self._paths = {page.url: page.path for page in pages}
        self._filters = filters

    def __call__(self, query: str) -> Iterator[str]:
        base = self._preview.ready["url"]
        for text in self._preview.search(query, **self._filters):
            link = _LINK.search(text)
            if link:
                url = link[1].removeprefix(base).partition("#")[0]
                yield self._paths.get(url or "/", url)


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


def bm25s_engine(pages: Sequence[IndexedPage]) -> Engine:
    import bm25s  # type: ignore[import-not-found, unused-ignore]  # by hand only
    import Stemmer  # type: ignore[import-not-found, unused-ignore]

    stemmer: Any = Stemmer.Stemmer("english")
    paths, texts = [], []
    for path, *words in rows(pages):
        paths.append(path)
        texts.append("\n".join(words))
    retriever: Any = bm25s.BM25()
    tokens = bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)
    retriever.index(tokens, show_progress=False)

    def search(query: str) -> Iterator[str]:
        asked = bm25s.tokenize([query], stopwords="en", stemmer=stemmer, show_progress=False)
        found, scores = retriever.retrieve(asked, k=min(_SECTIONS, len(paths)), show_progress=False)
        yield from (paths[at] for at, own in zip(found[0], scores[0], strict=True) if own > 0)

    return search


ENGINES: Mapping[str, Callable[[Sequence[IndexedPage]], Engine]] = {
    "tantivy": default_tantivy,
    "FTS5": sqlite_fts5,
    **({"bm25s": bm25s_engine} if importlib.util.find_spec("bm25s") else {}),
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


def groups_of(name: str, pages: Sequence[IndexedPage], asked: Path) -> dict[str, list[Case]]:
    """What is looked for on a site, by the way in which it is looked for."""
    chance = random.Random(5)
    some_titles = some(titles(pages), chance)
    own = {kind: OWN_QUESTIONS / f"{name}.{kind}.tsv" for kind in ("dev", "held")}
    tables = own if name != SITES[0] else {"dev": asked}
    return {
        "title": some_titles,
        "heading": some(headings(pages), chance),
        "description": some(descriptions(pages), chance),
        "typo": some(with_slips(some_titles, chance), chance),
        "half words": some(begun(some_titles), chance),
        **{
            f"questions, {kind}": list(questions(table, pages))
            for kind, table in tables.items()
            if table.is_file()
        },
    }


def main(sites: Path, asked: Path) -> bool:
    """Print the tables, and say whether ours is the best on every row."""
    is_best = True
    for name in SITES:
        begin = time.perf_counter()
        site = load(DiskFiles(sites / name))
        pages = [page for page in site.pages.indexed.values() if page.of_default]
        engines = [make(pages) for make in ENGINES.values()]
        everything = list(site.pages.indexed.values())
        print(f"{name}: {len(everything)} pages, {len(pages)} of them by default", flush=True)
        print(f"  {'':22}" + "".join(f"{engine:>16}" for engine in ("ours", *ENGINES)))
        with running(sites / name) as preview:
            ways = {"": Preview(preview, everything)}
            if site.languages and pages[0].language:
                language = pages[0].language
                ways[f" ({language})"] = Preview(preview, everything, language=language)
            for kind, cases in groups_of(name, pages, asked).items():
                others = [score(engine, cases) for engine in engines] if cases else []
                for way, ours in ways.items() if cases else ():
                    scores = [score(ours, cases), *others]
                    is_best &= _print_row(f"{kind}{way} ({len(cases)})", scores)
        print(f"  {time.perf_counter() - begin:.0f} s")
    return is_best


def _print_row(row: str, scores: Sequence[Score]) -> bool:
    """Print a row; whether the first score is the best."""
    first, *others = scores
    is_best = all(first.mrr >= one.mrr for one in others)
    cells = "".join(f"   {one.mrr:.3f} / {one.recall:.3f}" for one in scores)
    print(f"  {row:22}{cells}{'' if is_best else '   <-- not the best'}", flush=True)
    return is_best


if __name__ == "__main__":
    given = [Path(each) for each in sys.argv[1:]]
    sites = given[0] if given else SHARED / "corpus" / "sites"
    sys.exit(0 if main(sites, given[1] if len(given) > 1 else SHARED / "questions.tsv") else 1)

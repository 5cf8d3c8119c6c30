"""Other search engines over the sections of a site, to be compared with the preview's.

Each has the titles, headings and texts of the same sections. `bm25s` takes part where it is
installed; MiniSearch runs on Node, and npm brings it into the user's cache, once.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import tantivy

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.sections import split_page
from tests.preview import node

_WORD = re.compile(r"\w+")
_SECTIONS = 100
_MINISEARCH = {"minisearch": "7.2.0"}


class Engine(Protocol):
    """A search that can be compared."""

    def __call__(self, query: str) -> Iterable[str]:
        """The pages that it finds, best first, each as often as it likes."""
        ...


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
    import bm25s
    import Stemmer

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


class MiniSearch:
    """MiniSearch, with the beginnings of words and slips, as those who use it turn them on."""

    def __init__(self, pages: Sequence[IndexedPage]) -> None:
        program = Path(__file__).with_name("minisearch.mjs")
        module = node.modules(_MINISEARCH) / "minisearch" / "dist" / "es" / "index.js"
        self._process = subprocess.Popen(
            [node.node(), program, module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._ask([*rows(pages)])

    def __call__(self, query: str) -> Iterator[str]:
        yield from self._ask(query)

    def _ask(self, what: object) -> list[str]:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        found: list[str] = json.loads(self._process.stdout.readline())
        return found


ENGINES: Mapping[str, Callable[[Sequence[IndexedPage]], Engine]] = {
    "tantivy": default_tantivy,
    "FTS5": sqlite_fts5,
    "MiniSearch": MiniSearch,
    **({"bm25s": bm25s_engine} if importlib.util.find_spec("bm25s") else {}),
}


def rows(pages: Sequence[IndexedPage]) -> Iterator[tuple[str, str, str, str]]:
    """Path, title, heading and text of every section; a page's description is part of its first."""
    for page in pages:
        for section in split_page(page):
            body = page.markdown[section.start : section.end]
            if not section.level:
                body = f"{page.description}\n{body}"
            yield page.path, page.title, section.title, body

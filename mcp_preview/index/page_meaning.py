"""Keeps the meaning of a site's pages up to date, beside the index of their words.

A thread gives the sections to the process of the model, page by page; until it has all of them,
pages are found by their words alone. So they are when there is no model, or when it fails.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from threading import Condition, Thread

from docs_lsp.cache.folder import cache_folder
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.sections import sections_of
from mcp_preview.meaning.embedder import Embedder, EmbedderFault, Near

logger = logging.getLogger(__name__)

_AT_ONCE = 8
"""So many sections are given to the model before a search gets its turn."""
_LONGEST = 1_200
"""Characters of a section that the model gets; it reads about half as many."""
_LONGEST_QUERY = 600
_MOST_NEAR = 30
_PATIENCE = 2.0
"""Seconds that the end waits for a model that is just being loaded."""


class MeaningState(StrEnum):
    """Whether pages are found by meaning as well."""

    OFF = "off"
    MAKING = "making"
    """Not yet: the model has not read all of them."""
    ON = "on"


class PageMeaning:
    """The meaning of the pages of one site."""

    def __init__(self, model: Path) -> None:
        """`model` is the folder of a sentence model. Nothing happens before `follow`."""
        self.state = MeaningState.MAKING
        self.trouble = ""
        """Why it is off, in one sentence."""
        self._model = model
        self._news = Condition()
        self._wanted: Mapping[int, IndexedPage] | None = None
        self._given: dict[int, IndexedPage] = {}
        self._embedder: Embedder | None = None
        self._is_closed = False
        self._thread = Thread(target=self._work, name="meaning", daemon=True)

    def follow(self, pages: Mapping[int, IndexedPage]) -> None:
        """These are the pages now, by their numbers in the index. Returns at once."""
        with self._news:
            self._wanted = pages
            if not self._thread.is_alive() and self.state is MeaningState.MAKING:
                self._thread.start()
            self._news.notify()

    def find_near_pages(self, query: str, among: Sequence[int]) -> Near | None:
        """The pages that mean the like of a query, and how near those `among` are to it.

        None as long as that is not known.
        """
        if self.state is not MeaningState.ON or self._embedder is None:
            return None
        try:
            return self._embedder.find(query[:_LONGEST_QUERY], among, _MOST_NEAR)
        except EmbedderFault as fault:
            self._fail(fault)
            return None

    def close(self) -> None:
        """Let go of the process."""
        with self._news:
            self._is_closed = True
            self._news.notify()
        if self._embedder:
            self._embedder.close()
        if self._thread.is_alive():
            self._thread.join(_PATIENCE)

    def _work(self) -> None:
        try:
            with _vector_folder() as folder:
                self._embedder = Embedder(self._model, folder)
                while self._wait_for_news():
                    self._take_over(self._embedder)
        except EmbedderFault as fault:
            self._fail(fault)

    def _wait_for_news(self) -> bool:
        """Whether there are pages to take over; False when it is closed."""
        with self._news:
            self._news.wait_for(lambda: self._is_closed or self._wanted is not None)
            return not self._is_closed

    def _take_over(self, embedder: Embedder) -> None:
        with self._news:
            pages, self._wanted = self._wanted or {}, None
        for number in [one for one, page in self._given.items() if pages.get(one) is not page]:
            embedder.drop(number)
            del self._given[number]
        for number, page in pages.items():
            if number not in self._given:
                self._given[number] = page
                texts = texts_of(page)
                for begin in range(0, len(texts), _AT_ONCE):
                    embedder.put(number, texts[begin : begin + _AT_ONCE])
            if self._is_closed or self._wanted is not None:
                return
        self.state = MeaningState.ON

    def _fail(self, fault: EmbedderFault) -> None:
        if self._is_closed or self.state is MeaningState.OFF:
            return
        self.trouble = f"Pages are not found by meaning. {fault}"
        self.state = MeaningState.OFF
        logger.warning("%s", self.trouble)


def texts_of(page: IndexedPage) -> list[str]:
    """What the model gets of each section of a page: where it stands, and how it begins."""
    texts, markdown = [], page.markdown
    for section in sections_of(page):
        body = markdown[section.start : section.start + _LONGEST][: section.end - section.start]
        above = " > ".join((*section.above, section.title)) if section.level else page.description
        texts.append(f"{page.title}\n{above}\n{body}")
    return texts


@contextmanager
def _vector_folder() -> Iterator[Path]:
    """Where vectors are kept; where that cannot be, a folder for as long as they are needed."""
    try:
        folder = cache_folder("vectors")
    except OSError:
        with tempfile.TemporaryDirectory() as temporary:
            yield Path(temporary)
    else:
        yield folder

"""Updates the meaning of a site's pages, beside the index of their words.

A thread passes the sections to the process of the model, page by page; until it has all of them,
pages are found by their words only. The same applies if there is no model, or if it fails.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from threading import Condition, Thread

from docs_lsp.cache.folder import INSTALL_COMMAND, MEANING_GAIN, create_cache_folder
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.sections import split_page
from mcp_preview.meaning.embedder import Embedder, EmbedderFault, NearPages

logger = logging.getLogger(__name__)

_AT_ONCE = 8
"""The number of sections passed to the model before a search gets its turn."""
_LONGEST = 1_200
"""The number of characters of a section passed to the model, which reads about half of them."""
_LONGEST_QUERY = 600
_MOST_NEAR = 30
_PATIENCE = 2.0
"""The time in seconds to wait at the end for a model that is being loaded."""


class MeaningState(StrEnum):
    """Whether pages are found by meaning as well."""

    OFF = "off"
    MAKING = "making"
    """Not yet, because the model has not read all pages."""
    ON = "on"


def describe_ranking(state: MeaningState) -> str:
    """Return in sentences whether a preview ranks by meaning, and what that is worth."""
    if state is MeaningState.ON:
        return (
            "Search by meaning is on. The published server has a model of its own, so it may rank "
            "differently."
        )
    if state is MeaningState.MAKING:
        return (
            "Search by meaning is being prepared. Until it is on, the preview ranks only by words."
        )
    return (
        "Search by meaning is off, so the preview ranks only by words, and the published server "
        f"may rank differently. `{INSTALL_COMMAND}` adds it. {MEANING_GAIN}."
    )


class PageMeaning:
    """The meaning of the pages of one site."""

    def __init__(self, model: Path) -> None:
        """Use the sentence model in this folder. Nothing is started before `update_pages`."""
        self.state = MeaningState.MAKING
        self.trouble = ""
        """The reason why it is off, in one sentence."""
        self._model = model
        self._news = Condition()
        self._wanted: Mapping[int, IndexedPage] | None = None
        self._given: dict[int, IndexedPage] = {}
        self._embedder: Embedder | None = None
        self._is_closed = False
        self._thread = Thread(target=self._run, name="meaning", daemon=True)

    def update_pages(self, pages: Mapping[int, IndexedPage]) -> None:
        """Set the current pages, by their numbers in the index, for the thread. Returns at once."""
        with self._news:
            self._wanted = pages
            if not self._thread.is_alive() and self.state is MeaningState.MAKING:
                self._thread.start()
            self._news.notify()

    def find_similar_pages(self, query: str, among: Sequence[int]) -> NearPages | None:
        """Return pages similar to a query, and the similarity of those `among`; None if unknown.

        It is unknown until the model has read all pages, and after it has failed.
        """
        if self.state is not MeaningState.ON or self._embedder is None:
            return None
        try:
            return self._embedder.find_near_pages(query[:_LONGEST_QUERY], among, _MOST_NEAR)
        except EmbedderFault as fault:
            self._fail(fault)
            return None

    def close(self) -> None:
        """Stop the thread and the process."""
        with self._news:
            self._is_closed = True
            self._news.notify()
        if self._embedder:
            self._embedder.close()
        if self._thread.is_alive():
            self._thread.join(_PATIENCE)

    def _run(self) -> None:
        """Pass pages to the model as they change, until this is closed."""
        try:
            with _open_vector_folder() as folder:
                self._embedder = Embedder(self._model, folder)
                while self._wait_for_news():
                    self._pass_pages(self._embedder)
        except EmbedderFault as fault:
            self._fail(fault)

    def _wait_for_news(self) -> bool:
        """Wait for changed pages; return False if this is closed."""
        with self._news:
            self._news.wait_for(lambda: self._is_closed or self._wanted is not None)
            return not self._is_closed

    def _pass_pages(self, embedder: Embedder) -> None:
        """Pass changed pages to the model, then turn the search on; stop if they change again."""
        with self._news:
            pages, self._wanted = self._wanted or {}, None
        for number in [one for one, page in self._given.items() if pages.get(one) is not page]:
            embedder.drop_page(number)
            del self._given[number]
        for number, page in pages.items():
            if number not in self._given:
                self._given[number] = page
                texts = build_section_texts(page)
                for begin in range(0, len(texts), _AT_ONCE):
                    embedder.add_sections(number, texts[begin : begin + _AT_ONCE])
            if self._is_closed or self._wanted is not None:
                return
        self.state = MeaningState.ON

    def _fail(self, fault: EmbedderFault) -> None:
        """Turn the search by meaning off and log the reason, unless this is closed."""
        if self._is_closed or self.state is MeaningState.OFF:
            return
        self.trouble = f"Pages are not found by meaning. {fault}"
        self.state = MeaningState.OFF
        logger.warning("%s", self.trouble)


def build_section_texts(page: IndexedPage) -> list[str]:
    """Return the text for the model of each section of a page: its titles and its beginning."""
    texts, markdown = [], page.markdown
    for section in split_page(page):
        body = markdown[section.start : section.start + _LONGEST][: section.end - section.start]
        above = " > ".join((*section.above, section.title)) if section.level else page.description
        texts.append(f"{page.title}\n{above}\n{body}")
    return texts


@contextmanager
def _open_vector_folder() -> Iterator[Path]:
    """Yield a folder for vectors: in the cache, or a temporary one if that is not possible."""
    try:
        folder = create_cache_folder("vectors")
    except OSError:
        with tempfile.TemporaryDirectory() as temporary:
            yield Path(temporary)
    else:
        yield folder

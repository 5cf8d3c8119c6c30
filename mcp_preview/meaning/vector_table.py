"""The vectors of the sections of a site by page, and the search for near ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mcp_preview.meaning.sentence_model import SentenceModel
from mcp_preview.meaning.vector_file import VectorFile, hash_text_key

if TYPE_CHECKING:
    from numpy.typing import NDArray


_NEAREST_COUNTS = 0.5
"""The weight of the nearest section of a page; the rest is that of its first section, which
introduces the page: measured, docs_lsp/DECISIONS.md, search by meaning.
"""


class _Flat(NamedTuple):
    """The pages and their sections as arrays."""

    pages: NDArray[np.int64]
    """The numbers of pages in ascending order."""
    begins: NDArray[np.int64]
    """The index in `rows` of the first section of each page."""
    rows: NDArray[np.int32]
    """The row of each section in the file of vectors."""


class VectorTable:
    """The vectors of the sections of a site."""

    def __init__(self, model: SentenceModel, file: Path) -> None:
        """Create a table without pages; vectors are stored in `file`. Raises OSError."""
        self._model = model
        self._vectors = VectorFile(file, model.size)
        self._rows: dict[int, NDArray[np.int32]] = {}
        self._flat: _Flat | None = None

    def add_sections(self, page: int, texts: Sequence[str]) -> None:
        """Add sections to a page. Raises OSError if they cannot be stored."""
        keys = [hash_text_key(text) for text in texts]
        lacking = {
            key: text
            for key, text in zip(keys, texts, strict=True)
            if self._vectors.find_row(key) is None
        }
        if lacking:
            made = np.stack([self._model.embed_text(text) for text in lacking.values()])
            self._vectors.add_vectors([*lacking], made)
        rows = np.array([self._vectors.find_row(key) for key in keys], np.int32)
        known = self._rows.get(page)
        self._rows[page] = rows if known is None else np.concatenate((known, rows))
        self._flat = None

    def drop_page(self, page: int) -> None:
        """Remove a page."""
        self._rows.pop(page, None)
        self._flat = None

    def find_near_pages(
        self, text: str, among: Sequence[int], most: int
    ) -> tuple[list[tuple[int, int, float]], list[float]]:
        """Return the pages nearest to a text, and the cosines of the pages `among`.

        Each near page has the number of its nearest section, from 0, and its cosine. The cosine of
        an unknown page is 0.
        """
        flat = self._flatten()
        if not len(flat.pages):
            return [], [0.0] * len(among)
        vector = self._model.embed_text(text)
        cosines = self._vectors.compute_cosines(flat.rows, vector)
        best = _NEAREST_COUNTS * np.maximum.reduceat(cosines, flat.begins)
        best += (1 - _NEAREST_COUNTS) * cosines[flat.begins]
        nearest = np.argsort(-best, kind="stable")[:most]
        ends = np.append(flat.begins[1:], len(cosines))
        near_pages = [
            (
                int(flat.pages[at]),
                int(np.argmax(cosines[flat.begins[at] : ends[at]])),
                float(best[at]),
            )
            for at in nearest
        ]
        places = np.minimum(np.searchsorted(flat.pages, among), len(flat.pages) - 1)
        is_there = flat.pages[places] == among
        return near_pages, np.where(is_there, best[places], 0.0).tolist()

    def _flatten(self) -> _Flat:
        """Return the pages as arrays, computed once after changes."""
        if self._flat is None:
            pages = sorted(page for page, rows in self._rows.items() if len(rows))
            rows = [self._rows[page] for page in pages]
            lengths = np.array([0, *map(len, rows)], np.int64)
            self._flat = _Flat(
                np.array(pages, np.int64),
                np.cumsum(lengths)[:-1],
                np.concatenate(rows) if rows else np.zeros(0, np.int32),
            )
        return self._flat

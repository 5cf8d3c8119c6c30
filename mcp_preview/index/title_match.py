"""Decides whether a query is the title of a page, by what its words may mean.

A reader who types a title wants that page, and not one with a section about it: the words alone do
not tell, since a longer page has them more often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.query_words import QueryWord
from mcp_preview.index.text_analysis import (
    choose_analyzer,
    compose_text,
    join_piece_stems,
    split_pieces,
    stem,
)


class TitleMatcher:
    """Compares titles with the words of one query."""

    def __init__(self, meant: Mapping[str, Sequence[Sequence[QueryWord]]]) -> None:
        """Use the choices for each word, by the name of each analyzer."""
        self._meant = meant

    def __call__(self, page: IndexedPage) -> bool:
        """Return whether the title of a page has exactly these words in this order."""
        name, words = _stem_title(page.title, page.language)
        meant = self._meant.get(name, ())
        return len(words) == len(meant) > 0 and all(
            any(stem(choice.text, name) == word for choice in choices)
            for word, choices in zip(words, meant, strict=True)
        )


@lru_cache(maxsize=2_000)
def _stem_title(title: str, language: str | None) -> tuple[str, tuple[str, ...]]:
    """Return the analyzer of a title, and its words without their endings."""
    name = choose_analyzer(language, title)
    return name, tuple(join_piece_stems(split_pieces(compose_text(title)), name).split())

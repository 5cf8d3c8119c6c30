"""Searches for a query of one Chinese, Japanese or Korean character within words.

Adjacent characters of a text are indexed in pairs, or as one long word on a page in another
language. So a character is a word of its own only if it is alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mcp_preview.index.index_schema import HEADING, PAGE_TEXT, TEXT, TITLE, get_field_name
from mcp_preview.index.text_analysis import PAIRS, is_lone_character
from mcp_preview.index.weights import IN_SHORT_QUERY

if TYPE_CHECKING:
    import tantivy


def match_lone_character(
    schema: tantivy.Schema, words: Sequence[str], analyzer_names: Sequence[str]
) -> tuple[str, list[tantivy.Query], list[tantivy.Query]]:
    """Return the only character of a query, and queries in sections and in pages; else empty.

    They find it within the words of some languages. All three are empty for any other query.
    """
    if len(words) != 1 or not is_lone_character(words[0]):
        return "", [], []
    kinds = (
        (TEXT, 1.0),
        (TITLE, IN_SHORT_QUERY.title),
        (HEADING, IN_SHORT_QUERY.heading),
    )

    def build_queries(kind: str, weight: float) -> Iterator[tantivy.Query]:
        import tantivy

        for name in analyzer_names:
            pattern = _build_pattern(kind, name, words[0])
            query = tantivy.Query.regex_query(schema, get_field_name(kind, name), pattern)
            yield tantivy.Query.boost_query(query, weight)

    sections = [query for kind, weight in kinds for query in build_queries(kind, weight)]
    return words[0], sections, [*build_queries(PAGE_TEXT, 1.0)]


def _build_pattern(kind: str, analyzer_name: str, character: str) -> str:
    """Return a regular expression for words of a field that have a character or begin with it."""
    if analyzer_name == PAIRS:
        return f".?{character}.?"
    # Examining all words of texts takes a hundred times as long as a search.
    return f".*{character}.*" if kind in (TITLE, HEADING) else f"{character}.*"

"""A query of one Chinese, Japanese or Korean character, which is looked for within words.

What stands together in a text is kept in pairs, or as one long word on a page in another language.
So a character is a word of its own only where it stands alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mcp_preview.index.index_schema import HEADING, PAGE_TEXT, TEXT, TITLE, field
from mcp_preview.index.text_analysis import PAIRS, is_lone_character

if TYPE_CHECKING:
    import tantivy

_HEADING_COUNTS = 0.8


class WithinWords(NamedTuple):
    """Queries for what has a character in any of its words; none where no character is wanted."""

    character: str = ""
    sections: Sequence[tantivy.Query] = ()
    pages: Sequence[tantivy.Query] = ()


def match_lone_character(
    schema: tantivy.Schema, words: Sequence[str], analyzer_names: Sequence[str]
) -> WithinWords:
    """What finds the character that is all there is in a query, in the words of some languages."""
    if len(words) != 1 or not is_lone_character(words[0]):
        return WithinWords()
    kinds = ((TEXT, 1.0), (TITLE, 1.0), (HEADING, _HEADING_COUNTS))

    def build_queries(kind: str, weight: float) -> Iterator[tantivy.Query]:
        import tantivy

        for name in analyzer_names:
            pattern = _pattern(kind, name, words[0])
            query = tantivy.Query.regex_query(schema, field(kind, name), pattern)
            yield tantivy.Query.boost_query(query, weight)

    sections = [query for kind, weight in kinds for query in build_queries(kind, weight)]
    return WithinWords(words[0], sections, [*build_queries(PAGE_TEXT, 1.0)])


def _pattern(kind: str, analyzer_name: str, character: str) -> str:
    if analyzer_name == PAIRS:
        return f".?{character}.?"
    # To look into all words of texts takes a hundred times as long as a search.
    return f".*{character}.*" if kind in (TITLE, HEADING) else f"{character}.*"

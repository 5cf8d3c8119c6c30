"""What the index takes of the text of a page, whatever the page is called and whoever may see it.

It may be worked out in another process than the one that has the index.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mcp_preview.index.sections import PageSection, sections_in
from mcp_preview.index.text_analysis import PAIRS, character_pairs, stems_of

_TARGET = re.compile(r"\]\((?:[^()\s]|\([^()]*\))*\)")


class TextWords(NamedTuple):
    """The sections of a text, and their words as the index keeps them, with spaces between."""

    analyzer_name: str
    sections: list[PageSection]
    """The first one has no title: that is the page's."""
    headings: list[str]
    bodies: list[str]


def words_of_text(markdown: str, analyzer_name: str) -> TextWords:
    """The words of a text in a language."""
    sections = sections_in(markdown)
    return TextWords(
        analyzer_name,
        sections,
        [indexed_words(one.title, analyzer_name) for one in sections],
        [
            # Where links lead says little of what a section is about.
            indexed_words(_TARGET.sub("]", markdown[one.start : one.end]), analyzer_name)
            for one in sections
        ],
    )


def indexed_words(text: str, analyzer_name: str) -> str:
    """The words of a text as the index keeps them, with spaces between."""
    return stems_of(character_pairs(text) if analyzer_name == PAIRS else text, analyzer_name)

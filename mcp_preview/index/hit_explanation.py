"""Explains the rank of a hit: which words it has in which fields, and what changed its score.

Only computed on request: the ranking itself does not use it, and it reads the texts of a hit again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.sections import PageSection
from mcp_preview.index.text_analysis import (
    choose_analyzer,
    compose_text,
    get_analyzer,
    is_lone_character,
    split_into_pairs,
)

_SEPARATORS = re.compile(r"[/_.-]+")


class MatchedField(StrEnum):
    """The field that contains words of a query."""

    TITLE = "title"
    HEADING = "heading"
    DESCRIPTION = "description"
    KEYWORDS = "keywords"
    PATH = "path"
    BODY = "body"
    """The text of the section."""
    PAGE = "page"
    """Another section of the page, but not this one."""


class FieldMatch(NamedTuple):
    """The words of a query that are in one field."""

    field: MatchedField
    words: tuple[str, ...]
    """The words as typed, or as probably meant, in lower case."""


@dataclass(frozen=True, slots=True)
class HitExplanation:
    """The explanation of the rank of a hit."""

    fields: tuple[FieldMatch, ...]
    """The fields with words of the query; empty if there are none."""
    boost: float
    """The factor of the site's `boost` in its score; 1.0 if there is none."""
    copy_of: str | None
    """The path of the page in the default language and version that this one is a copy of.

    None for that page itself and for one without copies.
    """
    meaning: float | None = None
    """The similarity of the page to the query: the cosine of its nearest and first sections.

    None if pages are found by their words only.
    """


def find_field_matches(
    page: IndexedPage, section: PageSection, words: Sequence[str]
) -> tuple[FieldMatch, ...]:
    """Return which words are in which fields of a section and its page, with any ending."""
    analyzer_name = choose_analyzer(page.language, page.markdown)
    stem_of = {word: " ".join(get_analyzer(analyzer_name).analyze(word)) for word in words}
    matches: list[FieldMatch] = []
    in_section: set[str] = set()
    for field, text in _iter_field_texts(page, section):
        text = compose_text(text)
        stems = set(get_analyzer(analyzer_name).analyze(split_into_pairs(text)))
        matched = {
            word
            for word, stem in stem_of.items()
            if stem in stems or (is_lone_character(word) and word in text)
        }
        if field is MatchedField.PAGE:
            matched -= in_section
        in_section |= matched
        if matched:
            matches.append(FieldMatch(field, tuple(word for word in stem_of if word in matched)))
    return tuple(matches)


def _iter_field_texts(
    page: IndexedPage, section: PageSection
) -> Iterator[tuple[MatchedField, str]]:
    """Yield each field of a section and its page with its text, the whole page last."""
    yield MatchedField.TITLE, page.title
    if section.level:
        yield MatchedField.HEADING, section.title
    else:
        yield MatchedField.DESCRIPTION, page.description
    yield MatchedField.KEYWORDS, " ".join(page.keywords)
    yield MatchedField.PATH, _SEPARATORS.sub(" ", page.path)
    first, _, rest = page.markdown[section.start : section.end].partition("\n")
    yield MatchedField.BODY, rest if section.level else f"{first}\n{rest}"
    yield MatchedField.PAGE, page.markdown

"""Why a hit ranks where it does: which words stand where in it, and what moved its score.

This is made for people who ask for it: the ranking itself has no use for it, and it reads the
texts of a hit once more.
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
    analyzer,
    character_pairs,
    choose_analyzer,
    compose_text,
    is_lone_character,
)

_SEPARATORS = re.compile(r"[/_.-]+")


class MatchedField(StrEnum):
    """Where words of a query stand."""

    TITLE = "title"
    HEADING = "heading"
    DESCRIPTION = "description"
    KEYWORDS = "keywords"
    PATH = "path"
    BODY = "body"
    """In the text of the section."""
    PAGE = "page"
    """In another section of the page, and not in this one."""


class FieldMatch(NamedTuple):
    """The words of a query that stand in one place."""

    field: MatchedField
    words: tuple[str, ...]
    """As they were typed, or as they were probably meant, in small letters."""


@dataclass(frozen=True, slots=True)
class HitExplanation:
    """Why a hit ranks where it does."""

    fields: tuple[FieldMatch, ...]
    """Where words were found; nothing where none was."""
    boost: float
    """The factor that the site's `boost` came to in its score; 1.0 where there is none."""
    copy_of: str | None
    """The path of the page of which this one is a copy, in the default language and version;
    None for that page itself and for one without copies."""
    meaning: float | None = None
    """How near the page is to the query, as a cosine of its nearest section and its first one; None
    where pages are found by their words alone."""


def field_matches(
    page: IndexedPage, section: PageSection, words: Sequence[str]
) -> tuple[FieldMatch, ...]:
    """Where words stand in a section and its page, with whatever ending."""
    analyzer_name = choose_analyzer(page.language, page.markdown)
    stem_of = {word: " ".join(analyzer(analyzer_name).analyze(word)) for word in words}
    matches: list[FieldMatch] = []
    in_section: set[str] = set()
    for field, text in _texts(page, section):
        text = compose_text(text)
        stems = set(analyzer(analyzer_name).analyze(character_pairs(text)))
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


def _texts(page: IndexedPage, section: PageSection) -> Iterator[tuple[MatchedField, str]]:
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

"""Extracts the words of a page's text, independent of its title and audience, and names in code.

It can run in another process than the one with the index. Names, paths and flags have several
parts: `--dry-run`, `/v1/{id}`, `scrapeOptions.formats`. A page that formats one as code in a
sentence says something about it; a code block only uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from mcp_preview.index.sections import PageSection, split_text
from mcp_preview.index.text_analysis import (
    PAIRS,
    compose_text,
    join_piece_stems,
    list_unique_words,
    split_into_pairs,
    split_pieces,
)

# The line below the title of a page that is made of an operation.
_OPERATION = re.compile(r"^`([A-Z]+ /[^`\n]*)`$", re.MULTILINE)
_LINK_LINE = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\*\*)?!?\[")
_MOSTLY = 0.5
_FEWEST_LINKS = 2
_TARGET = re.compile(r"\]\((?:[^()\s]|\([^()]*\))*\)")
# Beginning with the character itself makes the search twenty times as fast.
_SPAN = re.compile(r"`(?<!``)([^`\n]{2,80})`(?!`)")
_NAME = re.compile(r"(?:--?|[/.@$#])?\w+(?:[-./:@{}]+\w+)*[}/]?")
_HUMP = re.compile(r"[a-z\d][A-Z]")


class TextWords(NamedTuple):
    """The sections of a text, and their words as indexed, separated by spaces."""

    analyzer_name: str
    sections: list[PageSection]
    """The sections; the first one has no title, since that is the page's."""
    headings: list[str]
    bodies: list[str]
    code_names: list[str]
    """The names, paths and flags formatted as code, by section."""
    operations: list[str]
    """By section the method and path of the operation that it describes, or nothing."""
    are_links: list[bool]
    """Whether each section is little more than a list of links."""
    written: str
    """The words of the whole text with their endings, each once."""


def extract_section_words(markdown: str, analyzer_name: str) -> TextWords:
    """Return the sections of a Markdown text, with their words as an analyzer indexes them."""
    sections = split_text(markdown)
    # Sections refer to the original text.
    texts = [compose_text(markdown[section.start : section.end]) for section in sections]
    bodies = [_split_for_analyzer(_TARGET.sub("]", text), analyzer_name) for text in texts]
    targets = _split_for_analyzer(compose_text(" ".join(_TARGET.findall(markdown))), analyzer_name)
    return TextWords(
        analyzer_name,
        sections,
        [join_stems(section.title, analyzer_name) for section in sections],
        # The targets of links say little about the subject of a section.
        [join_piece_stems(body, analyzer_name) for body in bodies],
        [" ".join(iter_code_names(text)) for text in texts],
        [match[1] if (match := _OPERATION.search(text)) else "" for text in texts],
        [is_mostly_links(text) for text in texts],
        " ".join(list_unique_words(chain(*bodies, targets))),
    )


def is_mostly_links(text: str) -> bool:
    """Return whether a section is little more than a list of links, such as a row of cards."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    links = sum(_LINK_LINE.match(line) is not None for line in lines)
    return links >= _FEWEST_LINKS and links >= _MOSTLY * len(lines)


def join_stems(text: str, analyzer_name: str) -> str:
    """Return the words of a text as indexed, separated by spaces."""
    return join_piece_stems(_split_for_analyzer(compose_text(text), analyzer_name), analyzer_name)


def join_full_words(text: str, analyzer_name: str) -> str:
    """Return the words of a text with their endings, each once, separated by spaces."""
    return " ".join(list_unique_words(_split_for_analyzer(compose_text(text), analyzer_name)))


def _split_for_analyzer(text: str, analyzer_name: str) -> list[str]:
    """Return the words of a composed text, or its pairs of characters."""
    return split_pieces(split_into_pairs(text) if analyzer_name == PAIRS else text)


def iter_names(text: str) -> Iterator[str]:
    """Yield the names, paths and flags of several parts in a text, in lower case, in order."""
    for match in _NAME.finditer(text):
        if not match[0].isalnum() or _HUMP.search(match[0]):
            yield match[0].lower()


def iter_code_names(markdown: str) -> Iterator[str]:
    """Yield the names, paths and flags of several parts in inline code, in lower case."""
    for match in _SPAN.finditer(markdown):
        yield from iter_names(match[1])

"""Fields of the index, and the documents that sections and whole pages become.

The words of each language have fields of their own, for their endings differ, and so does what is
a rare word. A section is found by the words of its text, to which those of its titles are added
several times, and by its titles alone. Whole pages stand in an index of their own with the same
fields, since a word that is rare among pages need not be rare among sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import orjson

from docs_lsp.site.visibility import Audience
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.sections import PageSection
from mcp_preview.index.text_analysis import (
    PAIRS,
    STEMMERS,
    analyzer,
    character_pairs,
    plain_analyzer,
    spaced_analyzer,
)
from mcp_preview.index.vocabulary import RESTRICTED, restricted_words

if TYPE_CHECKING:
    import tantivy

ALL = ""
"""The language or version of pages that are found under every one."""
TEXT, TITLE, HEADING = "text", "title", "heading"
FIELDS = (TEXT, TITLE, HEADING)
NAMES = "names"
"""The words of titles, headings, keywords and paths, with their endings."""

WHOLE = "whole"
"""All the words of a heading, as one."""

PAGE_TEXT = "page_text"
"""The words of a whole page."""

# How often the words of a page count for it that in its text count once.
_TITLE_COUNTS, _HEADING_COUNTS, _DESCRIPTION_COUNTS = 10, 2, 4
_PLAIN = "plain"
_SPACED = "spaced"
_TARGET = re.compile(r"\]\((?:[^()\s]|\([^()]*\))*\)")
_SEPARATORS = re.compile(r"[/_.-]+")
_HUMP = re.compile(r"([a-z\d])([A-Z])")


def field(kind: str, analyzer_name: str) -> str:
    """The name of a field for the words of a language."""
    return f"{kind}_{analyzer_name}"


def new_index(folder: Path | None = None) -> tantivy.Index:
    """An index without documents, in memory; in a folder the one that is there, if there is one.

    Raises OSError or ValueError for a folder that cannot hold one, or holds another.
    """
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("page", indexed=True, fast=True)
    builder.add_bytes_field("section", stored=True)
    for name in ("language", "version", "audience", WHOLE):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(NAMES, tokenizer_name=_PLAIN, index_option="basic")
    builder.add_text_field(RESTRICTED, tokenizer_name=_SPACED, index_option="basic")
    analyzer_names = (*STEMMERS, PAIRS)
    for analyzer_name in analyzer_names:
        builder.add_text_field(field(TEXT, analyzer_name), tokenizer_name=analyzer_name)
        builder.add_text_field(
            field(TITLE, analyzer_name), tokenizer_name=analyzer_name, index_option="freq"
        )
        builder.add_text_field(
            field(HEADING, analyzer_name), tokenizer_name=analyzer_name, index_option="freq"
        )
        builder.add_text_field(
            field(PAGE_TEXT, analyzer_name), tokenizer_name=analyzer_name, index_option="freq"
        )
    index = tantivy.Index(builder.build(), None if folder is None else str(folder))
    index.register_tokenizer(_PLAIN, plain_analyzer())
    index.register_tokenizer(_SPACED, spaced_analyzer())
    for analyzer_name in analyzer_names:
        index.register_tokenizer(analyzer_name, analyzer(analyzer_name))
    return index


class PageNumbers(NamedTuple):
    """What stands for a page and for its audience in the documents."""

    page: int
    audience: int


def document_of(
    page: IndexedPage, numbers: PageNumbers, analyzer_name: str, sections: list[PageSection]
) -> Iterator[tantivy.Document]:
    """The documents of a page, one for each section."""
    import tantivy

    cut = character_pairs if analyzer_name == PAIRS else str
    title, keywords = cut(page.title), cut(" ".join(page.keywords))
    path = _SEPARATORS.sub(" ", page.path)
    above = f"{title} {title} {title} {keywords} {keywords} {path}"
    names = f"{page.title} {keywords} {path}"
    language, versions = page.language or ALL, page.versions or (ALL,)
    audience = audience_key(page.audience)
    text_field, title_field, heading_field = (field(kind, analyzer_name) for kind in FIELDS)
    markdown = page.markdown
    for at, section in enumerate(sections):
        heading = cut(section.title)
        body = _TARGET.sub("]", markdown[section.start : section.end])
        if not at:
            body = f"{page.description}\n{page.description}\n{body}"
        document = tantivy.Document()
        document.add_integer("page", numbers.page)
        document.add_bytes("section", orjson.dumps(tuple(section)))
        document.add_text("language", language)
        for version in versions:
            document.add_text("version", version)
        document.add_text("audience", audience)
        document.add_text(WHOLE, whole(section.title))
        own_names = f"{names} {section.title}" if not at else section.title
        text = f"{above} {heading} {heading}\n{cut(body)}"
        document.add_text(NAMES, own_names)
        document.add_text(text_field, text)
        if not page.audience.public:
            for name, words in (
                (NAMES, plain_analyzer().analyze(own_names)),
                (text_field, analyzer(analyzer_name).analyze(text)),
            ):
                document.add_text(RESTRICTED, restricted_words(numbers.audience, name, words))
        document.add_text(title_field, title)
        document.add_text(heading_field, heading)
        yield document


def page_document_of(
    page: IndexedPage, number: int, analyzer_name: str, sections: list[PageSection]
) -> tantivy.Document:
    """The document of a whole page; `number` stands for the page in it."""
    import tantivy

    cut = character_pairs if analyzer_name == PAIRS else str
    lines = (
        *[page.title] * _TITLE_COUNTS,
        *[page.description] * _DESCRIPTION_COUNTS,
        *[section.title for section in sections[1:]] * _HEADING_COUNTS,
        *page.keywords,
        *page.breadcrumbs,
        _SEPARATORS.sub(" ", page.path),
        _TARGET.sub("]", page.markdown),
    )
    document = tantivy.Document()
    document.add_integer("page", number)
    document.add_text(field(PAGE_TEXT, analyzer_name), cut("\n".join(lines)))
    return document


def section_in(document: tantivy.Document) -> PageSection:
    """The section that a document is about."""
    title, anchor, level, above, start, end = orjson.loads(bytes(document["section"][0]))
    return PageSection(title, anchor, level, tuple(above), start, end)


def whole(heading: str) -> str:
    """A heading as it is looked for when a query is nothing else."""
    return " ".join(plain_analyzer().analyze(heading))


def audience_key(audience: Audience) -> str:
    """An audience as one word."""
    return "public" if audience.public else repr((audience.groups, audience.barred))

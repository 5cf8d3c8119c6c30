"""The fields of the index.

The words of each language have fields of their own, since their endings and their rare words
differ. They are analysed before: the engine only splits them at spaces. Whole pages are in an index
of their own with the same fields, since a word that is rare among pages need not be rare among
sections.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from docs_lsp.site.visibility import Audience
from mcp_preview.index.sections import PageSection
from mcp_preview.index.text_analysis import (
    PAIRS,
    STEMMERS,
    compose_text,
    get_plain_analyzer,
    get_whitespace_analyzer,
)
from mcp_preview.index.vocabulary import RESTRICTED

if TYPE_CHECKING:
    import tantivy

ALL = ""
"""The language or version of pages that are found for all of them."""
TEXT, TITLE, HEADING = "text", "title", "heading"
FIELDS = (TEXT, TITLE, HEADING)
NAMES = "names"
"""The field for the words of titles, headings, keywords and paths, with their endings."""

WHOLE = "whole"
"""The field for all words of a heading as one word."""

WRITTEN = "written"
"""The field for the words of a page's text as written, with their endings, in its first section."""

CODE_NAMES = "code_names"
"""The field for names, paths and flags that a section formats as code, each as one word."""

LINKS = "links"
"""1 for a section that is little more than a list of links, and else 0."""

PAGE_TEXT = "page_text"
"""The field for the words of a whole page."""

PAGE_START = "page_start"
"""The field for the first words of a page, by which it says what it is about."""

_PLAIN = "plain"
_SPACED = "spaced"


def get_field_name(kind: str, analyzer_name: str) -> str:
    """Return the name of a field for the words of a language."""
    return f"{kind}_{analyzer_name}"


def open_index(folder: Path | None = None) -> tantivy.Index:
    """Create an index in memory, or open or create the one in a folder.

    Raises `OSError` or `ValueError` for a folder that cannot have one, or has a different one.
    """
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("page", indexed=True, fast=True)
    builder.add_integer_field(LINKS, fast=True)
    builder.add_bytes_field("section", stored=True)
    for name in ("language", "version", "audience", WHOLE):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(NAMES, tokenizer_name=_PLAIN, index_option="basic")
    for name in (WRITTEN, CODE_NAMES, RESTRICTED):
        builder.add_text_field(name, tokenizer_name=_SPACED, index_option="basic")
    for analyzer_name in (*STEMMERS, PAIRS):
        builder.add_text_field(get_field_name(TEXT, analyzer_name), tokenizer_name=_SPACED)
        for kind in (TITLE, HEADING, PAGE_TEXT):
            name = get_field_name(kind, analyzer_name)
            builder.add_text_field(name, tokenizer_name=_SPACED, index_option="freq")
        name = get_field_name(PAGE_START, analyzer_name)
        builder.add_text_field(name, tokenizer_name=_SPACED, index_option="basic")
    index = tantivy.Index(builder.build(), None if folder is None else str(folder))
    index.register_tokenizer(_PLAIN, get_plain_analyzer())
    index.register_tokenizer(_SPACED, get_whitespace_analyzer())
    return index


def match_any_value(
    schema: tantivy.Schema, name: str, values: Collection[str | int], few: int
) -> tantivy.Query:
    """Return a query for documents with any of some values in a field, looking up few values.

    `few` is the number of values up to which looking each of them up is faster than comparing all
    values of the field with them.
    """
    import tantivy

    if len(values) > few:
        return tantivy.Query.term_set_query(schema, name, list(values))
    terms = (tantivy.Query.term_query(schema, name, value) for value in values)
    return tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])


def parse_section(document: tantivy.Document) -> PageSection:
    """Return the section of a document."""
    title, anchor, level, above, start, end = orjson.loads(bytes(document["section"][0]))
    return PageSection(title, anchor, level, tuple(above), start, end)


def normalize_heading(heading: str) -> str:
    """Return the words of a heading in lower case, as a whole query is compared with them."""
    return " ".join(get_plain_analyzer().analyze(compose_text(heading)))


def build_audience_key(audience: Audience) -> str:
    """Return an audience as one word."""
    return "public" if audience.public else repr((audience.groups, audience.barred))

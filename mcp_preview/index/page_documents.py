"""Builds the index documents of a page: one for each section, and one for the whole page.

A section is found by the words of its text, to which those of its titles are added several times,
and by its titles alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import orjson

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.index_schema import (
    ALL,
    CODE_NAMES,
    FIELDS,
    LINKS,
    NAMES,
    PAGE_START,
    PAGE_TEXT,
    WHOLE,
    WRITTEN,
    build_audience_key,
    get_field_name,
    normalize_heading,
)
from mcp_preview.index.sections import PageSection
from mcp_preview.index.text_analysis import (
    PAIRS,
    compose_text,
    get_plain_analyzer,
    join_piece_stems,
    split_into_pairs,
    split_pieces,
)
from mcp_preview.index.text_words import TextWords, join_full_words, join_stems
from mcp_preview.index.vocabulary import RESTRICTED, format_restricted_words
from mcp_preview.index.weights import (
    DESCRIPTION_COPIES,
    FIRST_WORDS,
    HEADING_COPIES,
    TITLE_COPIES,
)

if TYPE_CHECKING:
    import tantivy

_SEPARATORS = re.compile(r"[/_.-]+")


def build_documents(
    page: IndexedPage, number: int, audience: int, words: TextWords
) -> tuple[list[tantivy.Document], tantivy.Document]:
    """Return the documents of a page: one for each section, and that of the whole page.

    `number` and `audience` are the numbers of the page and of its audience in the documents.
    """
    import tantivy

    found_by = _PageWords.from_page(page, words)
    first = words.sections[0]._replace(title=page.title)
    documents = [
        _build_section_document(page, number, audience, found_by, at, section)
        for at, section in enumerate((first, *words.sections[1:]))
    ]
    whole_page = tantivy.Document()
    whole_page.add_integer("page", number)
    for kind, text in (
        (PAGE_TEXT, found_by.join_page_words()),
        (PAGE_START, found_by.join_first_words()),
    ):
        whole_page.add_text(get_field_name(kind, words.analyzer_name), text)
    return documents, whole_page


class _PageWords(NamedTuple):
    """The words of a page as indexed, separated by spaces."""

    analyzer_name: str
    title: str
    description: str
    keywords: str
    path: str
    breadcrumbs: str
    headings: list[str]
    """The headings by section; that of the first is the title."""
    bodies: list[str]
    code_names: list[str]
    operations: list[str]
    are_links: list[bool]
    written: str

    @classmethod
    def from_page(cls, page: IndexedPage, words: TextWords) -> _PageWords:
        """Return the words of all parts of a page; `words` are those of its text."""
        name = words.analyzer_name
        title = join_stems(page.title, name)
        return cls(
            name,
            title,
            description=join_stems(page.description, name),
            keywords=join_stems(" ".join(page.keywords), name),
            path=join_piece_stems(split_pieces(compose_text(page.path)), name),
            breadcrumbs=join_stems(" ".join(page.breadcrumbs), name),
            headings=[title, *words.headings[1:]],
            bodies=words.bodies,
            code_names=words.code_names,
            operations=words.operations,
            are_links=words.are_links,
            written=f"{words.written} {join_full_words(page.description, name)}",
        )

    def join_page_words(self) -> str:
        """Return the words by which a whole page is found, those of titles several times."""
        return " ".join(
            (
                *[self.title] * TITLE_COPIES,
                *[self.description] * DESCRIPTION_COPIES,
                *self.headings[1:] * HEADING_COPIES,
                self.keywords,
                self.breadcrumbs,
                self.path,
                *self.bodies,
            )
        )

    def join_first_words(self) -> str:
        """Return the words of the title and the description, and the first ones of the text."""
        first: list[str] = []
        for body in self.bodies:
            first += body.split(None, FIRST_WORDS)[: FIRST_WORDS - len(first)]
            if len(first) == FIRST_WORDS:
                break
        return " ".join((self.title, self.description, *first))

    def join_section_words(self, at: int) -> str:
        """Return the words by which a section is found, those of titles several times."""
        title, keywords, heading = self.title, self.keywords, self.headings[at]
        about = self.description if at else f"{self.description} {self.description}"
        return (
            f"{title} {title} {title} {keywords} {keywords} {self.path} "
            f"{heading} {heading} {about} {self.bodies[at]}"
        )


def _build_section_document(
    page: IndexedPage,
    number: int,
    audience: int,
    words: _PageWords,
    at: int,
    section: PageSection,
) -> tantivy.Document:
    """Return the document of the section with the index `at`."""
    import tantivy

    text_field, title_field, heading_field = (
        get_field_name(kind, words.analyzer_name) for kind in FIELDS
    )
    text, names = words.join_section_words(at), section.title
    if not at:
        keywords = " ".join(page.keywords)
        cut = split_into_pairs if words.analyzer_name == PAIRS else str
        names = f"{page.title} {cut(keywords)} {_SEPARATORS.sub(' ', page.path)} {names}"
    names = compose_text(names)
    document = tantivy.Document()
    document.add_integer("page", number)
    document.add_integer(LINKS, int(words.are_links[at]))
    document.add_bytes("section", orjson.dumps(tuple(section)))
    document.add_text("language", page.language or ALL)
    for version in page.versions or (ALL,):
        document.add_text("version", version)
    document.add_text("audience", build_audience_key(page.audience))
    document.add_text(WHOLE, normalize_heading(section.title))
    if operation := words.operations[at]:
        document.add_text(WHOLE, normalize_heading(operation))
    document.add_text(NAMES, names)
    document.add_text(text_field, text)
    if code_names := words.code_names[at]:
        document.add_text(CODE_NAMES, code_names)
    written = "" if at else words.written
    if written:
        document.add_text(WRITTEN, written)
    if not page.audience.public:
        for name, terms in (
            (NAMES, get_plain_analyzer().analyze(names)),
            (text_field, text.split()),
            (WRITTEN, written.split()),
        ):
            document.add_text(RESTRICTED, format_restricted_words(audience, name, terms))
    document.add_text(title_field, words.title)
    document.add_text(heading_field, words.headings[at])
    return document

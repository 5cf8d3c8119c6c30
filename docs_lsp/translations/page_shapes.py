"""Compares two texts of one page: their paragraphs and their structure.

Paragraphs are compared without code, tags and addresses, which a translation does not change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.reading import parse_page
from docs_lsp.mdx.syntax import MdxPage, TagForm
from docs_lsp.site.mdx.frontmatter import locate_frontmatter

COPY = 0.8
"""The share of text equal to the original from which a page is considered untranslated."""
LEAST_LETTERS = 400
"""The number of letters below which a page says nothing about its language."""
_LEAST_PARAGRAPHS = 4
_LEAST_WORDS = 5
"""The number of words below which a paragraph may be a name, which is the same in every language.
"""

_CODE = compile_lazily(r"`+[^`\n]*`+")
_TARGET = compile_lazily(r"\]\([^)\s]*(?:\s+\"[^\"]*\")?\)|https?://\S+")
_WORD = compile_lazily(r"[^\W\d_]{2,}")
_BREAK = compile_lazily(r"\n[ \t>]*(?:\n|(?:[-*+]|\d+[.)])[ \t])|\|")


class PageShape(NamedTuple):
    """The properties of a page that are compared."""

    paragraphs: tuple[str, ...]
    """The paragraphs with enough words, with single spaces and without code, tags and addresses."""
    levels: tuple[int, ...]
    """The levels of its headings, in order."""
    fences: int
    """The number of code blocks."""
    components: Mapping[str, int]
    """The number of uses of each component, without HTML."""


class ShapeDifference(NamedTuple):
    """A difference in structure between a translation and its original."""

    what: str
    """`headings`, `levels of headings`, `code blocks`, or a component such as `<Card>`."""
    original: int
    """The number in the original; for levels, the number of the first heading that differs."""
    translation: int


def parse_page_shape(data: bytes) -> PageShape:
    """Parse the properties of a page that are compared, without its frontmatter."""
    page = parse_page(data)
    return _build_shape(page, tuple(_iter_paragraphs(data, page)))


def parse_page_structure(data: bytes) -> PageShape:
    """Parse the structure of a page only, without its paragraphs."""
    return _build_shape(parse_page(data), ())


def _build_shape(page: MdxPage, paragraphs: tuple[str, ...]) -> PageShape:
    names = (tag.name for tag in page.tags if tag.form is not TagForm.CLOSING)
    return PageShape(
        paragraphs,
        tuple(heading.level for heading in page.headings),
        len(page.code),
        Counter(name for name in names if name[:1].isupper()),
    )


def compute_same_share(original: PageShape, translation: PageShape) -> float | None:
    """Return the share of a translation that is equal to the original, or None if it is short.

    From 0 to 1: the letters in paragraphs that the original has, too, of all letters.
    """
    letters = sum(map(len, translation.paragraphs))
    if letters < LEAST_LETTERS or len(translation.paragraphs) < _LEAST_PARAGRAPHS:
        return None
    known = frozenset(original.paragraphs)
    return (
        sum(len(paragraph) for paragraph in translation.paragraphs if paragraph in known) / letters
    )


def list_differences(original: PageShape, translation: PageShape) -> tuple[ShapeDifference, ...]:
    """Return the differences in structure; empty if only the words differ."""
    return tuple(_iter_differences(original, translation))


def _iter_differences(original: PageShape, translation: PageShape) -> Iterator[ShapeDifference]:
    mine, its = original.levels, translation.levels
    if len(mine) != len(its):
        yield ShapeDifference("headings", len(mine), len(its))
    elif mine != its:
        number = next(
            at for at, (one, other) in enumerate(zip(mine, its, strict=True), 1) if one != other
        )
        yield ShapeDifference("levels of headings", number, number)
    if original.fences != translation.fences:
        yield ShapeDifference("code blocks", original.fences, translation.fences)
    for name in sorted(original.components.keys() | translation.components.keys()):
        counts = original.components.get(name, 0), translation.components.get(name, 0)
        if counts[0] != counts[1]:
            yield ShapeDifference(f"<{name}>", *counts)


def _iter_paragraphs(data: bytes, page: MdxPage) -> Iterator[str]:
    """Yield the paragraphs with enough words, without code and addresses."""
    for start, end in _iter_prose_spans(data, page):
        text = data[start:end].decode("utf-8", "replace").replace("\r\n", "\n")
        for piece in _BREAK.split(_TARGET.sub("]", _CODE.sub(" ", text))):
            words = " ".join(piece.split())
            if len(_WORD.findall(words)) >= _LEAST_WORDS or _is_dense(words):
                yield words


def _is_dense(words: str) -> bool:
    """Return whether a paragraph is long without spaces, as in Chinese or Japanese."""
    return len(words) >= 4 * _LEAST_WORDS and not words.isascii()


def _iter_prose_spans(data: bytes, page: MdxPage) -> Iterator[Span]:
    """Yield the spans of the text between everything that is not prose."""
    others = [*page.code, *(tag.span for tag in page.tags)]
    others += [expression.span for expression in page.expressions]
    others += [mdx_import.span for mdx_import in page.imports]
    others += [export.span for export in page.exports]
    at = locate_frontmatter(data).body_start
    for start, end in sorted(others):
        if start > at:
            yield Span(at, start)
        at = max(at, end)
    yield Span(at, len(data))

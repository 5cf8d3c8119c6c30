"""The imports and exports of a page, and how it uses what it imports.

This is stored with each page, so it is small.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import MdxExport, MdxImport, MdxPage, MdxTag, TagForm

SNIPPET = "Snippet"
"""The component that inserts a file of `_snippets/`, from before imports were supported."""

_BLANK = compile_lazily(rb"(?:\s|\{/\*.*?\*/\})*", re.DOTALL)
_MENTION = compile_lazily(rb"<[ \t\r\n]*([\w$]+)(?=[\s/>.])")
_TEXT_IMPORT = compile_lazily(
    rb"^import[ \t]+(?:([\w$]+)|\{[ \t]*([^{}\n]+?)[ \t]*\})[ \t]+from[ \t]+"
    rb"(?:\"([^\"\n]+)\"|'([^'\n]+)')[ \t]*;?[ \t]*\r?$",
    re.MULTILINE,
)


class TagPosition(Enum):
    """The position of a tag, as far as it affects how a snippet is inserted."""

    BLOCK = "on lines of its own"
    TEXT = "in a line of text"
    EXPRESSION = "in braces"
    AROUND_TEXT = "on one line with what it holds"


class NameUse(NamedTuple):
    """A tag whose name the page imports."""

    name: str
    """The part before a dot."""
    span: Span
    """The span of the tag's name."""
    use: TagPosition


class NamedSnippet(NamedTuple):
    """A `<Snippet file="…" />` tag."""

    file: str
    span: Span
    """The file name inside the quotes."""


class TextImport(NamedTuple):
    """A line that looks like an import, but is text because it follows a line of text."""

    names: tuple[str, ...]
    source: str
    span: Span


class PageModules(NamedTuple):
    """The imports and exports of a page or a component file."""

    imports: tuple[MdxImport, ...] = ()
    exports: tuple[MdxExport, ...] = ()
    uses: tuple[NameUse, ...] = ()
    snippets: tuple[NamedSnippet, ...] = ()
    text_imports: tuple[TextImport, ...] = ()
    has_body: bool = True
    """Whether the file contains anything but imports and exports."""
    is_exact: bool = True
    """Whether `exports` is complete; if not, there may be others that were not recognised."""


NO_MODULES = PageModules()


def may_have_modules(data: bytes, start: int, page: MdxPage) -> bool:
    """Return whether a page's text from `start` on may have an import, an export or an old snippet.

    A fast check.
    """
    if page.imports or page.exports or data.find(b"<Snippet", start) >= 0:
        return True
    return data.startswith(b"import", start) or data.find(b"\nimport", start) >= 0


def collect_modules(data: bytes, start: int, page: MdxPage) -> PageModules:
    """Collect the imports and exports of a page; `start` is where its text begins."""
    names = {name.local for mdx_import in page.imports for name in mdx_import.names}
    return PageModules(
        page.imports,
        page.exports,
        tuple(_iter_name_uses(data, page, names)) if names else (),
        () if SNIPPET in names else tuple(_iter_old_snippets(page)),
        tuple(_iter_text_imports(data, start, page)),
        _has_body(data, start, page),
    )


def _iter_name_uses(data: bytes, page: MdxPage, names: set[str]) -> Iterator[NameUse]:
    """Yield the opening tags with an imported name (the part before a dot), also in JavaScript."""
    for tag in page.tags:
        name = tag.name.partition(".")[0]
        if name in names and tag.form is not TagForm.CLOSING:
            yield NameUse(name, tag.name_span, _classify_tag_position(data, page, tag))
        for attribute in tag.attributes if tag.form is not TagForm.CLOSING else ():
            if attribute.is_expression and attribute.value_span is not None:
                yield from _iter_tags_in_code(data, attribute.value_span, names)
    for expression in page.expressions:
        yield from _iter_tags_in_code(data, expression.span, names)


def _classify_tag_position(data: bytes, page: MdxPage, tag: MdxTag) -> TagPosition:
    """Return BLOCK, AROUND_TEXT or TEXT for a tag that is not in JavaScript."""
    if tag.is_block:
        return TagPosition.BLOCK
    partner = page.tags[tag.partner] if tag.partner >= 0 else None
    if partner is not None:
        line = find_line_start(data, tag.span.start)
        end = data.find(b"\n", partner.span.end)
        after = data[partner.span.end : end if end >= 0 else len(data)]
        if not data[line : tag.span.start].strip() and not after.strip():
            return TagPosition.AROUND_TEXT
    return TagPosition.TEXT


def _iter_tags_in_code(data: bytes, span: Span, names: set[str]) -> Iterator[NameUse]:
    """Yield the opening tags with one of some names in JavaScript, except in comments and strings.

    A string in single quotes is not recognised, since it may be an apostrophe in text.
    """
    if data.find(b"<", *span) < 0:
        return
    code = _mask_strings(data[slice(*span)])
    for match in _MENTION.finditer(code):
        name = match[1].decode("utf-8", "replace")
        if name in names:
            at = span.start + match.start(1)
            yield NameUse(name, Span(at, at + len(match[1])), TagPosition.EXPRESSION)


_TEXTS = compile_lazily(
    rb"/\*.*?(?:\*/|\Z)|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`", re.DOTALL
)


def _mask_strings(code: bytes) -> bytes:
    """Return code with its comments, templates and double-quoted strings replaced by spaces."""
    return _TEXTS.sub(lambda match: b" " * len(match[0]), code)


def _iter_old_snippets(page: MdxPage) -> Iterator[NamedSnippet]:
    """Yield the files that `<Snippet file="..." />` names."""
    for tag in page.tags:
        if tag.name == SNIPPET and tag.form is not TagForm.CLOSING:
            for attribute in tag.attributes:
                if (
                    attribute.name == "file"
                    and attribute.value
                    and attribute.value_span is not None
                ):
                    inside = Span(attribute.value_span.start + 1, attribute.value_span.end - 1)
                    yield NamedSnippet(attribute.value, inside)


def _iter_text_imports(data: bytes, start: int, page: MdxPage) -> Iterator[TextImport]:
    """Yield what looks like an import but is plain text; nothing in a page with faults."""
    if page.faults:
        return
    statements = {mdx_import.span.start for mdx_import in page.imports}
    taken = [*_sort_statement_spans(page), *page.code]
    taken += [
        *(expression.span for expression in page.expressions),
        *(tag.span for tag in page.tags),
    ]
    for match in _TEXT_IMPORT.finditer(data, start):
        at = match.start()
        if at in statements or any(span.start <= at < span.end for span in taken):
            continue
        listed = (match[1] or match[2]).decode("utf-8", "replace").split(",")
        names = tuple(one.split(" as ")[-1].strip() for one in listed)
        source = (match[3] or match[4]).decode("utf-8", "replace")
        yield TextImport(names, source, Span(at, match.end()))


def _has_body(data: bytes, start: int, page: MdxPage) -> bool:
    """Return whether a page has anything after `start` but imports, exports and comments."""
    at = start
    for span in _sort_statement_spans(page):
        if not _is_blank(data, at, span.start):
            return True
        at = max(at, span.end)
    return not _is_blank(data, at, len(data))


def _sort_statement_spans(page: MdxPage) -> list[Span]:
    """Return the spans of all imports and exports, sorted."""
    return sorted([*(one.span for one in page.imports), *(one.span for one in page.exports)])


def _is_blank(data: bytes, start: int, end: int) -> bool:
    """Return whether a range has only white space, comments and semicolons."""
    match = _BLANK.match(data, start, end)
    return match is not None and data[match.end() : end].strip(b" \t\r\n;") == b""

"""The names that a page or component file imports and exports, and every use of them.

Uses are in tags, in braces and in code. Mentions of docs.json variables in pages are found as well.
Offsets are UTF-8 byte offsets into the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.javascript.jsx_file import parse_jsx_file
from docs_lsp.mdx.javascript.name_uses import (
    CodeName,
    find_names_in_expression,
    find_names_in_module,
)
from docs_lsp.mdx.javascript.parser import CodePlaces
from docs_lsp.mdx.reading import parse_page_tags
from docs_lsp.mdx.syntax import MdxExport, MdxImport, MdxPage
from docs_lsp.site.mdx.content import MOST_READ

_VARIABLE = compile_lazily(rb"\{\{[ \t]*([A-Za-z0-9_.-]+)[ \t]*\}\}")
_EXPORTED = compile_lazily(rb"([\w$]+)[ \t\r\n]+as[ \t\r\n]+\Z")


class NameRole(Enum):
    """The role of a name at a position."""

    IMPORTED = "imported"
    """The local name of an import."""
    TAG = "tag"
    CODE = "code"
    KEY = "key"
    """A key and its value at once, in braces: `{ name }`."""
    INNER = "inner"
    """Another variable of this name, defined by a function or a block."""


class NamePlace(NamedTuple):
    """A position at which a file has a name."""

    name: str
    span: Span
    role: NameRole


class NamesInFile(NamedTuple):
    """The imports and exports of a file, and the uses of their names."""

    imports: tuple[MdxImport, ...] = ()
    exports: tuple[MdxExport, ...] = ()
    places: tuple[NamePlace, ...] = ()
    """The uses of names that are imported, exported, or used in code: in order, no repeats."""
    is_exact: bool = True
    """Whether all code could be parsed, so that no use is missing."""

    def list_occurrences(self, name: str) -> tuple[NamePlace, ...]:
        """Return the places of a name, its import included, without those of inner variables."""
        matches = (place for place in self.places if place.name == name)
        return tuple(match for match in matches if match.role is not NameRole.INNER)


def collect_page_names(data: bytes) -> NamesInFile:
    """Return the imports, exports and uses of names in a page or snippet; none if it is too big."""
    if len(data) > MOST_READ:
        return NamesInFile(is_exact=False)
    page = parse_page_tags(data)
    places = [*_iter_import_places(page.imports), *_iter_tag_places(page)]
    variables = [Span(*match.span()) for match in _VARIABLE.finditer(data)]
    # The braces of a variable need not be JavaScript: they are replaced before it is parsed.
    is_exact = all(_is_within_any(fault.span, variables) for fault in page.faults)
    for span, code in _iter_code_names(page, data):
        if code is None:
            is_exact = False
        else:
            places += _iter_code_places(code, data, span)
    return NamesInFile(page.imports, page.exports, _sort_places(places), is_exact)


def collect_script_names(data: bytes, *, is_typescript: bool) -> NamesInFile:
    """Return the imports, exports and uses of names in a component file; no uses in TypeScript.

    Nor are there any if it has a fault.
    """
    file = parse_jsx_file(data, typescript=is_typescript)
    code = None if is_typescript or file.fault else find_names_in_module(_decode_text(data))
    places = [
        *_iter_import_places(file.imports),
        *_iter_code_places(code or (), data, Span(0, len(data))),
    ]
    is_exact = code is not None
    return NamesInFile(file.imports, file.exports, _sort_places(places), is_exact)


def iter_variables(data: bytes) -> Iterator[tuple[str, Span]]:
    """Yield the name of each `{{variable}}` in a page, and the name's span; also in code.

    The service replaces them there too.
    """
    for match in _VARIABLE.finditer(data, 0, MOST_READ):
        yield match[1].decode(), Span(*match.span(1))


def find_exported_span(data: bytes, local: Span) -> Span | None:
    """Return the span of `a` in `a as b` of an import or export, given that of `b`, or None.

    None if there is only one name. In an export, `a` is the local name.
    """
    match = _EXPORTED.search(data, max(0, local.start - 200), local.start)
    return Span(*match.span(1)) if match else None


def _iter_import_places(imports: tuple[MdxImport, ...]) -> Iterator[NamePlace]:
    for imported_name in (name for each in imports for name in each.names):
        yield NamePlace(imported_name.local, imported_name.span, NameRole.IMPORTED)


def _iter_tag_places(page: MdxPage) -> Iterator[NamePlace]:
    """Yield the names of tags (of `Name.x` it is `Name`) except those with a colon or a hyphen."""
    for tag in page.tags:
        name = tag.name.partition(".")[0]
        if name and ":" not in name and "-" not in name:
            start = tag.name_span.start
            yield NamePlace(name, Span(start, start + len(name.encode())), NameRole.TAG)


def _iter_code_names(
    page: MdxPage, data: bytes
) -> Iterator[tuple[Span, tuple[CodeName, ...] | None]]:
    """Yield the span of each piece of JavaScript in a page, and its names; None if it is faulty."""
    for expression in page.expressions:
        if not _VARIABLE.fullmatch(data, *expression.span):
            inside = _strip_braces(expression.span)
            yield inside, find_names_in_expression(_decode_text(data[slice(*inside)]))
    for attribute in (one for tag in page.tags for one in tag.attributes):
        span = attribute.value_span if attribute.name else attribute.span
        if span is not None and (attribute.is_expression or not attribute.name):
            inside = _strip_braces(span)
            code = _decode_text(data[slice(*inside)])
            yield inside, find_names_in_expression(code, spread=not attribute.name)
    for export in page.exports:
        yield export.span, find_names_in_module(_decode_text(data[slice(*export.span)]))


def _is_within_any(span: Span, others: list[Span]) -> bool:
    return any(one.start <= span.start and span.end <= one.end for one in others)


def _strip_braces(span: Span) -> Span:
    return Span(span.start + 1, span.end - 1)


def _iter_code_places(names: tuple[CodeName, ...], data: bytes, span: Span) -> Iterator[NamePlace]:
    places = CodePlaces(_decode_text(data[slice(*span)]), span.start)
    for name in names:
        where = places.to_byte_span((name.start, name.start + len(name.name)))
        yield NamePlace(name.name, where, _choose_role(name))


def _choose_role(name: CodeName) -> NameRole:
    if name.is_inner:
        return NameRole.INNER
    if name.is_tag:
        return NameRole.TAG
    return NameRole.KEY if name.is_key else NameRole.CODE


def _sort_places(places: list[NamePlace]) -> tuple[NamePlace, ...]:
    """Return the places sorted by span, the first of several at the same span.

    An import is found as such and as code.
    """
    by_span: dict[Span, NamePlace] = {}
    for one in places:
        by_span.setdefault(one.span, one)
    return tuple(sorted(by_span.values(), key=lambda name_place: name_place.span))


def _decode_text(data: bytes) -> str:
    return data.decode("utf-8", "replace")

"""Finds imports and exports by patterns, without parsing.

This serves statements that cannot be parsed, and those so plain that a pattern suffices.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.javascript.parser import CodePlaces
from docs_lsp.mdx.syntax import ExportedName, ExportKind, ImportedName, MdxExport, MdxImport

_RESERVED = compile_lazily(
    r"arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum"
    r"|eval|export|extends|false|finally|for|from|function|if|implements|import|in|instanceof"
    r"|interface|let|new|null|package|private|protected|public|return|static|super|switch|this"
    r"|throw|true|try|type|typeof|var|void|while|with|yield"
)
_LIST = r"\{(?P<list>[^{}]*)\}"
_FROM = r"[ \t]*(?P<quote>[\"'])(?P<source>[^\"'\\\n\r]*)(?P=quote)[ \t]*;?[ \t]*"
_PLAIN = compile_lazily(
    rf"import[ \t]+(?:(?P<default>[A-Za-z_$][\w$]*)|{_LIST})[ \t]+from{_FROM}(?:\r?\n|\Z)", re.ASCII
)
_PLAIN_NAME = compile_lazily(
    r"\s*(?P<exported>[A-Za-z_$][\w$]*)(?:\s+as\s+(?P<local>[A-Za-z_$][\w$]*))?\s*", re.ASCII
)
_IMPORT = compile_lazily(
    rf"^import\s+(?:(?P<default>[\w$]+)\s*,?\s*)?(?:\*\s*as\s+(?P<all>[\w$]+)|{_LIST}?)?"
    rf"(?:\s*from{_FROM})?",
    re.MULTILINE,
)
_EXPORT = compile_lazily(
    r"^export\s+(?:(?P<default>default)\b|(?P<function>async\s+function|function)?"
    r"(?:const|let|var|class)?\s*\*?\s*(?P<name>[\w$]+))",
    re.MULTILINE,
)


def is_reserved_word(name: str) -> bool:
    """Return whether a word is reserved in JavaScript."""
    return _RESERVED.fullmatch(name) is not None


def match_plain_imports(
    code: str, base: int, known: Collection[str] = ()
) -> tuple[MdxImport, ...] | None:
    """Return a block's imports; None unless all are plain, and no name is reserved or repeated."""
    at, imports, taken = 0, [], set[str]()
    places = CodePlaces(code, base)
    while at < len(code):
        match = _PLAIN.match(code, at)
        names = None if match is None else _build_plain_names(match, places)
        if match is None or names is None:
            return None
        locals_ = [name.local for name in names]
        # The names of earlier blocks are passed for every block, so they are not copied.
        if len(set(locals_)) < len(locals_):
            return None
        if any(name in taken or name in known for name in locals_):
            return None
        taken.update(locals_)
        imports.append(_build_import(match, places, names))
        at = match.end()
    return tuple(imports)


def find_plain_imports_end(code: str, start: int) -> int:
    """Return the index after the plain imports at an index; the same index if there are none."""
    while match := _PLAIN.match(code, start):
        start = match.end()
    return start


def match_imports(code: str, base: int) -> tuple[MdxImport, ...]:
    """Return everything that looks like an import at the beginning of a line."""
    places = CodePlaces(code, base)
    return tuple(
        _build_import(match, places, tuple(_iter_imported_names(match, places)))
        for match in _IMPORT.finditer(code)
    )


def match_exports(code: str, base: int) -> tuple[MdxExport, ...]:
    """Return everything that looks like an export at the beginning of a line.

    The kind of an export is known for functions only.
    """
    return tuple(_iter_exports(code, CodePlaces(code, base)))


def _build_import(
    match: re.Match[str], places: CodePlaces, names: tuple[ImportedName, ...]
) -> MdxImport:
    text = match[0].rstrip()
    span = places.to_byte_span((match.start(), match.start() + len(text)))
    if match["source"] is None:
        return MdxImport(span, "", Span(span.end, span.end), names)
    return MdxImport(span, match["source"], places.to_byte_span(match.span("source")), names)


def _build_plain_names(match: re.Match[str], places: CodePlaces) -> tuple[ImportedName, ...] | None:
    """Return the names of a plain import, or None if it has to be parsed."""
    if match["default"]:
        if is_reserved_word(match["default"]):
            return None
        return (
            ImportedName(match["default"], "default", places.to_byte_span(match.span("default"))),
        )
    pieces, names, at = match["list"].split(","), [], match.start("list")
    if not pieces[-1].strip():
        pieces.pop()  # a comma may follow the last name
    for piece in pieces:
        name = _PLAIN_NAME.fullmatch(piece)
        if name is None or any(is_reserved_word(word) for word in name.groups() if word):
            return None
        names.append(_build_imported_name(name, places, at))
        at += len(piece) + 1
    return tuple(names)


def _build_imported_name(name: re.Match[str], places: CodePlaces, at: int) -> ImportedName:
    """Return the name that a match imports, in a list that begins at the index `at`."""
    group = "local" if name["local"] else "exported"
    start, end = name.span(group)
    return ImportedName(name[group], name["exported"], places.to_byte_span((at + start, at + end)))


def _iter_imported_names(match: re.Match[str], places: CodePlaces) -> Iterator[ImportedName]:
    if match["default"]:
        yield ImportedName(match["default"], "default", places.to_byte_span(match.span("default")))
    if match["all"]:
        yield ImportedName(match["all"], "*", places.to_byte_span(match.span("all")))
    for name in _PLAIN_NAME.finditer(match["list"] or ""):
        yield _build_imported_name(name, places, match.start("list"))


def _iter_exports(code: str, places: CodePlaces) -> Iterator[MdxExport]:
    for match in _EXPORT.finditer(code):
        group = "default" if match["default"] else "name"
        kind = ExportKind.FUNCTION if match["function"] else ExportKind.OTHER
        name = ExportedName(match[group], places.to_byte_span(match.span(group)), kind)
        yield MdxExport(places.to_byte_span(match.span()), (name,))

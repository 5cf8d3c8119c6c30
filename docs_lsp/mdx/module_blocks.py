"""Imports and exports: where a block of them ends, and what it makes known."""

from __future__ import annotations

import re

from docs_lsp.mdx.syntax import (
    ExportedName,
    ExportKind,
    FaultKind,
    ImportedName,
    MdxExport,
    MdxFault,
    MdxImport,
)
from docs_lsp.text import Span

_SIGNS = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*(?:`|\Z)"
    r"|[\[\](){}]|\n[ \t]*(?=\n|\Z)",
    re.DOTALL,
)
_IMPORT = re.compile(
    r"import\s+(?:type\s+)?([^\"';]*?)\s*(?:\bfrom\s*)?([\"'])([^\"'\n]*)\2[ \t]*;?", re.ASCII
)
_EXPORT = re.compile(
    r"export\s+(?:(default)\b|(?:async\s+)?function\s*\*?\s*([\w$]+)|class\s+([\w$]+)"
    r"|(?:const|let|var)\s+([\w$]+)\s*=\s*)?",
    re.ASCII,
)
_STATEMENT = re.compile(r"^(?:import|export)\b", re.MULTILINE)
_LISTING = re.compile(r"export\s*(?:default\b|[{*])")
"""An export that declares no name."""
_NAME = re.compile(r"(?:\*\s*as\s+|([\w$]+)\s+as\s+)?([\w$]+)", re.ASCII)
_LITERAL = re.compile(
    r"(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|-?\d[\w.]*|true|false|null)\s*(?:;|\n|\Z)"
)
_FUNCTION = re.compile(
    r"(?:async\s+)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>|\(\{[^=]*\}\)\s*=>)"
)


class Modules:
    """The imports and exports of a page."""

    def __init__(self, text: str) -> None:
        self.imports: list[MdxImport] = []
        self.exports: list[MdxExport] = []
        self._text = text
        self._known: set[str] = set()
        """The names that blocks before this one import."""

    def read(self, start: int) -> tuple[int, MdxFault | None]:
        """Read the block that begins with `import ` or `export ` at an offset: where it ends, and
        what is wrong with it."""
        text = self._text
        stop = _block_end(text, start, len(text))
        imports: list[MdxImport] = []
        exports: list[MdxExport] = []
        places = [match.start() for match in _STATEMENT.finditer(text, start, stop)]
        for at, after in zip(places, [*places[1:], stop], strict=True):
            if text.startswith("import", at):
                imports += _import(text, at, after)
            else:
                exports += _export(text, at, after)
        self.imports += imports
        self.exports += exports
        return stop, self._repeated(imports, exports)

    def _repeated(self, imports: list[MdxImport], exports: list[MdxExport]) -> MdxFault | None:
        """The first name that is declared twice."""
        imported = [(name.local, name.span) for one in imports for name in one.names]
        declaring = [one for one in exports if not _LISTING.match(self._text, one.span.start)]
        exported = [(name.name, name.span) for one in declaring for name in one.names]
        seen = set(self._known)
        for name, span in sorted(imported + exported, key=lambda pair: pair[1]):
            if name in seen:
                return MdxFault(FaultKind.DECLARED_TWICE, span, detail=name)
            seen.add(name)
        self._known.update(name for name, _ in imported)
        return None


def _block_end(text: str, start: int, end: int) -> int:
    """The end of the first line that a blank one follows where no bracket is open."""
    depth = 0
    for match in _SIGNS.finditer(text, start, end):
        sign = match[0]
        if sign[0] == "\n":
            if depth <= 0:
                return match.start()
        elif len(sign) == 1:
            depth += 1 if sign in "([{" else -1 if sign in ")]}" else 0
    if depth > 0:
        blank = re.compile(r"\n[ \t]*(?=\n|\Z)").search(text, start, end)
        return blank.start() if blank else end
    return end


def _import(text: str, start: int, end: int) -> list[MdxImport]:
    match = _IMPORT.match(text, start, end)
    if match is None:
        return []
    names = tuple(_imported(text, *match.span(1)))
    return [MdxImport(Span(*match.span()), match[3], Span(*match.span(3)), names)]


def _imported(text: str, start: int, end: int) -> list[ImportedName]:
    found = []
    brace = text.find("{", start, end)
    for match in _NAME.finditer(text, start, end):
        exported, local = match[1], match[2]
        if match[0].startswith("*"):
            exported = "*"
        elif exported is None:
            exported = local if 0 <= brace < match.start() else "default"
        found.append(ImportedName(local, exported, Span(*match.span(2))))
    return found


def _export(text: str, start: int, end: int) -> list[MdxExport]:
    match = _EXPORT.match(text, start, end)
    if match is None:
        return []
    while end > start and text[end - 1] in " \t\n":
        end -= 1
    span = Span(start, end)
    default, function, of_class, constant = match.groups()
    group = next((number for number in (1, 2, 3, 4) if match[number]), 0)
    if group == 0:
        return [MdxExport(span, tuple(_listed(text, match.end(), end)))]
    kind = _kind(text, match.end(), end) if default or constant else ExportKind.FUNCTION
    if of_class:
        kind = ExportKind.OTHER
    name = "default" if default else function or of_class or constant
    return [MdxExport(span, (ExportedName(name, Span(*match.span(group)), kind),))]


def _listed(text: str, start: int, end: int) -> list[ExportedName]:
    """The names in `export { a, b as c }`."""
    close = text.find("}", start, end)
    if text[start : start + 1] != "{" or close < 0:
        return []
    return [
        ExportedName(match[2], Span(*match.span(2)), ExportKind.OTHER)
        for match in _NAME.finditer(text, start, close)
    ]


def _kind(text: str, start: int, end: int) -> ExportKind:
    while start < end and text[start] in " \t\n":
        start += 1
    if _LITERAL.match(text, start, end):
        return ExportKind.LITERAL
    if _FUNCTION.match(text, start, end):
        return ExportKind.FUNCTION
    if text.startswith("<", start):
        return ExportKind.JSX
    return ExportKind.OTHER

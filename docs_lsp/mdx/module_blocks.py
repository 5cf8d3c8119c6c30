"""Imports and exports: where a block of them ends, and what it makes known."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.mdx.characters import character, words
from docs_lsp.mdx.judge import module_fault
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
_BLANK_LINE = re.compile(r"\n[ \t]*(?=\n|\Z)")
_OPEN_END = re.compile(
    r"(?:[=,+\-*&|?:({\[]|=>|\b(?:from|import|export|const|let|var|default|function|return))\s*\Z"
    r"|`[^`]*\Z"
)
"""The end of code that goes on below a blank line."""
_STATEMENT_START = re.compile(
    r"import\s*(?:[\"'{*]|[\w$]+\s*(?:,|[\w$]+\s*[\"']|[\"']))"
    r"|export\s+(?:(?:const|let|var|function|async|class|default|type|interface|enum)\b|[{*])"
)
_MOST_ENDS = 3
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
        what is wrong with it. One that ends where it begins is text after all."""
        text = self._text
        stop, fault = _judged(text, start)
        imports: list[MdxImport] = []
        exports: list[MdxExport] = []
        later = [match.start() for match in _STATEMENT.finditer(text, start + 1, stop)]
        for at, after in zip([start, *later], [*later, stop], strict=True):
            if text.startswith("import", at):
                imports += _import(text, at, after)
            else:
                exports += _export(text, at, after)
        self.imports += imports
        self.exports += exports
        return stop, fault or self._repeated(imports, exports)

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


def _judged(text: str, start: int) -> tuple[int, MdxFault | None]:
    """Where a block ends, and why it is no module, as far as that can be told."""
    first: tuple[int, int] | None = None
    for count, stop in enumerate(_likely_ends(text, start)):
        code = words(text[start:stop])
        wrong = module_fault(code)
        if wrong is None:
            return stop, None
        first = first or (stop, wrong)
        if count == _MOST_ENDS or not _OPEN_END.search(code):
            break
    if first is None:
        return len(text), None
    stop, wrong = first
    return _refused(text, start, stop, start + len(words(text[start:stop])[:wrong].encode()))


def _likely_ends(text: str, start: int) -> Iterator[int]:
    """The blank lines before which no bracket is open; else the first one, and the page's end."""
    depth = 0
    is_found = False
    for match in _SIGNS.finditer(text, start):
        sign = match[0]
        if sign[0] == "\n":
            if depth <= 0:
                is_found = True
                yield match.start()
        elif len(sign) == 1:
            depth += 1 if sign in "([{" else -1 if sign in ")]}" else 0
    if depth > 0 and not is_found:
        blank = _BLANK_LINE.search(text, start)
        yield blank.start() if blank else len(text)
    else:
        yield len(text)


def _refused(text: str, start: int, stop: int, wrong: int) -> tuple[int, MdxFault]:
    """The fault at an offset in a block, and where reading goes on."""
    line_end = text.find("\n", start)
    if (line_end < 0 or wrong <= line_end) and not _STATEMENT_START.match(text, start):
        return start, MdxFault(FaultKind.MODULE_TEXT, Span(start, start + len("import")))
    line = text.rfind("\n", start, wrong) + 1
    if line > start and module_fault(words(text[start : line - 1])) is None:
        line_end = text.find("\n", line, stop)
        span = Span(line, stop if line_end < 0 else line_end)
        return line - 1, MdxFault(FaultKind.MODULE_TEXT, span, Span(start, line - 1))
    size = max(1, len(character(text, wrong).encode()))
    return stop, MdxFault(FaultKind.MODULE, Span(wrong, min(wrong + size, len(text))))


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

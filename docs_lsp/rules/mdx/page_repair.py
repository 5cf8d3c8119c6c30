"""Candidate changes that may repair a page: of JavaScript in it, and of rows of a table.

JavaScript is in braces, and in `import` and `export` lines; a row may have a pipe in its code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_end, find_line_start
from docs_lsp.core.text import Span, encode_text
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.mdx.tables import count_cells, find_pipes_in_code, is_delimiter_row

_PAIR = compile_lazily(r"\s*[\w$\"'-]+\s*:[^/]")
_UNOPENED = compile_lazily(r"\bfrom\s+([^\s'\"]+)['\"]$")
_NO_BRACE = compile_lazily(r"(import\s+\{[^{}]*?)\s+from\b")
_NO_FROM = compile_lazily(r"(import\s+(?:[\w$]+|\{[^{}]*\}))\s+['\"]")
_LIKE_CODE = compile_lazily(r"=>|\(|<|&&|\|\||\?|`")
_CONTAINERS = compile_lazily(r"(?:[> \t]|(?:[-*+]|\d{1,9}[.)])[ \t])*")
"""Markers of quotes and lists before a table row in a line."""


class PageRepair(NamedTuple):
    """Replacements in one page, offered as a fix if they remove a fault."""

    title: str
    edits: tuple[tuple[Span, str], ...]
    safe: bool = False
    """Whether it certainly shows the intended content."""
    preferred: bool = True

    @classmethod
    def insertion(cls, title: str, at: int, new: str, *, safe: bool = False) -> PageRepair:
        """Return the insertion of a string at a byte offset."""
        return cls(title, ((Span(at, at), new),), safe)

    def apply(self, data: bytes) -> bytes:
        """Return the bytes of the page after the repair."""
        for span, new in sorted(self.edits, reverse=True):
            data = data[: span.start] + encode_text(new) + data[span.end :]
        return data


def decode_range(data: bytes, span: Span) -> str:
    """Return the text of a range of a page."""
    return data[slice(*span)].decode("utf-8", "replace")


def escape_pipes(data: bytes, at: int) -> Iterator[PageRepair]:
    """Yield the repair that escapes all pipes in the code of the table row at a byte offset.

    The repair is safe if the row then has the columns of its table.
    """
    start = find_line_start(data, at)
    line = _decode_line(data, start)
    pipes = find_pipes_in_code(line, 0, len(line))
    edits = tuple((Span(start + pipe, start + pipe), "\\") for pipe in pipes)
    fits = _count_cells(line) - len(pipes) == _count_columns(data).get(start, 0)
    yield PageRepair("Write `\\|`", edits, safe=fits, preferred=fits)


def has_too_many_cells(data: bytes, at: int) -> bool:
    """Return whether a byte offset is in a row whose last cells the service drops."""
    start = find_line_start(data, at)
    columns = _count_columns(data).get(start, 0)
    return 0 < columns < _count_cells(_decode_line(data, start))


@lru_cache(maxsize=1)  # Every row of a table asks, and a walk up to its header takes long.
def _count_columns(data: bytes) -> Mapping[int, int]:
    """Return the number of columns of the table above each line of a page.

    Lines are named by their byte offset; those directly below a line without a pipe are left out.
    """
    columns: dict[int, int] = {}
    start, above, count = 0, "", 0
    for line in data.decode("latin-1").split("\n"):
        row = line.rstrip("\r")
        if count and "|" in above:
            columns[start] = count
        if start and ("|" in row or ":" in row) and _is_delimiter_row(above, row):
            count = _count_cells(above)
        elif "|" not in above:
            count = 0
        start, above = start + len(line) + 1, row
    return columns


def _is_delimiter_row(head: str, row: str) -> bool:
    """Return whether a row divides a table head from its rows, also in quotes and lists."""
    return is_delimiter_row(_strip_containers(head), _strip_containers(row))


def _count_cells(line: str) -> int:
    """Return the number of cells in a table row, which may be in a quote or a list."""
    return count_cells(_strip_containers(line))


def _strip_containers(line: str) -> str:
    """Return a line without the markers of quotes and lists that it begins with."""
    match = _CONTAINERS.match(line)
    return line[match.end() :] if match else line


def _decode_line(data: bytes, start: int) -> str:
    """Return the line at a byte offset, with one character for each byte."""
    return data[start : find_line_end(data, start)].rstrip(b"\r").decode("latin-1")


def fix_module_line(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for a line of code that is not valid JavaScript."""
    start = find_line_start(data, fault.span.start)
    line = data[start : find_line_end(data, start)].rstrip(b" \t\r;").decode("utf-8", "replace")
    at = start + len(line.encode())
    for quote in "'\"":
        if line.count(quote) % 2:
            yield PageRepair.insertion("Close the quote", at, quote)
            yield PageRepair.insertion("Close the quote", at, f"{quote}\n")
            unopened = _UNOPENED.search(line)
            if unopened:
                place = start + len(line[: unopened.start(1)].encode())
                yield PageRepair.insertion("Open the quote", place, quote)
    opening = _NO_BRACE.match(line)
    if opening:
        place = start + len(line[: opening.end(1)].encode())
        yield PageRepair.insertion("Add `}`", place, " }")
    without_from = _NO_FROM.match(line)
    if without_from:
        place = start + len(line[: without_from.end(1)].encode())
        if line[: without_from.end(1)].endswith("from"):
            yield PageRepair.insertion("Add a space", place - len("from"), " ")
        else:
            yield PageRepair.insertion("Add `from`", place, " from")
    if line.endswith("{"):
        yield PageRepair.insertion("Add `}`", at, "}")


def fix_expression(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for braces that do not contain JavaScript."""
    text = decode_range(data, fault.span)
    held = fault.detail.strip()
    if not (text.startswith("{") and text.endswith("}")):
        return
    inside = Span(fault.span.start + 1, fault.span.end - 1)
    if held.startswith("/*") and "*/" not in held:
        yield PageRepair.insertion("Close the comment", inside.end, "*/", safe=True)
    if held.startswith("//"):
        comment = held.removeprefix("//").strip()
        yield PageRepair("Write `/* … */`", ((inside, f"/* {comment} */"),), safe=True)
    if held.startswith(": #"):
        yield PageRepair("Write `{#…}`", ((inside, held.removeprefix(":").strip()),), safe=True)
    before = data[: fault.span.start].rstrip()
    if before.endswith(b"="):
        if _PAIR.match(held):
            yield PageRepair(
                "Write an object in the braces", ((inside, f"{{{decode_range(data, inside)}}}"),)
            )
        return
    if before.endswith(b"<style>"):
        yield PageRepair("Write it as a string", ((fault.span, f"{{`{text}`}}"),))
    braces = [
        Span(fault.span.start + at.start(), fault.span.start + at.start())
        for at in re.finditer(rb"\{", data[slice(*fault.span)])
    ]
    edits = tuple((brace, "\\") for brace in braces)
    yield PageRepair("Write `\\{`", edits, safe=not _LIKE_CODE.search(held))


def fix_module_text(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for text that is read as code."""
    if fault.related is not None:
        yield PageRepair.insertion("Add a blank line", fault.span.start, "\n", safe=True)
    else:
        yield PageRepair.insertion("Begin the line with a space", fault.span.start, " ", safe=True)


def remove_duplicate_import(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield the removal of one of two identical imports."""
    start = find_line_start(data, fault.span.start)
    end = data.find(b"\n", fault.span.end)
    end = len(data) if end < 0 else end + 1
    line = data[start:end].strip()
    if line.startswith(b"import") and data.count(line) > 1:
        yield PageRepair("Remove this import", ((Span(start, end), ""),), safe=True)

"""Cells of table rows that have no column, as faults: one for a second table without a gap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind

_DELIMITERS = compile_lazily(rb"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t\r]*")

_BLANK_LINE = compile_lazily(rb"\n[ \t\r>]*\n")


def build_extra_cell_faults(spans: Iterable[Span], data: bytes) -> Iterator[ComponentFault]:
    """Yield a fault for each row with cells beyond its last column; `spans` are in order.

    Without a blank line before it, a table is more rows of the table above: then the row that was
    meant as its header is the only fault.
    """
    rows = list(spans)
    lines = [_find_line(span, data) for span in rows]
    second_end = -1
    for index, (span, line) in enumerate(zip(rows, lines, strict=True)):
        if second_end >= 0 and not _BLANK_LINE.search(data, second_end, line.start):
            second_end = line.end  # One more row of the second table.
            continue
        second_end = -1
        is_header = index + 1 < len(rows) and lines[index + 1].start == line.end + 1
        kind = ComponentFaultKind.EXTRA_CELLS
        if is_header and _DELIMITERS.fullmatch(data, *lines[index + 1]):
            kind, second_end = ComponentFaultKind.SECOND_TABLE, line.end
        text = data[span.start : span.end].decode("utf-8", "replace")
        yield ComponentFault(kind, span, "", text)


def _find_line(span: Span, data: bytes) -> Span:
    """Return the span of the line of a row, without its line break."""
    end = data.find(b"\n", span.end)
    return Span(find_line_start(data, span.start), end if end >= 0 else len(data))

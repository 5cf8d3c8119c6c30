"""Finds all faults of the components, braces and tables of a page when the page is read.

Few pages have any, so most store an empty tuple.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from sys import intern

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.mdx.components.expression_faults import find_brace_faults
from docs_lsp.mdx.components.prop_faults import find_prop_faults
from docs_lsp.mdx.components.structure import find_structure_faults
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.components.unknown_tags import find_unknown_tags
from docs_lsp.mdx.syntax import MdxPage, MdxTag, TagForm

_KIND = ComponentFaultKind
_DELIMITERS = compile_lazily(rb"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t\r]*")
_BLANK_LINES = (b"\n\n", b"\n\r\n")
_BLANK_LINE = compile_lazily(rb"\n[ \t\r>]*\n")


def find_component_faults(page: MdxPage, data: bytes) -> tuple[ComponentFault, ...]:
    """Return the component faults of a page, in order; of a rejected page the certain ones.

    On a page that the service rejects, only faults that are certain regardless of their
    surroundings and are in other paragraphs than the syntax faults.
    """
    tables = [
        *(ComponentFault(_KIND.CUT_ROW, pipe, "|") for pipe in page.cut_rows),
        *_iter_extra_cell_faults(page.extra_cells, data),
    ]
    tree = TagTree(page, data)
    faults = [*find_unknown_tags(tree), *find_prop_faults(tree), *find_brace_faults(tree)]
    if not page.faults:
        faults += find_structure_faults(tree)
    else:
        broken = [_find_surrounding_lines(data, fault.span) for fault in page.faults]
        faults = [fault for fault in faults if not _is_in(fault.span, broken)]
    # How many cells a row has is certain whatever else is wrong.
    all_faults = sorted([*tables, *faults], key=attrgetter("span"))
    return tuple(_mark_swallowed(all_faults, tree))


def _mark_swallowed(faults: list[ComponentFault], tree: TagTree) -> Iterator[ComponentFault]:
    """Yield sorted faults, those within a deleted tag with the span of that tag's name."""
    deleted = {
        fault.span for fault in faults if fault.kind is _KIND.UNKNOWN_BLOCK and not fault.detail
    }
    outer: MdxTag | None = None
    end = 0
    for fault in faults:
        if outer is not None and fault.span.end <= end:
            yield fault._replace(swallowed_by=outer.name_span)
            continue
        yield fault
        if fault.span in deleted:
            index = tree.index_by_name_span[fault.span]
            outer, end = tree.page.tags[index], tree.get_outer_span(index).end


def list_used_components(page: MdxPage) -> tuple[str, ...]:
    """Return the names of the components in a page, each once, imported ones included."""
    names = (tag.name for tag in page.tags if tag.form is not TagForm.CLOSING)
    return tuple(dict.fromkeys(intern(name) for name in names if name[:1].isupper()))


def _find_surrounding_lines(data: bytes, span: Span) -> Span:
    """Return the span of the lines around a place up to the next blank lines."""
    start = max(data.rfind(blank, 0, span.start) for blank in _BLANK_LINES)
    ends = [end for blank in _BLANK_LINES if (end := data.find(blank, span.end)) >= 0]
    return Span(max(start, 0), min(ends, default=len(data)))


def _is_in(span: Span, ranges: list[Span]) -> bool:
    """Return whether a span begins in one of some ranges."""
    return any(each.start <= span.start < each.end for each in ranges)


def _iter_extra_cell_faults(spans: Iterable[Span], data: bytes) -> Iterator[ComponentFault]:
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

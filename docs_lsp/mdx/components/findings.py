"""All that is odd about the components and braces of a page, found as the page is read.

Few pages have any, so what is kept of most is an empty tuple.
"""

from __future__ import annotations

from sys import intern

from docs_lsp.core.text import Span
from docs_lsp.mdx.components.braces import brace_faults
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.mdx.components.prop_faults import prop_faults
from docs_lsp.mdx.components.structure import structure_faults
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.components.unknown_tags import unknown_tags
from docs_lsp.mdx.syntax import MdxPage, TagForm
from docs_lsp.mdx.tables import find_pipes_in_code

_EXTRA_CELLS = ComponentFaultKind.EXTRA_CELLS


def component_faults(page: MdxPage, data: bytes) -> tuple[ComponentFault, ...]:
    """What is odd about a page, in the order of its text.

    Of a page that the service refuses, only that counts which is certain without what surrounds it,
    and lies in other paragraphs than the mistakes.
    """
    if not (page.tags or page.expressions or page.faults or page.extra_cells):
        return ()
    tree = TagTree(page, data)
    faults = [*unknown_tags(tree), *prop_faults(tree), *brace_faults(tree)]
    faults += (_describe_extra_cells(span, data) for span in page.extra_cells)
    if not page.faults:
        faults += structure_faults(tree)
    else:
        broken = [_paragraph(data, fault.span) for fault in page.faults]
        faults = [fault for fault in faults if not _is_in(fault.span, broken)]
    return tuple(sorted(faults, key=lambda component_fault: component_fault.span))


def _describe_extra_cells(span: Span, data: bytes) -> ComponentFault:
    start = data.rfind(b"\n", 0, span.start) + 1
    row = data[start : span.end].decode("latin-1")
    is_cut = bool(find_pipes_in_code(row, 0, len(row)))
    text = data[span.start : span.end].decode("utf-8", "replace")
    return ComponentFault(_EXTRA_CELLS, span, "code" if is_cut else "", text)


def components_used(page: MdxPage) -> tuple[str, ...]:
    """The names of the components in a page, each once; those that it imports among them."""
    names = (tag.name for tag in page.tags if tag.form is not TagForm.CLOSING)
    return tuple(dict.fromkeys(intern(name) for name in names if name[:1].isupper()))


def _paragraph(data: bytes, span: Span) -> Span:
    """The lines around a place up to the next blank ones."""
    start = data.rfind(b"\n\n", 0, span.start)
    end = data.find(b"\n\n", span.end)
    return Span(max(start, 0), end if end >= 0 else len(data))


def _is_in(span: Span, ranges: list[Span]) -> bool:
    return any(one.start <= span.start < one.end for one in ranges)

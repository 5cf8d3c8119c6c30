"""Finds tags that neither the service, nor browsers, nor the page define."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.components.catalogue import KNOWN_NAMES
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.mdx.components.likely_name import is_opening_misspelt, suggest_component_name
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.syntax import ExportKind, TagForm

_ELEMENT = compile_lazily(r"[a-z][^.]*|[^.]*[-:][^.]*")
"""The name of an HTML element, which is never looked up among components."""
_MOST = 200
"""The number of faults reported for a page. No real page has a tenth as many."""


def find_unknown_tags(tree: TagTree) -> Iterator[ComponentFault]:
    """Yield a fault for each undefined opening tag, up to a limit, in order.

    `detail` is the name that was most likely meant, or empty.
    """
    yield from islice(_iter_unknown_tags(tree), _MOST)


def _iter_unknown_tags(tree: TagTree) -> Iterator[ComponentFault]:
    """Yield a fault for each tag that is undefined, or that the page defines as no component."""
    likely: dict[str, str] = {}
    values = _find_exported_values(tree)
    # The parser's fault about the closing tag names the right one.
    reported = {
        fault.related.start
        for fault in tree.page.faults
        if fault.related and is_opening_misspelt(fault)
    }
    for index, tag in enumerate(tree.page.tags):
        if tag.name in KNOWN_NAMES or not tag.name or tag.form is TagForm.CLOSING:
            continue
        if tag.span.start in reported:
            continue
        if not tree.is_local(tag.name):
            if tag.name not in likely:
                likely[tag.name] = suggest_component_name(tag.name, tree.local_names)
            # A tag that contains or is inside tags of a name was not meant to have that name:
            # `Tiles` is not `Tile`.
            is_beside = likely[tag.name] and likely[tag.name] in tree.find_related_names(index)
            yield _build_unknown_fault(tree, index, "" if is_beside else likely[tag.name])
        elif tag.name in values and tree.is_block(index):
            kind = ComponentFaultKind.NO_FUNCTION
            yield ComponentFault(kind, tag.name_span, tag.name, lost=tree.measure_content(index))


def _build_unknown_fault(tree: TagTree, index: int, likely: str) -> ComponentFault:
    """Return the fault of an undefined tag; its kind says what the service does with the tag."""
    tag = tree.page.tags[index]
    lost = None
    is_element = _ELEMENT.fullmatch(tag.name)
    if (likely[:1].isupper() or not is_element) and tree.is_block(index):
        kind, lost = ComponentFaultKind.UNKNOWN_BLOCK, tree.measure_content(index)
    elif is_element:
        kind = ComponentFaultKind.UNKNOWN_ELEMENT
    else:
        kind = ComponentFaultKind.UNKNOWN_IN_TEXT
    return ComponentFault(kind, tag.name_span, tag.name, likely, lost=lost)


def _find_exported_values(tree: TagTree) -> frozenset[str]:
    """Return the exported names that surely hold no function: plain literals and JSX."""
    return frozenset(
        name.name
        for each in tree.page.exports
        for name in each.names
        if name.kind in (ExportKind.LITERAL, ExportKind.JSX)
    )

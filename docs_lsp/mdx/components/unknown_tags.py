"""Tags of names that neither the service, nor browsers, nor the page itself knows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.mdx.components.catalogue import KNOWN_NAMES
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.mdx.components.likely_name import likely_name
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.syntax import ExportKind, TagForm

_ELEMENT = re.compile(r"[a-z][^.]*|[^.]*[-:][^.]*")
"""A name that is an element's, and never looked for among components."""


def unknown_tags(tree: TagTree) -> Iterator[ComponentFault]:
    """Each opening tag of a name that nothing defines, in order; `detail` is what was most
    likely meant, or empty."""
    likely: dict[str, str] = {}
    for index, tag in enumerate(tree.page.tags):
        if tag.name in KNOWN_NAMES or not tag.name or tag.form is TagForm.CLOSING:
            continue
        if tree.is_local(tag.name):
            if tag.name in _other_values(tree) and tree.is_block(index):
                kind = ComponentFaultKind.NO_FUNCTION
                yield ComponentFault(kind, tag.name_span, tag.name, lost=tree.content(index))
            continue
        lost = None
        if _ELEMENT.fullmatch(tag.name):
            kind = ComponentFaultKind.UNKNOWN_ELEMENT
        elif tree.is_block(index):
            kind, lost = ComponentFaultKind.UNKNOWN_BLOCK, tree.content(index)
        else:
            kind = ComponentFaultKind.UNKNOWN_IN_TEXT
        if tag.name not in likely:
            likely[tag.name] = likely_name(tag.name, tree.local_names)
        yield ComponentFault(kind, tag.name_span, tag.name, likely[tag.name], lost=lost)


def _other_values(tree: TagTree) -> frozenset[str]:
    """The names that the page exports as something that is certainly no function."""
    return frozenset(
        name.name
        for each in tree.page.exports
        for name in each.names
        if name.kind in (ExportKind.LITERAL, ExportKind.JSX)
    )

"""The tags, expressions, imports, exports and code blocks of a page, in order.

This also finds which tags the service removes: an unknown component on its own lines is removed
with its content.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from docs_lsp.core.text import Span
from docs_lsp.mdx.components.component_fault import ComponentFaultKind
from docs_lsp.mdx.components.structure import find_structure_faults
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.components.unknown_tags import find_unknown_tags
from docs_lsp.mdx.reading import may_contain_mdx, parse_page, parse_page_tags
from docs_lsp.mdx.syntax import MdxExport, MdxExpression, MdxImport, MdxPage, MdxTag

_DROPPED = frozenset(
    (
        *(ComponentFaultKind.UNKNOWN_BLOCK, ComponentFaultKind.NO_FUNCTION),
        *(ComponentFaultKind.UNTITLED_VIEW, ComponentFaultKind.ANOTHER),
        ComponentFaultKind.NOT_IN_TREE,
    )
)
"""The faults of tags that the service removes with their content (docs_lsp/SERVICE.md,
unknown-components, shown-once). It is unknown whether readers see the second of two `View`s with
the same title; searching needs its text.
"""


class Fence(NamedTuple):
    """A code block, including its fences."""

    span: Span


Construct: TypeAlias = MdxTag | MdxExpression | MdxImport | MdxExport | Fence


class PageConstructs:
    """The constructs of a parsed page that are not prose."""

    def __init__(self, data: bytes) -> None:
        """Parse a page; offsets are in bytes."""
        # Code blocks are needed even if there are no tags.
        self.page: MdxPage = parse_page_tags(data) if may_contain_mdx(data) else parse_page(data)
        self.tree = TagTree(self.page, data)
        self._starts = [tag.span.start for tag in self.page.tags]
        self._dropped = frozenset(self._iter_removed_tags()) if self.page.tags else frozenset()

    def __iter__(self) -> Iterator[Construct]:
        """Yield all constructs in the order of their starts; some are inside of others."""
        page = self.page
        constructs: list[Construct] = [*page.tags, *page.expressions, *page.imports, *page.exports]
        constructs += map(Fence, page.code)
        yield from sorted(constructs, key=lambda construct: construct.span)

    def is_removed(self, number: int) -> bool:
        """Return whether readers see neither a tag, given by its index, nor its content."""
        return number in self._dropped

    def find_tag_index(self, offset: int) -> int:
        """Return the index of the last tag that starts at or before an offset, -1 without any."""
        return bisect_right(self._starts, offset) - 1

    def _iter_removed_tags(self) -> Iterator[int]:
        """Yield the indexes of tags that the service removes with their content."""
        for fault in (*find_unknown_tags(self.tree), *find_structure_faults(self.tree)):
            if fault.kind in _DROPPED:
                yield self.find_tag_index(fault.span.start)


@lru_cache(16)
def parse_snippet(data: bytes) -> PageConstructs:
    """Return the constructs of a snippet, cached since pages may include it many times."""
    return PageConstructs(data)

"""The pieces of a page that are not prose, in order, and those that readers do not see."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from docs_lsp.core.text import Span
from docs_lsp.mdx.components.component_fault import ComponentFaultKind
from docs_lsp.mdx.components.structure import structure_faults
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.components.unknown_tags import unknown_tags
from docs_lsp.mdx.reading import read_mdx, read_tags
from docs_lsp.mdx.signs import holds_mdx
from docs_lsp.mdx.syntax import MdxExport, MdxExpression, MdxImport, MdxPage, MdxTag

_DROPPED = frozenset(
    (
        *(ComponentFaultKind.UNKNOWN_BLOCK, ComponentFaultKind.NO_FUNCTION),
        *(ComponentFaultKind.UNTITLED_VIEW, ComponentFaultKind.SAME_VIEW),
        *(ComponentFaultKind.ANOTHER, ComponentFaultKind.NOT_IN_TREE),
    )
)
"""The faults of tags that the service removes with their content (docs_lsp/SERVICE.md,
unknown-components, shown-once).
"""


class Fence(NamedTuple):
    """A code block, including its fences."""

    span: Span


Piece: TypeAlias = MdxTag | MdxExpression | MdxImport | MdxExport | Fence


class PagePieces:
    """The pieces of a parsed page."""

    def __init__(self, data: bytes) -> None:
        """Parse a page; offsets are in bytes."""
        # Code blocks are needed even if there are no tags.
        self.page: MdxPage = read_tags(data) if holds_mdx(data) else read_mdx(data)
        self.tree = TagTree(self.page, data)
        self._starts = [tag.span.start for tag in self.page.tags]
        self._dropped = frozenset(self._find_dropped_tags()) if self.page.tags else frozenset()

    def __iter__(self) -> Iterator[Piece]:
        """Yield all pieces in the order of their starts; some are inside of others."""
        page = self.page
        fences = map(Fence, page.code)
        pieces: list[Piece] = [*page.tags, *page.expressions, *page.imports, *page.exports, *fences]
        pieces.sort(key=lambda piece: piece.span)
        yield from pieces

    def number_of(self, tag: MdxTag) -> int:
        """Return the index of a tag in the page."""
        return self._find_tag_number(tag.span.start)

    def is_dropped(self, number: int) -> bool:
        """Return whether readers see neither a tag nor its content."""
        return number in self._dropped

    def _find_tag_number(self, offset: int) -> int:
        """Return the index of the last tag that starts at or before an offset."""
        return bisect_right(self._starts, offset) - 1

    def _find_dropped_tags(self) -> Iterator[int]:
        """Yield the indexes of tags that the service removes with their content."""
        for fault in (*unknown_tags(self.tree), *structure_faults(self.tree)):
            if fault.kind in _DROPPED:
                yield self._find_tag_number(fault.span.start)


@lru_cache(16)
def pieces_of_snippet(data: bytes) -> PagePieces:
    """Return the pieces of a snippet, cached since pages may include it many times."""
    return PagePieces(data)

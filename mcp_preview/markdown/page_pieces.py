"""The pieces of a page that are no prose, in order, as the service's parser finds them, and those
that its readers never see."""

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
"""Faults of tags that the service removes with all that they hold (docs_lsp/SERVICE.md,
unknown-components, shown-once)."""


class Fence(NamedTuple):
    """A block of code, its fences included."""

    span: Span


Piece: TypeAlias = MdxTag | MdxExpression | MdxImport | MdxExport | Fence


class PagePieces:
    """A page that has been read, by its pieces."""

    def __init__(self, data: bytes) -> None:
        """Read a page; offsets count its bytes."""
        # Where there are no tags, blocks of code have to be known all the same.
        self.page: MdxPage = read_tags(data) if holds_mdx(data) else read_mdx(data)
        self.tree = TagTree(self.page, data)
        self._starts = [tag.span.start for tag in self.page.tags]
        self._dropped = frozenset(self._find_dropped_tags()) if self.page.tags else frozenset()

    def __iter__(self) -> Iterator[Piece]:
        """All pieces by where they begin; some lie in others."""
        page = self.page
        fences = map(Fence, page.code)
        pieces: list[Piece] = [*page.tags, *page.expressions, *page.imports, *page.exports, *fences]
        pieces.sort(key=lambda piece: piece.span)
        yield from pieces

    def number_of(self, tag: MdxTag) -> int:
        """The index of a tag in the page."""
        return self._find_tag_number(tag.span.start)

    def is_dropped(self, number: int) -> bool:
        """Whether readers see neither a tag nor what it holds."""
        return number in self._dropped

    def _find_tag_number(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def _find_dropped_tags(self) -> Iterator[int]:
        for fault in (*unknown_tags(self.tree), *structure_faults(self.tree)):
            if fault.kind in _DROPPED:
                yield self._find_tag_number(fault.span.start)


@lru_cache(16)
def pieces_of_snippet(data: bytes) -> PagePieces:
    """The pieces of a snippet: a page may include one many times."""
    return PagePieces(data)

"""Reads a page from its bytes, once, as the service's parser does.

`read_mdx` finds everything in a page; `read_tags` omits headings and links, and `find_faults` only
finds why the page is rejected, in less time. None of them raises, and all take time in proportion
to the size of the page.
"""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.mdx.blocks import BlockReader
from docs_lsp.mdx.nesting import Nesting, is_well_nested
from docs_lsp.mdx.page_text import page_text
from docs_lsp.mdx.refusal import MOST_FAULTS
from docs_lsp.mdx.signs import holds_mdx
from docs_lsp.mdx.syntax import (
    NOWHERE,
    MdxExpression,
    MdxFault,
    MdxHeading,
    MdxLink,
    MdxPage,
)


def read_mdx(data: bytes, start: int = 0) -> MdxPage:
    """Parse a page completely.

    `start` is the byte offset of a line outside of all blocks at which to begin; with 0 a
    frontmatter is skipped.
    """
    return _build_page(_reader(data, start, wants_all=True))


def read_tags(data: bytes) -> MdxPage:
    """Parse a page without its headings and links."""
    return _build_page(_reader(data, 0, wants_all=False)) if holds_mdx(data) else MdxPage()


def find_faults(data: bytes) -> tuple[MdxFault, ...]:
    """Return the faults for which the service rejects a page; empty if it accepts the page."""
    if not holds_mdx(data):
        return ()
    reader = _reader(data, 0, wants_all=False, wants_attributes=False)
    if is_well_nested(reader.events):
        return tuple(sorted(reader.faults, key=_place))
    return _faults(reader, Nesting(reader.events))


def _reader(
    data: bytes, start: int, *, wants_all: bool, wants_attributes: bool = True
) -> BlockReader:
    page = page_text(data, start)
    reader = BlockReader(page, wants_all=wants_all, wants_attributes=wants_attributes)
    reader.read()
    return reader


def _build_page(reader: BlockReader) -> MdxPage:
    nesting = Nesting(reader.events)
    placed = [
        thing if parent == NOWHERE else thing._replace(parent=parent)
        for thing, parent in nesting.things
    ]
    return MdxPage(
        _faults(reader, nesting),
        tuple(nesting.tags),
        tuple(one for one in placed if isinstance(one, MdxExpression)),
        tuple(reader.modules.imports),
        tuple(reader.modules.exports),
        tuple(one for one in placed if isinstance(one, MdxHeading)),
        tuple(one for one in placed if isinstance(one, MdxLink)),
        tuple(reader.code),
        tuple(reader.cut_rows),
        tuple(reader.extra_cells),
    )


def _faults(reader: BlockReader, nesting: Nesting) -> tuple[MdxFault, ...]:
    faults = reader.faults
    if len(faults) < MOST_FAULTS:  # Else the page was not read to its end.
        faults = [*faults, *nesting.faults]
    return tuple(sorted(faults, key=_place))


def _place(fault: MdxFault) -> Span:
    return fault.span

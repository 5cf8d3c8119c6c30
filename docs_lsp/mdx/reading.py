"""Reads a page from its bytes, once, as the service's parser does.

`parse_page` finds everything in a page; `parse_page_tags` omits headings and links, and
`find_faults` only finds why the page is rejected, in less time. None of them raises, and all take
time in proportion to the size of the page.
"""

from __future__ import annotations

from operator import attrgetter

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.blocks import BlockReader
from docs_lsp.mdx.braces import limit_code
from docs_lsp.mdx.nesting import TagMatcher, is_well_nested
from docs_lsp.mdx.page_text import prepare_page_text
from docs_lsp.mdx.refusal import MOST_FAULTS
from docs_lsp.mdx.syntax import NOWHERE, MdxExpression, MdxFault, MdxHeading, MdxLink, MdxPage

_MODULE = compile_lazily(rb"(?:^|[\r\n])(?:\xef\xbb\xbf)?(?:import|export) ")


def may_contain_mdx(data: bytes) -> bool:
    """Return whether a page can contain tags, expressions, imports or exports, and so be rejected.

    This is cheap: any other page need not be parsed.
    """
    return b"<" in data or b"{" in data or may_contain_modules(data)


def may_contain_modules(data: bytes, start: int = 0) -> bool:
    """Return whether a line from an offset on begins like an import or an export; cheap as well."""
    return _MODULE.search(data, start) is not None


def parse_page(data: bytes, start: int = 0) -> MdxPage:
    """Parse a page completely, from the line at `start`; with 0 a frontmatter is skipped.

    `start` is a byte offset outside of all blocks.
    """
    return _build_page(_read_blocks(data, start, wants_all=True))


def parse_page_tags(data: bytes) -> MdxPage:
    """Parse a page without headings and links; the result is empty if it cannot contain MDX."""
    if not may_contain_mdx(data):
        return MdxPage()
    return _build_page(_read_blocks(data, 0, wants_all=False))


def find_faults(data: bytes) -> tuple[MdxFault, ...]:
    """Return the faults for which the service rejects a page; empty if it accepts the page."""
    if not may_contain_mdx(data):
        return ()
    reader = _read_blocks(data, 0, wants_all=False, wants_attributes=False)
    if is_well_nested(reader.events):
        return tuple(sorted(reader.faults, key=attrgetter("span")))
    return _sort_faults(reader, TagMatcher(reader.events))


def _read_blocks(
    data: bytes, start: int, *, wants_all: bool, wants_attributes: bool = True
) -> BlockReader:
    page = prepare_page_text(data, start)
    reader = BlockReader(page, wants_all=wants_all, wants_attributes=wants_attributes)
    with limit_code():
        reader.read_blocks()
    return reader


def _build_page(reader: BlockReader) -> MdxPage:
    """Return the page that blocks make up, with the parent of each item and the faults of tags."""
    nesting = TagMatcher(reader.events)
    placed = [
        item if parent == NOWHERE else item._replace(parent=parent)
        for item, parent in nesting.inline_items
    ]
    return MdxPage(
        _sort_faults(reader, nesting),
        tuple(nesting.tags),
        tuple(item for item in placed if isinstance(item, MdxExpression)),
        tuple(reader.modules.imports),
        tuple(reader.modules.exports),
        tuple(item for item in placed if isinstance(item, MdxHeading)),
        tuple(item for item in placed if isinstance(item, MdxLink)),
        tuple(reader.code),
        tuple(reader.cut_rows),
        tuple(reader.extra_cells),
    )


def _sort_faults(reader: BlockReader, nesting: TagMatcher) -> tuple[MdxFault, ...]:
    """Return the faults of blocks and, unless there are too many, of tags, in document order."""
    faults = reader.faults
    if len(faults) < MOST_FAULTS:  # Else the page was not read to its end.
        faults = [*faults, *nesting.faults]
    return tuple(sorted(faults, key=attrgetter("span")))

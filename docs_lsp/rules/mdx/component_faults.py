"""Collect the component faults of all pages for the rules, with words and imports for messages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.phrases import code, format_count, join_words
from docs_lsp.core.problem import Fix
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind, LostContent
from docs_lsp.mdx.syntax import MdxPage, MdxTag
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.mdx.site_imports import iter_pages_and_imports
from docs_lsp.site.imported_files import list_text_import_names
from docs_lsp.site.mdx.content import PageContent, read_syntax
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PAGE_EXTENSIONS

if TYPE_CHECKING:
    from docs_lsp.site.offered_imports import AddedImport


_UNKNOWN = (
    ComponentFaultKind.UNKNOWN_BLOCK,
    ComponentFaultKind.UNKNOWN_IN_TEXT,
    ComponentFaultKind.UNKNOWN_ELEMENT,
)


def suggest_imports(name: str, overview: Overview, *, is_block: bool) -> tuple[AddedImport, ...]:
    """Return the imports that would define a component, the most common one first.

    In a line of text (not `is_block`), files whose text is a snippet are left out: it would not be
    shown.
    """
    # Imported late: few sites use a component that is not known.
    from docs_lsp.site.offered_imports import map_importable_tags

    offers = overview.cached(map_importable_tags).get(name, ())
    return tuple(
        offer
        for offer in offers
        if is_block or not (offer.is_default and offer.file.endswith(PAGE_EXTENSIONS))
    )


def iter_import_fixes(subject: FixContext, page: MdxPage, tag: MdxTag) -> Iterator[Fix]:
    """Yield a fix that imports the component of a tag, for each file that has it."""
    # Imported late: needed only for a fix.
    from docs_lsp.site.offered_imports import ImportInserter

    name, overview = tag.name.partition(".")[0], subject.overview
    if overview is None or any(
        name == each.name for export in page.exports for each in export.names
    ):
        return
    offers = suggest_imports(name, overview, is_block=tag.is_block)
    inserter = ImportInserter(subject.data, page, subject.problem.file)
    for offer in offers:
        change = subject.build_edit(*inserter.make_edit(offer))
        title = f"Import it from {code('/' + offer.file)}"
        yield Fix(title, (change,), preferred=len(offers) == 1)


class FaultyTag(NamedTuple):
    """A component fault with the page that it is in."""

    file: str
    content: PageContent
    fault: ComponentFault
    is_page: bool
    """Whether the file is a page, and not a snippet."""
    swallowed: int = 0
    """The number of unknown tags in it that are not reported, because they are deleted with it."""


def iter_component_faults(overview: Overview, *kinds: ComponentFaultKind) -> Iterator[FaultyTag]:
    """Yield the component faults of these kinds in all pages and in what they import.

    What an unknown tag deletes has no faults of its own, unless the tag only lacks its import.
    """
    for faulty_tag in overview.cached(_collect_all_faults):
        if faulty_tag.fault.kind in kinds:
            yield faulty_tag


def _collect_all_faults(overview: Overview) -> tuple[FaultyTag, ...]:
    """Return the component faults of pages and imports, without those in deleted tags."""
    faulty_tags = []
    for file, content, is_page in iter_pages_and_imports(overview):
        faults = read_syntax(content).component_faults
        swallowed = _count_swallowed(faults, content, overview)
        faulty_tags += [
            FaultyTag(file, content, each, is_page, swallowed.get(each.span, 0))
            for each in faults
            if each.swallowed_by not in swallowed
        ]
    return tuple(faulty_tags)


def _count_swallowed(
    faults: Sequence[ComponentFault], content: PageContent, overview: Overview
) -> Mapping[Span | None, int]:
    """Count the unknown tags in each tag that no import would define, by the place of its name."""
    if not any(fault.swallowed_by for fault in faults):
        return {}
    names = {fault.span: fault.name for fault in faults if fault.kind in _UNKNOWN}
    as_text = list_text_import_names(content)
    counts: dict[Span | None, int] = {}
    for fault in faults:
        name = names.get(fault.swallowed_by) if fault.swallowed_by else None
        if name is None or name in as_text:
            continue
        if not suggest_imports(name.partition(".")[0], overview, is_block=True):
            counts.setdefault(fault.swallowed_by, 0)
            counts[fault.swallowed_by] += fault.kind in _UNKNOWN
    return counts


def describe_content(lost: LostContent | None) -> str:
    """Render the lost content of a tag: `its 20 words and 2 blocks of code`; empty if unknown."""
    if lost is None:
        return ""
    parts = []
    if lost.words:
        parts.append(format_count(lost.words, "word"))
    if lost.code_blocks:
        parts.append(format_count(lost.code_blocks, "block of code", "blocks of code"))
    return f"its {join_words(parts, 'and')}" if parts else ""


class TaggedPage(NamedTuple):
    """A page that was parsed again to be fixed, with an index of its tags."""

    page: MdxPage
    starts: Sequence[tuple[int, int]]
    """Byte offset of each tag, with its index, sorted."""
    reaches: Sequence[int]
    """Largest end offset of the tags up to each of these."""

    def find_enclosing_tag(self, span: Span) -> int | None:
        """Return the index of the tag that contains a range, such as its name, or None.

        Of nested tags, the first.
        """
        tag_index = None
        place = bisect_right(self.starts, (span.start, len(self.starts))) - 1
        while place >= 0 and self.reaches[place] >= span.end:
            index = self.starts[place][1]
            if self.page.tags[index].span.end >= span.end:
                tag_index = index if tag_index is None else min(tag_index, index)
            place -= 1
        return tag_index


def parse_tagged_page(data: bytes) -> TaggedPage:
    """Parse the bytes of a page again to fix it."""
    from docs_lsp.mdx.reading import parse_page  # Only imported when fixes are requested.

    page = parse_page(data)
    starts = sorted((tag.span.start, index) for index, tag in enumerate(page.tags))
    reaches = accumulate((page.tags[index].span.end for _, index in starts), max)
    return TaggedPage(page, starts, tuple(reaches))


def iter_name_spans(page: MdxPage, index: int) -> Iterator[Span]:
    """Yield the ranges of a tag's name: in the opening tag, and in the closing one."""
    tag: MdxTag = page.tags[index]
    yield tag.name_span
    if tag.partner >= 0:
        yield page.tags[tag.partner].name_span

"""Sections of different pages that say nearly the same, of which a search shows but one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.sections import PageSection, split_page
from mcp_preview.index.text_words import is_mostly_links
from mcp_preview.report.alike_texts import group_alike_texts
from mcp_preview.report.finding import FindingKind, FindingPlace, ReportFinding
from mcp_preview.report.operation_line import find_operation
from mcp_preview.report.twins import Groups

_SAME_SECTION = (
    "These sections say nearly the same on several pages, so a search shows one of them and names "
    "the others as `Also:`. Say in each what differs, or say it once and link to it."
)


class _OwnedSection(NamedTuple):
    page: IndexedPage
    section: PageSection


def find_section_twins(pages: Sequence[IndexedPage], groups: Groups) -> list[ReportFinding]:
    """Return the finding on sections that say nearly the same; empty without any.

    Pages of the same group in `groups` are alike as a whole, which is reported elsewhere. Sections
    of operations are similar by nature and ignored, and so are lists of links, which rank low.
    """
    owned = [
        (_OwnedSection(page, section), text)
        for page in pages
        if page.of_default and find_operation(page) is None
        for section in split_page(page)
        if section.level and not is_mostly_links(text := page.markdown[section.start : section.end])
    ]
    places = tuple(
        _build_place(alike)
        for alike in group_alike_texts(owned)
        if _are_pages_different(alike, groups)
    )
    return [ReportFinding(FindingKind.SAME_SECTION, _SAME_SECTION, places)] if places else []


def _are_pages_different(alike: Iterable[_OwnedSection], groups: Groups) -> bool:
    """Whether the sections are on several pages that are not alike as a whole."""
    paths = {owned.page.path for owned in alike}
    common = frozenset.intersection(*(groups.get(path, frozenset()) for path in paths))
    return len(paths) > 1 and not common


def _build_place(alike: Sequence[_OwnedSection]) -> FindingPlace:
    """Return the place of sections that are alike: their pages, and the first heading."""
    first = alike[0]
    paths: Iterator[str] = iter(dict.fromkeys(owned.page.path for owned in alike))
    return FindingPlace(tuple(paths), first.page.file, f'"{first.section.title}"')

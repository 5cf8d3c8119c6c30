"""Findings on versions and specifications of which search finds nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.report_facts import ReportFacts
from mcp_preview.report.finding import FindingKind, FindingPlace, ReportFinding

_EMPTY_VERSION = (
    "No page of these versions is indexed, so a search in one of them finds only what belongs to "
    "all. That is right for archives; else look for `noindex` and `hidden` in their pages."
)
_UNINDEXED_SPEC = (
    "No operation of these specifications is indexed, so AI clients learn nothing of them. Name "
    "them in `openapi` of a navigation element, or in `.mintignore` if they are internal."
)


def report_empty_parts(pages: Sequence[IndexedPage], facts: ReportFacts) -> Iterator[ReportFinding]:
    """Yield findings on what the pages that a viewer can see leave out as a whole."""
    known = {version for page in pages for version in page.versions}
    empty = [version for version in facts.versions if version not in known]
    if empty:
        places = (FindingPlace((), "docs.json", f"`{version}`") for version in empty)
        yield ReportFinding(FindingKind.EMPTY_VERSION, _EMPTY_VERSION, tuple(places))
    if facts.unindexed_specs:
        places = (FindingPlace((), file, f"`{file}`") for file in facts.unindexed_specs)
        yield ReportFinding(FindingKind.UNINDEXED_SPECIFICATION, _UNINDEXED_SPEC, tuple(places))

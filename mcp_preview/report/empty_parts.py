"""Findings on versions and specifications of which search finds nothing."""

from __future__ import annotations

from collections.abc import Iterator

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


def report_empty_parts(facts: ReportFacts) -> Iterator[ReportFinding]:
    """Yield findings on what is missing as a whole, for every viewer."""
    if facts.empty_versions:
        places = (FindingPlace((), "docs.json", f"`{each}`") for each in facts.empty_versions)
        yield ReportFinding(FindingKind.EMPTY_VERSION, _EMPTY_VERSION, tuple(places))
    if facts.unindexed_specs:
        places = (FindingPlace((), file, f"`{file}`") for file in facts.unindexed_specs)
        yield ReportFinding(FindingKind.UNINDEXED_SPECIFICATION, _UNINDEXED_SPEC, tuple(places))

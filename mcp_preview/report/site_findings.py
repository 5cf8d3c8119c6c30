"""All findings of the report that need no questions, for the pages of a viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from docs_lsp.site.tool_names import MAX_LENGTH, make_tool_names
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.report_facts import ReportFacts
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.mcp.results import build_search_result
from mcp_preview.report.costs import CallCosts, compute_call_costs
from mcp_preview.report.finding import FindInEdition, FindingKind, FindingPlace, ReportFinding
from mcp_preview.report.page_contents import report_page_contents
from mcp_preview.report.self_search import Advance, find_self_search_misses
from mcp_preview.report.twins import find_section_twins, find_twins

_NO_FACTS = ReportFacts()
_ORDER = {kind: at for at, kind in enumerate(FindingKind)}
_EMPTY_VERSION = (
    "No page of these versions is indexed, so a search in one of them finds only what belongs to "
    "all. That is right for archives; else look for `noindex` and `hidden` in their pages."
)
_UNINDEXED_SPEC = (
    "No operation of these specifications is indexed, so AI clients learn nothing of them. Name "
    "them in `openapi` of a navigation element, or in `.mintignore` if they are internal."
)


class UnaskedFindings(NamedTuple):
    """The findings about pages that AI clients do not find, and the costs of calls."""

    findings: tuple[ReportFinding, ...]
    """The findings, the most important first."""
    costs: CallCosts


def find_site_findings(
    name: str,
    search: FindInEdition,
    pages: Sequence[IndexedPage],
    facts: ReportFacts = _NO_FACTS,
    advance: Advance = lambda done, total: None,
) -> UnaskedFindings:
    """Return the findings on a site with this name as a viewer sees it, and the costs of calls.

    `search` searches as this viewer, and `pages` are those that the viewer can see. `advance` is
    called with the progress.
    """
    has_languages = len({page.language for page in pages if page.language}) > 1
    answers: dict[tuple[str, str | None, str | None], int] = {}
    titles = {page.title for page in pages}

    def find(words: str, language: str | None, version: str | None) -> Sequence[SearchHit]:
        asked = language if has_languages else None
        hits = search(words, asked, version)
        if words in titles:
            answers[words, asked, version] = build_search_result(hits, "").size
        return hits

    hiding = find_twins(find, pages)
    findings = [
        *_find_long_tool_names(name),
        *report_page_contents(pages, facts.rejected_parts),
        *_report_empty_parts(facts),
        *hiding.findings,
        *find_section_twins(pages, hiding.groups),
        *find_self_search_misses(find, pages, hiding.groups, advance),
    ]
    findings.sort(key=lambda report_finding: _ORDER[report_finding.kind])
    return UnaskedFindings(tuple(findings), compute_call_costs(tuple(answers.values()), pages))


def _find_long_tool_names(site: str) -> list[ReportFinding]:
    """Return the finding about tool names that clients cut or reject (docs_lsp/SERVICE.md)."""
    long = [tool for tool in make_tool_names(site) if len(tool) > MAX_LENGTH]
    if not long:
        return []
    message = (
        f"Clients cut or refuse names of tools of more than {MAX_LENGTH} characters. Give `name` "
        "in docs.json a shorter form."
    )
    places = (FindingPlace((), "docs.json", f"`{tool}` has {len(tool)}") for tool in long)
    return [ReportFinding(FindingKind.TOOL_NAME, message, tuple(places))]


def _report_empty_parts(facts: ReportFacts) -> Iterator[ReportFinding]:
    """Yield findings on versions and specifications of which search finds nothing."""
    if facts.empty_versions:
        places = (FindingPlace((), "docs.json", f"`{each}`") for each in facts.empty_versions)
        yield ReportFinding(FindingKind.EMPTY_VERSION, _EMPTY_VERSION, tuple(places))
    if facts.unindexed_specs:
        places = (FindingPlace((), file, f"`{file}`") for file in facts.unindexed_specs)
        yield ReportFinding(FindingKind.UNINDEXED_SPECIFICATION, _UNINDEXED_SPEC, tuple(places))

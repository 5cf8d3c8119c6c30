"""All findings of the report that need no questions, for the pages of a viewer, and costs of calls.

Costs are the tokens that one search and one read take. Each model counts differently. A token is
assumed to be four bytes of UTF-8, which is close for English text and somewhat low for code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import NamedTuple

from docs_lsp.site.generated_pages.service_generation import NO_PAGES_AT_ALL
from docs_lsp.site.tool_names import MAX_LENGTH, make_tool_names
from mcp_preview.content.pages import ExcludedPage, IndexedPage
from mcp_preview.content.report_facts import ReportFacts
from mcp_preview.filesystem.output_limits import MAX_CALL_OUTPUT
from mcp_preview.filesystem.virtual_files import render_page_file
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.mcp.results import build_search_result
from mcp_preview.report.alike_pages import find_alike_pages, find_alike_sections
from mcp_preview.report.finding import (
    FindHits,
    FindingKind,
    FindingPlace,
    ReportFinding,
    make_findings,
)
from mcp_preview.report.page_contents import report_page_contents
from mcp_preview.report.self_search import Advance, find_self_search_misses

BYTES_OF_TOKEN = 4

_NO_FACTS = ReportFacts()
_ORDER = {kind: at for at, kind in enumerate(FindingKind)}
_UNREADABLE = (
    "These pages cannot be read, so search does not find them. Invalid frontmatter also stops the "
    "validation of the whole site."
)
_EMPTY_VERSION = (
    "No page of these versions is indexed, so a search in one of them finds only pages of all "
    "versions. This is right for archives; otherwise look for `noindex` and `hidden` in their "
    "pages."
)
_UNNAMED_SPEC = (
    "No operation of these specifications is indexed, so AI clients cannot find them. Name them "
    "in `openapi` of a navigation element, or in `.mintignore` if they are internal."
)
_UNLISTED_SPEC = (
    "No operation of these specifications is indexed, although docs.json names them. List their "
    "operations in `pages` of the element that names them."
)
_STOPPED_SPEC = (
    "No operation of these specifications is indexed, because with {} in the navigation "
    f"{NO_PAGES_AT_ALL}. Correct that first."
)
_MOST_STOPPERS = 3


class Cost(NamedTuple):
    """The tokens of one call."""

    usual: int
    """The median of all calls."""
    most: int


class CallCosts(NamedTuple):
    """The costs of the calls of a client, in tokens."""

    search: Cost
    """The response to a search, measured for the title of each page."""
    read: Cost
    """A page, up to the limit of one call."""


class UnaskedFindings(NamedTuple):
    """The findings about pages that AI clients do not find, and the costs of calls."""

    findings: tuple[ReportFinding, ...]
    """The findings, the most important first."""
    costs: CallCosts


def find_site_findings(
    name: str,
    search: FindHits,
    pages: Sequence[IndexedPage],
    facts: ReportFacts = _NO_FACTS,
    advance: Advance = lambda done, total: None,
) -> UnaskedFindings:
    """Return the findings on a site with this name as a viewer sees it, and the costs of calls.

    `search` searches as this viewer, and `pages` are those that the viewer can see. `advance` is
    called with the progress.
    """
    unsearched = find_unsearched_findings(name, pages, facts)
    has_languages = len({page.language for page in pages if page.language}) > 1
    answers: dict[tuple[str, str | None, str | None], int] = {}
    titles = {page.title for page in pages}

    def find(words: str, language: str | None, version: str | None) -> Sequence[SearchHit]:
        """Search, and record the size of the result if the words are a title."""
        asked = language if has_languages else None
        hits = search(words, asked, version)
        if words in titles:
            answers[words, asked, version] = build_search_result(hits, "").size
        return hits

    alike_findings, alike_groups = find_alike_pages(find, pages)
    findings = [
        *unsearched,
        *alike_findings,
        *find_alike_sections(pages, alike_groups),
        *find_self_search_misses(find, pages, alike_groups, advance),
    ]
    return UnaskedFindings(_sort(findings), compute_call_costs(tuple(answers.values()), pages))


def find_unsearched_findings(
    name: str, pages: Sequence[IndexedPage], facts: ReportFacts = _NO_FACTS
) -> tuple[ReportFinding, ...]:
    """Return the findings that need no searches, which take far longer on a large site."""
    return _sort(
        (
            *_report_unreadable_pages(facts.unreadable),
            *_find_long_tool_names(name),
            *report_page_contents(pages, facts.rejected_parts),
            *_report_empty_parts(facts),
        )
    )


def _sort(findings: Iterable[ReportFinding]) -> tuple[ReportFinding, ...]:
    """Return findings, the most important first."""
    return tuple(sorted(findings, key=lambda report_finding: _ORDER[report_finding.kind]))


def _report_unreadable_pages(pages: Iterable[ExcludedPage]) -> list[ReportFinding]:
    """Return the finding about pages that cannot be read; empty if there are none."""
    places = (
        FindingPlace(
            (page.path,),
            page.file,
            f"line {page.line}: {page.reason}" if page.line else page.reason,
            place=(page.line, 1) if page.line else (),
        )
        for page in pages
    )
    return make_findings(FindingKind.UNREADABLE, _UNREADABLE, places)


def _find_long_tool_names(site: str) -> list[ReportFinding]:
    """Return the finding about tool names that clients cut or reject (docs_lsp/SERVICE.md)."""
    message = (
        f"Clients shorten or reject tool names of more than {MAX_LENGTH} characters. Shorten "
        "`name` in docs.json."
    )
    places = (
        FindingPlace((), "docs.json", f"`{tool}` has {len(tool)}")
        for tool in make_tool_names(site)
        if len(tool) > MAX_LENGTH
    )
    return make_findings(FindingKind.TOOL_NAME, message, places)


def _report_empty_parts(facts: ReportFacts) -> Iterator[ReportFinding]:
    """Yield findings on versions and specifications of which search finds nothing."""
    versions = (FindingPlace((), "docs.json", f"`{each}`") for each in facts.empty_versions)
    yield from make_findings(FindingKind.EMPTY_VERSION, _EMPTY_VERSION, versions)
    unindexed = facts.unindexed_specs
    for files, message in (
        (unindexed.stopped, _STOPPED_SPEC.format(_join_stoppers(unindexed.stoppers))),
        (unindexed.unlisted, _UNLISTED_SPEC),
        (unindexed.unnamed, _UNNAMED_SPEC),
    ):
        specs = (FindingPlace((), file, f"`{file}`") for file in files)
        yield from make_findings(FindingKind.UNINDEXED_SPECIFICATION, message, specs)


def _join_stoppers(names: Sequence[str]) -> str:
    """Return the first of what stops the generation of pages, with a count of the others."""
    shown = ", ".join(f"`{name}`" for name in names[:_MOST_STOPPERS])
    more = len(names) - _MOST_STOPPERS
    return f"{shown} and {more:,} more" if more > 0 else shown


def compute_call_costs(answers: Sequence[int], pages: Iterable[IndexedPage]) -> CallCosts:
    """Return the costs of searches and reads; `answers` are the sizes of results in bytes."""
    return CallCosts(
        _compute_cost(answers),
        _compute_cost([min(len(render_page_file(page)), MAX_CALL_OUTPUT) for page in pages]),
    )


def _compute_cost(sizes: Sequence[int]) -> Cost:
    """Return the median and the greatest cost of sizes in bytes."""
    if not sizes:
        return Cost(0, 0)
    return Cost(round(median(sizes) / BYTES_OF_TOKEN), round(max(sizes) / BYTES_OF_TOKEN))

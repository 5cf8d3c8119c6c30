"""The tools `check` and `explain`: the problems of the site, and why they matter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field

from docs_lsp.cli.earlier_site import collect_earlier_findings, open_earlier_sites
from docs_lsp.cli.findings import iter_reported_findings
from docs_lsp.cli.mcp.tool import AgentToolArguments, AgentToolResult, Tool
from docs_lsp.cli.mcp.workspace import AgentWorkspace, build_file_filter
from docs_lsp.cli.outcome import count_severities, resolve_rule_names
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import SiteReport, check_site
from docs_lsp.files.files import DiskFiles
from docs_lsp.fixes.offered_fixes import ReportedFixes
from docs_lsp.rules import all_rules
from docs_lsp.settings.wording import describe_unknown_rule

SeverityName: TypeAlias = Literal["error", "warning", "information", "hint"]
_COUNTING_RULE = "unlisted-page"


class CheckArguments(AgentToolArguments):
    """Which findings to report."""

    paths: list[str] = Field(
        default=[],
        description="Only findings in these pages, files and folders, relative to the folder "
        "of docs.json. An unknown path is an error.",
    )
    rules: list[str] = Field(default=[], description="Only these rules.")
    since: str = Field(
        default="",
        description="Only findings that are new since this git revision, such as `main` (more "
        "precisely: its merge base with HEAD), and addresses that no longer work.",
    )
    severity: SeverityName = Field(
        default="information", description="The lowest severity to list; hints are never listed."
    )
    limit: int = Field(
        default=40,
        ge=1,
        le=500,
        description="Maximum number of findings; the most severe come first.",
    )


class CheckResult(AgentToolResult):
    """The findings, and their numbers."""

    left_out: int = Field(description="Number of matching findings that are not listed.")
    errors: int
    warnings: int
    information: int
    hints: int


def _check(workspace: AgentWorkspace, arguments: CheckArguments) -> CheckResult:
    """Answer the tool that checks the site. Raises `UsageFault`, also for invalid settings."""
    wanted = resolve_rule_names(arguments.rules)
    docs_json = workspace.require_docs_json()
    is_selected = build_file_filter(arguments.paths, DiskFiles(docs_json.parent))
    is_off = any(all_rules()[rule].severity is None for rule in wanted)
    if arguments.since or is_off:
        report = _check_since(docs_json, wanted, arguments.since)
    else:
        report = workspace.check()
    for fault in report.config_faults:
        raise UsageFault(f"`{fault.file}`: {fault.message}")
    if not report.ours:
        raise UsageFault(f"`{report.root / report.name}` belongs to another tool.")
    question = arguments.model_dump_json()
    make = partial(_build_check_result, report, arguments, wanted, is_selected)
    return workspace.answer_once(report, question, make)


def _build_check_result(
    report: SiteReport,
    arguments: CheckArguments,
    rules: Collection[str],
    is_file_selected: Callable[[str], bool],
) -> CheckResult:
    """Return the findings to list; the counts include milder ones and those beyond the limit."""
    least = Severity[arguments.severity.upper()]
    if arguments.paths or arguments.since or (rules and _COUNTING_RULE not in rules):
        report = report.unfold()  # Otherwise a finding about the folder counts these.
    problems = [
        problem
        for problem in report.problems
        if (not rules or problem.rule in rules) and is_file_selected(problem.file)
    ]
    listed = sorted(
        (problem for problem in problems if problem.severity <= least),
        key=attrgetter("severity", "file", "span", "rule"),
    )
    shown = listed[: arguments.limit]
    left_out = len(listed) - len(shown)
    counts = count_severities((problem.severity for problem in problems), 1)
    lines = [f"{', '.join(counts.list_numbers())}.", *_describe_findings(report, shown)]
    if left_out:
        lines.append(f"… and {left_out} more. Narrow `paths` or `rules`, or raise `limit`.")
    return CheckResult(
        lines=lines,
        left_out=left_out,
        errors=counts.errors,
        warnings=counts.warnings,
        information=counts.information,
        hints=counts.hints,
    )


def _check_since(docs_json: Path, wanted: Collection[str], since: str) -> SiteReport:
    """Check for what is new since a revision, or with rules that are off by default."""
    earlier = collect_earlier_findings(docs_json, since) if since else None
    with open_earlier_sites(since) as build_reader:
        return check_site(
            docs_json,
            asked_for=wanted,
            baseline=earlier,
            saves_page_bodies=True,
            earlier=build_reader(docs_json),
        )


def _describe_findings(report: SiteReport, shown: Sequence[Problem]) -> Iterator[str]:
    """Yield the lines about some problems, in their order, with the fixes that can be offered."""
    assert report.site is not None  # Its docs.json belongs to the service.
    fixes = ReportedFixes(report.site, report.files)
    findings = iter_reported_findings(
        report._replace(problems=tuple(shown)), report.root, fixes.list_fixes
    )
    by_problem = {finding.problem: finding for finding in findings}
    for problem in shown:
        finding = by_problem[problem]
        (line, column), severity = finding.range.start, finding.severity.name.lower()
        yield f"{finding.file}:{line}:{column} {severity} {finding.rule}: {finding.message}"
        for place in finding.related:
            yield f"    see {place.file}:{place.range.start.line} {place.message}"
        for fix in finding.fixes:
            yield f"    fix{'' if fix.safe else ' (unsafe)'}: {fix.title}"


CHECK = Tool(
    "check",
    "Check the site",
    "Finds what is wrong in docs.json and the pages of the documentation site: broken links, pages "
    "that do not parse, entries without a page, lost content, broken redirects and "
    "more. Each finding has its place, the reason and possible fixes. Call it after a change.",
    CheckArguments,
    CheckResult,
    _check,
)


class ExplainArguments(AgentToolArguments):
    """The rule to explain."""

    rule: str = Field(description="The name of a rule, as in the results of `check`.")


class ExplainResult(AgentToolResult):
    """The explanation of a rule."""

    rule: str


def _explain(_workspace: AgentWorkspace, arguments: ExplainArguments) -> ExplainResult:
    """Answer the tool that explains a rule. Raises `UsageFault` for an unknown one."""
    from docs_lsp.rules.framework.explanation import render_markdown

    rule = all_rules().get(arguments.rule)
    if rule is None:
        raise UsageFault(describe_unknown_rule(arguments.rule, all_rules()))
    return ExplainResult(lines=[render_markdown(rule).strip()], rule=rule.name)


EXPLAIN = Tool(
    "explain",
    "Explain a rule",
    "Explains a rule of `check`: why it matters, with examples, and how to fix what it finds.",
    ExplainArguments,
    ExplainResult,
    _explain,
)

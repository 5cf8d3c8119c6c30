"""The tool `fix`: makes the fixes of findings."""

from __future__ import annotations

from pydantic import Field

from docs_lsp.cli.fix_plan import plan_fixes
from docs_lsp.cli.mcp.changing import Change, WritingArguments, apply_draft
from docs_lsp.cli.mcp.tool import Tool, limit_lines
from docs_lsp.cli.mcp.workspace import AgentWorkspace, build_file_filter
from docs_lsp.cli.outcome import resolve_rule_names
from docs_lsp.core.problem import Fix, Problem
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.files import DiskFiles
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix, is_safe_fix, list_fixable_rules

_MOST_LINES = 60


class FixArguments(WritingArguments):
    """Which findings to fix."""

    paths: list[str] = Field(
        default=[],
        description="Only findings in these pages, files and folders, relative to the folder "
        "of docs.json. An unknown path is an error.",
    )
    rules: list[str] = Field(default=[], description="Only findings of these rules.")
    unsafe: bool = Field(
        default=False,
        description="Also apply obvious fixes that might not be what the writer meant.",
    )


class FixResult(Change):
    """The fixes that were made, with their changes."""


def _fix_findings(workspace: AgentWorkspace, arguments: FixArguments) -> Change:
    """Answer the tool that fixes findings, or only shows the changes."""
    selected = resolve_rule_names(arguments.rules)
    docs_json = workspace.require_docs_json()
    disk = DiskFiles(docs_json.parent)
    is_selected = build_file_filter(arguments.paths, disk)
    rules = list_fixable_rules(safe=not arguments.unsafe)
    allowed = is_preferred_fix if arguments.unsafe else is_safe_fix

    def is_wanted(problem: Problem, fix: Fix) -> bool:
        return allowed(problem, fix) and is_selected(problem.file)

    settings = workspace.require_settings(disk)
    rules = rules & selected if selected else rules
    fixed = plan_fixes(docs_json, disk, settings, is_wanted, rules, saves_page_bodies=True)
    if not fixed.site.is_service_site:
        raise UsageFault(f"`{docs_json}` belongs to another tool.")
    lines = [
        f"{done.problem.file}:{done.line + 1} {done.problem.rule}: {done.fix.title}"
        for done in fixed.done
    ]
    details = limit_lines(lines, _MOST_LINES)
    return apply_draft(fixed.draft, disk, write=arguments.write, details=details)


FIX = Tool(
    "fix",
    "Fix findings",
    "Fixes what `check` finds, and shows the changes as a diff; writes them only with "
    "`write: true`. No fix removes a page or an address.",
    FixArguments,
    FixResult,
    _fix_findings,
    writes=True,
    is_destructive=True,
)

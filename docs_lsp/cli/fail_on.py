"""Decides from `--fail-on` and `--max-warnings` whether findings make the command fail."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable

from docs_lsp.cli.outcome import Outcome
from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.check import SiteReport

_NEVER = "never"


def has_failing_findings(
    results: Outcome, reports: Iterable[SiteReport], arguments: Namespace
) -> bool:
    """Return whether a finding is severe enough for exit code 1, or warnings are too many."""
    if arguments.fail_on == _NEVER:
        return False
    most: int | None = arguments.max_warnings
    if most is not None and results.summary.warnings > most:
        return True
    default = "warning" if most is None else "error"
    for site, report in zip(results.sites, reports, strict=True):
        setting = report.site.settings.fail_on if report.site else None
        level = arguments.fail_on or setting or default
        least = None if level == _NEVER else Severity[level.upper()]
        if least is not None and any(each.severity <= least for each in site.findings):
            return True
    return False

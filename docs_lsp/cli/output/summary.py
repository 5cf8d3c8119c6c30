"""The end of a report for people: a table by rule, and one line with all that counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from docs_lsp.cli.findings import ReportedFinding
from docs_lsp.cli.fixable import Fixable, FixCounts
from docs_lsp.cli.outcome import FindingCounts
from docs_lsp.rules.framework.phrases import format_count

_HEADINGS = ("rule", "severity", "count", "fixable")


def render_table(findings: Sequence[ReportedFinding], fixable: Fixable) -> Iterator[str]:
    """Yield the lines of a table: the number of findings by rule and severity, the worst first.

    Fixable are those that `docs-lsp fix` fixes, with or without `--unsafe`.
    """
    counts = Counter((finding.severity, finding.rule) for finding in findings)
    rows = [_HEADINGS]
    for (severity, rule), count in sorted(counts.items(), key=lambda each: (each[0][0], -each[1])):
        fixes = fixable.counts.get((severity, rule), FixCounts())
        rows.append((rule, severity.name.lower(), f"{count:,}", _format_fixes(fixes)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, severity_name, count_text, fixes_text in rows:
        yield (
            f"{name:{widths[0]}}  {severity_name:{widths[1]}}  {count_text:>{widths[2]}}"
            f"  {fixes_text:>{widths[3]}}"
        )


def _format_fixes(fixes: FixCounts) -> str:
    count = fixes.safe + fixes.unsafe
    return f"{count:,}{'+' if fixes.is_least else ''}" if count else "-"


def format_end(summary: FindingCounts, fixable: Fixable, hidden: FindingCounts) -> str:
    """One line: how many problems there are, how many can be fixed, and how many are hidden."""
    fixes = fixable.total
    least = "at least " if fixes.is_least else ""
    sites = "" if summary.sites == 1 and not summary.put_off else f" in {summary.describe_scope()}"
    parts = []
    if fixes.safe:
        parts.append(f"{least}{fixes.safe:,} fixable with `docs-lsp fix`")
    if fixes.unsafe:
        with_option = "with `--unsafe`" if fixes.safe else "fixable with `docs-lsp fix --unsafe`"
        more = "more " if fixes.safe else ""
        parts.append(f"{least}{fixes.unsafe:,} {more}{with_option}")
    fixed = f"; {', '.join(parts)}" if parts else ""
    return f"{summary.describe_problems()}{sites}{fixed}.{_format_hidden(hidden)}"


def _format_hidden(hidden: FindingCounts) -> str:
    if not hidden.problems:
        return ""
    if hidden.problems == hidden.hints:
        return f" {format_count(hidden.hints, 'hint')} hidden (`--hints`)."
    return f" {hidden.problems:,} less severe problems hidden (`--all` shows them)."

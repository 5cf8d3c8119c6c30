"""The end of a report for people: a table by rule, and one line with all that counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from docs_lsp.cli.findings import ReportedFinding
from docs_lsp.cli.fixable import Fixable, FixCounts, find_fixable
from docs_lsp.cli.outcome import FindingCounts
from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Severity

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


def format_end(summary: FindingCounts, fixable: Fixable, hidden: Sequence[ReportedFinding]) -> str:
    """One line: how many problems there are, how many are hidden, and how many can be fixed.

    `docs-lsp fix` fixes the hidden ones as well, so the numbers add up to what it fixes.
    """
    sites = "" if summary.sites == 1 and not summary.put_off else f" in {summary.describe_scope()}"
    problems = f"{summary.describe_problems()}{sites}{_format_fixable(fixable.total)}."
    if not hidden:
        return problems
    fixes = _format_fixable(find_fixable(hidden).total)
    return f"{problems} {_describe_hidden(hidden)}{fixes}."


def _format_fixable(fixes: FixCounts) -> str:
    least = "at least " if fixes.is_least else ""
    parts = []
    if fixes.safe:
        parts.append(f"{least}{fixes.safe:,} fixable with `docs-lsp fix`")
    if fixes.unsafe:
        with_option = "with `--unsafe`" if fixes.safe else "fixable with `docs-lsp fix --unsafe`"
        more = "more " if fixes.safe else ""
        parts.append(f"{least}{fixes.unsafe:,} {more}{with_option}")
    return f"; {', '.join(parts)}" if parts else ""


def _describe_hidden(hidden: Sequence[ReportedFinding]) -> str:
    listed = [finding for finding in hidden if not finding.problem.is_folded]
    if any(finding.severity < Severity.HINT for finding in listed):
        return f"{len(hidden):,} less severe problems hidden (`--all` shows them)"
    hints = format_count(len(listed), "hint")
    if len(listed) == len(hidden):
        return f"{hints} hidden (`--hints`)"
    unlisted = f"{format_count(len(hidden) - len(listed), 'problem')} in unlisted pages"
    if not listed:
        return f"{unlisted} hidden (`--all`)"
    return f"{hints} (`--hints`) and {unlisted} (`--all`) hidden"

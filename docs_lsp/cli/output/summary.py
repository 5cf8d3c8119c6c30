"""The end of a report for people: a table by rule, one line, and what can be fixed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from docs_lsp.cli.findings import ReportedFinding, ReportPlaces
from docs_lsp.cli.outcome import FindingCounts
from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.rules import all_rules

MOST_TRIED = 1000
"""Findings of one rule and severity whose fixes are made, to count them."""

Kind: TypeAlias = tuple[Severity, str]
"""A severity and the name of a rule."""
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
    """Return the line with the numbers of all problems, of hidden and of fixable ones.

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
        shows = "shows it" if len(hidden) == 1 else "shows them"
        return f"{format_count(len(hidden), 'less severe problem')} hidden (`--all` {shows})"
    hints = format_count(len(listed), "hint")
    if len(listed) == len(hidden):
        return f"{hints} hidden (`--hints`)"
    unlisted = f"{format_count(len(hidden) - len(listed), 'problem')} in unlisted pages"
    if not listed:
        return f"{unlisted} hidden (`--all`)"
    return f"{hints} (`--hints`) and {unlisted} (`--all`) hidden"


class FixCounts(NamedTuple):
    """The numbers of findings of a rule that can be fixed."""

    safe: int = 0
    """By `docs-lsp fix`."""
    unsafe: int = 0
    """Only by `docs-lsp fix --unsafe`."""
    is_least: bool = False
    """Whether some findings were not tried, because there are too many."""


class Fixable(NamedTuple):
    """The findings that can be fixed."""

    is_safe: Mapping[ReportedFinding, bool]
    """Whether a finding can be fixed without asking; those that cannot be fixed are missing."""
    counts: Mapping[Kind, FixCounts]

    @property
    def total(self) -> FixCounts:
        """The counts of all rules together."""
        counts = self.counts.values()
        return FixCounts(
            sum(each.safe for each in counts),
            sum(each.unsafe for each in counts),
            any(each.is_least for each in counts),
        )


def find_fixable(findings: Iterable[ReportedFinding]) -> Fixable:
    """Return which findings `docs-lsp fix` can fix; only the first ones of each rule are tried."""
    by_kind: dict[Kind, list[ReportedFinding]] = defaultdict(list)
    rules = all_rules()
    for finding in findings:
        rule = rules.get(finding.rule)
        if rule is not None and rule.fixes.may_be_preferred:
            by_kind[finding.severity, finding.rule].append(finding)
    if not by_kind:
        return Fixable({}, {})
    # Sorted by file, so that each page is read once.
    tried = sorted(
        (finding for group in by_kind.values() for finding in group[:MOST_TRIED]),
        key=lambda finding: finding.file,
    )
    is_safe = _try_fixes(tried)
    return Fixable(is_safe, {kind: _count_fixes(group, is_safe) for kind, group in by_kind.items()})


def _count_fixes(
    group: Sequence[ReportedFinding], is_safe: Mapping[ReportedFinding, bool]
) -> FixCounts:
    counts = Counter(is_safe.get(finding) for finding in group)
    return FixCounts(counts[True], counts[False], len(group) > MOST_TRIED)


def _try_fixes(findings: Sequence[ReportedFinding]) -> Mapping[ReportedFinding, bool]:
    """Return whether the fix of each finding is safe; those without a fix are left out."""
    # Imported late: a site without mistakes does not pay for it.
    from docs_lsp.core.did_you_mean import SuggestionBudget
    from docs_lsp.fixes.offered_fixes import generate_fixes
    from docs_lsp.rules.framework.fix_context import LastReadings

    readings: dict[ReportPlaces, LastReadings] = defaultdict(
        lambda: LastReadings(SuggestionBudget())
    )
    is_safe = {}
    for finding in findings:
        report, last = finding.site.report, readings[finding.site]
        if report.site is None:
            continue
        may_be_safe = all_rules()[finding.rule].fixes.may_be_safe
        # As `fix` does, which looks at the effect of all fixes together.
        for fix in generate_fixes(report.site, report.files, finding.problem, last, _is_applied):
            is_safe[finding] = fix.safe
            if fix.safe or not may_be_safe:
                break
    return is_safe


def _is_applied(_problem: Problem, fix: Fix) -> bool:
    """Return whether `docs-lsp fix --unsafe` would apply a fix."""
    return fix.safe or fix.preferred

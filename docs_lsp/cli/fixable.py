"""Which findings `docs-lsp fix` would fix, for the end of a report."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from docs_lsp.cli.findings import ReportedFinding, ReportPlaces
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.rules import all_rules

MOST_TRIED = 1000
"""Findings of one rule and severity whose fixes are made, to count them."""

Kind: TypeAlias = tuple[Severity, str]
"""A severity and the name of a rule."""


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
    """Whether `docs-lsp fix --unsafe` would apply a fix."""
    return fix.safe or fix.preferred

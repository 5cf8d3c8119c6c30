"""Which findings `docs-lsp fix` would fix, for the end of a report."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from docs_lsp.cli.findings import ReportedFinding, ReportPlaces
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import FixSafety

MOST_TRIED = 200
"""Findings of one rule whose fixes are made, to count them."""


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
    by_rule: Mapping[str, FixCounts]

    @property
    def total(self) -> FixCounts:
        """The counts of all rules together."""
        counts = self.by_rule.values()
        return FixCounts(
            sum(each.safe for each in counts),
            sum(each.unsafe for each in counts),
            any(each.is_least for each in counts),
        )


def find_fixable(findings: Iterable[ReportedFinding]) -> Fixable:
    """Find out which findings can be fixed, by making the fixes of each."""
    by_rule: dict[str, list[ReportedFinding]] = defaultdict(list)
    rules = all_rules()
    for finding in findings:
        rule = rules.get(finding.rule)
        if rule is not None and rule.fixes is not FixSafety.NONE:
            by_rule[finding.rule].append(finding)
    if not by_rule:
        return Fixable({}, {})
    tried = [finding for group in by_rule.values() for finding in group[:MOST_TRIED]]
    is_safe = _try_fixes(tried)
    return Fixable(is_safe, {rule: _count_fixes(group, is_safe) for rule, group in by_rule.items()})


def _count_fixes(
    group: Sequence[ReportedFinding], is_safe: Mapping[ReportedFinding, bool]
) -> FixCounts:
    counts = Counter(is_safe.get(finding) for finding in group)
    return FixCounts(counts[True], counts[False], len(group) > MOST_TRIED)


def _try_fixes(findings: Sequence[ReportedFinding]) -> Mapping[ReportedFinding, bool]:
    from docs_lsp.fixes.fix import generate_fixes  # A site without mistakes does not pay for it.
    from docs_lsp.rules.framework.readings import LastReadings

    readings: dict[ReportPlaces, LastReadings] = defaultdict(LastReadings)
    is_safe = {}
    for finding in findings:
        report = finding.site.report
        if report.site is None:
            continue
        # As `fix` does, which looks at the effect of all fixes together.
        fixes = generate_fixes(report.site, report.files, finding.problem, readings[finding.site])
        has_safe = all_rules()[finding.rule].fixes is not FixSafety.OFFERED
        for fix in fixes:
            if fix.safe or fix.preferred:
                is_safe[finding] = fix.safe
                if fix.safe or not has_safe:
                    break
    return is_safe

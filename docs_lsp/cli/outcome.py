"""The findings of all sites, as selected by the arguments, with their counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.cli.findings import (
    CausesOf,
    FixesOf,
    ReportedFinding,
    display_path,
    find_no_causes,
    find_no_fixes,
    iter_reported_findings,
    iter_settings_faults,
)
from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import SiteReport
from docs_lsp.rules import all_rules
from docs_lsp.settings.wording import describe_unknown_rule

MakesFixes: TypeAlias = Callable[[SiteReport], FixesOf]
FindsCauses: TypeAlias = Callable[[SiteReport], CausesOf]


class FindingCounts(NamedTuple):
    """Counts over all sites that were checked."""

    sites: int
    errors: int
    warnings: int
    information: int
    hints: int
    put_off: int = 0
    """Findings in a baseline; no other count includes them."""
    put_off_by: str = "in the baseline"
    """Where these are, in words."""

    @property
    def problems(self) -> int:
        """The number of all findings together."""
        return self.errors + self.warnings + self.information + self.hints

    @property
    def is_clean(self) -> bool:
        """Whether there are no errors and no warnings."""
        return self.errors + self.warnings == 0

    def render_sentence(self) -> str:
        """Return a sentence such as `3 problems (1 error, 2 hints) in 1 site`."""
        return f"{self.describe_problems()} in {self.describe_scope()}"

    def describe_problems(self) -> str:
        """Return words such as `3 problems (1 error, 2 hints)`."""
        new = "new " if self.put_off else ""
        if not self.problems:
            return f"No {new}problems"
        kinds = (
            format_count(self.errors, "error"),
            format_count(self.warnings, "warning"),
            format_count(self.information, "information", "information"),
            format_count(self.hints, "hint"),
        )
        parts = ", ".join(kind for kind in kinds if not kind.startswith("0 "))
        return f"{format_count(self.problems, f'{new}problem', f'{new}problems')} ({parts})"

    def describe_scope(self) -> str:
        """Return words such as `2 sites, beside 12 in the baseline`."""
        sites = format_count(self.sites, "site")
        return f"{sites}, beside {self.put_off:,} {self.put_off_by}" if self.put_off else sites


class SiteOutcome(NamedTuple):
    """The findings of one site."""

    file: str
    """The path of its docs.json."""
    findings: tuple[ReportedFinding, ...]
    faults: tuple[ReportedFinding, ...]
    """Mistakes in its settings, or in a file that they name."""
    pages: int = 0
    """The number of its pages; 0 where they are not looked at."""
    folded: tuple[ReportedFinding, ...] = ()
    """The findings that `findings` leave out because one about their folder counts them."""


class Outcome(NamedTuple):
    """All sites, and the number of their findings by severity."""

    sites: tuple[SiteOutcome, ...]
    summary: FindingCounts

    @property
    def findings(self) -> list[ReportedFinding]:
        """The findings of all sites."""
        return [finding for site in self.sites for finding in site.findings]

    @property
    def settings_faults(self) -> list[ReportedFinding]:
        """The faults in the settings of all sites."""
        return [fault for site in self.sites for fault in site.faults]

    def list_hidden(self, least: Severity) -> list[ReportedFinding]:
        """Return the findings left out of a report down to `least`, with the folded ones."""
        milder = (finding for finding in self.findings if finding.severity > least)
        return [*milder, *(finding for site in self.sites for finding in site.folded)]

    def with_faults(self) -> Outcome:
        """Return the outcome with the mistakes in settings among the findings, as errors.

        For formats that cannot show faults separately.
        """
        sites = tuple(site._replace(findings=(*site.faults, *site.findings)) for site in self.sites)
        errors = self.summary.errors + len(self.settings_faults)
        return Outcome(sites, self.summary._replace(errors=errors))

    def select(self, least: Severity) -> Outcome:
        """The outcome with the findings that are as bad as `least`, or worse."""
        sites = tuple(
            site._replace(findings=tuple(each for each in site.findings if each.severity <= least))
            for site in self.sites
        )
        shown = (finding for site in sites for finding in site.findings)
        summary = count_findings(shown, len(sites))._replace(
            put_off=self.summary.put_off, put_off_by=self.summary.put_off_by
        )
        return Outcome(sites, summary)

    def mark_since(self, revision: str) -> Outcome:
        """Return the outcome whose baseline findings are described as older than a revision."""
        return self._replace(summary=self.summary._replace(put_off_by=f"since before {revision}"))


def omit_fixes(_report: SiteReport) -> FixesOf:
    """Return a function that finds no fixes, for formats that show none."""
    return find_no_fixes


def omit_causes(_report: SiteReport) -> CausesOf:
    """Return a function that finds no causes, for formats that show none."""
    return find_no_causes


def build_outcome(
    reports: Sequence[SiteReport],
    base: Path,
    is_wanted: Callable[[str], bool],
    makes_fixes: MakesFixes = omit_fixes,
    finds_causes: FindsCauses = omit_causes,
) -> Outcome:
    """Return the findings of the wanted rules; files are relative to `base`."""
    sites = tuple(
        _collect_findings(report, base, is_wanted, makes_fixes(report), finds_causes(report))
        for report in reports
    )
    put_off = sum(is_wanted(problem.rule) for report in reports for problem in report.put_off)
    shown = (finding for site in sites for finding in site.findings)
    return Outcome(sites, count_findings(shown, len(sites))._replace(put_off=put_off))


def _collect_findings(
    report: SiteReport,
    base: Path,
    is_wanted: Callable[[str], bool],
    fixes_of: FixesOf,
    causes_of: CausesOf,
) -> SiteOutcome:
    """Return the outcome of one site: the wanted findings, the settings' faults, and counts."""

    def select_wanted(problems: Iterable[Problem]) -> SiteReport:
        return report._replace(
            problems=tuple(problem for problem in problems if is_wanted(problem.rule))
        )

    contents = report.site.contents if report.site else None
    return SiteOutcome(
        display_path(report.root / report.name, base),
        tuple(iter_reported_findings(select_wanted(report.problems), base, fixes_of, causes_of)),
        tuple(iter_settings_faults(report, base)),
        len(contents or ()),
        tuple(iter_reported_findings(select_wanted(report.folded), base)),
    )


def count_findings(findings: Iterable[ReportedFinding], sites: int) -> FindingCounts:
    """Count reported findings by severity."""
    return count_severities((finding.severity for finding in findings), sites)


def count_severities(severities: Iterable[Severity], sites: int) -> FindingCounts:
    """Count findings by severity; `sites` is the number of their sites."""
    counts = Counter(severities)
    return FindingCounts(
        sites,
        counts[Severity.ERROR],
        counts[Severity.WARNING],
        counts[Severity.INFORMATION],
        counts[Severity.HINT],
    )


def build_rule_filter(select: Sequence[str], ignore: Sequence[str]) -> Callable[[str], bool]:
    """Return a function that returns whether a rule's findings are wanted.

    Raises `UsageFault` for an unknown rule.
    """
    rules = all_rules()
    selected, ignored = resolve_rule_names(select, rules), resolve_rule_names(ignore, rules)
    return lambda rule: (not selected or rule in selected) and rule not in ignored


def resolve_rule_names(options: Iterable[str], rules: Collection[str]) -> frozenset[str]:
    """Return the rules that options name. Raises `UsageFault` for an unknown name."""
    rule_names = frozenset(name.strip() for option in options for name in option.split(","))
    for name in sorted(rule_names):
        if name not in rules:
            raise UsageFault(describe_unknown_rule(name, rules))
    return rule_names

"""The findings of all sites, as selected by the arguments, with their counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from docs_lsp.cli.findings import (
    CausesOf,
    FixesOf,
    ReportedFinding,
    display_path,
    iter_reported_findings,
    iter_settings_faults,
)
from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import SiteReport
from docs_lsp.rules import all_rules
from docs_lsp.settings.wording import describe_unknown_rule


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
        """The number of all findings but those in a baseline."""
        return self.errors + self.warnings + self.information + self.hints

    @property
    def is_clean(self) -> bool:
        """Whether there are no errors and no warnings."""
        return self.errors + self.warnings == 0

    def render_sentence(self) -> str:
        """Return a sentence such as `3 problems (1 error, 2 hints) in 1 site`."""
        return f"{self.describe_problems()} in {self.describe_scope()}"

    def describe_problems(self) -> str:
        """Return words such as `3 problems (1 error, 2 hints)`, or `No new problems`."""
        new = "new " if self.put_off else ""
        if not self.problems:
            return f"No {new}problems"
        parts = ", ".join(self.list_numbers(omits_zeros=True))
        return f"{format_count(self.problems, f'{new}problem', f'{new}problems')} ({parts})"

    def list_numbers(self, *, omits_zeros: bool = False) -> list[str]:
        """Return the number of findings of each severity in words, such as `2 errors`."""
        numbers = (
            format_count(self.errors, "error"),
            format_count(self.warnings, "warning"),
            format_count(self.information, "information", "information"),
            format_count(self.hints, "hint"),
        )
        return [number for number in numbers if not (omits_zeros and number.startswith("0 "))]

    def describe_scope(self) -> str:
        """Return words such as `2 sites`, or `2 sites, plus 12 in the baseline`."""
        sites = format_count(self.sites, "site")
        return f"{sites}, plus {self.put_off:,} {self.put_off_by}" if self.put_off else sites


class SiteOutcome(NamedTuple):
    """The findings of one site that the arguments select."""

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
        """Return the findings that are less severe than `least`, and the folded ones."""
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
        """Return the outcome with only the findings that are as severe as `least`, or more."""
        sites = tuple(
            site._replace(findings=tuple(each for each in site.findings if each.severity <= least))
            for site in self.sites
        )
        summary = _count_findings(sites)._replace(
            put_off=self.summary.put_off, put_off_by=self.summary.put_off_by
        )
        return Outcome(sites, summary)

    def mark_since(self, revision: str) -> Outcome:
        """Return the outcome whose baseline findings are described as older than a revision."""
        return self._replace(summary=self.summary._replace(put_off_by=f"from before {revision}"))


def build_outcome(
    reports: Sequence[SiteReport],
    base: Path,
    is_wanted: Callable[[str], bool],
    fixes_for: Callable[[SiteReport], FixesOf] | None = None,
    causes_for: Callable[[SiteReport], CausesOf] | None = None,
) -> Outcome:
    """Return the findings of the wanted rules; files are relative to `base`.

    `fixes_for` and `causes_for` return, for a site, the functions that find fixes and causes.
    Without them the findings have none.
    """
    sites = tuple(
        _collect_findings(
            report,
            base,
            is_wanted,
            fixes_for(report) if fixes_for else None,
            causes_for(report) if causes_for else None,
        )
        for report in reports
    )
    put_off = sum(is_wanted(problem.rule) for report in reports for problem in report.put_off)
    return Outcome(sites, _count_findings(sites)._replace(put_off=put_off))


def _count_findings(sites: Sequence[SiteOutcome]) -> FindingCounts:
    severities = (finding.severity for site in sites for finding in site.findings)
    return count_severities(severities, len(sites))


def _collect_findings(
    report: SiteReport,
    base: Path,
    is_wanted: Callable[[str], bool],
    fixes_of: FixesOf | None,
    causes_of: CausesOf | None,
) -> SiteOutcome:
    """Return the wanted and folded findings of one site, its faults in settings, and page count."""

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
    """Return a function from a rule's name to whether it is wanted. Raises `UsageFault`."""
    selected, ignored = resolve_rule_names(select), resolve_rule_names(ignore)
    return lambda rule: (not selected or rule in selected) and rule not in ignored


def resolve_rule_names(options: Iterable[str]) -> frozenset[str]:
    """Return the rule names in options, which commas may join. Raises `UsageFault`."""
    rule_names = frozenset(name.strip() for option in options for name in option.split(","))
    for name in sorted(rule_names):
        if name not in all_rules():
            raise UsageFault(describe_unknown_rule(name, all_rules()))
    return rule_names

"""What a check of some sites has come to, ready to be shown in any form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.check import SiteReport
from docs_lsp.cli.findings import (
    CausesOf,
    FixesOf,
    ReportedFinding,
    faults,
    findings,
    no_causes,
    no_fixes,
    shown_path,
)
from docs_lsp.cli.output.summary import Summary, summarize

MakesFixes: TypeAlias = Callable[[SiteReport], FixesOf]
FindsCauses: TypeAlias = Callable[[SiteReport], CausesOf]


class Checked(NamedTuple):
    """What there is to say of one site."""

    file: str
    """Its docs.json."""
    findings: tuple[ReportedFinding, ...]
    faults: tuple[ReportedFinding, ...]
    """Mistakes in its settings, or in a file that they name."""


class Outcome(NamedTuple):
    """All sites, and how many findings of each severity they have together."""

    sites: tuple[Checked, ...]
    summary: Summary

    @property
    def findings(self) -> list[ReportedFinding]:
        """The findings of all sites."""
        return [finding for site in self.sites for finding in site.findings]

    @property
    def faults(self) -> list[ReportedFinding]:
        """The faults in the settings of all sites."""
        return [fault for site in self.sites for fault in site.faults]

    def with_faults(self) -> Outcome:
        """The same with the faults among the findings, for forms that have no place of their own
        for them."""
        sites = tuple(site._replace(findings=(*site.faults, *site.findings)) for site in self.sites)
        errors = self.summary.errors + len(self.faults)
        return Outcome(sites, self.summary._replace(errors=errors))


def without_fixes(_report: SiteReport) -> FixesOf:
    """For forms that show none."""
    return no_fixes


def without_causes(_report: SiteReport) -> CausesOf:
    """For forms that show none."""
    return no_causes


def outcome(
    reports: Sequence[SiteReport],
    base: Path,
    wanted: Callable[[str], bool],
    makes_fixes: MakesFixes = without_fixes,
    finds_causes: FindsCauses = without_causes,
) -> Outcome:
    """The findings of the rules that are wanted; files relative to `base`."""
    sites = tuple(
        _checked(report, base, wanted, makes_fixes(report), finds_causes(report))
        for report in reports
    )
    put_off = sum(wanted(problem.rule) for report in reports for problem in report.put_off)
    shown = (finding for site in sites for finding in site.findings)
    return Outcome(sites, summarize(shown, len(sites))._replace(put_off=put_off))


def _checked(
    report: SiteReport,
    base: Path,
    wanted: Callable[[str], bool],
    fixes_of: FixesOf,
    causes_of: CausesOf,
) -> Checked:
    kept = report._replace(problems=tuple(one for one in report.problems if wanted(one.rule)))
    file = shown_path(report.root / report.name, base)
    found = tuple(findings(kept, base, fixes_of, causes_of))
    return Checked(file, found, tuple(faults(report, base)))

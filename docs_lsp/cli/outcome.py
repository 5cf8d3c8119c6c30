"""What a check of some sites has come to, ready to be shown in any form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.check import Report
from docs_lsp.cli.findings import Finding, FixesOf, Position, findings, no_fixes, shown_path
from docs_lsp.cli.output.summary import Summary, summarize
from docs_lsp.text import Encoding, Text

MakesFixes: TypeAlias = Callable[[Report], FixesOf]


class Fault(NamedTuple):
    """A mistake in a site's settings, or in a file that they name."""

    file: str
    position: Position
    message: str


class Checked(NamedTuple):
    """What there is to say of one site."""

    file: str
    """Its docs.json."""
    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]


class Outcome(NamedTuple):
    """All sites, and how many findings of each severity they have together."""

    sites: tuple[Checked, ...]
    summary: Summary

    @property
    def findings(self) -> list[Finding]:
        """The findings of all sites."""
        return [finding for site in self.sites for finding in site.findings]

    @property
    def faults(self) -> list[Fault]:
        """The faults in the settings of all sites."""
        return [fault for site in self.sites for fault in site.faults]


def without_fixes(_report: Report) -> FixesOf:
    """For forms that show none."""
    return no_fixes


def outcome(
    reports: Sequence[Report],
    base: Path,
    wanted: Callable[[str], bool],
    makes_fixes: MakesFixes = without_fixes,
) -> Outcome:
    """The findings of the rules that are wanted; files relative to `base`."""
    sites = tuple(_checked(report, base, wanted, makes_fixes(report)) for report in reports)
    put_off = sum(wanted(problem.rule) for report in reports for problem in report.put_off)
    shown = (finding for site in sites for finding in site.findings)
    return Outcome(sites, summarize(shown, len(sites))._replace(put_off=put_off))


def _checked(
    report: Report, base: Path, wanted: Callable[[str], bool], fixes_of: FixesOf
) -> Checked:
    kept = report._replace(problems=tuple(one for one in report.problems if wanted(one.rule)))
    file = shown_path(report.root / report.name, base)
    return Checked(file, tuple(findings(kept, base, fixes_of)), tuple(_faults(report, base)))


def _faults(report: Report, base: Path) -> Iterator[Fault]:
    for fault in report.config_faults:
        text = report.texts.get(fault.file, Text.of(b""))
        line, column = text.position(fault.span.start, Encoding.UTF32)
        file = shown_path(report.root / fault.file, base)
        yield Fault(file, Position(line + 1, column + 1), fault.message)

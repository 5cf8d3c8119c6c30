"""How many findings there are of each severity, and what follows for the exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from docs_lsp.cli.findings import ReportedFinding
from docs_lsp.problem import Severity


class Summary(NamedTuple):
    """Counts over all sites that were checked."""

    sites: int
    errors: int
    warnings: int
    information: int
    hints: int
    put_off: int = 0
    """Findings that a baseline leaves out; they are in none of the other counts."""

    @property
    def problems(self) -> int:
        """All findings together."""
        return self.errors + self.warnings + self.information + self.hints

    @property
    def clean(self) -> bool:
        """Whether nothing calls for the writer: hints and information do not."""
        return self.errors + self.warnings == 0

    def sentence(self) -> str:
        """`3 problems (1 error, 2 hints) in 1 site`."""
        where = f"in {counted(self.sites, 'site', 'sites')}"
        new = "new " if self.put_off else ""
        if self.put_off:
            where += f", beside {self.put_off:,} in the baseline"
        if not self.problems:
            return f"No {new}problems {where}"
        kinds = (
            counted(self.errors, "error", "errors"),
            counted(self.warnings, "warning", "warnings"),
            counted(self.information, "information", "information"),
            counted(self.hints, "hint", "hints"),
        )
        parts = ", ".join(kind for kind in kinds if not kind.startswith("0 "))
        return f"{counted(self.problems, f'{new}problem', f'{new}problems')} ({parts}) {where}"


def summarize(findings: Iterable[ReportedFinding], sites: int) -> Summary:
    """Count what is reported."""
    return count((finding.severity for finding in findings), sites)


def count(severities: Iterable[Severity], sites: int) -> Summary:
    """Count the severities of what is wrong."""
    counts = Counter(severities)
    return Summary(
        sites,
        counts[Severity.ERROR],
        counts[Severity.WARNING],
        counts[Severity.INFORMATION],
        counts[Severity.HINT],
    )


def counted(number: int, one: str, many: str) -> str:
    """`1 site`, `2 sites`, `1,000 sites`."""
    return f"{number:,} {one if number == 1 else many}"

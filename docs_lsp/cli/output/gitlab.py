"""Findings as a report of GitLab Code Quality, which shows them in a merge request.

GitLab wants paths from the repository's folder, and a fingerprint that no two findings share.
"""

from __future__ import annotations

from typing import TextIO

from docs_lsp.cli.findings import compute_unique_fingerprints
from docs_lsp.cli.outcome import Outcome
from docs_lsp.cli.output.writing import join_json_lines
from docs_lsp.core.problem import Severity

_SEVERITIES = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.INFORMATION: "info",
    Severity.HINT: "info",
}


def write_report(outcome: Outcome, out: TextIO) -> None:
    """Write one array, with a line for each finding; ASCII only."""
    findings = outcome.with_faults().findings
    shapes = (
        {
            "description": finding.message,
            "check_name": finding.rule,
            "fingerprint": fingerprint,
            "severity": _SEVERITIES[finding.severity],
            "location": {"path": finding.file, "lines": {"begin": finding.range.start.line}},
        }
        for finding, fingerprint in zip(
            findings, compute_unique_fingerprints(findings), strict=True
        )
    )
    out.write(f"[{join_json_lines(shapes)}\n]\n")

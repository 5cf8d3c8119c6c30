"""Findings in the format of reviewdog (rdjson), which comments on the lines of a change.

Its columns count UTF-8 bytes. A suggestion is one edit of the finding's own file, so that a reader
can accept it; only fixes that are the obvious ones are suggested.
"""

from __future__ import annotations

from typing import Any, TextIO

from docs_lsp.cli.findings import (
    ReportedEdit,
    ReportedFinding,
    ReportedFix,
    ReportPosition,
    ReportRange,
)
from docs_lsp.cli.outcome import Outcome
from docs_lsp.cli.output.writing import join_json_lines
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Text

_SEVERITIES = {
    Severity.ERROR: "ERROR",
    Severity.WARNING: "WARNING",
    Severity.INFORMATION: "INFO",
    Severity.HINT: "INFO",
}


def write_report(outcome: Outcome, out: TextIO) -> None:
    """Write one object, with a line for each finding; ASCII only."""
    findings = outcome.with_faults().findings
    lines = join_json_lines(map(_encode_finding, findings))
    out.write(f'{{"source": {{"name": "docs-lsp"}}, "diagnostics": [{lines}\n]}}\n')


def _encode_finding(finding: ReportedFinding) -> dict[str, Any]:
    text = finding.source_text
    shape: dict[str, Any] = {
        "message": finding.message,
        "location": {"path": finding.file, "range": _encode_range(finding.range, text)},
        "severity": _SEVERITIES[finding.severity],
        "code": {"value": finding.rule},
    }
    edits = [_find_only_edit(fix, finding.file) for fix in finding.fixes if fix.preferred]
    suggestions = [
        {"range": _encode_range(edit.range, text), "text": edit.new} for edit in edits if edit
    ]
    if suggestions:
        shape["suggestions"] = suggestions
    return shape


def _find_only_edit(fix: ReportedFix, file: str) -> ReportedEdit | None:
    """Return the edit that a fix is if it changes one place of the file alone, else None."""
    if len(fix.changes) != 1:
        return None
    change = fix.changes[0]
    return change if isinstance(change, ReportedEdit) and change.file == file else None


def _encode_range(place: ReportRange, text: Text) -> dict[str, Any]:
    return {"start": _encode_position(place.start, text), "end": _encode_position(place.end, text)}


def _encode_position(position: ReportPosition, text: Text) -> dict[str, int]:
    line = text.data[slice(*text.get_line_span(position.line - 1))].decode(
        "utf-8", "surrogateescape"
    )
    before = line[: position.column - 1].encode("utf-8", "surrogateescape")
    return {"line": position.line, "column": len(before) + 1}

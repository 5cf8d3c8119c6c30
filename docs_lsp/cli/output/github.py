"""Writes findings as workflow commands of GitHub Actions.

GitHub shows them beside the changed lines: ten of each kind per step; the rest is in the log. It
ignores the columns of a range over several lines and complains about them, so they are left out
there.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import TextIOWrapper
from typing import TextIO

from docs_lsp.cli.findings import ReportedFinding, ReportRange
from docs_lsp.cli.outcome import Outcome
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.problem import Severity
from docs_lsp.settings.settings import SETTINGS_FILE

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_DATA = str.maketrans(_DATA)
_IN_PROPERTY = str.maketrans({**_DATA, ":": "%3A", ",": "%2C"})


def write_report(outcome: Outcome, out: TextIO) -> None:
    """Write one command for each finding and each fault of the settings, and a summary."""
    if isinstance(out, TextIOWrapper):
        out.reconfigure(encoding="utf-8", errors="backslashreplace")  # for runners
    out.writelines(f"{_render_finding_command(finding)}\n" for finding in outcome.findings)
    out.writelines(f"{_render_fault_command(fault)}\n" for fault in outcome.settings_faults)
    out.write(f"{outcome.with_faults().summary.render_sentence()}\n")


def _render_finding_command(finding: ReportedFinding) -> str:
    place = {"file": finding.file, **_build_range_properties(finding.range), "title": finding.rule}
    related = (
        f"{place.file}:{place.range.start.line}:{place.range.start.column} "
        f"{escape_unsafe(place.message)}"
        for place in finding.related
    )
    message = "\n".join([escape_unsafe(finding.message), *related])
    return _render_command(_COMMANDS[finding.severity], place, message)


def _render_fault_command(fault: ReportedFinding) -> str:
    place = {"file": fault.file, "line": fault.range.start.line, "title": SETTINGS_FILE}
    return _render_command("error", place, escape_unsafe(fault.message))


def _build_range_properties(place: ReportRange) -> dict[str, int]:
    start, end = place
    lines = {"line": start.line, "endLine": end.line}
    if start.line != end.line:
        return lines
    return {**lines, "col": start.column, "endColumn": end.column}


def _render_command(name: str, properties: Mapping[str, object], message: str) -> str:
    written = ",".join(
        f"{key}={str(value).translate(_IN_PROPERTY)}" for key, value in properties.items()
    )
    return f"::{name} {written}::{message.translate(_IN_DATA)}"

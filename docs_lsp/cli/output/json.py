"""Writes findings as JSON: a contract, version 1. Fields may be added, never removed.

`report_schema` declares it in JSON Schema.
"""

from __future__ import annotations

import json
from typing import Any, TextIO

from docs_lsp.cli.findings import Change, ReportedEdit, ReportedFinding, ReportedFix, ReportRange
from docs_lsp.cli.outcome import Outcome
from docs_lsp.cli.output.writing import join_json_lines
from docs_lsp.core.problem import MovedFile, NewFile
from docs_lsp.evaluation.shared_causes import Cause

VERSION = 1


def write_report(outcome: Outcome, out: TextIO) -> None:
    """Write one object, with a line for each finding; ASCII only, for any terminal."""
    outcome = outcome.with_faults()
    summary = outcome.summary
    counts = {
        "sites": summary.sites,
        "problems": summary.problems,
        "errors": summary.errors,
        "warnings": summary.warnings,
        "information": summary.information,
        "hints": summary.hints,
        "baseline": summary.put_off,
    }
    findings = [(site.file, finding) for site in outcome.sites for finding in site.findings]
    lines = join_json_lines(_encode_finding(*each) for each in findings)
    end = "\n" if findings else ""
    out.write(f'{{"version": {VERSION}, "findings": [{lines}{end}], ')
    out.write(f'"summary": {json.dumps(counts)}}}\n')


def _encode_finding(site: str, finding: ReportedFinding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity.name.lower(),
        "file": finding.file,
        "range": _encode_range(finding.range),
        "pointer": finding.pointer,
        "message": finding.message,
        "related": [
            {"file": place.file, "range": _encode_range(place.range), "message": place.message}
            for place in finding.related
        ],
        "fixes": [_encode_fix(fix) for fix in finding.fixes],
        "cause": _encode_cause(site, finding.cause),
    }


def _encode_cause(site: str, cause: Cause | None) -> dict[str, Any] | None:
    if cause is None:
        return None
    return {
        "id": f"{site} {cause.id}",
        "kind": cause.kind.value,
        "target": cause.target,
        "count": cause.places,
    }


def _encode_fix(fix: ReportedFix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "safe": fix.safe,
        "preferred": fix.preferred,
        "changes": [_encode_change(change) for change in fix.changes],
    }


def _encode_change(change: Change) -> dict[str, Any]:
    match change:
        case ReportedEdit(file, place, new):
            return {"kind": "edit", "file": file, "range": _encode_range(place), "new": new}
        case NewFile(file, content):
            return {"kind": "create", "file": file, "content": content}
        case MovedFile(file, to):
            return {"kind": "move", "file": file, "to": to}
        case _:
            return {"kind": "delete", "file": change.file}


def _encode_range(place: ReportRange) -> dict[str, Any]:
    return {"start": place.start._asdict(), "end": place.end._asdict()}

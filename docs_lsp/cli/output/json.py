"""Findings as JSON: a contract, version 1. Fields may be added, never taken away."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TextIO

from docs_lsp.cli.findings import Finding, Position, Range
from docs_lsp.cli.output.summary import Summary

VERSION = 1


def write(findings: Sequence[Finding], summary: Summary, out: TextIO) -> None:
    """One object, a line for each finding; ASCII only, so no terminal or pipe can spoil it."""
    counts = {
        "sites": summary.sites,
        "problems": summary.problems,
        "errors": summary.errors,
        "warnings": summary.warnings,
        "information": summary.information,
        "hints": summary.hints,
    }
    lines = ",".join(f"\n  {json.dumps(_finding(finding))}" for finding in findings)
    end = "\n" if findings else ""
    out.write(f'{{"version": {VERSION}, "findings": [{lines}{end}], ')
    out.write(f'"summary": {json.dumps(counts)}}}\n')


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity.name.lower(),
        "file": finding.file,
        "range": _range(finding.range),
        "pointer": finding.pointer,
        "message": finding.message,
        "related": [
            {"file": place.file, "range": _range(place.range), "message": place.message}
            for place in finding.related
        ],
        "fixes": list(finding.fixes),
    }


def _range(place: Range) -> dict[str, Any]:
    return {"start": _position(place.start), "end": _position(place.end)}


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "column": position.column}

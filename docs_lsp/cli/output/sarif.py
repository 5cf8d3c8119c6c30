"""Writes findings as SARIF 2.1.0, which GitHub code scanning and other viewers read.

Paths are relative to `%SRCROOT%`, which readers take for the top of the repository. GitHub's own
limits are respected: it rejects a file with more results, and shows ten tags and the first thousand
characters of a description. `primaryLocationLineHash` is left to its upload action, which knows how
to compute it; ours has its own name and does not change when lines move.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Any, TextIO, TypeAlias
from urllib.parse import quote

import docs_lsp
from docs_lsp.cli.findings import (
    Related,
    ReportedEdit,
    ReportedFinding,
    ReportedFix,
    ReportRange,
    compute_fingerprint,
)
from docs_lsp.cli.outcome import Outcome
from docs_lsp.cli.output.explanation import render_explanation
from docs_lsp.cli.terminal import Style
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import encode_text
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.explanation import parse_explanation, render_markdown
from docs_lsp.rules.framework.rule import Rule

Json: TypeAlias = dict[str, Any]

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
MOST_RESULTS = 25_000
MOST_RELATED = 100
MOST_DESCRIBED = 1000
BASE_ID = "%SRCROOT%"
FINGERPRINT = "docsLsp/v1"

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}
_PROBLEMS = {"error": "error", "warning": "warning", "note": "recommendation"}
_COLUMNS = 80


def write_report(outcome: Outcome, out: TextIO) -> None:
    """Write one run with the 25,000 worst findings of all sites, one on each line; ASCII only."""
    findings = _select_worst(outcome.findings)
    rules = sorted({finding.rule for finding in findings})
    run = {
        "tool": {"driver": _build_driver(rules)},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {
            BASE_ID: {"description": {"text": "The top of the repository that was checked."}}
        },
        "invocations": [
            _build_invocation(outcome.settings_faults, len(outcome.findings) - len(findings))
        ],
    }
    head = json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})
    out.write(head.removesuffix("}]}"))
    lines = (f"\n  {json.dumps(result)}" for result in _iter_results(findings, rules))
    out.write(', "results": [')
    out.write(",".join(lines))
    out.write("\n]}]}\n")


def _select_worst(findings: Sequence[ReportedFinding]) -> Sequence[ReportedFinding]:
    """Return as many findings as may be uploaded, dropping the least severe ones."""
    if len(findings) <= MOST_RESULTS:
        return findings
    return sorted(findings, key=lambda finding: finding.severity)[:MOST_RESULTS]


def _build_driver(rules: Sequence[str]) -> Json:
    return {
        "name": "docs-lsp",
        "semanticVersion": docs_lsp.__version__,
        "rules": [_build_rule(all_rules()[name]) for name in rules],
    }


def _build_rule(rule: Rule) -> Json:
    level = "none" if rule.severity is None else _LEVELS[rule.severity]
    why = " ".join(parse_explanation(rule).find_section("Why it matters").paragraphs)
    text = "\n".join(render_explanation(rule, Style(colored=False), _COLUMNS))
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": _shorten_text(why)},
        "help": {"text": text, "markdown": render_markdown(rule)},
        "defaultConfiguration": {"enabled": level != "none", "level": level},
        "properties": {
            "tags": ["documentation", "docs.json"],
            "problem.severity": _PROBLEMS.get(level, "recommendation"),
        },
    }


def _shorten_text(text: str) -> str:
    return text if len(text) <= MOST_DESCRIBED else f"{text[: MOST_DESCRIBED - 3].rstrip()}..."


def _build_invocation(faults: Sequence[ReportedFinding], left_out: int) -> Json:
    """Return the SARIF invocation, which has not succeeded if the settings are invalid."""
    shape: Json = {"executionSuccessful": not faults}
    if faults:
        shape["toolConfigurationNotifications"] = [
            _build_settings_notification(each) for each in faults
        ]
    if left_out:
        text = f"{left_out} more findings, none worse than these, were left out."
        shape["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": text}}]
    return shape


def _build_settings_notification(fault: ReportedFinding) -> Json:
    line, column = fault.range.start
    place = {"startLine": line, "startColumn": column}
    physical = {"artifactLocation": _build_artifact_location(fault.file), "region": place}
    return {
        "level": "error",
        "message": _build_message(fault.message),
        "locations": [{"physicalLocation": physical}],
    }


def _iter_results(findings: Sequence[ReportedFinding], rules: Sequence[str]) -> Iterator[Json]:
    index = {name: number for number, name in enumerate(rules)}
    seen: Counter[str] = Counter()
    for finding in findings:
        mark = compute_fingerprint(finding)
        seen[mark] += 1
        yield _build_result(finding, index[finding.rule], f"{mark}:{seen[mark]}")


def _build_result(finding: ReportedFinding, rule_index: int, fingerprint: str) -> Json:
    location: Json = {"physicalLocation": _build_physical_location(finding.file, finding.range)}
    if finding.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.pointer}]
    shape: Json = {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "message": _build_message(finding.message),
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if finding.related:
        related = enumerate(islice(finding.related, MOST_RELATED))
        shape["relatedLocations"] = [
            _build_related_location(number, place) for number, place in related
        ]
    if fixes := [_build_fix(fix) for fix in finding.fixes if _can_be_expressed(fix)]:
        shape["fixes"] = fixes
    return shape


def _build_related_location(number: int, place: Related) -> Json:
    return {
        "id": number,
        "physicalLocation": _build_physical_location(place.file, place.range),
        "message": _build_message(place.message),
    }


def _can_be_expressed(fix: ReportedFix) -> bool:
    """Return whether a fix only edits files: SARIF cannot create, move or delete any."""
    return bool(fix.changes) and all(isinstance(change, ReportedEdit) for change in fix.changes)


def _build_fix(fix: ReportedFix) -> Json:
    edits = [change for change in fix.changes if isinstance(change, ReportedEdit)]
    return {
        "description": _build_message(fix.title),
        "artifactChanges": [
            {
                "artifactLocation": _build_artifact_location(file),
                "replacements": [_build_replacement(edit) for edit in group],
            }
            for file, group in groupby(sorted(edits), key=lambda edit: edit.file)
        ],
        "properties": {"safe": fix.safe},
    }


def _build_replacement(edit: ReportedEdit) -> Json:
    shape: Json = {"deletedRegion": _build_region(edit.range)}
    if edit.new:
        shape["insertedContent"] = _build_message(edit.new)
    return shape


def _build_physical_location(file: str, place: ReportRange) -> Json:
    return {"artifactLocation": _build_artifact_location(file), "region": _build_region(place)}


def _build_artifact_location(file: str) -> Json:
    return {"uri": quote(file, errors="replace"), "uriBaseId": BASE_ID}


def _build_message(text: str) -> Json:
    # Many JSON readers reject a lone surrogate, even when it is escaped.
    return {"text": encode_text(text).decode()}


def _build_region(place: ReportRange) -> dict[str, int]:
    return {
        "startLine": place.start.line,
        "startColumn": place.start.column,
        "endLine": place.end.line,
        "endColumn": place.end.column,
    }

"""Writes findings as JUnit XML, which most CI systems read and compare from run to run.

A test case is a rule in a file, so its name does not change while lines move. Errors and warnings
fail, as they do in the exit code; information and hints are in the output of a case that passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from docs_lsp.cli.findings import ReportedFinding
from docs_lsp.cli.outcome import Outcome, SiteOutcome
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import Severity

# XML 1.0 cannot contain these, even as character references; `escape_unsafe` handles the others.
_NO_CHARACTERS = compile_lazily("[\ufffe\uffff]")


def write_report(outcome: Outcome, out: TextIO) -> None:
    """Write one suite for each site; ASCII only, so that the declared encoding is always right."""
    suites = [(site, *_build_cases(site)) for site in outcome.sites]
    tests = sum(len(cases) for _, cases, _ in suites)
    failures = sum(failed for _, _, failed in suites)
    errors = sum(len(site.faults) for site in outcome.sites)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(
        f'<testsuites name="docs-lsp" {_render_count_attributes(tests, failures, errors)}>'
    )
    for site, cases, failed in suites:
        counts = _render_count_attributes(len(cases), failed, len(site.faults))
        lines += [f"  <testsuite name={_quote_attribute(site.file)} {counts}>", *cases]
        lines.append("  </testsuite>")
    lines.append("</testsuites>\n")
    out.write("\n".join(lines).encode("ascii", "xmlcharrefreplace").decode())


def _build_cases(site: SiteOutcome) -> tuple[list[str], int]:
    """Return the test cases of a site, and the number of those that fail."""
    cases, failures = [], 0
    by_case = sorted(site.findings, key=_case_key)
    for (rule, file), found in groupby(by_case, _case_key):
        group = list(found)
        fails = any(finding.severity <= Severity.WARNING for finding in group)
        failures += fails
        output = f"      <system-out>{_render_finding_lines(group)}</system-out>"
        cases.append(_render_case(rule, file, _render_failure(group) if fails else output))
    cases += [_render_case("settings", fault.file, _render_error(fault)) for fault in site.faults]
    if not cases:
        # A run without any test looks broken.
        cases.append(_render_case("docs-lsp", site.file, ""))
    return cases, failures


def _case_key(finding: ReportedFinding) -> tuple[str, str]:
    return finding.rule, finding.file


def _render_case(group: str, file: str, content: str) -> str:
    names = (
        f"classname={_quote_attribute(group)} name={_quote_attribute(file)} "
        f"file={_quote_attribute(file)}"
    )
    if not content:
        return f"    <testcase {names}/>"
    return f"    <testcase {names}>\n{content}\n    </testcase>"


def _render_failure(findings: Sequence[ReportedFinding]) -> str:
    worst = min(findings, key=lambda finding: finding.severity)
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    message = _quote_attribute(worst.message + more)
    kind = worst.severity.name.lower()
    return (
        f"      <failure type={_quote_attribute(kind)} "
        f"message={message}>{_render_finding_lines(findings)}</failure>"
    )


def _render_error(fault: ReportedFinding) -> str:
    line, column = fault.range.start
    place = f"{fault.file}:{line}:{column} {fault.message}"
    return f"      <error message={_quote_attribute(fault.message)}>{_escape_text(place)}</error>"


def _render_finding_lines(findings: Sequence[ReportedFinding]) -> str:
    return "\n".join(
        _escape_text(line) for finding in findings for line in _iter_text_lines(finding)
    )


def _iter_text_lines(finding: ReportedFinding) -> Iterator[str]:
    """Yield the lines of text about a finding and its related places, not escaped."""
    start = finding.range.start
    severity = finding.severity.name.lower()
    yield f"{finding.file}:{start.line}:{start.column} {severity} {finding.message}"
    for place in finding.related:
        start = place.range.start
        yield f"  {place.file}:{start.line}:{start.column} {place.message}"


def _render_count_attributes(tests: int, failures: int, errors: int) -> str:
    return f'tests="{tests}" failures="{failures}" errors="{errors}"'


def _escape_text(text: str) -> str:
    return escape(_NO_CHARACTERS.sub("\ufffd", escape_unsafe(text)))


def _quote_attribute(text: str) -> str:
    return quoteattr(_NO_CHARACTERS.sub("\ufffd", escape_unsafe(text)))

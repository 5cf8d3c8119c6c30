"""Diagnostics of a file, for the three ways in which a client can get them.

A `DiagnosticReport` is a file's array of diagnostics as JSON text, made once, with an ID made from
that text. So the diagnostics are not sent twice to a client that tells which ones it has, and
comparing two reports is comparing two short strings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from docs_lsp.core.problem import Problem
from docs_lsp.features.to_lsp import (
    ClientDialect,
    Json,
    RawJson,
    SourceFiles,
    build_diagnostics,
    serialise_json,
)


@dataclass(frozen=True, slots=True)
class DiagnosticReport:
    """The diagnostics of one file: a JSON array, and an ID of its content."""

    items: RawJson
    id: str

    @classmethod
    def from_diagnostics(cls, diagnostics: Sequence[Json]) -> DiagnosticReport:
        """Serialise a list of diagnostics."""
        items = serialise_json(diagnostics)
        return cls(RawJson(items), blake2b(items, digest_size=8).hexdigest())


EMPTY = DiagnosticReport.from_diagnostics(())


@dataclass(frozen=True, slots=True)
class FileReport:
    """A report with the client's URI for its file, and the version if the file is open."""

    uri: str
    version: int | None
    report: DiagnosticReport


def build_report(
    file: str, problems: Sequence[Problem], sources: SourceFiles, dialect: ClientDialect
) -> DiagnosticReport:
    """Return the report of the problems of one file, in the client's terms."""
    if not problems:
        return EMPTY
    return DiagnosticReport.from_diagnostics(build_diagnostics(file, problems, sources, dialect))


def build_publication(file_report: FileReport) -> Json:
    """Return the parameters of `textDocument/publishDiagnostics`."""
    shape: Json = {"uri": file_report.uri, "diagnostics": file_report.report.items}
    if file_report.version is not None:
        shape["version"] = file_report.version
    return shape


def answer_pull(
    report: DiagnosticReport, previous: object, related: Iterable[FileReport] = ()
) -> Json:
    """Return the answer to `textDocument/diagnostic`, given the ID of the client's report."""
    shape = _build_unchanged_report(report) if previous == report.id else _build_full_report(report)
    others = {file_report.uri: _build_full_report(file_report.report) for file_report in related}
    if others:
        shape["relatedDocuments"] = others
    return shape


def build_workspace_items(reports: Iterable[FileReport], previous: Mapping[str, str]) -> list[Json]:
    """Return the items of `workspace/diagnostic`.

    They cover every file with problems, and every file whose problems have gone since the last
    request.
    """
    by_uri = {file_report.uri: file_report for file_report in reports}
    removed = (FileReport(uri, None, EMPTY) for uri in previous if uri not in by_uri)
    return [
        {
            **answer_pull(file_report.report, previous.get(file_report.uri)),
            "uri": file_report.uri,
            "version": file_report.version,
        }
        for file_report in (*by_uri.values(), *removed)
        if file_report.report is not EMPTY or file_report.uri in previous
    ]


def has_new_reports(items: Iterable[Json]) -> bool:
    """Return whether a workspace answer contains a report that the client does not have."""
    return any(item["kind"] == "full" for item in items)


def _build_full_report(report: DiagnosticReport) -> Json:
    return {"kind": "full", "resultId": report.id, "items": report.items}


def _build_unchanged_report(report: DiagnosticReport) -> Json:
    return {"kind": "unchanged", "resultId": report.id}

"""The sites below some folders, with the number of findings and the settings of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from docs_lsp.cli.doctor.report import DoctorSection
from docs_lsp.cli.findings import display_path
from docs_lsp.cli.outcome import build_outcome, count_severities
from docs_lsp.cli.sites import choose_base_folder, require_sites
from docs_lsp.core.phrases import format_count
from docs_lsp.evaluation.check import SiteReport, check_site, read_project_settings
from docs_lsp.files.discover import describe_older_file, find_older_files
from docs_lsp.files.files import DiskFiles
from docs_lsp.files.recovery import describe_leftovers
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.settings.settings import SETTINGS_FILE, Settings

MOST = 20
"""The maximum number of sites checked."""
_WRITTEN_APART = frozenset(("rules", "suppressions", "sync", "baseline", "preview"))
_FOR_EDITORS = frozenset(("compare_with", "json_server", "trace", "translations"))


def describe_sites(paths: Sequence[Path]) -> DoctorSection:
    """Check at most 20 sites in and below some folders, and return the section about them."""
    site_files = require_sites(paths)
    base = choose_base_folder(paths)
    reports = [check_site(site) for site in site_files[:MOST]]
    facts = [fact for report in reports for fact in _iter_site_facts(report, base)]
    if len(site_files) > MOST:
        facts.append(f"and {len(site_files) - MOST} more")
    faults = [
        f"{display_path(report.root / report.name, base)}: {part}"
        for report in reports
        if report.site and isinstance(part := report.site.parts.get(report.name), str)
    ]
    faults += [
        sentence
        for report in reports
        if (sentence := describe_leftovers(report.root, display_path(report.root, base)))
    ]
    faults += [
        f"{fault.file}:{fault.range.start.line}:{fault.range.start.column} {fault.message}"
        for fault in build_outcome(reports, base, lambda rule: True).settings_faults
    ]
    older = [file for path in paths for file in find_older_files(path)][:MOST]
    faults += map(describe_older_file, older)
    nothing = ("There is no docs.json here, so there is nothing to check.",)
    notes = () if site_files or older else nothing
    return DoctorSection(f"sites: {len(site_files)}", tuple(facts), tuple(faults), notes)


def _iter_site_facts(report: SiteReport, base: Path) -> Iterator[str]:
    name = display_path(report.root / report.name, base)
    if not report.ours:
        yield f"{name}: belongs to another tool"
        return
    pages = format_count(len((report.site.contents if report.site else None) or ()), "page")
    yield f"{name}: {pages}, {_format_counts(report)}"
    settings, _ = read_project_settings(DiskFiles(report.root))
    given = list(_iter_changed_settings(settings))
    where = SETTINGS_FILE if (report.root / SETTINGS_FILE).exists() else "no docs-lsp.toml"
    yield f"  {where}: {', '.join(given) or 'as docs-lsp comes'}"
    yield f"  compareWith, translations, --against, diff: {_describe_history(report.root)}"


def _describe_history(root: Path) -> str:
    """Return the commit that the site can be compared with, or why there is none."""
    from docs_lsp.revisions.repository import Repository

    try:
        with Repository(root) as repository:
            return f"HEAD is {repository.require_head().short}"
    except RevisionFault as fault:
        return str(fault).replace(f"`{root}`", "This folder")


def _format_counts(report: SiteReport) -> str:
    counts = count_severities((problem.severity for problem in report.problems), 1)
    put_off = [f"{len(report.put_off)} put off"] if report.put_off else []
    return ", ".join([*counts.list_numbers(omits_zeros=True), *put_off]) or "nothing found"


def _iter_changed_settings(settings: Settings) -> Iterator[str]:
    """Yield the settings that differ from their defaults."""
    for rule, severity in sorted(settings.rules.items()):
        yield f"{rule} = {severity.name.lower() if severity else 'off'}"
    if settings.suppressions:
        yield f"ignore: {format_count(len(settings.suppressions), 'entry', 'entries')}"
    if settings.sync:
        yield f"sync: {format_count(len(settings.sync), 'entry', 'entries')}"
    usual = Settings()
    for name, value in settings.preview._asdict().items():
        if value != getattr(usual.preview, name):
            yield f"preview.{name} = {value}"
    for field in (field for field in fields(Settings) if field.init):
        value = getattr(settings, field.name)
        if field.name not in _WRITTEN_APART | _FOR_EDITORS and value != getattr(usual, field.name):
            yield f"{field.name} = {_format_value(value)}"


def _format_value(value: Any) -> str:
    if isinstance(value, frozenset | tuple):
        return " ".join(sorted(map(str, value)))
    return str(value).lower() if isinstance(value, bool) else str(value)

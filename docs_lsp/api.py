"""The public interface of docs-lsp in Python: read a site, list its findings, apply a fix.

    from docs_lsp.api import find_sites, read_site

    for docs_json in find_sites("."):
        site = read_site(docs_json)
        for finding in site.findings:
            print(finding.file, finding.range.start.line, finding.message)

Everything else in `docs_lsp` is private and may change in any release. Nothing here writes to a
file except `CheckedSite.apply`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from docs_lsp.cli.findings import (
    Related,
    ReportedFinding,
    ReportPosition,
    ReportRange,
    iter_reported_findings,
)
from docs_lsp.core.problem import DeletedFile, FileEdit, Fix, MovedFile, NewFile, Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import SiteReport, check_site
from docs_lsp.files import discover
from docs_lsp.files.draft import Conflict, Draft
from docs_lsp.files.files import BufferedFiles, DiskFiles, FileFault
from docs_lsp.files.saving import save_draft
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.jsontree.document import Document
from docs_lsp.rules.framework.fix_context import LastReadings

__all__ = [
    "CheckedSite",
    "Conflict",
    "DeletedFile",
    "FileEdit",
    "FileFault",
    "Fix",
    "MovedFile",
    "NewFile",
    "Related",
    "ReportPosition",
    "ReportRange",
    "Severity",
    "SiteFinding",
    "Span",
    "find_sites",
    "read_site",
]


def find_sites(folder: str | os.PathLike[str]) -> list[Path]:
    """Return the docs.json files in and below a folder, sorted; hidden folders are skipped.

    Hidden folders, `node_modules` and symbolic links to folders are not searched.
    """
    return discover.find_sites(Path(folder))


def read_site(docs_json: str | os.PathLike[str], *, reads_files: bool = True) -> CheckedSite:
    """Read and check the site of a docs.json with its settings. Raises `FileNotFoundError`.

    For a folder it is the docs.json in that folder. With `reads_files=False` only docs.json is
    read, and the rules that need other files report nothing. A docs.json that is not valid JSON is
    a finding.
    """
    path = Path(docs_json)
    if path.is_dir():
        path /= discover.SITE_FILE
    if not path.is_file():
        raise FileNotFoundError(f"{path} does not exist.")
    return CheckedSite(check_site(path, reads_files=reads_files))


@dataclass(frozen=True, eq=False)
class SiteFinding:
    """A mistake in a site. `CheckedSite.list_fixes` returns its fixes."""

    _reported: ReportedFinding

    @property
    def rule(self) -> str:
        """The name of the rule that reports it."""
        return self._reported.rule

    @property
    def severity(self) -> Severity:
        """The severity, as the settings of the site set it."""
        return self._reported.severity

    @property
    def message(self) -> str:
        """The message: the fact, and the remedy."""
        return self._reported.message

    @property
    def file(self) -> str:
        """The path of its file, relative to the root of the site, with forward slashes."""
        return self._reported.file

    @property
    def range(self) -> ReportRange:
        """The range as lines and columns, which count from 1; columns are in code points."""
        return self._reported.range

    @property
    def pointer(self) -> str | None:
        """The JSON pointer of its value; None in files that are not part of docs.json."""
        return self._reported.pointer

    @property
    def related(self) -> tuple[Related, ...]:
        """The second places that explain it."""
        return self._reported.related


class CheckedSite:
    """A site as it was when it was read. It does not follow later changes on the disk."""

    def __init__(self, report: SiteReport) -> None:
        """Wrap a report; use `read_site` instead."""
        self._report = report
        self._readings = LastReadings()
        site = report.site
        parts = site.parts.items() if site else ()
        # docs.json and the files it references, as they were parsed.
        texts = {file: part.text.data for file, part in parts if isinstance(part, Document)}
        self._files = BufferedFiles(report.files, texts)

    @property
    def root(self) -> Path:
        """The folder of docs.json. Paths of findings are relative to it, with forward slashes."""
        return self._report.root

    @property
    def is_documentation(self) -> bool:
        """Whether docs.json defines a documentation site, and is not another tool's file."""
        return self._report.ours

    @cached_property
    def findings(self) -> tuple[SiteFinding, ...]:
        """The findings by file and position, without those of the baseline."""
        return tuple(map(SiteFinding, iter_reported_findings(self._report, self.root)))

    @property
    def setting_errors(self) -> tuple[str, ...]:
        """The messages about docs-lsp.toml and the baseline; settings with errors are ignored."""
        return tuple(fault.message for fault in self._report.config_faults)

    def list_fixes(self, finding: SiteFinding) -> tuple[Fix, ...]:
        """Return the fixes that can be offered for a finding of this site, the best one first.

        Their edits are byte ranges in the files as they were read. A fix that would remove a page
        from the site is not among them.
        """
        site = self._report.site
        if site is None:
            return ()
        problem = finding._reported.problem
        return list_offered_fixes(site, self._files, problem, self._readings)

    def preview(self, fix: Fix) -> Mapping[str, bytes | None]:
        """Return the new bytes of the files that a fix changes, and None for those it deletes.

        Raises `FileFault` if a file cannot be read or has changed since the site was read, and
        `Conflict` if edits overlap.
        """
        return self._draft(fix).changed

    def apply(self, fix: Fix) -> None:
        """Write the changes of a fix to the disk, all or none. Raises `FileFault` or `Conflict`.

        The site has to be read again afterwards. Raises `FileFault` if a file has changed since the
        site was read, or cannot be written, and `Conflict` if edits overlap.
        """
        save_draft(self._draft(fix), DiskFiles(self.root))

    def _draft(self, fix: Fix) -> Draft:
        """Return the changes of a fix as a draft. Raises `FileFault` if a page changed since."""
        draft = Draft(self._files).with_changes(fix.changes)
        contents = self._report.site.contents if self._report.site else None
        versions = {info.path: info.version for info in DiskFiles(self.root).walk()}
        for file in draft.was:
            page = contents.get(file) if contents else None
            if page is not None and page.version != versions.get(file):
                raise FileFault(f"`{file}` has changed since the site was read.")
        return draft

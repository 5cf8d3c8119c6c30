"""The site that the tools work on, in memory between calls.

Agents and people write its files meanwhile. So each call first compares the size, times and number
of every file with those of the last call: only what has changed is read again.

Some tools are about the files that an agent names in `paths`. A path that selects no file is
rejected, because an empty report would read like that of a clean site.
"""

from __future__ import annotations

import os
import posixpath
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from docs_lsp.cli.findings import SourcePlaces
from docs_lsp.cli.sites import require_complete_overview
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import SiteReport, check_site, read_project_settings, read_site
from docs_lsp.files.discover import SITE_FILE
from docs_lsp.files.files import DiskFiles, FileFault, FileInfo, escape_path, unpack_version
from docs_lsp.files.recovery import recover_site_files
from docs_lsp.files.walk import is_skipped
from docs_lsp.site.mdx.contents import ReadingOptions
from docs_lsp.site.misspelt_pages import LanguageScope
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.specifications.facts import scan_site

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.settings.settings import Settings
    from docs_lsp.site.overview import Overview

_Answer = TypeVar("_Answer")
_State: TypeAlias = "tuple[FileInfo, ...] | None"
_RESTING = 100_000_000
"""Nanoseconds that a file must have been left alone: a later change could have the same time."""
_ROOT = "."


class LoadedSite(NamedTuple):
    """A site at the moment of one call."""

    docs_json: Path
    disk: DiskFiles
    settings: Settings
    snapshot: Snapshot

    def require_overview(self) -> Overview:
        """Return the overview. Raises `UsageFault` if part of docs.json is unreadable."""
        return require_complete_overview(self.snapshot)


@dataclass
class AgentWorkspace:
    """The folder of one site, and how to search the site as its readers' agents will."""

    folder: Path
    """The folder of docs.json, or one in which it is to be created."""
    search: Callable[[Mapping[str, str]], str]
    """Calls the preview's search tool with its arguments. Raises `UsageFault` if that fails."""
    _checked: _LastRead | None = None
    _read: _LastRead | None = None
    _notices: list[str] = field(default_factory=list)

    def require_docs_json(self) -> Path:
        """Undo or finish an interrupted save; return docs.json. Raises `UsageFault` without one."""
        self._recover_site()
        path = self.folder / SITE_FILE
        if not path.is_file():
            raise UsageFault(
                f"there is no docs.json in `{self.folder}` yet. Call `create_site`, or start the "
                "server with the folder of the site."
            )
        return path

    def _recover_site(self) -> None:
        """Undo or finish what an interrupted command has left, and record a notice."""
        try:
            sentence = recover_site_files(self.folder)
        except FileFault as fault:
            sentence = str(fault)
        if sentence is not None:
            self._notices.append(sentence)

    def take_notices(self) -> list[str]:
        """Return the sentences that the agent must read before the next answer, and clear them."""
        notices, self._notices = self._notices, []
        return notices

    def require_settings(self, disk: DiskFiles) -> Settings:
        """Return the settings of docs-lsp.toml. Raises `UsageFault` if they are invalid.

        It is unknown then what they forbid.
        """
        settings, faults = read_project_settings(disk)
        for fault in faults:
            line, _ = SourcePlaces(disk).find_line_and_column(fault.file, fault.span)
            raise UsageFault(f"line {line} of `{fault.file}`: {fault.message}")
        return settings

    def open_site(self) -> LoadedSite:
        """Read the site, or return it as last read if no file has changed. Raises `UsageFault`.

        Otherwise only the pages that have changed are read again.
        """
        docs_json = self.require_docs_json()
        disk = DiskFiles(docs_json.parent)
        settings = self.require_settings(disk)
        state = _read_folder_state(disk)
        for last in (self._checked, self._read):
            if last is not None and state is not None and last.state == state:
                return LoadedSite(docs_json, disk, settings, last.snapshot)
        last = self._checked or self._read
        options = ReadingOptions(known=last.snapshot.contents if last else None)
        site = read_site(disk.root, disk, settings, docs_json.name, options)
        self._read = _LastRead(state, site)
        return LoadedSite(docs_json, disk, settings, site)

    def check(self) -> SiteReport:
        """Check the site, or return the last report if no file has changed. Raises `UsageFault`."""
        docs_json = self.require_docs_json()
        state = _read_folder_state(DiskFiles(docs_json.parent))
        last = self._checked
        if last is not None and last.report and state is not None and last.state == state:
            return last.report
        known = last.snapshot.contents if last else None
        report = check_site(docs_json, saves_page_bodies=True, known=known)
        self._checked = _LastRead(state, report.site, report) if report.site else None
        return report

    def answer_once(
        self, report: SiteReport, question: str, make: Callable[[], _Answer]
    ) -> _Answer:
        """Return `make()`, cached by question if the report is the last one of `check`."""
        if self._checked is None or self._checked.report is not report:
            return make()
        answers: dict[str, _Answer] = self._checked.answers
        if question not in answers:
            answers[question] = make()
        return answers[question]


@dataclass(frozen=True)
class _LastRead:
    """The site in one state of its folder, with the report if it was checked."""

    state: _State
    snapshot: Snapshot
    report: SiteReport | None = None
    answers: dict[str, Any] = field(default_factory=dict)
    """Answers about the report, by the question."""


def _read_folder_state(disk: DiskFiles) -> _State:
    """Return the versions of all files of a site, or None while some have just changed."""
    before = time.time_ns() - _RESTING
    infos = tuple(disk.walk())
    newest = max((unpack_version(info.version)[1] for info in infos), default=0)
    return infos if newest < before else None


def build_file_filter(paths: Sequence[str], disk: DiskFiles) -> Callable[[str], bool]:
    """Return a predicate for files in some paths, or for all if none. Raises `UsageFault`.

    No paths mean all files. A path is relative to the folder of docs.json, even with a leading
    slash, or absolute; the extension of a page may be left out. Raises `UsageFault` for a path that
    selects nothing.
    """
    if not paths:
        return lambda _file: True
    known = frozenset(disk.paths())
    names = {name for path in paths for name in _iter_selected_names(path, known, disk)}
    folders = tuple(f"{name}/" for name in names)
    return lambda file: _ROOT in names or file in names or file.startswith(folders)


def _iter_selected_names(written: str, paths: Collection[str], disk: DiskFiles) -> Iterator[str]:
    """Yield the files and folders that a path selects. Raises `UsageFault` if there are none.

    There may be both a page and a folder of its name.
    """
    path = _require_site_path(written, disk)
    pages = () if written.endswith("/") else PAGE_EXTENSIONS
    matches = [
        one for one in (path, *(path + ending for ending in pages)) if _selects_any(one, paths)
    ]
    if not matches and is_skipped(path) and disk.exists(path):
        matches = [path]  # No walk visits it, but docs.json may name it.
    if not matches:
        raise UsageFault(_describe_missing_path(written, path, paths, disk))
    yield from matches


def _require_site_path(written: str, disk: DiskFiles) -> str:
    """Return a path relative to the folder of docs.json, normalised. Raises `UsageFault`."""
    plain = written.strip().replace(os.sep, "/")
    is_absolute = bool(Path(plain).anchor)
    inside = disk.to_site_path(os.path.normpath(plain) + os.sep) if is_absolute else None
    path = posixpath.normpath((plain if inside is None else inside).strip("/") or _ROOT)
    if path.split("/")[0] == "..":
        raise UsageFault(_describe_outside_path(written, disk))
    return path


def _selects_any(path: str, paths: Collection[str]) -> bool:
    return path == _ROOT or path in paths or any(one.startswith(f"{path}/") for one in paths)


def _describe_missing_path(written: str, path: str, paths: Collection[str], disk: DiskFiles) -> str:
    """Return why a path selects no file: it is outside the site, or misspelt."""
    is_elsewhere = disk.to_site_path(os.path.normpath(written) + os.sep) is None
    if Path(written).anchor and is_elsewhere and os.path.lexists(written):
        return _describe_outside_path(written, disk)
    same = (one for one in sorted(paths) if one.casefold() == path.casefold())
    near = next(same, None) or next(
        iter(scan_site(disk).pages.find_similar_pages(path, 1, LanguageScope())), None
    )
    hint = f" Did you mean `{escape_path(near)}`?" if near else ""
    return f"the site has no page or file at or below `{escape_path(written)}`.{hint}"


def _describe_outside_path(written: str, disk: DiskFiles) -> str:
    return f"`{escape_path(written)}` is outside the site `{disk.root}`."

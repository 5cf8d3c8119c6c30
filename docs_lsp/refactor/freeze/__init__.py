"""Freezes a version: the current version continues under another name, a copy keeps the old.

Files and addresses of the current version do not change. Copies of its pages, its specifications
and the files referenced from docs.json go below a folder, with links that stay within the copy.
`plan_freeze` computes the changes and writes nothing.

The result is verified before it is returned: every address still resolves to the same page, every
listed page stays listed, and each address of the old version resolves below the folder.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.problem import FileChange, FileEdit, NewFile
from docs_lsp.core.text import Span, find_changed_range
from docs_lsp.evaluation.check import read_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Conflict, Draft
from docs_lsp.files.files import FileFault, Files
from docs_lsp.refactor.freeze.current_versions import FreezeRequest, require_current_versions
from docs_lsp.refactor.freeze.freeze_checks import (
    collect_notices,
    require_free_names,
    require_no_loss,
)
from docs_lsp.refactor.freeze.frozen_copies import FrozenCopies
from docs_lsp.refactor.freeze.frozen_docs import build_frozen_docs
from docs_lsp.refactor.freeze.frozen_files import FrozenFiles
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.site.mdx.contents import ReadingOptions
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview

__all__ = ["FreezePlan", "FreezeRequest", "plan_freeze"]


class FreezePlan(NamedTuple):
    """The changes that freeze a version, valid as long as the site does not change."""

    changes: tuple[FileChange, ...]
    current: str
    """The previous name of the version; empty if the site had no versions."""
    pages: int
    """The number of copied pages."""
    files: tuple[str, ...]
    """The specifications and files of docs.json that are copied as well."""
    notices: tuple[str, ...] = ()
    """Sentences for the user about what was not copied."""


def plan_freeze(site: Snapshot, files: Files, wanted: FreezeRequest) -> FreezePlan:
    """Plan to copy the current version as `wanted.old` and rename it. Raises `ChangeRefused`.

    `site` must have been read with all its files. Raises `ChangeRefused`, whose text is a message
    for the user, if the version cannot be frozen without loss or has been frozen already.
    """
    overview = _require_overview(site)
    current = require_current_versions(overview, wanted.under)
    require_free_names(overview, current, wanted)
    frozen = FrozenFiles(overview, files, current, wanted.folder)
    copies = FrozenCopies(frozen)
    edited, docs_copies = build_frozen_docs(frozen, copies.collect_docs_edits(), wanted)
    try:
        copied = sorted({**copies.build_copies(), **docs_copies}.items())
        changes: tuple[FileChange, ...] = (
            *(
                _build_minimal_edit(file, files.read(file), data)
                for file, data in sorted(edited.items())
            ),
            *(NewFile(file, data.decode()) for file, data in copied),
        )
        draft = Draft(files).with_changes(changes)
    except (Conflict, FileFault, UnicodeDecodeError) as fault:
        raise ChangeRefused(_describe_copy_failure(fault)) from fault
    options = ReadingOptions(known=site.contents)
    after = read_site(site.root, draft, site.settings, site.name, options).get_overview()
    require_no_loss(overview, after, frozen)
    return FreezePlan(
        changes,
        current[0].name,
        len(frozen.pages),
        tuple(sorted(frozen.other_copies)),
        tuple(collect_notices(frozen)),
    )


def _require_overview(site: Snapshot) -> Overview:
    """Return the overview. Raises `ChangeRefused` if parts of the navigation cannot be read."""
    overview = site.get_overview()
    if overview is None:
        raise ChangeRefused(f"`{site.name}` belongs to another tool, not to the service.")
    if not is_navigation_complete(overview):
        raise ChangeRefused(
            f"Parts of `{site.name}` cannot be read, so pages could be missed. Fix the problems "
            "that `docs-lsp check` finds first."
        )
    return overview


def _build_minimal_edit(file: str, before: bytes, after: bytes) -> FileEdit:
    """Return one edit of the smallest range that differs, aligned to whole characters."""
    start, end, new_end = find_changed_range(before, after)
    while start and before[start : start + 1] and before[start] & 0xC0 == 0x80:
        start -= 1
    while end < len(before) and before[end] & 0xC0 == 0x80:
        end, new_end = end + 1, new_end + 1
    return FileEdit(file, Span(start, end), after[start:new_end].decode())


def _describe_copy_failure(fault: Exception) -> str:
    if isinstance(fault, UnicodeDecodeError):
        return "A file of this version is not UTF-8 and cannot be copied. Save it as UTF-8."
    return str(fault)

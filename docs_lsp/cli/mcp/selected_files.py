"""The files that an agent names in `paths`.

A path that selects no file is rejected, because an empty report would read like that of a clean
site.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.files import DiskFiles, escape_path
from docs_lsp.files.walk import is_skipped
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.specifications.facts import scan_site

_ROOT = "."


def build_file_filter(paths: Sequence[str], disk: DiskFiles) -> Callable[[str], bool]:
    """Return a function that returns whether a file is one of some paths, or below one.

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
        raise UsageFault(_describe_missing(written, path, paths, disk))
    yield from matches


def _require_site_path(written: str, disk: DiskFiles) -> str:
    """Return a path relative to the folder of docs.json, normalised. Raises `UsageFault`."""
    plain = written.strip().replace(os.sep, "/")
    is_absolute = bool(Path(plain).anchor)
    inside = disk.to_site_path(os.path.normpath(plain) + os.sep) if is_absolute else None
    path = posixpath.normpath((plain if inside is None else inside).strip("/") or _ROOT)
    if path.split("/")[0] == "..":
        raise UsageFault(_describe_outside(written, disk))
    return path


def _selects_any(path: str, paths: Collection[str]) -> bool:
    return path == _ROOT or path in paths or any(one.startswith(f"{path}/") for one in paths)


def _describe_missing(written: str, path: str, paths: Collection[str], disk: DiskFiles) -> str:
    """Return why a path selects no file: it is outside of the site, or misspelt."""
    is_elsewhere = disk.to_site_path(os.path.normpath(written) + os.sep) is None
    if Path(written).anchor and is_elsewhere and os.path.lexists(written):
        return _describe_outside(written, disk)
    same = (one for one in sorted(paths) if one.casefold() == path.casefold())
    near = next(same, None) or next(iter(scan_site(disk).pages.find_similar_pages(path, 1)), None)
    hint = f" Did you mean `{escape_path(near)}`?" if near else ""
    return f"the site has no page or file at or below `{escape_path(written)}`.{hint}"


def _describe_outside(written: str, disk: DiskFiles) -> str:
    return f"`{escape_path(written)}` is outside of the site `{disk.root}`."

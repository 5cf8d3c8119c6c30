"""The files that the editor is asked to watch, and the reported changes that matter.

Of most files only the existence matters, as of pictures; of some, the content; and whether those
that are too large still are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from lsprotocol import types

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.walk import SKIPPED_FOLDERS
from docs_lsp.server.buffers import path_from_uri
from docs_lsp.server.disk_state import affects_findings
from docs_lsp.server.errors import BadParams
from docs_lsp.server.open_site import OpenSite

_CHANGED = types.FileChangeType.Changed.value

_SKIPPED = compile_lazily(f"/(?:{'|'.join(map(re.escape, sorted(SKIPPED_FOLDERS)))})/")


def build_watcher_options() -> types.DidChangeWatchedFilesRegistrationOptions:
    """Return the watchers to register with an editor that can watch files."""
    return types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*")])


def find_changed_paths(params: Json, sites: Mapping[Path, OpenSite]) -> Iterator[Path]:
    """Yield the files of a `workspace/didChangeWatchedFiles` whose change matters.

    There may be tens of thousands at a time, as when packages are installed. Raises `BadParams` if
    the parameters are invalid.
    """
    large = {name for open_site in sites.values() for name in _iter_large_file_names(open_site)}
    is_skipped = _SKIPPED.search if not any(map(_is_in_skipped_folder, sites)) else _never_skipped
    changes = params.get("changes")
    if not isinstance(changes, list):
        raise BadParams("`changes` must be an array")
    for change in changes:
        match change:
            case {"uri": str(uri), "type": kind} if (
                kind != _CHANGED or affects_findings(uri) or uri.rpartition("/")[2] in large
            ):
                path = None if is_skipped(uri) else path_from_uri(uri)
                if path is not None:
                    yield path


def _iter_large_file_names(open_site: OpenSite) -> Iterator[str]:
    """Return the names, as in URIs, of the files too large for the service: they may shrink."""
    facts = open_site.disk.facts
    return (quote(file.rpartition("/")[2]) for file in (facts.large_files if facts else ()))


def _is_in_skipped_folder(folder: Path) -> bool:
    return not SKIPPED_FOLDERS.isdisjoint(folder.parts)


def _never_skipped(_uri: str) -> None:
    """Skip no file here: the session knows which site it belongs to."""

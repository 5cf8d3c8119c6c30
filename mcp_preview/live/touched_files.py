"""Finds the files that a change on the disk concerns: a folder means all its files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from docs_lsp.files.files import Files
from docs_lsp.files.walk import iter_upwards


def find_touched_files(
    touched: Iterable[str], files: Files, known: Iterable[str], folder: Path
) -> set[str]:
    """Return the site paths of all touched files, including those in touched folders.

    `known` are the former files.
    """
    every = set(touched)
    # Folders and removed files.
    below = {path: f"{path}/" for path in every if not files.exists(path)}
    inside = _find_files_below(below.values(), known) if below else set()
    held = {above for file in inside for above in iter_upwards(file)}
    folders = {
        path: start for path, start in below.items() if path in held or (folder / path).is_dir()
    }
    if folders:
        inside |= _find_files_below(folders.values(), files.paths())
    return inside | (every - folders.keys())


def _find_files_below(starts: Iterable[str], files: Iterable[str]) -> set[str]:
    """Return the files whose paths begin with one of these starts."""
    starting = tuple(starts)
    return {file for file in files if file.startswith(starting)}

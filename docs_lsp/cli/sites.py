"""Finds the sites: the docs.json files that `check` is meant to read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

SITE_FILE = "docs.json"


def find_sites(path: Path, on_error: Callable[[OSError], None] | None = None) -> list[Path]:
    """The docs.json files in and below a folder, or the file itself, whatever its name.

    A site may lie inside another. Hidden folders and node_modules hold none, and a link to a
    folder is not followed, so it cannot lead in a circle. `on_error` is told of each folder that
    cannot be listed.
    """
    return [path] if path.is_file() else sorted(_below(path, on_error))


def _below(folder: Path, on_error: Callable[[OSError], None] | None) -> Iterator[Path]:
    # Not `os.walk`, which takes twice as long: it also makes lists of all the files.
    folders = [str(folder)]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name[0] != "." and entry.name != "node_modules":
                            folders.append(entry.path)
                    elif entry.name == SITE_FILE:
                        yield Path(entry.path)
        except OSError as error:
            if on_error:
                on_error(error)


def site_around(path: Path) -> Path | None:
    """The docs.json of the site that a folder inside it belongs to."""
    for folder in path.resolve().parents:
        if (folder / SITE_FILE).is_file():
            return folder / SITE_FILE
    return None

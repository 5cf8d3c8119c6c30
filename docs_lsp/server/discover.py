"""Finds sites: around a file that is opened, and below the folders of a workspace."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from pathlib import Path

SITE_FILE = "docs.json"


def nearest_site(path: Path, open_paths: Collection[Path]) -> Path | None:
    """The folder of the site that a file belongs to: the nearest one with a docs.json.

    A docs.json that is open counts even if it has never been saved.
    """
    for folder in path.parents:
        candidate = folder / SITE_FILE
        if candidate in open_paths or candidate.is_file():
            return folder
    return None


def find_sites(folder: Path, cancelled: Callable[[], bool]) -> list[Path]:
    """The folders with a docs.json in and below a folder, outermost first.

    Hidden folders and node_modules hold none, and links to folders are not followed.
    """
    found = []
    for parent, folders, files in os.walk(folder):
        if cancelled():
            break
        folders[:] = [name for name in folders if name[0] != "." and name != "node_modules"]
        if SITE_FILE in files:
            found.append(Path(parent))
    return sorted(found)

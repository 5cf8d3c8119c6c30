"""Finds sites: below a folder, and around a file or folder. A site is a folder with docs.json."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from docs_lsp.files.walk import SKIPPED_FOLDERS

SITE_FILE = "docs.json"
OLDER_FILE = "mint.json"
"""The file that defined a site before docs.json did."""
QUESTIONS_FILE = "questions.toml"
"""The file beside docs.json with questions and the pages that answer them."""


def find_sites(
    folder: Path,
    on_error: Callable[[OSError], None] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Path]:
    """Return the docs.json files in and below a folder, sorted; hidden folders are skipped.

    So is node_modules, and links to folders are not followed. A site can be inside another.
    `on_error` is called with each folder that cannot be listed; once `cancelled` returns true, the
    list is cut short.
    """
    return sorted(_find_files(folder, SITE_FILE, on_error, cancelled))


def find_older_files(folder: Path, cancelled: Callable[[], bool] = lambda: False) -> list[Path]:
    """Return the mint.json files in and below a folder without a docs.json beside them, sorted."""
    files = _find_files(folder, OLDER_FILE, None, cancelled)
    return sorted(file for file in files if not file.with_name(SITE_FILE).exists())


def describe_older_file(file: Path) -> str:
    """Return the sentences that say how to convert a mint.json."""
    from shlex import quote  # Few have one.

    return (
        f"`{file}` has the older format, which is not checked. "
        f"`docs-lsp convert {quote(str(file))}` makes a {SITE_FILE} of it."
    )


def _find_files(
    folder: Path,
    name: str,
    on_error: Callable[[OSError], None] | None,
    cancelled: Callable[[], bool],
) -> Iterator[Path]:
    """Yield the files of a name in and below a folder, without hidden folders and node_modules."""
    # Not `os.walk`, which takes twice as long: it also makes lists of all the files.
    folders = [str(folder)]
    while folders and not cancelled():
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name[0] != "." and entry.name not in SKIPPED_FOLDERS:
                            folders.append(entry.path)
                    elif entry.name == name:
                        yield Path(entry.path)
        except OSError as error:
            if on_error:
                on_error(error)


def find_enclosing_site(path: Path, open_paths: Collection[Path] = ()) -> Path | None:
    """Return the nearest folder above a path, not itself, that has a docs.json, or None.

    A docs.json among the `open_paths` counts even if it has never been saved.
    """
    for folder in path.parents:
        candidate = folder / SITE_FILE
        if candidate in open_paths or candidate.is_file():
            return folder
    return None

"""The lists for AI tools that a site writes itself: `llms.txt` and `llms-full.txt` (SERVICE.md,
platform-files, llms-limit)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docs_lsp.files.files import FileFault, Files

LLMS_TXT = "llms.txt"
LLMS_FULL_TXT = "llms-full.txt"
LISTS = (LLMS_TXT, LLMS_FULL_TXT)
"""The names of the lists. In the root of the site they replace those that the service makes."""
LARGEST = 2 << 20
"""Larger ones are not read, in bytes."""


def is_list(file: str) -> bool:
    """Whether a file, given by its site path, is such a list, in whatever folder."""
    return file.rpartition("/")[2] in LISTS


def read_lists(sizes: Iterable[tuple[str, int]], files: Files) -> Mapping[str, bytes]:
    """What the lists among some files hold, by site path; the files are given with their sizes in
    bytes."""
    lists = {}
    for file, size in sizes:
        if size <= LARGEST and is_list(file):
            try:
                lists[file] = files.read(file)
            except FileFault:
                continue
    return lists

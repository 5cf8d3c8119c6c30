"""The lists for AI tools that a site writes itself: `llms.txt` and `llms-full.txt`.

Source: SERVICE.md, platform-files, llms-limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docs_lsp.files.files import FileFault, Files

LLMS_TXT = "llms.txt"
LLMS_FULL_TXT = "llms-full.txt"
LISTS = (LLMS_TXT, LLMS_FULL_TXT)
"""The names of the lists. In the root of the site they replace the generated ones."""
LARGEST = 2 << 20
"""Maximum size, in bytes, of a list that is read."""


def is_llms_file(file: str) -> bool:
    """Return whether a site path is such a list, in any folder."""
    return file.rpartition("/")[2] in LISTS


def read_llms_files(sizes: Iterable[tuple[str, int]], files: Files) -> Mapping[str, bytes]:
    """Return the content of the lists among some files, by site path.

    The files are given with their sizes in bytes. Lists that are too large or cannot be read are
    left out.
    """
    lists = {}
    for file, size in sizes:
        if size <= LARGEST and is_llms_file(file):
            try:
                lists[file] = files.read(file)
            except FileFault:
                continue
    return lists

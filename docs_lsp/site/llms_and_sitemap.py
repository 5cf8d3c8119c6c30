"""The lists that a site writes itself: `llms.txt`, `llms-full.txt` and `sitemap.xml`.

Source: SERVICE.md, platform-files, llms-limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docs_lsp.files.files import FileFault, Files

LLMS_TXT = "llms.txt"
LLMS_FULL_TXT = "llms-full.txt"
SITEMAP_XML = "sitemap.xml"
LISTS = (LLMS_TXT, LLMS_FULL_TXT)
"""The names of the lists for AI tools. In the root of the site they replace the generated ones."""
LARGEST = 2 << 20
"""Maximum size, in bytes, of a list that is read."""


def is_llms_file(file: str) -> bool:
    """Return whether a site path is a list for AI tools, in any folder."""
    return file.rpartition("/")[2] in LISTS


def is_written_list(file: str) -> bool:
    """Return whether a site path is a list for AI tools or the sitemap."""
    return file == SITEMAP_XML or is_llms_file(file)


def read_written_lists(sizes: Iterable[tuple[str, int]], files: Files) -> Mapping[str, bytes]:
    """Return the content of each llms.txt, llms-full.txt and sitemap among files, by site path.

    The files are given with their sizes in bytes. Lists that are too large or cannot be read are
    left out.
    """
    lists = {}
    for file, size in sizes:
        if size <= LARGEST and is_written_list(file):
            try:
                lists[file] = files.read(file)
            except FileFault:
                continue
    return lists

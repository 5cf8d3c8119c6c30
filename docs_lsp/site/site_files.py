"""The files of a site at one moment, as scanned from the disk, and the lists among them.

A scan lists names and reads the ignore files, nothing more, so it is about as fast as the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from docs_lsp.files.files import FileFault, Files, find_linked_folders
from docs_lsp.site.ignore import IgnorePatterns, read_ignore_patterns
from docs_lsp.site.pages import PageIndex

PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".ico", ".avif")
"""The extensions of image files."""
LARGEST_ASSET = 20 << 20
"""Maximum size, in bytes, of a file that the service accepts."""

# Progress is reported, and cancelling checked, once per this many files.
_STEP = 512
# The lists that a site writes itself. Source: SERVICE.md, platform-files, llms-limit.
LLMS_TXT = "llms.txt"
LLMS_FULL_TXT = "llms-full.txt"
SITEMAP_XML = "sitemap.xml"
LISTS = (LLMS_TXT, LLMS_FULL_TXT)
"""The names of the lists for AI tools. In the root of the site they replace the generated ones."""
LARGEST = 2 << 20
"""Maximum size, in bytes, of a list that is read."""


@dataclass(frozen=True, slots=True, eq=False)
class SiteFiles:
    """The files of a site. Two of these are equal only if they are the same object."""

    pages: PageIndex
    files: frozenset[str]
    """All files that no ignore pattern excludes."""
    ignore: IgnorePatterns
    large_files: Mapping[str, int] = field(default_factory=dict, kw_only=True)
    """The files that are too large for the service, with their sizes in bytes."""
    lists: Mapping[str, bytes] = field(default_factory=dict, kw_only=True)
    """The content of the site's own llms.txt, llms-full.txt and sitemap.xml files, by site path."""


def collect_top_folders(site_files: SiteFiles) -> frozenset[str]:
    """Return the names of the folders in the root of a site."""
    return frozenset(file.partition("/")[0] for file in site_files.files if "/" in file)


class ScanCancelled(Exception):
    """Raised if a scan is no longer wanted."""


def scan_files(
    files: Files,
    on_progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> SiteFiles:
    """List the files of a site, and read its ignore files; raises only `ScanCancelled`.

    `on_progress` receives the number of files seen so far; the scan ends once `cancelled` returns
    True.
    """
    ignore = read_ignore_patterns(files)
    paths: list[str] = []
    for path in files.paths():
        paths.append(path)
        if len(paths) % _STEP == 0:
            _report_progress_or_cancel(len(paths), on_progress, cancelled)
    paths.sort()
    linked_folders = find_linked_folders(files)
    if linked_folders:
        ignore = ignore.exclude_folders(linked_folders)
    ignored = {path for path in paths if path in ignore}
    return SiteFiles(PageIndex.from_files(paths, ignored), frozenset(paths) - ignored, ignore)


def _report_progress_or_cancel(
    seen: int, on_progress: Callable[[int], None] | None, cancelled: Callable[[], bool] | None
) -> None:
    """Report how many files were seen. Raises `ScanCancelled` if the scan is cancelled."""
    if cancelled and cancelled():
        raise ScanCancelled
    if on_progress:
        on_progress(seen)


def is_llms_file(file: str) -> bool:
    """Return whether a site path is a list for AI tools, in any folder."""
    return file.rpartition("/")[2] in LISTS


def is_written_list(file: str) -> bool:
    """Return whether a site path is a list for AI tools or the sitemap."""
    return file == SITEMAP_XML or is_llms_file(file)


def read_written_lists(sizes: Iterable[tuple[str, int]], files: Files) -> Mapping[str, bytes]:
    """Return the content of each readable llms.txt, llms-full.txt and sitemap.xml up to 2 MB.

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

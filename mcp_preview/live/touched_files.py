"""Finds the files that a change on the disk concerns: those of a folder, and those behind links.

With links a file or folder has several site paths. A change is reported under one of these paths,
and affects all. Links that lead out of the site are not followed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from docs_lsp.files.files import Files
from docs_lsp.files.walk import Walk, is_below, iter_upwards


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


class SiteLinks(NamedTuple):
    """The links of a site at one moment."""

    targets: Mapping[str, str]
    """The final target of each link. All are site paths."""
    links: Mapping[str, Sequence[str]]
    """The links to each target."""

    @classmethod
    def from_folder(cls, folder: Path) -> SiteLinks:
        """Find the links of the site in a folder, by listing all of it."""
        root = os.path.realpath(folder)
        walk = Walk(root)
        for _ in walk.iter_files():
            pass
        targets = {link: _get_site_path(real, root) for link, real in walk.links.items()}
        links: dict[str, list[str]] = {}
        for link, target in targets.items():
            links.setdefault(target, []).append(link)
        return cls(targets, links)

    def refresh(self, touched: Collection[str], folder: Path) -> SiteLinks:
        """Return the links after some files or folders were touched.

        Returns the same object, without listing all files, if no link can have changed.
        """
        is_same = not any(self._may_change(path, folder) for path in touched)
        return self if is_same else self.from_folder(folder)

    def find_changed_links(self, before: SiteLinks) -> set[str]:
        """Return the links that were added or removed, or have another target."""
        if self is before:
            return set()
        return {link for link, _ in self.targets.items() ^ before.targets.items()}

    def iter_equivalent_paths(self, path: str) -> Iterator[str]:
        """Yield all paths that lead to the same file as a path, including itself."""
        yield path
        if not self.targets:
            return
        above = next((upward for upward in iter_upwards(path) if upward in self.targets), "")
        real = self.targets[above] + path[len(above) :] if above else path
        yield real
        for target in iter_upwards(real):
            for link in self.links.get(target, ()):
                yield link + real[len(target) :]

    def _may_change(self, path: str, folder: Path) -> bool:
        """Return whether a touched path may be a link that changed, or a folder with new ones."""
        target = self.targets.get(path)
        try:
            mode = (folder / path).lstat().st_mode
        except (OSError, ValueError):
            return target is not None or any(link.startswith(f"{path}/") for link in self.targets)
        if not stat.S_ISLNK(mode):
            # The content of a new folder is not reported.
            return target is not None or stat.S_ISDIR(mode)
        if target is None:
            return True
        root = os.path.realpath(folder)
        real = os.path.realpath(folder / path)
        return not is_below(real, root) or _get_site_path(real, root) != target


def _get_site_path(real: str, root: str) -> str:
    """Return the site path of a real path in the root of the site."""
    return real[len(root) :].lstrip(os.sep).replace(os.sep, "/")


NO_LINKS = SiteLinks({}, {})

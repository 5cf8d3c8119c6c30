"""The new paths of a site's files after some moves."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.pages import PageIndex, strip_page_extension
from docs_lsp.site.specifications.spec_paths import SPEC_EXTENSIONS

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


class Move(NamedTuple):
    """A file, or a folder with its content, that gets a new path; both are site paths."""

    old: str
    new: str


class NewPaths:
    """Maps any file or folder to its new path; the innermost of several moves applies."""

    def __init__(self, moves: Iterable[Move], is_file: Callable[[str], bool]) -> None:
        """Store moves that are made at the same time, not one after the other."""
        self.moves = tuple(move for move in moves if move.old != move.new)
        files = {move.old for move in self.moves if is_file(move.old)}
        self._files = {old: new for old, new in self.moves if old in files}
        folders = (move for move in self.moves if move.old not in files)
        self.folders = tuple(sorted(folders, key=lambda move: -len(move.old)))
        """The folders that move, the deepest first."""
        self._starts = tuple(f"{move.old}/" for move in self.folders)

    def map_path(self, path: str) -> str:
        """Return the new path of a file or folder; the same path if it does not move."""
        if path in self._files:
            return self._files[path]
        if f"{path}/".startswith(self._starts):
            for old, new in self.folders:
                if path == old or path.startswith(f"{old}/"):
                    return new + path[len(old) :]
        return path

    def is_moved(self, file: str) -> bool:
        """Return whether a file gets another path."""
        return self.map_path(file) != file

    def is_in_new_folder(self, path: str) -> bool:
        """Return whether a path is the new path of a folder that moves, or below it."""
        return any(path == new or path.startswith(f"{new}/") for _, new in self.folders)

    def filter_moving(self, paths: Iterable[str]) -> Iterator[str]:
        """Yield the paths, as they are before the moves, of the files and folders that move."""
        return (path for path in paths if self.map_path(path) != path)

    def list_mention_names(self) -> tuple[str, ...]:
        """Return lower-case names of which every mention of a moved path contains one.

        A name is the last segment of a moved address. Relative links inside a moved folder are an
        exception.
        """
        return tuple({_last_name(move.old).lower() for move in self.moves})


def make_page_path_if_page(file: str, facts: SiteFacts) -> str | None:
    """Return the page path of a file, or None if a file of this path is not a page."""
    page = strip_page_extension(file)
    index = PageIndex.from_files([file], {file} if file in facts.ignore else ())
    return page if page in index else None


def _last_name(path: str) -> str:
    """Return the last name in the address of a file: of an index page, that of its folder."""
    folder, name = posixpath.split(strip_page_extension(path))
    if name.endswith(SPEC_EXTENSIONS):
        return posixpath.splitext(name)[0]  # An operation may name its file without extension.
    # The address of an index page is that of its folder.
    return posixpath.basename(folder) if name == "index" else name

"""Moving and deleting pages, folders and other files: what has to change so that all still fits.

Everything that names what moves follows: entries, `root`s, links, redirects, imports, the names of
specifications, pictures and parts of docs.json. Each keeps the manner in which it was written, and
nothing else is touched. Old addresses get a redirect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from docs_lsp.files import FileFault, Files
from docs_lsp.problem import FileChange, FileEdit, MovedFile
from docs_lsp.site.moves.changed_addresses import Addresses
from docs_lsp.site.moves.docs_edits import edits_in_docs
from docs_lsp.site.moves.new_paths import Move, NewPaths
from docs_lsp.site.moves.notices import notices_of_pages
from docs_lsp.site.moves.other_files import edits_in_other_files
from docs_lsp.site.moves.page_edits import edits_in_pages
from docs_lsp.site.moves.redirect_edits import edits_in_redirects, edits_of_list
from docs_lsp.site.moves.redirecting import redirecting
from docs_lsp.site.moves.translated import moves_of_translations

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.redirects import Redirect
    from docs_lsp.text import Span

__all__ = ["Addresses", "Move", "NewPaths", "Plan", "moved", "moves_of_translations", "plan"]

_NO_LIST = (
    "The list `redirects` cannot be changed as it is, so readers who come by an old address find "
    "nothing. Correct the list, and add the redirects."
)


@dataclass(frozen=True, slots=True)
class MovePlan:
    """What some moves take along, as long as the site stays as it was when the plan was made."""

    relocation: NewPaths
    edits: tuple[FileEdit, ...]
    """In the files as they are before: those of a file that moves name its old path."""
    added: tuple[Redirect, ...] = ()
    removed: tuple[Redirect, ...] = ()
    notices: tuple[str, ...] = ()
    """Sentences for the writer: what could not be done, or does not help readers yet."""

    def moved_files(self, files: Files) -> tuple[MovedFile, ...]:
        """Each file that moves, in an order in which no place is taken before it is free.

        Of files that change places with each other, none can be first: these come as they are.
        """
        return tuple(_in_order(self.relocation, files))


def plan(
    overview: Overview, files: Files, moves: Iterable[Move], *, redirect: bool = True
) -> MovePlan:
    """What has to change along with moves that are made at the same time.

    With `redirect`, old addresses get one. Whether the moves can be made at all is for whoever
    makes them to find out.
    """
    relocation = NewPaths(moves, lambda path: path in overview.facts.files or files.exists(path))
    addresses = Addresses(overview, relocation)
    texts = _Texts(files)
    edits = _Edits()
    for edit in (*edits_in_docs(addresses), *edits_in_pages(addresses, files)):
        edits.add(edit)
    rewritten = ((edit.file, texts.at(edit.file, edit.span), edit.new) for edit in edits.found)
    for edit in edits_in_other_files(addresses, files, rewritten):
        edits.add(edit)
    redirects = redirecting(addresses, wanted=redirect)
    for edit in edits_in_redirects(redirects):
        edits.add(edit)
    notices = (*notices_of_pages(addresses), *redirects.notices)
    in_list = edits_of_list(redirects, overview)
    if in_list is None:
        notices += (_NO_LIST,)
        redirects = replace(redirects, fates=(), added=())
    for edit in in_list or ():
        edits.add(edit)
    return MovePlan(relocation, edits.sorted(), redirects.added, redirects.removed, notices)


def moved(
    overview: Overview, files: Files, moves: Iterable[Move], *, redirect: bool = True
) -> tuple[FileChange, ...]:
    """The changes that make some moves, the files themselves last."""
    made = plan(overview, files, moves, redirect=redirect)
    return (*made.edits, *made.moved_files(files))


class _Edits:
    """Edits, each place once: a string may be met in several ways, and they all agree."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int], FileEdit] = {}

    @property
    def found(self) -> Sequence[FileEdit]:
        return tuple(self._found.values())

    def add(self, edit: FileEdit) -> None:
        self._found.setdefault((edit.file, edit.span.start), edit)

    def sorted(self) -> tuple[FileEdit, ...]:
        return tuple(sorted(self._found.values()))


class _Texts:
    """What stands where in the files, each read once."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._read: dict[str, bytes] = {}

    def at(self, file: str, span: Span) -> str:
        if file not in self._read:
            try:
                self._read[file] = self._files.read(file)
            except FileFault:
                self._read[file] = b""
        return self._read[file][slice(*span)].decode("utf-8", "replace")


def _in_order(relocation: NewPaths, files: Files) -> Iterator[MovedFile]:
    waiting = {path: relocation.of(path) for path in relocation.files_among(files.paths())}
    while waiting:
        free = [old for old, new in waiting.items() if new not in waiting]
        for old in free or list(waiting):
            yield MovedFile(old, waiting.pop(old))

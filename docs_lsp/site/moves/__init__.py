"""Move and delete pages, folders and other files, and update every reference to them.

Entries, `root`s, links, redirects, imports, names of specifications, images and parts of docs.json
are updated. Each retains the style in which it was written, and nothing else changes. Old addresses
get a redirect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from docs_lsp.core.problem import FileChange, FileEdit, MovedFile
from docs_lsp.files.files import Files, bytes_of
from docs_lsp.site.moves.changed_addresses import Addresses
from docs_lsp.site.moves.docs_edits import edits_in_docs
from docs_lsp.site.moves.new_paths import Move, NewPaths, page_at
from docs_lsp.site.moves.other_files import edits_in_other_files
from docs_lsp.site.moves.page_edits import edits_in_pages
from docs_lsp.site.moves.redirect_edits import edits_in_redirects, edits_of_list
from docs_lsp.site.moves.redirecting import plan_redirects
from docs_lsp.site.pages import PAGE_EXTENSIONS, Never, PageIndex, strip_extension
from docs_lsp.site.summaries.translations import Edition, Translations, translations

if TYPE_CHECKING:
    from docs_lsp.core.text import Span
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.redirects import Redirect

__all__ = [
    "Addresses",
    "Move",
    "MovePlan",
    "NewPaths",
    "moves_of_translations",
    "plan",
    "plan_changes",
]

_NO_LIST = (
    "`redirects` cannot be edited as it is, so no redirects are added and the old addresses are "
    "broken. Correct it, and add the redirects."
)
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class MovePlan:
    """The changes that go with some moves, valid as long as the site does not change."""

    relocation: NewPaths
    edits: tuple[FileEdit, ...]
    """Edits of the files before the moves: those of a file that moves name its old path."""
    added: tuple[Redirect, ...] = ()
    removed: tuple[Redirect, ...] = ()
    notices: tuple[str, ...] = ()
    """Sentences for the writer: what could not be done, or does not help readers yet."""

    def list_file_moves(self, files: Files) -> tuple[MovedFile, ...]:
        """List each file that moves, so that every target path is free at its turn.

        Files that swap paths cannot be ordered: these are in their original order.
        """
        return tuple(_in_order(self.relocation, files))


def plan(
    overview: Overview, files: Files, moves: Iterable[Move], *, redirect: bool = True
) -> MovePlan:
    """Plan the changes that go with moves made at the same time.

    With `redirect`, old addresses get one. Whether the moves are possible is not checked.
    """
    relocation = NewPaths(moves, lambda path: path in overview.facts.files or files.exists(path))
    addresses = Addresses(overview, relocation)
    texts = _Texts(files)
    edits = _Edits()
    for edit in (*edits_in_docs(addresses), *edits_in_pages(addresses, files)):
        edits.add(edit)
    rewritten = (
        (edit.file, texts.read_span(edit.file, edit.span), edit.new) for edit in edits.all_edits
    )
    for edit in edits_in_other_files(addresses, files, rewritten):
        edits.add(edit)
    redirects = plan_redirects(addresses, should_add=redirect)
    for edit in edits_in_redirects(redirects):
        edits.add(edit)
    notices = (*_notices_of_pages(addresses), *redirects.notices)
    in_list = edits_of_list(redirects, overview)
    if in_list is None:
        notices += (_NO_LIST,)
        redirects = replace(redirects, fates=(), added=())
    for edit in in_list or ():
        edits.add(edit)
    return MovePlan(relocation, edits.sort(), redirects.added, redirects.removed, notices)


def plan_changes(
    overview: Overview, files: Files, moves: Iterable[Move], *, redirect: bool = True
) -> tuple[FileChange, ...]:
    """Return the changes that make some moves, the files themselves last."""
    made = plan(overview, files, moves, redirect=redirect)
    return (*made.edits, *made.list_file_moves(files))


class _Edits:
    """A set of edits without duplicates: a string found in several ways is edited once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int], FileEdit] = {}

    @property
    def all_edits(self) -> Sequence[FileEdit]:
        return tuple(self._found.values())

    def add(self, edit: FileEdit) -> None:
        self._found.setdefault((edit.file, edit.span.start), edit)

    def sort(self) -> tuple[FileEdit, ...]:
        return tuple(sorted(self._found.values()))


class _Texts:
    """The texts of files, each read once."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._read: dict[str, bytes] = {}

    def read_span(self, file: str, span: Span) -> str:
        if file not in self._read:
            self._read[file] = bytes_of(self._files, file)
        return self._read[file][slice(*span)].decode("utf-8", "replace")


def _in_order(relocation: NewPaths, files: Files) -> Iterator[MovedFile]:
    waiting = {path: relocation.new_path(path) for path in relocation.filter_moving(files.paths())}
    while waiting:
        free = [old for old, new in waiting.items() if new not in waiting]
        for old in free or list(waiting):
            yield MovedFile(old, waiting.pop(old))


def _notices_of_pages(addresses: Addresses) -> Iterator[str]:
    """Yield notices about files that stop or start being pages."""
    lost: dict[str, list[str]] = {}
    for moved in addresses.page_moves:
        if moved.new is None:
            file = addresses.relocation.new_path(moved.page.file)
            lost.setdefault(_reason(file, addresses), []).append(file)
    for reason, files in lost.items():
        verb = "is no longer a page" if len(files) == 1 else "are no longer pages"
        yield f"{_render_files(files)} {verb}: {reason}."
    new = sorted(_new_pages(addresses))
    if new:
        yield f"{_render_files(new)} {'becomes a page' if len(new) == 1 else 'become pages'}."


def _new_pages(addresses: Addresses) -> Iterator[str]:
    """Yield the new paths of files that become pages and that no page imports."""
    facts = addresses.overview.facts
    contents = addresses.overview.contents or {}
    imported = {file for content in contents.values() for file in content.imports}
    for file in addresses.relocation.filter_moving(facts.files):
        page, new = strip_extension(file), addresses.relocation.new_path(file)
        is_part = page != file and facts.pages.non_page_reason(page) in (
            Never.SNIPPET,
            Never.REPOSITORY,
        )
        if is_part and file not in imported and page_at(new, facts):
            yield new


def _reason(file: str, addresses: Addresses) -> str:
    ignore = addresses.overview.facts.ignore
    index = PageIndex.from_files([file], {file} if file in ignore else ())
    never = index.non_page_reason(strip_extension(file))
    if never is None:
        return "only `.mdx` and `.md` files are pages"
    pattern = ignore.reason(file) if never is Never.IGNORED else None
    return f"it is ignored because of {pattern}" if pattern else never.value


def _render_files(files: Sequence[str]) -> str:
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    return ", ".join(f"`{file}`" for file in files[:_SHOWN]) + more


def moves_of_translations(overview: Overview, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the same moves in other languages, if the file exists and its target is free."""
    own_moves = tuple(moves)
    lists = translations(overview.navigation)
    candidates = (
        one
        for move in own_moves
        for languages in lists
        for one in _find_translated_moves(move, languages, overview)
    )
    return tuple(candidate for candidate in dict.fromkeys(candidates) if candidate not in own_moves)


def _find_translated_moves(
    move: Move, languages: Translations, overview: Overview
) -> Iterator[Move]:
    own = _edition_of_move(move, languages)
    if own is None:
        return
    edition, version, folder = own
    for other in languages.editions:
        home = other.folders.get(version)
        if other is edition or home is None or home == folder:
            continue
        old, new = home + move.old[len(folder) :], home + move.new[len(folder) :]
        there = _find_move(old, new, overview)
        if there is not None:
            yield there


def _edition_of_move(move: Move, languages: Translations) -> tuple[Edition, str | None, str] | None:
    """Return the language folder that contains both paths of a move, the deepest one."""
    candidates = [
        (edition, version, folder)
        for edition in languages.editions
        for version, folder in edition.folders.items()
        if move.old.startswith(folder)
    ]
    best = max(candidates, key=lambda one: len(one[2]), default=None)
    return best if best and move.new.startswith(best[2]) else None


def _find_move(old: str, new: str, overview: Overview) -> Move | None:
    """Return the move of a file (with either extension) or a folder; None if impossible."""
    files = overview.facts.files
    plain, plain_new = strip_extension(old), strip_extension(new)
    if plain == old:
        is_free = new not in files and not _is_folder(new, files)
        return Move(old, new) if is_free and (old in files or _is_folder(old, files)) else None
    for extension in (old[len(plain) :], *PAGE_EXTENSIONS):
        if plain + extension in files:
            taken = any(plain_new + ending in files for ending in PAGE_EXTENSIONS)
            return None if taken else Move(plain + extension, plain_new + extension)
    return None


def _is_folder(path: str, files: Iterable[str]) -> bool:
    return any(file.startswith(f"{path}/") for file in files)

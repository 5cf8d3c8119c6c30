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
from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.site.moves.changed_addresses import AddressMap
from docs_lsp.site.moves.docs_edits import (
    iter_docs_edits,
    iter_redirect_edits,
    make_redirect_list_edits,
)
from docs_lsp.site.moves.new_paths import Move, NewPaths, make_page_path_if_page
from docs_lsp.site.moves.other_files import iter_other_file_edits
from docs_lsp.site.moves.page_edits import iter_page_edits
from docs_lsp.site.moves.redirect_plan import plan_redirects
from docs_lsp.site.pages import PAGE_EXTENSIONS, NonPageReason, PageIndex, strip_page_extension
from docs_lsp.site.summaries.counterpart_pages import (
    LanguageEdition,
    Translations,
    compare_all_languages,
)

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.redirects import Redirect

__all__ = [
    "AddressMap",
    "Move",
    "MovePlan",
    "NewPaths",
    "find_translation_moves",
    "list_move_changes",
    "plan_moves",
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
        """List the files that move, in an order in which each new path is free at its turn.

        Files that swap paths cannot be ordered: these are in their original order.
        """
        return tuple(_order_file_moves(self.relocation, files))


def plan_moves(
    overview: Overview, files: Files, moves: Iterable[Move], *, redirect: bool = True
) -> MovePlan:
    """Plan the changes that go with moves made at the same time.

    With `redirect`, old addresses get one. Whether the moves are possible is not checked.
    """
    relocation = NewPaths(moves, lambda path: path in overview.facts.files or files.exists(path))
    addresses = AddressMap(overview, relocation)
    edits = [*iter_docs_edits(addresses), *iter_page_edits(addresses, files)]
    rewritten = _iter_rewritten_texts(_remove_duplicates(edits), files)
    edits += iter_other_file_edits(addresses, files, rewritten)
    redirects = plan_redirects(addresses, should_add=redirect)
    edits += iter_redirect_edits(redirects)
    notices = (*_iter_page_notices(addresses), *redirects.notices)
    in_list = make_redirect_list_edits(redirects, overview)
    if in_list is None:
        notices += (_NO_LIST,)
        redirects = replace(redirects, changes=(), added=())
    edits += in_list or ()
    unique = tuple(sorted(_remove_duplicates(edits)))
    return MovePlan(relocation, unique, redirects.added, redirects.removed, notices)


def list_move_changes(
    overview: Overview, files: Files, moves: Iterable[Move], *, redirect: bool = True
) -> tuple[FileChange, ...]:
    """Return the edits that moves require, followed by the moves of the files themselves."""
    plan = plan_moves(overview, files, moves, redirect=redirect)
    return (*plan.edits, *plan.list_file_moves(files))


def _remove_duplicates(edits: Iterable[FileEdit]) -> list[FileEdit]:
    """Return the first edit at each place: a string found in several ways is edited once."""
    by_place: dict[tuple[str, int], FileEdit] = {}
    for edit in edits:
        by_place.setdefault((edit.file, edit.span.start), edit)
    return list(by_place.values())


def _iter_rewritten_texts(
    edits: Sequence[FileEdit], files: Files
) -> Iterator[tuple[str, str, str]]:
    """Yield the file, the text before and the text after of each edit."""
    texts = {file: read_bytes_or_empty(files, file) for file in {edit.file for edit in edits}}
    for edit in edits:
        before = texts[edit.file][slice(*edit.span)].decode("utf-8", "replace")
        yield edit.file, before, edit.new


def _order_file_moves(relocation: NewPaths, files: Files) -> Iterator[MovedFile]:
    """Yield the files that move, each after the one at its new path if that moves too."""
    waiting = {path: relocation.map_path(path) for path in relocation.filter_moving(files.paths())}
    while waiting:
        free = [old for old, new in waiting.items() if new not in waiting]
        for old in free or list(waiting):
            yield MovedFile(old, waiting.pop(old))


def _iter_page_notices(addresses: AddressMap) -> Iterator[str]:
    """Yield notices about files that stop or start being pages."""
    lost: dict[str, list[str]] = {}
    for moved in addresses.page_moves:
        if moved.new is None:
            file = addresses.relocation.map_path(moved.page.file)
            lost.setdefault(_explain_non_page(file, addresses), []).append(file)
    for reason, files in lost.items():
        verb = "is no longer a page" if len(files) == 1 else "are no longer pages"
        yield f"{_render_files(files)} {verb}: {reason}."
    new = sorted(_iter_new_pages(addresses))
    if new:
        yield f"{_render_files(new)} {'becomes a page' if len(new) == 1 else 'become pages'}."


def _iter_new_pages(addresses: AddressMap) -> Iterator[str]:
    """Yield the new paths of files that become pages and that no page imports."""
    facts = addresses.overview.facts
    contents = addresses.overview.contents or {}
    imported = {file for content in contents.values() for file in content.imports}
    for file in addresses.relocation.filter_moving(facts.files):
        page, new = strip_page_extension(file), addresses.relocation.map_path(file)
        is_part = page != file and facts.pages.find_non_page_reason(page) in (
            NonPageReason.SNIPPET,
            NonPageReason.REPOSITORY,
        )
        if is_part and file not in imported and make_page_path_if_page(new, facts):
            yield new


def _explain_non_page(file: str, addresses: AddressMap) -> str:
    """Return why a file is not a page, as part of a sentence."""
    ignore = addresses.overview.facts.ignore
    index = PageIndex.from_files([file], {file} if file in ignore else ())
    never = index.find_non_page_reason(strip_page_extension(file))
    if never is None:
        return "only `.mdx` and `.md` files are pages"
    pattern = ignore.describe_excluding_pattern(file) if never is NonPageReason.IGNORED else None
    return f"it is ignored because of {pattern}" if pattern else never.value


def _render_files(files: Sequence[str]) -> str:
    """Return the first paths in backticks, and how many more there are."""
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    return ", ".join(f"`{file}`" for file in files[:_SHOWN]) + more


def find_translation_moves(overview: Overview, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the same moves in other languages, if the file exists and its target is free."""
    own_moves = tuple(moves)
    lists = compare_all_languages(overview.navigation)
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
    """Yield the same move in each other language of an array in which it is possible."""
    own = _find_move_language(move, languages)
    if own is None:
        return
    edition, version, folder = own
    for other in languages.editions:
        home = other.folders.get(version)
        if other is edition or home is None or home == folder:
            continue
        old, new = home + move.old[len(folder) :], home + move.new[len(folder) :]
        there = _make_move_if_possible(old, new, overview)
        if there is not None:
            yield there


def _find_move_language(
    move: Move, languages: Translations
) -> tuple[LanguageEdition, str | None, str] | None:
    """Return the language, version and folder that have both paths of a move, or None.

    It is the deepest folder of a language with the old path.
    """
    candidates = [
        (edition, version, folder)
        for edition in languages.editions
        for version, folder in edition.folders.items()
        if move.old.startswith(folder)
    ]
    best = max(candidates, key=lambda one: len(one[2]), default=None)
    return best if best and move.new.startswith(best[2]) else None


def _make_move_if_possible(old: str, new: str, overview: Overview) -> Move | None:
    """Return the move of a file (with either extension) or a folder; None if impossible."""
    files = overview.facts.files
    plain, plain_new = strip_page_extension(old), strip_page_extension(new)
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

"""The translations of what moves: the same files and folders in the other languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.site.moves.new_paths import Move
from docs_lsp.site.pages import PAGE_EXTENSIONS, without_extension
from docs_lsp.site.summaries.translations import Edition, Translations, translations

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview


def moves_of_translations(overview: Overview, moves: Iterable[Move]) -> tuple[Move, ...]:
    """What would have to move in the other languages, where it is there and its place is free."""
    given = tuple(moves)
    lists = translations(overview.navigation)
    found = (one for move in given for languages in lists for one in _of(move, languages, overview))
    return tuple(one for one in dict.fromkeys(found) if one not in given)


def _of(move: Move, languages: Translations, overview: Overview) -> Iterator[Move]:
    own = _home(move, languages)
    if own is None:
        return
    edition, version, folder = own
    for other in languages.editions:
        home = other.folders.get(version)
        if other is edition or home is None or home == folder:
            continue
        old, new = home + move.old[len(folder) :], home + move.new[len(folder) :]
        there = _existing(old, new, overview)
        if there is not None:
            yield there


def _home(move: Move, languages: Translations) -> tuple[Edition, str | None, str] | None:
    """The language that a move lies in altogether: that of the deepest folder around it."""
    found = [
        (edition, version, folder)
        for edition in languages.editions
        for version, folder in edition.folders.items()
        if move.old.startswith(folder)
    ]
    best = max(found, key=lambda one: len(one[2]), default=None)
    return best if best and move.new.startswith(best[2]) else None


def _existing(old: str, new: str, overview: Overview) -> Move | None:
    """The move of a file, perhaps with the other extension, or of a folder; None for neither."""
    files = overview.facts.files
    plain, plain_new = without_extension(old), without_extension(new)
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

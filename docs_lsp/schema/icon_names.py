"""Look up icon names in the libraries that docs.json can choose from.

The folder `icons` has a file for each library, written by `python -m tests.icon_names` from the
library's own package. A library may add icons at any time, so a name that is not in the file may
still exist.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from docs_lsp.core.did_you_mean import compute_edit_distance
from docs_lsp.core.lazy_pattern import compile_lazily

DEFAULT_LIBRARY = "fontawesome"
"""The library that is used if docs.json names none (SERVICE.md, icons)."""

LIBRARIES = ("fontawesome", "lucide", "tabler")
"""The libraries that docs.json can choose from, the most common ones first."""

_NAME = compile_lazily(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SHORTEST = 3
"""Length from which on misspellings are suggested: in shorter names each letter matters."""
_LONGEST = 60
"""Length of the longest icon name."""
_SEARCHED = 500
"""Characters in which a name is searched; more than any name has."""
_LONG = 8
"""Length from which on two letters may differ in a misspelling."""


def get_names_file(library: str) -> Path:
    """Return the path of the file with the names of a library."""
    return Path(__file__).with_name("icons") / f"{library}.txt"


def list_icon_names(library: str) -> list[str]:
    """Return the names in a library, sorted; an empty list for an unknown library.

    Reads a file the first time.
    """
    return _read_names_text(library).split()


def has_icon(library: str, name: str) -> bool:
    """Return whether a library has an icon of this name, in any case."""
    text, line = _read_names_text(library), f"\n{name.lower()}\n"
    # The names are sorted; a search of all takes 15 times as long.
    start, end = 0, len(text)
    while end - start > _SEARCHED:
        middle = text.index("\n", (start + end) // 2)
        if line < text[middle : middle + len(line)]:
            end = middle + 1
        else:
            start = middle
    return text.find(line, start, end) >= 0


@lru_cache(maxsize=1000)
def find_other_library(name: str, library: str) -> str | None:
    """Return another library that has an icon which `library` lacks, or None.

    None if `library` has the icon itself, is unknown, or if no library has it.
    """
    if (
        not _read_names_text(library)
        or not _NAME.fullmatch(name.lower())
        or has_icon(library, name)
    ):
        return None
    return next((other for other in LIBRARIES if has_icon(other, name)), None)


@cache
def _read_names_text(library: str) -> str:
    """Return the names in a library, each between two line feeds.

    As separate string objects they would take ten times the memory: 2 MB for all libraries.
    """
    try:
        text = get_names_file(library).read_text("utf-8")
    except OSError:
        return ""
    return "\n".join(["", *(line for line in text.splitlines() if not line.startswith("#")), ""])


def needs_similarity_search(name: str, library: str) -> bool:
    """Return whether a well-formed icon name is in no library.

    Only then are the names of its library compared with it letter by letter, which takes
    milliseconds.
    """
    if not _SHORTEST <= len(name) <= _LONGEST or not _NAME.fullmatch(name.lower()):
        return False
    return not any(has_icon(one, name) for one in (library, *LIBRARIES))


@lru_cache(maxsize=1000)
def suggest_icons(name: str, library: str) -> tuple[str, ...]:
    """Return the icons of a library of which an unknown name is a misspelling, nearest first.

    Empty if this or another library has the name, if no similar name exists, and if it is not an
    icon name at all (a path, a URL, an emoji). A misspelling has one letter more, less or
    different, or two letters swapped; a long name may have two such mistakes.
    """
    if not needs_similarity_search(name, library):
        return ()
    lowered = name.lower()
    most = 2 if len(name) >= _LONG else 1
    matches = []
    for icon in list_icon_names(library):
        # A misspelling keeps the first or the last letter; this check is fast.
        if abs(len(icon) - len(name)) > most or (icon[0] != lowered[0] and icon[-1] != lowered[-1]):
            continue
        distance = compute_edit_distance(lowered, icon, most)
        if distance <= most:
            matches.append((distance, icon))
    return tuple(icon for _, icon in sorted(matches))

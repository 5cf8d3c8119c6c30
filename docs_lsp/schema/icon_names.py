"""The names of the icons in the libraries that docs.json can choose from.

The folder `icons` holds a file for each library, written by `python -m tests.icon_names` from the
library's own package. A library may get new icons at any time, so a name that is not among them may
still be right.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.nearest import edit_distance

DEFAULT_LIBRARY = "fontawesome"
"""The library that counts where docs.json names none (SERVICE.md, icons)."""

LIBRARIES = ("fontawesome", "lucide", "tabler")
"""Those that docs.json can choose from, the usual ones first."""

_NAME = compile_lazily(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SHORTEST = 3
"""In shorter names every letter makes another word."""
_LONGEST = 60
"""No icon has a longer name."""
_LONG = 8
"""From this length on a name may differ in two letters and still be the same word."""


def file_of(library: str) -> Path:
    """The file with the names of a library."""
    return Path(__file__).with_name("icons") / f"{library}.txt"


def icon_names(library: str) -> list[str]:
    """The names in a library, in order; none for a library that is not known. Reads a file the
    first time."""
    return _lines(library).split()


def has_icon(library: str, name: str) -> bool:
    """Whether a library has an icon of a name."""
    return f"\n{name.lower()}\n" in _lines(library)


@lru_cache(maxsize=1000)
def find_other_library(name: str, library: str) -> str | None:
    """The library that has an icon of a name which this one has not; None if it is here, or
    nowhere."""
    if not _lines(library) or not _NAME.fullmatch(name.lower()) or has_icon(library, name):
        return None
    return next((other for other in LIBRARIES if has_icon(other, name)), None)


@cache
def _lines(library: str) -> str:
    """The names in a library, each a line between two line feeds: as objects of their own they
    would take ten times the room, 2 MB for all libraries that a writer may come past."""
    try:
        text = file_of(library).read_text("utf-8")
    except OSError:
        return ""
    return "\n".join(["", *(line for line in text.splitlines() if not line.startswith("#")), ""])


def has_to_be_looked_up(name: str, library: str) -> bool:
    """Whether a name could be that of an icon and no library has it: then the names of its library
    are compared with it letter by letter, which takes milliseconds."""
    if not _SHORTEST <= len(name) <= _LONGEST or not _NAME.fullmatch(name.lower()):
        return False
    return not any(has_icon(one, name) for one in (library, *LIBRARIES))


@lru_cache(maxsize=1000)
def suggest_icons(name: str, library: str) -> tuple[str, ...]:
    """The names in a library that an unknown name is a misspelling of, the nearest first.

    None for a name that this or another library has, for one that has no near one, and for what is
    no such name at all: a path, a URL, an emoji. Misspelt is what has one letter more, less or
    other, or two letters swapped; a long name may have two such mistakes.
    """
    if not has_to_be_looked_up(name, library):
        return ()
    lowered = name.lower()
    most = 2 if len(name) >= _LONG else 1
    near = []
    for one in icon_names(library):
        # Nobody misses both ends; and this is quick to see.
        if abs(len(one) - len(name)) > most or (one[0] != lowered[0] and one[-1] != lowered[-1]):
            continue
        distance = edit_distance(lowered, one, most)
        if distance <= most:
            near.append((distance, one))
    return tuple(one for _, one in sorted(near))

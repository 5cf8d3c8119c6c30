"""Look up icon names in the libraries that docs.json can choose from.

The folder `icons` has a file for each library, written by `python -m tests.icon_names` from the
library's own package. A library may add icons at any time, so a name that is not in the file may
still exist.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

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

_TABLE: Final = """
gear settings settings
gears cog -
robot bot robot
layer-group layers stack-2
cubes boxes packages
cube box box
shield-halved shield-half shield-half
circle-question circle-help help-circle
circle-info info info-circle
circle-exclamation circle-alert alert-circle
triangle-exclamation triangle-alert alert-triangle
circle-check circle-check circle-check
circle-xmark circle-x circle-x
xmark x x
code-branch git-branch git-branch
code-commit git-commit-horizontal git-commit
code-pull-request git-pull-request git-pull-request
code-merge git-merge git-merge
code-fork git-fork git-fork
magnifying-glass search search
envelope mail mail
comment message-circle message-circle
comments messages-square messages
house house home
trash trash-2 trash
pen-to-square square-pen edit
pen pen pencil
floppy-disk save device-floppy
wand-magic-sparkles wand-sparkles -
bolt zap bolt
list-check list-checks list-check
list-ol list-ordered list-numbers
list-ul list list
chart-line chart-line chart-line
chart-simple chart-no-axes-column chart-bar
chart-pie chart-pie chart-pie
right-from-bracket log-out logout
right-to-bracket log-in login
arrow-up-right-from-square external-link external-link
arrows-rotate refresh-cw refresh
rotate-left undo-2 arrow-back-up
clock-rotate-left history history
diagram-project workflow sitemap
sitemap network sitemap
globe globe world
earth-americas earth world
location-dot map-pin map-pin
money-bill banknote cash
cart-shopping shopping-cart shopping-cart
tag tag tag
graduation-cap graduation-cap school
lightbulb lightbulb bulb
microchip cpu cpu
server server server
database database database
screwdriver-wrench wrench tool
ellipsis ellipsis dots
paper-plane send send
thumbtack pin pin
file-lines file-text file-text
folder-open folder-open folder-open
mobile-screen smartphone device-mobile
display monitor device-desktop
sliders sliders-horizontal adjustments-horizontal
toggle-on toggle-right toggle-right
user-plus user-plus user-plus
users users users
table-cells grid-3x3 grid-3x3
table-columns columns-2 columns
puzzle-piece puzzle puzzle
flask flask-conical flask
video video video
volume-high volume-2 volume
"""
"""Equivalent icons: on each line the names of one picture, in the order of `LIBRARIES`.

A `-` is in place of a name if a library has none, or more than one that may be meant.
"""


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
    """Return the names in a library, each between line feeds; empty for an unknown library.

    As separate string objects they would take ten times the memory: 2 MB for all libraries.
    """
    try:
        text = get_names_file(library).read_text("utf-8")
    except OSError:
        return ""
    return "\n".join(["", *(line for line in text.splitlines() if not line.startswith("#")), ""])


def needs_similarity_search(name: str, library: str) -> bool:
    """Return whether an icon name of 3 to 60 characters is well-formed and in no library.

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


@cache
def _parse_rows() -> tuple[tuple[str, ...], ...]:
    """Return the rows of the table of equivalent icons."""
    return tuple(tuple(line.split()) for line in _TABLE.strip().splitlines())


def find_equivalent(name: str, own: str, library: str) -> str | None:
    """Return the name in `library` of an icon that the library `own` calls `name`, or None.

    None if the table of equivalent icons has no such name, or more than one.
    """
    if own not in LIBRARIES or library not in LIBRARIES:
        return None
    before, after = LIBRARIES.index(own), LIBRARIES.index(library)
    names = {row[after] for row in _parse_rows() if row[before] == name and row[after] != "-"}
    return names.pop() if len(names) == 1 else None

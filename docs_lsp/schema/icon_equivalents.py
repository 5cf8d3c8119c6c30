"""Equivalent names of icons in the different icon libraries.

Each line has the names of one picture in the order of `LIBRARIES`; `-` if a library has none, or
more than one that may be meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from docs_lsp.schema.icon_names import LIBRARIES

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


@cache
def _parse_rows() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in _TABLE.strip().splitlines())


def iter_library_names() -> Iterator[tuple[str, str]]:
    """Yield each (library, name) pair of the table."""
    for row in _parse_rows():
        yield from (
            (library, name) for library, name in zip(LIBRARIES, row, strict=True) if name != "-"
        )


def find_equivalent(name: str, own: str, library: str) -> str | None:
    """Return what `library` calls an icon that the library `own` calls `name`, or None.

    None if the table has no such icon, or more than one.
    """
    if own not in LIBRARIES or library not in LIBRARIES:
        return None
    before, after = LIBRARIES.index(own), LIBRARIES.index(library)
    names = {row[after] for row in _parse_rows() if row[before] == name and row[after] != "-"}
    return names.pop() if len(names) == 1 else None

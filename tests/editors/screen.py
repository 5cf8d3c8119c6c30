"""Converts a tmux screen, with its colours, to SVG."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby
from xml.sax.saxutils import escape

_SGR = re.compile(r"\x1b\[([\d;:]*)m")
_OTHER = re.compile(r"\x1b(?:\[[\d;:?]*[A-Za-z]|[()][A-Z0-9]|[\x0e\x0f])|[\x0e\x0f]")
_BASIC = (
    *("#484f58", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#c9d1d9"),
    *("#6e7681", "#ffa198", "#aff5b4", "#f2cc60", "#a5d6ff", "#e2c5ff", "#b3f0ff", "#f0f6fc"),
)
_INK, _PAPER = "#c9d1d9", "#0d1117"
WIDE, HIGH = 8.43, 19


@dataclass(frozen=True)
class Look:
    """Style of a character."""

    ink: str = _INK
    paper: str = _PAPER
    bold: bool = False
    italic: bool = False
    underline: bool = False
    reverse: bool = False


def render_svg(screen: str, label: str) -> str:
    """Convert the output of `tmux capture-pane -e` to SVG."""
    lines = screen.rstrip("\n").split("\n")
    look, cells = Look(), []
    for line in lines:
        row, look = _parse_cells(line, look)
        cells.append(row)
    columns = max(sum(wide for _, _, wide in line) for line in cells)
    [(paper, _)] = Counter(style.paper for line in cells for _, style, _ in line).most_common(1)
    rows = [
        row for at, line in enumerate(cells) for row in _render_row(line, 10 + HIGH * at, paper)
    ]
    width, height = round(20 + WIDE * columns), 20 + HIGH * len(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(label)}">\n'
        "<style>text { font: 14px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace }"
        f'</style>\n<rect width="{width}" height="{height}" rx="8" fill="{paper}"/>\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )


def _parse_cells(line: str, look: Look) -> tuple[list[tuple[str, Look, int]], Look]:
    cells: list[tuple[str, Look, int]] = []
    for index, part in enumerate(_SGR.split(line)):
        if index % 2:
            look = _apply_codes(look, [int(code or 0) for code in re.split("[;:]", part)])
            continue
        for letter in _OTHER.sub("", part):
            wide = 2 if unicodedata.east_asian_width(letter) in "WF" else 1
            cells.append((letter, look, wide))
    return cells, look


def _render_row(cells: list[tuple[str, Look, int]], y: int, plain: str) -> list[str]:
    """Render rectangles and texts, one of each for a run of characters with the same style."""
    column, shown = 0, []
    for look, run in groupby(cells, key=lambda cell: cell[1]):
        group = list(run)
        text, wide = "".join(letter for letter, _, _ in group), sum(cell[2] for cell in group)
        ink, paper = (look.paper, look.ink) if look.reverse else (look.ink, look.paper)
        x, length = round(10 + WIDE * column, 1), round(WIDE * wide, 1)
        if paper != plain:
            shown.append(f'<rect x="{x}" y="{y}" width="{length}" height="{HIGH}" fill="{paper}"/>')
        if text.strip():
            lead = len(text) - len(text.lstrip())
            x = round(x + WIDE * lead, 1)
            style = f'font-weight="{"bold" if look.bold else "normal"}"'
            style += ' font-style="italic"' if look.italic else ""
            style += ' text-decoration="underline"' if look.underline else ""
            inner = escape(text.strip())
            position = f'x="{x}" y="{y + 14}" fill="{ink}"'
            shown.append(f'<text {position} {style} xml:space="preserve">{inner}</text>')
        column += wide
    return shown


def _apply_codes(look: Look, codes: list[int]) -> Look:
    while codes:
        code, *codes = codes
        if code == 0:
            look = Look()
        elif code in (38, 48, 58):
            colour, codes = _parse_colour(codes)
            look = replace(look, ink=colour) if code == 38 else look
            look = replace(look, paper=colour) if code == 48 else look
        elif code == 4 and codes[:1] == [3]:
            look, codes = replace(look, underline=True), codes[1:]
        else:
            look = _apply_attribute(look, code)
    return look


def _apply_attribute(look: Look, code: int) -> Look:
    match code:
        case 1 | 22:
            return replace(look, bold=code == 1)
        case 3 | 23:
            return replace(look, italic=code == 3)
        case 4 | 24:
            return replace(look, underline=code == 4)
        case 7 | 27:
            return replace(look, reverse=code == 7)
        case 39:
            return replace(look, ink=_INK)
        case 49:
            return replace(look, paper=_PAPER)
    return _apply_colour(look, code)


def _apply_colour(look: Look, code: int) -> Look:
    base = {3: 0, 4: 0, 9: 8, 10: 8}.get(code // 10)
    if base is None or code % 10 > 7:
        return look
    colour = _BASIC[base + code % 10]
    return replace(look, ink=colour) if code // 10 in (3, 9) else replace(look, paper=colour)


def _parse_colour(codes: list[int]) -> tuple[str, list[int]]:
    """Return a colour of the 256-colour palette or an RGB colour, and the remaining codes."""
    if codes[:1] == [2]:
        return "#{:02x}{:02x}{:02x}".format(*codes[1:4]), codes[4:]
    number = codes[1]
    if number < 16:
        return _BASIC[number], codes[2:]
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}", codes[2:]
    steps = (0, 95, 135, 175, 215, 255)
    red, green, blue = (steps[(number - 16) // by % 6] for by in (36, 6, 1))
    return f"#{red:02x}{green:02x}{blue:02x}", codes[2:]

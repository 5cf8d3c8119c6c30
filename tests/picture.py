"""The picture in the README: what `docs-lsp check` shows of the broken site, as it looks.

    python -m tests.picture

writes `editors/check.svg` anew. A test insists that it is current.
"""

from __future__ import annotations

import re
from contextlib import chdir, redirect_stdout
from pathlib import Path
from xml.sax.saxutils import escape

from docs_lsp.cli import main
from docs_lsp.cli.terminal import DEFAULT_WIDTH
from tests.cli.made import Terminal

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "editors" / "check.svg"
SHOWN = ("missing-page", "mixed-children", "unknown-endpoint", "page-as-object")
COLUMNS = DEFAULT_WIDTH
_PART = re.compile(r"\x1b\[([\d;]*)m")
_PLAIN = "#c9d1d9"
_ADVANCE = 8.43  # pixels to a character
_COLOURS = {"1": "#f0f3f6", "1;31": "#ff7b72", "1;33": "#e3b341", "1;34": "#79c0ff", "2": "#8b949e"}


def picture() -> str:
    """The picture as SVG."""
    lines = ["$ docs-lsp check tests/sites/broken", "", *_output().splitlines()]
    rows = [
        f'<text y="{48 + 19 * number}">{_painted(line)}</text>'
        for number, line in enumerate(lines)
        if line
    ]
    width, height = 40 + round(_ADVANCE * COLUMNS), 56 + 19 * len(lines)
    dots = "".join(
        f'<circle cx="{22 + 20 * n}" cy="18" r="6" fill="{colour}"/>'
        for n, colour in enumerate(("#ff5f56", "#ffbd2e", "#27c93f"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        f'aria-label="docs-lsp check in a terminal">\n'
        "<style>text { font: 14px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace }"
        "</style>\n"
        f'<rect width="{width}" height="{height}" rx="10" fill="#0d1117"/>\n{dots}\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )


def _output() -> str:
    site = ROOT / "tests" / "sites" / "broken"
    with chdir(ROOT), redirect_stdout(Terminal()) as written:
        main(["check", str(site), "--color", "always", "--select", ",".join(SHOWN)])
    return written.getvalue()


def _painted(line: str) -> str:
    """The parts of a line, each put at its column: not every viewer keeps spaces."""
    colour, column, shown = _PLAIN, 0, []
    for index, part in enumerate(_PART.split(line)):
        if index % 2:
            colour = _COLOURS.get(part, _PLAIN)
            continue
        for word in re.finditer(r"\S+(?: \S+)*", part):
            x = round(20 + _ADVANCE * (column + word.start()), 1)
            shown.append(f'<tspan x="{x}" fill="{colour}">{escape(word.group())}</tspan>')
        column += len(part)
    return "".join(shown)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")

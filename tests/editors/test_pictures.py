"""Screenshots in the READMEs, and the conversion of a screen to SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.editors.real import EDITORS
from tests.editors.screen import render_svg

SVG = "{http://www.w3.org/2000/svg}"
SCREENS = ["neovim", "emacs", "vim"]


def texts(svg: str) -> list[tuple[str, str]]:
    """Return the colour and the characters of each text."""
    elements = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return [(each.attrib["fill"], each.text or "") for each in elements]


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_shows_findings_and_a_hover(name: str) -> None:
    """If this fails, run `python -m tests.editors.pictures` and review the screenshots."""
    svg = (EDITORS / name / "screen.svg").read_text("utf-8")
    shown = " ".join(text for _, text in texts(svg))

    assert "Nothing reads `nmae` here" in shown
    assert "Cast off · page" in shown
    assert len(svg) < 300_000


@pytest.mark.parametrize(
    ("code", "ink"),
    [
        ("31", "#ff7b72"),
        ("91", "#ffa198"),
        ("38;5;9", "#ffa198"),
        ("38;5;196", "#ff0000"),
        ("38;5;232", "#080808"),
        ("38;2;1;2;3", "#010203"),
        ("31;39", "#c9d1d9"),
        ("31;0", "#c9d1d9"),
        ("4:3;58;2;9;9;9", "#c9d1d9"),
        ("44;7", "#79c0ff"),
    ],
)
def test_colours_are_those_of_the_terminal(code: str, ink: str) -> None:
    assert texts(render_svg(f"\x1b[{code}mgone\x1b[0m", "")) == [(ink, "gone")]


def test_characters_keep_their_positions() -> None:
    svg = render_svg("ab \x1b[1m<\x1b[22m\n\x1b[48;2;1;1;1m  x\x1b[0m y", "A & B")
    root = ElementTree.fromstring(svg)
    places = [(float(text.attrib["x"]), text.attrib["y"]) for text in root.iter(f"{SVG}text")]

    assert root.attrib["aria-label"] == "A & B"
    assert places == [(10, "24"), (35.3, "24"), (26.9, "43"), (43.7, "43")]
    assert [rect.attrib["fill"] for rect in root.iter(f"{SVG}rect")] == ["#0d1117", "#010101"]

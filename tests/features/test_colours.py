"""Colours: where they stand, and what to write for one."""

from __future__ import annotations

from docs_lsp.core.text import Encoding
from docs_lsp.features.colours import answer_colour_presentations, answer_document_colours
from tests.features.markers import covered, marked

SITE = """{
  "name": "#123456",
  "colors": { "primary": "#0a7d5c", "light": "#fff" },
  "navigation": {
    "anchors": [{ "anchor": "É", "color": { "light": "#ABCDEF" }, "href": "#abc" }]
  },
  "banner": { "content": "#aabbcc" """


def test_only_what_the_service_takes_for_a_colour_is_one() -> None:
    place = marked(SITE)
    found = answer_document_colours(place.view(), place.file, Encoding.UTF16)

    texts = [covered(place.text(), each["range"]) for each in found]
    assert texts == ["#0a7d5c", "#fff", "#ABCDEF"]
    assert found[1]["color"] == {"red": 1, "green": 1, "blue": 1, "alpha": 1}
    assert round(found[0]["color"]["green"] * 255) == 0x7D


def test_a_colour_is_written_as_hex() -> None:
    range_ = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 7}}
    colour = {"red": 1, "green": 0.5, "blue": -3, "alpha": 0.2}

    assert answer_colour_presentations(colour, range_) == [
        {"label": "#ff8000", "textEdit": {"range": range_, "newText": "#ff8000"}}
    ]

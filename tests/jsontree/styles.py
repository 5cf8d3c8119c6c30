"""JSON texts as people and programs write them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st


class Style(NamedTuple):
    """A regular way to write JSON, one that a program keeps to everywhere."""

    indent: str | None
    newline: str = "\n"
    comma: str = ","
    colon: str = ": "

    def written(self, value: Any, *, bom: bool = False, end: str = "") -> bytes:
        """A value in this style."""
        text = json.dumps(
            value,
            indent=self.indent,
            separators=(self.comma, self.colon),
            ensure_ascii=False,
        )
        text = text.replace("\n", self.newline)  # in a string it is escaped
        return (("\ufeff" if bom else "") + text + end).encode()

    def argument(self, value: Any) -> str:
        """A value as it is given to an edit: at column 0, two spaces for a level."""
        if self.indent is None:
            return json.dumps(value, separators=(self.comma, self.colon), ensure_ascii=False)
        separators = (",", self.colon)
        return json.dumps(value, indent=2, separators=separators, ensure_ascii=False)


ON_LINES = [
    Style(indent, newline, colon=colon)
    for indent in ("  ", "    ", "\t", "   ", " ")
    for newline in ("\n", "\r\n", "\r")
    for colon in (": ", ":", " : ")
]
ON_ONE_LINE = [
    Style(None, comma=", "),
    Style(None, comma=",", colon=":"),
    Style(None, comma=" , ", colon=" : "),
]

texts = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from('"\\/[]{},:\n\r\t é😀\u2028'),
    max_size=6,
)
scalars = st.none() | st.booleans() | st.integers(-99, 99) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=20,
)
blanks = st.sampled_from(
    ["", "", " ", "  ", "\t", "\n", "\n  ", "\n\n    ", " \n\t", "\r\n  ", "\r\n", "\r"]
)


def irregular(value: Any, blank: Callable[[], str]) -> str:
    """A value with any blank space between any two tokens."""

    def row(opening: str, pieces: list[str], closing: str) -> str:
        text = opening + blank()
        for number, piece in enumerate(pieces):
            text += (f"{blank()},{blank()}" if number else "") + piece
        return text + blank() + closing

    if isinstance(value, list):
        return row("[", [irregular(item, blank) for item in value], "]")
    if isinstance(value, dict):
        pieces = [
            f"{json.dumps(key)}{blank()}:{blank()}{irregular(item, blank)}"
            for key, item in value.items()
        ]
        return row("{", pieces, "}")
    return json.dumps(value, ensure_ascii=False)

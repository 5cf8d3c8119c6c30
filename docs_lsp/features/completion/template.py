"""A JSON value with places to fill in, written as a snippet or as plain text.

Arrays and objects are plain Python ones, and so is every fixed value. The text is on one line, or
starts at column 0 with LF and two spaces for each level.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.edits import STEP, quote_json

_SPECIAL = compile_lazily(r"[\\$}]")


class TabStop(NamedTuple):
    """A place in which a value is filled in."""

    default: str = ""
    """The initial JSON text."""
    is_last: bool = False
    """Whether this is the final cursor position."""


class Placeholder(NamedTuple):
    """A string that is filled in."""

    default: str = ""
    """The initial text."""
    start: str = ""
    """The fixed beginning of the string."""


class Members(NamedTuple):
    """An object whose members are filled in."""


Template: TypeAlias = (
    "TabStop | Placeholder | Members | dict[str, Template] | list[Template]"
    " | str | int | float | None"
)


def is_filled(template: Template) -> bool:
    """Return whether nothing remains to be filled in; an initial text is enough."""
    match template:
        case TabStop() | Placeholder():
            return bool(template.default)
        case Members():
            return False
        case dict():
            return all(map(is_filled, template.values()))
        case list():
            return all(map(is_filled, template))
    return True


def has_stops(template: Template) -> bool:
    """Return whether there is a tab stop, with or without an initial text."""
    match template:
        case TabStop() | Placeholder() | Members():
            return True
        case dict():
            return any(map(has_stops, template.values()))
        case list():
            return any(map(has_stops, template))
    return False


class TemplateWriter:
    """Writes templates: as a snippet in LSP's syntax, or as plain text."""

    def __init__(self, *, is_snippet: bool, breaks_lines: bool) -> None:
        """Choose snippet or plain text, and whether objects and arrays are spread over lines."""
        self._snippet = is_snippet
        self._lines = breaks_lines
        self._stops = 0

    def render_value(self, template: Template, depth: int = 0) -> str:
        """Return the text of a value in a line indented by `depth` levels; number its tab stops."""
        match template:
            case TabStop(default, is_last):
                return self._render_stop(default, is_last=is_last)
            case Placeholder(default, start):
                inner = self._render_stop(quote_json(default)[1:-1], is_last=False)
                return f'"{self._escape_snippet(quote_json(start)[1:-1])}{inner}"'
            case Members():
                return self._join_in_brackets(
                    "{", [self._render_stop("", is_last=True)], "}", depth
                )
            case dict():
                return self._join_in_brackets(
                    "{", self._list_members(template, depth + 1), "}", depth
                )
            case list():
                return self._join_in_brackets(
                    "[", [self.render_value(one, depth + 1) for one in template], "]", depth
                )
            case str():
                return self._escape_snippet(quote_json(template))
        return json.dumps(template)

    def render_members(self, members: dict[str, Template]) -> str:
        """Return members without the braces around them."""
        return self._build_separator(0).join(self._list_members(members, 0))

    def _list_members(self, members: dict[str, Template], depth: int) -> list[str]:
        return [
            f"{self._escape_snippet(quote_json(key))}: {self.render_value(value, depth)}"
            for key, value in members.items()
        ]

    def _join_in_brackets(
        self, opening: str, parts: Iterable[str], closing: str, depth: int
    ) -> str:
        inner = [part for part in parts if part]
        if not inner:
            return opening + closing
        if self._lines:
            line = "\n" + STEP * depth
            joined = self._build_separator(depth + 1).join(inner)
            return f"{opening}{line}{STEP}{joined}{line}{closing}"
        blank = " " if opening == "{" and ":" in inner[0] else ""
        return f"{opening}{blank}{', '.join(inner)}{blank}{closing}"

    def _build_separator(self, depth: int) -> str:
        return f",\n{STEP * depth}" if self._lines else ", "

    def _render_stop(self, default: str, *, is_last: bool) -> str:
        """Return the next tab stop of a snippet; in plain text, just its default."""
        if not self._snippet:
            return default
        if is_last:
            return "$0"
        self._stops += 1
        return (
            f"${{{self._stops}:{self._escape_snippet(default)}}}" if default else f"${self._stops}"
        )

    def _escape_snippet(self, text: str) -> str:
        return _SPECIAL.sub(r"\\\g<0>", text) if self._snippet else text

"""The lines that a merge leaves in a file where two sides changed the same place.

One conflict is one finding, at its first line. The lines of its first side are read as if they
were the file; what follows them, up to the end of the conflict, is passed over. Someone who mends
a conflict by hand may have removed some of its lines already: what is left is still one conflict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

MARKER = re.compile(rb"(?<![^\r\n])(<{7}|={7}|>{7}|\|{7})(?=[ \r\n]|\Z)[^\r\n]*")
_OPENING, _CLOSING = b"<" * 7, b">" * 7


class Marker(NamedTuple):
    """What a line of a conflict means for the reading."""

    line_end: int
    end: int
    """Where reading goes on."""
    is_first: bool
    """Whether it is the first one of its conflict."""


class Conflicts:
    """The conflicts of a text. They are looked for when the first one is met."""

    def __init__(self, data: bytes) -> None:
        """Remember the text."""
        self._data = data

    def at(self, offset: int) -> Marker | None:
        """The line of a conflict that starts at an offset."""
        return self._markers.get(offset) if MARKER.match(self._data, offset) else None

    @cached_property
    def _markers(self) -> dict[int, Marker]:
        return {
            line.start(): Marker(line.end(), _end(line, lines), line is lines[0])
            for lines in _blocks(self._data)
            for line in lines
        }


def _blocks(data: bytes) -> Iterator[list[re.Match[bytes]]]:
    """The lines of each conflict."""
    lines: list[re.Match[bytes]] = []
    for line in MARKER.finditer(data):
        if lines and line[1] == _OPENING:
            yield lines
            lines = []
        lines.append(line)
        if line[1] == _CLOSING:
            yield lines
            lines = []
    if lines:
        yield lines


def _end(line: re.Match[bytes], lines: list[re.Match[bytes]]) -> int:
    """Where reading goes on behind a line of a conflict: where the first side ends, it is behind
    the other ones, if their end can be told."""
    is_closed = lines[-1][1] == _CLOSING
    return line.end() if line[1] == _OPENING or not is_closed else lines[-1].end()

"""Finds the places of keys and values in JSON text that Python's parser has already read.

The parser returns values without places, several times faster than any parser with places. So
places are found afterwards, on demand: one pass goes through the containers on the path and lets
the parser skip every other value.
"""

from __future__ import annotations

import json

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.formats.places import EntryPlace, KeyPath, WantedPlaces, convert_to_bytes

_SPACE = compile_lazily(r"[ \t\r\n]*")


def find_json_entries(data: bytes, wanted: WantedPlaces) -> dict[KeyPath, EntryPlace]:
    """Return the byte spans of the wanted keys, with quotes, and values of valid UTF-8 JSON.

    An item of an array has no key: both of its spans are those of the value.
    """
    text = data.decode()
    reader = _JsonPass(text)
    reader.read_value(reader.skip_space(1 if text.startswith("\ufeff") else 0), (), wanted)
    is_ascii = len(text) == len(data)
    return reader.entries if is_ascii else convert_to_bytes(text, reader.entries)


class _JsonPass:
    """One pass over a JSON text."""

    def __init__(self, text: str) -> None:
        self.entries: dict[KeyPath, EntryPlace] = {}
        self._text = text
        self._jump = json.JSONDecoder().raw_decode

    def read_value(self, at: int, path: KeyPath, wanted: WantedPlaces | None) -> int:
        """Record the wanted entries within the value at an index; returns the end of the value."""
        opening = self._text[at : at + 1]
        if wanted is None or wanted.ends or opening not in ("{", "["):
            return self._jump(self._text, at)[1]
        read = self._read_object if opening == "{" else self._read_array
        return read(at, path, wanted)

    def skip_space(self, at: int) -> int:
        """Return the index after white space."""
        space = _SPACE.match(self._text, at)
        return space.end() if space else at

    def _read_object(self, at: int, path: KeyPath, wanted: WantedPlaces) -> int:
        """Record the wanted entries of an object at its bracket; returns the index after it."""
        at = self.skip_space(at + 1)
        while self._text[at] == '"':
            key, end = self._jump(self._text, at)
            start = self.skip_space(self.skip_space(end) + 1)
            done = self._read_child(start, (*path, key), wanted.narrow_to_child(key), Span(at, end))
            at = self._skip_comma(done)
        return at + 1

    def _read_array(self, at: int, path: KeyPath, wanted: WantedPlaces) -> int:
        """Record the wanted items of an array at its bracket; returns the index after it."""
        at = self.skip_space(at + 1)
        count = 0
        while self._text[at] != "]":
            at = self._skip_comma(
                self._read_child(at, (*path, count), wanted.narrow_to_child(count), None)
            )
            count += 1
        return at + 1

    def _read_child(
        self, at: int, path: KeyPath, wanted: WantedPlaces | None, key: Span | None
    ) -> int:
        """Read a value, record it if it is wanted, and return the index after it."""
        end = self.read_value(at, path, wanted)
        if wanted is not None:
            self.entries[path] = EntryPlace(key or Span(at, end), Span(at, end))
        return end

    def _skip_comma(self, at: int) -> int:
        """Return the index after white space, and after a comma if one is there."""
        at = self.skip_space(at)
        return self.skip_space(at + 1) if self._text[at] == "," else at

"""Finds the places of keys and values in JSON text that Python's parser has already read.

The parser returns values without places, several times faster than any parser with places. So
places are found afterwards, on demand: one pass goes through the containers on the path and lets
the parser skip every other value.
"""

from __future__ import annotations

import json

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.formats.wanted_paths import Path, WantedPlaces
from docs_lsp.formats.yaml_reader import EntryPlace, compute_byte_offsets

_SPACE = compile_lazily(r"[ \t\r\n]*")


def find_json_entries(data: bytes, wanted: WantedPlaces) -> dict[Path, EntryPlace]:
    """Return the byte spans of the wanted keys, with quotes, and values of valid UTF-8 JSON.

    An item of an array has no key: both of its spans are those of the value.
    """
    text = data.decode()
    one = _JsonPass(text)
    one.read_value(one.skip_space(1 if text.startswith("\ufeff") else 0), (), wanted)
    return one.found if len(text) == len(data) else _convert_to_bytes(text, one.found)


class _JsonPass:
    """One pass over a JSON text."""

    def __init__(self, text: str) -> None:
        self.found: dict[Path, EntryPlace] = {}
        self._text = text
        self._jump = json.JSONDecoder().raw_decode

    def read_value(self, at: int, path: Path, wanted: WantedPlaces | None) -> int:
        """Record the wanted entries within the value at an index; returns the end of the value."""
        opening = self._text[at : at + 1]
        if wanted is None or wanted.ends or opening not in ("{", "["):
            return self._jump(self._text, at)[1]
        return (
            self._read_object(at, path, wanted)
            if opening == "{"
            else self._read_list(at, path, wanted)
        )

    def skip_space(self, at: int) -> int:
        """Return the index after white space."""
        space = _SPACE.match(self._text, at)
        return space.end() if space else at

    def _read_object(self, at: int, path: Path, wanted: WantedPlaces) -> int:
        """Record the wanted entries of an object at its bracket; returns the index after it."""
        at = self.skip_space(at + 1)
        while self._text[at] == '"':
            key, end = self._jump(self._text, at)
            start = self.skip_space(self.skip_space(end) + 1)
            done = self._read_child(start, (*path, key), wanted.narrow_to_child(key), Span(at, end))
            at = self._skip_comma(done)
        return at + 1

    def _read_list(self, at: int, path: Path, wanted: WantedPlaces) -> int:
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
        self, at: int, path: Path, wanted: WantedPlaces | None, key: Span | None
    ) -> int:
        """Read a value, record it if it is wanted, and return the index after it."""
        end = self.read_value(at, path, wanted)
        if wanted is not None:
            self.found[path] = EntryPlace(key or Span(at, end), Span(at, end))
        return end

    def _skip_comma(self, at: int) -> int:
        """Return the index after white space, and after a comma if one is there."""
        at = self.skip_space(at)
        return self.skip_space(at + 1) if self._text[at] == "," else at


def _convert_to_bytes(text: str, entries: dict[Path, EntryPlace]) -> dict[Path, EntryPlace]:
    """Return the entries with byte offsets in place of character offsets."""
    spans = [span for entry in entries.values() for span in entry]
    offsets = compute_byte_offsets(text, (index for span in spans for index in span))

    def convert_span(span: Span) -> Span:
        return Span(offsets[span.start], offsets[span.end])

    return {
        path: EntryPlace(convert_span(key), convert_span(value))
        for path, (key, value) in entries.items()
    }

"""Where keys and values stand in a JSON text that Python's own parser has already read.

The parser gives values without places, and at several times the speed of any that keeps places.
So places are found afterwards, and only when somebody asks: one pass that steps through what leads
to them and lets the parser jump over each value that does not.
"""

from __future__ import annotations

import json

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.formats.wanted_paths import Path, Wanted
from docs_lsp.formats.yaml_reader import YamlEntry, byte_offsets

_SPACE = compile_lazily(r"[ \t\r\n]*")


def find_entries(data: bytes, wanted: Wanted) -> dict[Path, YamlEntry]:
    """Where the wanted keys, quotes included, and their values stand; of valid JSON in UTF-8.

    An item of a list has no key: there both spans are those of the value.
    """
    text = data.decode()
    one = _Pass(text)
    one.read_value(one.skip_space(1 if text.startswith("\ufeff") else 0), (), wanted)
    return one.found if len(text) == len(data) else _convert_to_bytes(text, one.found)


class _Pass:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self.found: dict[Path, YamlEntry] = {}
        self._text = text
        self._jump = json.JSONDecoder().raw_decode

    def read_value(self, at: int, path: Path, wanted: Wanted | None) -> int:
        """Note what is wanted in the value at a place; gives where the value ends."""
        opening = self._text[at : at + 1]
        if wanted is None or wanted.ends or opening not in ("{", "["):
            return self._jump(self._text, at)[1]
        return (
            self._read_object(at, path, wanted)
            if opening == "{"
            else self._read_list(at, path, wanted)
        )

    def skip_space(self, at: int) -> int:
        """The place of what comes next."""
        space = _SPACE.match(self._text, at)
        return space.end() if space else at

    def _read_object(self, at: int, path: Path, wanted: Wanted) -> int:
        at = self.skip_space(at + 1)
        while self._text[at] == '"':
            key, end = self._jump(self._text, at)
            start = self.skip_space(self.skip_space(end) + 1)
            done = self._read_child(start, (*path, key), wanted.narrow_to_child(key), Span(at, end))
            at = self._skip_comma(done)
        return at + 1

    def _read_list(self, at: int, path: Path, wanted: Wanted) -> int:
        at = self.skip_space(at + 1)
        count = 0
        while self._text[at] != "]":
            at = self._skip_comma(
                self._read_child(at, (*path, count), wanted.narrow_to_child(count), None)
            )
            count += 1
        return at + 1

    def _read_child(self, at: int, path: Path, wanted: Wanted | None, key: Span | None) -> int:
        end = self.read_value(at, path, wanted)
        if wanted is not None:
            self.found[path] = YamlEntry(key or Span(at, end), Span(at, end))
        return end

    def _skip_comma(self, at: int) -> int:
        at = self.skip_space(at)
        return self.skip_space(at + 1) if self._text[at] == "," else at


def _convert_to_bytes(text: str, entries: dict[Path, YamlEntry]) -> dict[Path, YamlEntry]:
    spans = [span for entry in entries.values() for span in entry]
    offsets = byte_offsets(text, (index for span in spans for index in span))

    def convert_span(span: Span) -> Span:
        return Span(offsets[span.start], offsets[span.end])

    return {
        path: YamlEntry(convert_span(key), convert_span(value))
        for path, (key, value) in entries.items()
    }

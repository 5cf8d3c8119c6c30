"""Where keys stand in a JSON text that Python's own parser has already read.

The parser gives values without places, and at several times the speed of any that keeps places.
So places are found afterwards, and only when somebody asks: one pass that steps through the outer
levels and lets the parser jump over each value below them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from docs_lsp.site.offsets import byte_offsets
from docs_lsp.text import Span

_SPACE = re.compile(r"[ \t\r\n]*")

Keys = tuple[str, ...]


def key_places(data: bytes, depth: int) -> dict[Keys, Span]:
    """The span of each key, quotes included, down to a depth; of valid JSON in UTF-8."""
    text = data.decode()
    start = _SPACE.match(text, 1 if text.startswith("\ufeff") else 0)
    places = dict(_Places(text, depth).keys_of(start.end() if start else 0, ()))
    return _byte_spans(text, places) if len(text) != len(data) else places


class _Places:
    """One pass over a text."""

    def __init__(self, text: str, depth: int) -> None:
        self._text = text
        self._depth = depth
        self._end = 0
        self._jump = json.JSONDecoder().raw_decode

    def keys_of(self, at: int, above: Keys) -> Iterator[tuple[Keys, Span]]:
        """The keys of the value at a place; `_end` stands behind the value afterwards."""
        if len(above) >= self._depth or self._text[at : at + 1] != "{":
            self._end = self._jump(self._text, at)[1]
            return
        at = self._after_space(at + 1)
        while self._text[at] == '"':
            key, end = self._jump(self._text, at)
            keys = (*above, key)
            yield keys, Span(at, end)
            yield from self.keys_of(self._after_space(self._after_space(end) + 1), keys)
            at = self._after_space(self._end)
            if self._text[at] == ",":
                at = self._after_space(at + 1)
        self._end = at + 1

    def _after_space(self, at: int) -> int:
        space = _SPACE.match(self._text, at)
        return space.end() if space else at


def _byte_spans(text: str, places: dict[Keys, Span]) -> dict[Keys, Span]:
    offsets = byte_offsets(text, (index for span in places.values() for index in span))
    return {keys: Span(offsets[span.start], offsets[span.end]) for keys, span in places.items()}

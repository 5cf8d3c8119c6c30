"""Read single values of a specification from its text.

A specification may be megabytes long, and its values are not stored once its operations are known.
A request about one operation parses that operation alone. If its text cannot be separated from the
rest, the whole document is parsed, once for each `SpecValues`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from docs_lsp.formats.places import Depth, ReadFault
from docs_lsp.formats.spec_reader import parse_ref_keys, resolve_ref
from docs_lsp.formats.yaml_reader import read_yaml

if TYPE_CHECKING:
    from docs_lsp.core.text import Span
    from docs_lsp.formats.spec_reader import SpecReading

_PIECE = 1 << 15
_UNREAD = object()
_BREAKS = b"\r\n"
_MOST_HOPS = 10
_REFERRING = ("$ref", "<<")


class SpecValues:
    """Reads values of one specification on demand."""

    def __init__(self, read: SpecReading) -> None:
        """Store a document as it was read."""
        self._read = read
        self._source = read.source

    def get_value(self, *keys: str) -> object:
        """Return the value at a path of at most four keys, or None."""
        key = self._read.places.get(keys)
        if key is not None:
            value = (
                self._read_yaml_value(key) if self._source.is_yaml else self._read_json_value(key)
            )
            if value is not _UNREAD:
                return value
        elif self._is_absent(keys):
            return None
        return self._find_in_document(keys)

    def resolve_ref(self, value: object) -> object:
        """Return a value, or the target of its `$ref` within the document."""
        for _ in range(_MOST_HOPS):
            keys = parse_ref_keys(value)
            if keys is None:
                break
            value = self.get_value(*keys)
        return value

    def _is_absent(self, keys: tuple[str, ...]) -> bool:
        """Return whether a key is certainly missing.

        It is if its siblings are known, and none of them is a reference.
        """
        places, above = self._read.places, keys[:-1]
        return above in self._known and not any((*above, key) in places for key in _REFERRING)

    @cached_property
    def _known(self) -> frozenset[tuple[str | int, ...]]:
        """The paths of keys that have others below them."""
        return frozenset(path[:-1] for path in self._read.places)

    def _read_json_value(self, key: Span) -> object:
        """Return the value of a key, or `_UNREAD` if it cannot be parsed alone."""
        data, size = self._source.data, _PIECE
        at = data.find(b":", key.end) + 1
        while True:
            text = data[at : at + size].decode("utf-8", "ignore").lstrip()
            try:
                # A number at the end of a piece may continue in the next one.
                value, end = json.JSONDecoder().raw_decode(text)
                if end < len(text) or at + size >= len(data):
                    return value
            except ValueError:
                pass
            except RecursionError:
                return None
            if at + size >= len(data):
                return _UNREAD
            size *= 8

    def _read_yaml_value(self, key: Span) -> object:
        """Return the value of a key in block style; `_UNREAD` if it cannot be parsed alone."""
        data = self._source.data
        line = max(data.rfind(sign, 0, key.start) for sign in (b"\n", b"\r")) + 1
        indent = data[line : key.start]
        if indent.strip(b" "):
            return _UNREAD
        block = data[key.start : _find_block_end(data, key, len(indent))]
        document = read_yaml(indent + block, Depth(0))
        if isinstance(document, ReadFault) or not isinstance(document.value, dict):
            return _UNREAD
        values = list(document.value.values())
        return values[0] if len(values) == 1 else _UNREAD

    def _find_in_document(self, keys: tuple[str, ...]) -> object:
        """Return the value at a path of keys in the whole document, through `$ref`s, or None."""
        value: object = self._document
        for key in keys:
            if not (isinstance(value, dict) and key in value):
                value = resolve_ref(self._document, value)
            value = value.get(key) if isinstance(value, dict) else None
        return value

    @cached_property
    def _document(self) -> Mapping[str, object]:
        """The values of the whole document; empty if it cannot be parsed."""
        try:
            values = self._source.parse_values() if self._source.data else None
        except (ValueError, RecursionError):
            values = None
        return values if isinstance(values, dict) else {}


def _find_block_end(data: bytes, key: Span, indent: int) -> int:
    """Return the end of the block that a key with some indentation begins."""
    for start, line in _iter_lines_after(data, key.end):
        text = line.lstrip(b" ")
        column = len(line) - len(text)
        is_item = column == indent and (text.startswith(b"- ") or text.rstrip() == b"-")
        if text.strip() and not text.startswith(b"#") and column <= indent and not is_item:
            return start
    return len(data)


def _iter_lines_after(data: bytes, offset: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines after the one that contains an offset, with their starts."""
    end = data.find(b"\n", offset)
    while end >= 0:
        start, end = end + 1, data.find(b"\n", end + 1)
        yield start, data[start : end if end >= 0 else len(data)].rstrip(_BREAKS)

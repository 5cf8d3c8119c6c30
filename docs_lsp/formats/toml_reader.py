"""Reads TOML with `tomllib`, and finds the places of keys, values and the first fault.

The places are found by a walk over the text that validates nothing, since `tomllib` has accepted
it. The walk ends at anything it does not understand; the places found before that are returned.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.formats.places import EntryPlace, KeyPath

MOST_PARTS = 64
"""The number of parts of a dotted key.

`tomllib` reads a key in quadratic time, and each key below a table needs that of the table again.
"""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_FAULT_PLACE = compile_lazily(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_BLANK = compile_lazily(rb"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = compile_lazily(rb"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_STRING = compile_lazily(
    rb'"""(?:[^\\]|\\.)*?"{3,5}(?!")'
    rb"|'''.*?'{3,5}(?!')"
    rb'|"(?:[^"\\\n]|\\.)*"'
    rb"|'[^'\n]*'",
    re.DOTALL,
)
# Numbers, booleans and dates; a space may separate a date from its time.
_PLAIN = compile_lazily(rb"[^,\]}\s#]+(?: \d\d:[^,\]}\s#]*)?")


class TomlFault(Exception):
    """The text is not TOML: the reason, as part of a sentence, and the place."""

    def __init__(self, reason: str, span: Span) -> None:
        """Store the reason and the place."""
        super().__init__(reason)
        self.reason = reason
        self.span = span


def parse_toml(data: bytes) -> dict[str, Any]:
    """Return the document as plain values. Raises only `TomlFault`."""
    _require_short_keys(data)
    try:
        return tomllib.loads(_mask_byte_order_mark(data).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise TomlFault("it is not UTF-8 text", Span(error.start, error.end)) from None
    except RecursionError:
        raise TomlFault("it is nested too deeply", Span(0, 0)) from None
    except tomllib.TOMLDecodeError as error:
        raise _build_fault(str(error), Text.from_data(_mask_byte_order_mark(data))) from None


def find_toml_places(data: bytes) -> dict[KeyPath, EntryPlace]:
    """Return the places of tables, keys and array items as far as a text is valid TOML."""
    walk = _TomlWalk(_mask_byte_order_mark(data))
    with suppress(_NotUnderstood, RecursionError, UnicodeDecodeError):
        walk.read_document()
    return walk.places


def _require_short_keys(data: bytes) -> None:
    """Raise `TomlFault` for the first key with too many parts."""
    if all(line.count(b".") < MOST_PARTS for line in data.split(b"\n")):
        return
    # The parser finds any other fault afterwards.
    with suppress(RecursionError, UnicodeDecodeError):
        try:
            _TomlWalk(_mask_byte_order_mark(data)).read_document()
        except _NotUnderstood as reason:
            if reason.long_key:
                message = f"a key has more than {MOST_PARTS} parts"
                raise TomlFault(message, reason.long_key) from None


def _mask_byte_order_mark(data: bytes) -> bytes:
    """Replace a byte-order mark, which some Windows editors write, by spaces."""
    if data.startswith(_BYTE_ORDER_MARK):
        return data.replace(_BYTE_ORDER_MARK, b"   ", 1)
    return data


def _build_fault(error: str, text: Text) -> TomlFault:
    """Return the fault for an error of `tomllib`, whose message ends with its place."""
    place = _FAULT_PLACE.search(error)
    reason = _FAULT_PLACE.sub("", error)
    reason = reason[:1].lower() + reason[1:]
    if place is None or place[1] is None:
        return TomlFault(reason, Span(len(text), len(text)))
    line, column = int(place[1]) - 1, int(place[2]) - 1
    start = text.to_offset(line, column, Encoding.UTF32)
    return TomlFault(reason, Span(start, text.to_offset(line, column + 1, Encoding.UTF32)))


class _NotUnderstood(Exception):
    """The text is not TOML, or of a newer version than this module supports, or a key is long."""

    def __init__(self, long_key: Span | None = None) -> None:
        super().__init__()
        self.long_key = long_key
        """The last allowed part of a key that has too many, or None."""


class _TomlWalk:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.places: dict[KeyPath, EntryPlace] = {}
        self.lengths: dict[KeyPath, int] = {}  # of the arrays of tables met so far

    def read_document(self) -> None:
        """Read all of the text, and record the places of its keys and values."""
        table: KeyPath = ()
        while (mark := self.skip_to_next()) != b"":
            if mark == b"[":
                table = self.read_header()
            else:
                self.read_entry(table)

    def read_header(self) -> KeyPath:
        """Read `[a.b]` or `[[a.b]]` and return the path of the table that begins here."""
        many = self.data.startswith(b"[[", self.at)
        self.require_mark(b"[[" if many else b"[")
        keys = list(self.read_keys())
        self.require_mark(b"]]" if many else b"]")
        path: KeyPath = ()
        for name, span in keys:
            path = (*self.get_last_table(path), name)
            self.places.setdefault(path, EntryPlace(span, span))
        if many:
            self.lengths[path] = self.lengths.get(path, 0) + 1
            path = self.get_last_table(path)
        span = Span(keys[0][1].start, keys[-1][1].end)
        self.places[path] = EntryPlace(span, span)
        return path

    def get_last_table(self, path: KeyPath) -> KeyPath:
        """Return a path, or that of its last table if it is an array of tables."""
        length = self.lengths.get(path)
        return path if length is None else (*path, length - 1)

    def read_entry(self, table: KeyPath) -> None:
        """Read `a.b = value`, and record the places of its keys."""
        path = table
        spans = []
        for name, span in self.read_keys():
            path = (*path, name)
            spans.append((path, span))
        self.require_mark(b"=")
        value = self.read_value(path)
        for path, span in spans:
            self.places.setdefault(path, EntryPlace(span, value))

    def read_keys(self) -> Iterator[tuple[str, Span]]:
        """Yield the parts of a dotted key. Raises `_NotUnderstood` for too many."""
        for _ in range(MOST_PARTS):
            span = self.require_match(_KEY)
            raw = self.data[span.start : span.end].decode("utf-8")
            yield raw if raw[0] not in "\"'" else _unquote_key(raw), span
            if self.skip_to_next() != b".":
                return
            self.at += 1
        raise _NotUnderstood(span)

    def read_value(self, path: KeyPath) -> Span:
        """Read a value, record the places of what it contains, and return its span."""
        mark = self.skip_to_next()
        start = self.at
        match mark:
            case b"[":
                self.read_items(path)
            case b"{":
                self.read_inline_table(path)
            case b'"' | b"'":
                self.require_match(_STRING)
            case _:
                self.require_match(_PLAIN)
        return Span(start, self.at)

    def read_items(self, path: KeyPath) -> None:
        """Read an array, and record the places of its items."""
        self.require_mark(b"[")
        index = 0
        while not self.skip_closing_bracket(b"]"):
            span = self.read_value((*path, index))
            self.places[(*path, index)] = EntryPlace(span, span)
            index += 1

    def read_inline_table(self, path: KeyPath) -> None:
        """Read `{ a = 1 }`, and record the places of its keys."""
        self.require_mark(b"{")
        while not self.skip_closing_bracket(b"}"):
            self.read_entry(path)

    def skip_closing_bracket(self, end: bytes) -> bool:
        """Skip a comma, if any, and the closing bracket, if it follows; returns whether it does."""
        if self.skip_to_next() == b",":
            self.at += 1
        if self.skip_to_next() != end:
            return False
        self.at += 1
        return True

    def skip_to_next(self) -> bytes:
        """Skip spaces, line breaks and comments, and return the next byte; empty at the end."""
        match = _BLANK.match(self.data, self.at)
        self.at = match.end() if match else self.at
        return self.data[self.at : self.at + 1]

    def require_mark(self, mark: bytes) -> None:
        """Go past a mark, and white space before it. Raises `_NotUnderstood` without it."""
        self.skip_to_next()
        if not self.data.startswith(mark, self.at):
            raise _NotUnderstood
        self.at += len(mark)

    def require_match(self, pattern: re.Pattern[bytes]) -> Span:
        """Go past what matches, and return its span. Raises `_NotUnderstood` otherwise."""
        self.skip_to_next()
        match = pattern.match(self.data, self.at)
        if match is None:
            raise _NotUnderstood
        self.at = match.end()
        return Span(*match.span())


def _unquote_key(key: str) -> str:
    """Return a quoted key with its escapes resolved. Raises `_NotUnderstood`."""
    try:
        return next(iter(tomllib.loads(f"{key} = 0")))
    except tomllib.TOMLDecodeError:
        raise _NotUnderstood from None

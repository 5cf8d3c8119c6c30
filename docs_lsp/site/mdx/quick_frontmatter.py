"""Parse the simple frontmatter of nearly all pages without a YAML parser.

A site may have thousands of pages, and PyYAML takes a third of a millisecond for each. Most blocks
are lines `key: value` with a plain or quoted value, or a list of quoted strings on one line. These
are parsed here, with exactly the same result as `safe_yaml`. Everything else is declined, and so is
a block with a repeated key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from sys import intern

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.formats.places import EntryPlace
from docs_lsp.formats.yaml_reader import parse_plain_scalar

_DOUBLE = rb'"[^"\\\x00-\x1f\x7f]*"'
_SINGLE = rb"'(?:[^'\x00-\x1f\x7f]|'')*'"
_STRING = rb"(?:%b|%b)" % (_DOUBLE, _SINGLE)
_LINE = compile_lazily(
    rb"(?P<key>[A-Za-z_][\w.-]*(?::[\w.-]+)*): +(?:"
    rb"(?P<double>%b)|(?P<single>%b)|(?P<list>\[ *(?:%b(?: *, *%b)*)? *\])|"
    # A colon before a space and a `#` after one have a special meaning.
    rb"(?P<plain>[A-Za-z0-9/._\x80-\xff](?:[^\x00-\x20:\x7f]|:(?=[^\x00-\x20\x7f])|"
    rb" +(?=[^\x00-\x20#\x7f]))*)"
    rb") *\r?" % (_DOUBLE, _SINGLE, _STRING, _STRING),
    re.ASCII,
)
_ITEM = compile_lazily(_STRING)
_NOT_PRINTED = compile_lazily("[\x80-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


class _Entries(Mapping[str, EntryPlace]):
    """The positions of fields, computed on access, since most pages don't need them."""

    __slots__ = ("_lines",)

    def __init__(self, lines: dict[str, tuple[int, re.Match[bytes]]]) -> None:
        self._lines = lines

    def __getitem__(self, key: str) -> EntryPlace:
        at, match = self._lines[key]
        start, end = match.span(match.lastgroup or "")
        return EntryPlace(Span(at, at + match.end("key")), Span(at + start, at + end))

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def parse_simple_fields(
    block: bytes, at: int
) -> tuple[dict[str, object], Mapping[str, EntryPlace]] | None:
    """Return the fields of a block of whole lines, and their places; None if it needs YAML.

    `at` is the byte offset of the block in the page.
    """
    try:
        if not block.isascii() and _NOT_PRINTED.search(block.decode()):
            return None
    except UnicodeDecodeError:
        return None
    values: dict[str, object] = {}
    lines: dict[str, tuple[int, re.Match[bytes]]] = {}
    for line in block.split(b"\n"):
        if line and line != b"\r":
            match = _LINE.fullmatch(line)
            if match is None:
                return None
            key = intern(match["key"].decode())  # Pages share a dozen field names.
            if key in values:
                return None
            kind = match.lastgroup or ""
            values[key] = _parse_value(kind, match[kind])
            lines[key] = at, match
        at += len(line) + 1
    return values, _Entries(lines)


def _parse_value(kind: str, written: bytes) -> object:
    """Return the value of a field; `kind` is `plain`, `list` or a kind of quotes."""
    if kind == "plain":
        return parse_plain_scalar(written.decode())
    if kind == "list":
        return [_unquote(item) for item in _ITEM.findall(written)]
    return _unquote(written)


def _unquote(quoted: bytes) -> str:
    text = quoted[1:-1].decode()
    return text.replace("''", "'") if quoted.startswith(b"'") else text

"""Replace a value or a key.

All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

import json
import re

from docs_lsp.jsontree.edits.edit import Edit
from docs_lsp.jsontree.edits.indentation import LineStyle, indent_at
from docs_lsp.jsontree.nodes import Broken, Container, Member, Object, String
from docs_lsp.text import Span

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def replace_value(data: bytes, node: Container, at: int, index: int, json_value: str) -> Edit:
    """Put another JSON value in place of an item, or of the value of a member.

    Where a text replaces a text only what stands between the quotes changes. A member that has no
    value gets one.
    """
    child = node.items[index]
    start = at + node.starts[index]
    missing = ""
    if isinstance(child, Member):
        if isinstance(child.value, Broken) and not child.value.size:
            missing = _before_value(data[start + child.key.size : start + child.size])
        start += child.value_start
        child = child.value
    text = json_value.strip()
    if isinstance(child, String) and child.clean and text.startswith('"'):
        return Edit(child.inner.shifted(start), text[1:-1])
    text = LineStyle.of(data, node, at).written(text, indent_at(data, start))
    return Edit(Span(start, start + child.size), missing + text)


def rename_key(data: bytes, node: Object, at: int, index: int, key: str) -> Edit:
    """Give a member another key, in plain text; only what stands between the quotes changes."""
    member = node.items[index]
    start = at + node.starts[index]
    if member.key.clean and member.key.size:
        return Edit(member.key.inner.shifted(start), quoted(key)[1:-1])
    has_colon = data[start : start + 1] == b":"
    colon = "" if member.key.size or has_colon else ": "
    return Edit(Span(start, start + member.key.size), quoted(key) + colon)


def quoted(text: str) -> str:
    """A plain text as a JSON string. Half a character, which no file can hold, is escaped."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    written = json.dumps(text, ensure_ascii=False)
    return json.dumps(text) if _HALF_CHARACTER.search(written) else written


def _before_value(between: bytes) -> str:
    """What is missing between a key and a value that is to follow it."""
    if b":" not in between:
        return ": "
    return "" if between.endswith((b" ", b"\t", b"\n", b"\r")) else " "

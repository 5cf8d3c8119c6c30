"""Documents that align what is in brackets under the opening one, as ConvertTo-Json writes them.

"groups":  [
               {
                   "group":  "Guides"
               }
           ]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily

_BLOCK = compile_lazily(
    rb'^( *)("(?:[^"\\\r\n]|\\[^\r\n])*" *:( *))[\[{] *\r?\n( *)[^ \t\r\n\]}]', re.MULTILINE
)
_BRACKET = compile_lazily(r'"(?:[^"\\]|\\.)*"?|//.*|/\*.*?\*/|([\[{])|([\]}])')
_KEY = compile_lazily(r'("(?:[^"\\]|\\.)*"):[ \t]*')
_LOOKED_AT = 1 << 16
"""Bytes at the start of a document that show how it is written."""


class Alignment(NamedTuple):
    """How a document is aligned."""

    unit: int
    """Columns from an opening bracket to the lines inside it."""
    colon: str
    """A colon with the spaces behind it."""

    def lay_out(self, lines: Sequence[str], column: int) -> list[str]:
        """Return the lines of a JSON text that begins at a column, all but the first indented."""
        laid_out = []
        opened: list[int] = []
        for number, line in enumerate(lines):
            body = _KEY.sub(rf"\1{self.colon}", line.strip(" \t"), count=1)
            indent = opened[-1] if opened else column
            if opened and body[:1] not in ("]", "}"):
                indent += self.unit
            laid_out.append(" " * indent + body if number and body else body)
            for offset, is_opening in _find_brackets(body):
                if is_opening:
                    opened.append(indent + offset)
                elif opened:
                    opened.pop()
        return laid_out


@lru_cache(maxsize=1)  # The fixes of one file come one after the other.
def detect_alignment(data: bytes) -> Alignment | None:
    """Return how a document is aligned; None for one that indents each level by the same amount."""
    block = _BLOCK.search(data, 0, _LOOKED_AT)
    if block is None:
        return None
    column = len((block[1] + block[2]).decode("utf-8", "replace"))
    closing = re.compile(rb"^ {%d}[\]}]" % column, re.MULTILINE)
    if len(block[4]) <= column or not closing.search(data, block.end(), block.end() + _LOOKED_AT):
        return None
    return Alignment(len(block[4]) - column, f":{block[3].decode()}")


def indent_evenly(lines: Sequence[str], step: str) -> list[str]:
    """Return the lines of an aligned text with one step of indentation for each open bracket."""
    depth = 0
    indented = []
    for line in lines:
        body = line.strip(" \t")
        is_closing = body[:1] in ("]", "}")
        indented.append(step * (depth - is_closing) + body if body else "")
        depth += sum(1 if is_opening else -1 for _, is_opening in _find_brackets(body))
    return indented


def _find_brackets(line: str) -> Iterator[tuple[int, bool]]:
    """The brackets of a line outside of strings and comments, and whether each one opens."""
    for match in _BRACKET.finditer(line):
        if match[1] or match[2]:
            yield match.start(), match[1] is not None

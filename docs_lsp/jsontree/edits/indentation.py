"""Detects line breaks and indentation of a document, and converts texts to its style.

Text that is inserted into a document, or taken from one, starts at column 0, with LF line breaks
and two spaces for each level.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.lines import find_column, find_near_line_start, measure_indent
from docs_lsp.jsontree.nodes import Container, Node

_BLOCK = compile_lazily(
    rb'^( *)("(?:[^"\\\r\n]|\\[^\r\n])*" *:( *))[\[{] *\r?\n( *)[^ \t\r\n\]}]', re.MULTILINE
)
_BRACKET = compile_lazily(r'"(?:[^"\\]|\\.)*"?|//.*|/\*.*?\*/|([\[{])|([\]}])')
_KEY = compile_lazily(r'("(?:[^"\\]|\\.)*"):[ \t]*')
_LOOKED_AT = 1 << 16
"""Bytes at the start of a document that show how it is written."""
STEP = "  "
"""One level of indentation in text outside of a document."""
LINE_END = compile_lazily(rb"\r\n?|\n")
_ANY_LINE_END = compile_lazily(r"\r\n?|\n")
_INDENTED = compile_lazily(rb"[\r\n]([ \t]+)[^ \t\r\n]")
_BLANK = b" \t\r\n"
_COLON = compile_lazily(rb'"(?:[^"\\\r\n]|\\[^\r\n])*"[ \t]*:([ \t]?)')


class Alignment(NamedTuple):
    """How a document aligns what is in brackets under the opening one, as ConvertTo-Json does.

    "groups":  [
                   {
                       "group":  "Guides"
                   }
               ]
    """

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


def _indent_evenly(lines: Sequence[str]) -> list[str]:
    """Return the lines of an aligned text with one `STEP` of indentation for each open bracket."""
    depth = 0
    indented = []
    for line in lines:
        body = line.strip(" \t")
        is_closing = body[:1] in ("]", "}")
        indented.append(STEP * (depth - is_closing) + body if body else "")
        depth += sum(1 if is_opening else -1 for _, is_opening in _find_brackets(body))
    return indented


def _find_brackets(line: str) -> Iterator[tuple[int, bool]]:
    """Yield the offset of each bracket outside of strings and comments, and whether it opens."""
    for match in _BRACKET.finditer(line):
        if match[1] or match[2]:
            yield match.start(), match[1] is not None


@dataclass(frozen=True, slots=True)
class LineStyle:
    """The line breaks and the indentation around a place of a document."""

    newline: str
    unit: str
    """The text of one level of indentation."""
    one_line: bool
    """Whether the whole document is on one line and must stay so."""
    alignment: Alignment | None = None
    is_dense: bool = False
    """Whether a document of one line has no space behind its colons."""

    @classmethod
    def detect(cls, data: bytes, node: Node, at: int) -> LineStyle:
        """Detect the style around a value that starts at a byte offset."""
        alignment = detect_alignment(data)
        unit = " " * alignment.unit if alignment else detect_indent_unit(data, node, at)
        is_one_line = _is_one_line(data, node)
        colon = _COLON.search(data) if is_one_line else None
        is_dense = colon is not None and not colon[1]
        return cls(detect_line_break(data, at), unit, is_one_line, alignment, is_dense)

    def base_at(self, data: bytes, offset: int) -> str:
        """Return the indentation of the lines below a value that starts at a byte offset.

        It is that of its line, or in an aligned document as many columns as come before it.
        """
        if self.alignment is None:
            return get_indent(data, offset)
        return " " * len(
            data[find_near_line_start(data, offset) : offset].decode("utf-8", "replace")
        )

    def indent_text(self, text: str, base: str, step: str = STEP) -> str:
        """Return text in this style, with the indentation `base` before all lines but the first.

        In an aligned document it is indented by as many columns. `step` is one level of the text.
        """
        first, *rest = _ANY_LINE_END.split(text.strip(" \t\r\n"))
        if self.one_line:
            return _join_in_one_line([first, *rest], is_dense=self.is_dense)
        if self.alignment is not None:
            return self.newline.join(self.alignment.lay_out([first, *rest], len(base)))
        lines = [
            base + _convert_indent(line, step, self.unit) if line.strip() else "" for line in rest
        ]
        return self.newline.join([first, *lines])


def detect_line_break(data: bytes, at: int) -> str:
    """Return the line break before a byte offset; on the first line the one after it, or LF."""
    last = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at))
    if last > 0 and data[last - 1 : last + 1] == b"\r\n":
        last -= 1
    start = at if last < 0 else last
    # A pattern would take a hundred times as long for a document of one line.
    ends = [end for end in (data.find(b"\n", start), data.find(b"\r", start)) if end >= 0]
    match = LINE_END.match(data, min(ends)) if ends else None
    return match.group().decode() if match else "\n"


def get_indent(data: bytes, offset: int) -> str:
    """Return the white space at the start of the line of a byte offset."""
    line = find_near_line_start(data, offset)
    return data[line : line + measure_indent(data, offset)].decode()


def detect_indent_unit(data: bytes, node: Node, at: int) -> str:
    """Return one level of indentation around the value at a byte offset.

    It is taken from its children; if they are not on lines of their own, from the lines around the
    value; if the value is at the margin, from the first indented line of the document. Two spaces
    otherwise.
    """
    own = get_indent(data, at)
    if isinstance(node, Container) and node.starts:
        first = at + node.starts[0]
        deeper = get_indent(data, first)
        is_on_own_line = find_column(data, first) is not None
        if is_on_own_line and len(deeper) > len(own) and deeper.startswith(own):
            return deeper[len(own) :]
    return _find_outer_unit(data, at, own) or _find_first_indent(data) or STEP


def get_dedented_text(data: bytes, node: Node, at: int, step: str | None = STEP) -> str:
    """Return the text of the node at a byte offset as it would be at column 0, with LF line breaks.

    `step` is one level of indentation of the result; None keeps that of the document. Everything
    else is as written.
    """
    text = data[at : at + node.size].decode("utf-8", "replace")
    first, *rest = _ANY_LINE_END.split(text)
    if not rest:
        return text
    if detect_alignment(data) is not None:
        return "\n".join(_indent_evenly([first, *rest]))
    unit = detect_indent_unit(data, node, at)
    base = get_indent(data, at)
    lines = [
        _convert_indent(_strip_indent(base, line), unit, unit if step is None else step)
        for line in rest
    ]
    return "\n".join([first, *lines])


def _is_one_line(data: bytes, node: Node) -> bool:
    """Return whether a document is one line, and not just an empty container to be filled."""
    text = data.strip(_BLANK)
    if isinstance(node, Container) and not node.items and len(text) == node.size:
        return False
    return b"\n" not in text and b"\r" not in text


def _join_in_one_line(lines: list[str], *, is_dense: bool) -> str:
    """Return lines as one line, without spaces after colons and commas if `is_dense`."""
    text = ""
    for line in lines:
        body = _KEY.sub(r"\1:", line.strip(), count=1) if is_dense else line.strip()
        text += (" " if text.endswith(",") and not is_dense else "") + body
    return text


def _convert_indent(line: str, step: str, unit: str) -> str:
    """Convert the indentation of a line from `step` to `unit`; a partial level stays as it is."""
    body = line.lstrip(" \t")
    depth = line[: len(line) - len(body)]
    levels = 0
    while step != unit and depth.startswith(step, levels * len(step)):
        levels += 1
    return unit * levels + depth[levels * len(step) :] + body


def _strip_indent(base: str, line: str) -> str:
    """Remove as much of an indentation from a line as the line has."""
    shared = 0
    while shared < len(base) and line.startswith(base[shared], shared):
        shared += 1
    return line[shared:]


def _find_outer_unit(data: bytes, at: int, own: str) -> str:
    """Return the difference to the indentation of the nearest less indented line above, or ""."""
    end = find_near_line_start(data, at) if own else 0
    signs = (b"\n", b"\r") if b"\r" in data else (b"\n",)
    while end > 0:
        start = max(data.rfind(sign, 0, end - 1) for sign in signs) + 1
        line, end = data[start:end].rstrip(b"\r\n"), start
        body = line.lstrip(b" \t")
        indent = line[: len(line) - len(body)].decode()
        if body and len(indent) < len(own) and own.startswith(indent):
            return own[len(indent) :]
    return ""


@lru_cache(maxsize=1)  # The fixes of one file come one after the other.
def _find_first_indent(data: bytes) -> str:
    match = _INDENTED.search(data)
    return match[1].decode() if match else ""

"""Line ends and indentation of a document, and texts from elsewhere in its style.

A text that goes into a document, or comes from one, is written at column 0 with LF line ends and
two spaces for each level inside it. Here it takes on, or takes off, what the document has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from docs_lsp.jsontree.lines import column, line_indent, line_start
from docs_lsp.jsontree.nodes import Container, Node

STEP = "  "
"""One level of indentation in a text that belongs to no document."""

LINE_END = re.compile(rb"\r\n?|\n")
_ANY_LINE_END = re.compile(r"\r\n?|\n")
_INDENTED = re.compile(rb"[\r\n]([ \t]+)[^ \t\r\n]")
_BLANK = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class LineStyle:
    """Line ends and indentation around one place of a document."""

    newline: str
    unit: str
    """What one level of indentation is made of."""
    one_line: bool
    """Whether the whole document stands on one line, so that nothing may add a second one."""

    @classmethod
    def detect(cls, data: bytes, node: Node, at: int) -> LineStyle:
        """The style around a value that starts at a byte offset."""
        return cls(line_end(data, at), indent_unit(data, node, at), _is_one_line(data, node))

    def indent_text(self, text: str, base: str, step: str = STEP) -> str:
        """A text that starts at column 0, as the writer would put it on a line indented by `base`.

        `step` is what one level is made of in the text.
        """
        first, *rest = _ANY_LINE_END.split(text.strip(" \t\r\n"))
        if self.one_line:
            return _join_in_one_line([first, *rest])
        lines = [
            base + _convert_indent(line, step, self.unit) if line.strip() else "" for line in rest
        ]
        return self.newline.join([first, *lines])


def line_end(data: bytes, at: int) -> str:
    """What ends the line before a byte offset; on the first line what ends it, or else LF."""
    last = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at))
    if last > 0 and data[last - 1 : last + 1] == b"\r\n":
        last -= 1
    match = LINE_END.search(data, at if last < 0 else last)
    return match.group().decode() if match else "\n"


def indent_at(data: bytes, offset: int) -> str:
    """The white space that the line of a byte offset starts with."""
    line = line_start(data, offset)
    return data[line : line + line_indent(data, offset)].decode()


def starts_line(data: bytes, offset: int) -> bool:
    """Whether nothing but white space stands before a byte offset on its line."""
    return column(data, offset) is not None


def indent_unit(data: bytes, node: Node, at: int) -> str:
    """What one level of indentation is made of around a value that starts at a byte offset.

    Its children show it; if they do not stand on lines of their own, the lines around it; if it
    stands at the margin, the first line of the document that is indented; else two spaces.
    """
    own = indent_at(data, at)
    if isinstance(node, Container) and node.starts:
        first = at + node.starts[0]
        deeper = indent_at(data, first)
        if starts_line(data, first) and len(deeper) > len(own) and deeper.startswith(own):
            return deeper[len(own) :]
    return _step_out(data, at, own) or _first_indent(data) or STEP


def dedent_node(data: bytes, node: Node, at: int, step: str | None = STEP) -> str:
    """The text of a node that starts at a byte offset, as it would stand at column 0.

    `step` is what one level is to be made of; None keeps what the writer has.
    """
    text = data[at : at + node.size].decode("utf-8", "replace")
    first, *rest = _ANY_LINE_END.split(text)
    if not rest:
        return text
    unit = indent_unit(data, node, at)
    base = indent_at(data, at)
    lines = [
        _convert_indent(_strip_indent(base, line), unit, unit if step is None else step)
        for line in rest
    ]
    return "\n".join([first, *lines])


def _is_one_line(data: bytes, node: Node) -> bool:
    """Whether a document is one line, and not just an empty container that is to be filled."""
    text = data.strip(_BLANK)
    if isinstance(node, Container) and not node.items and len(text) == node.size:
        return False
    return LINE_END.search(text) is None


def _join_in_one_line(lines: list[str]) -> str:
    text = ""
    for line in lines:
        text += (" " if text.endswith(",") else "") + line.strip()
    return text


def _convert_indent(line: str, step: str, unit: str) -> str:
    """A line with other steps of indentation; what is left of a step stays as it is."""
    body = line.lstrip(" \t")
    depth = line[: len(line) - len(body)]
    levels = 0
    while step != unit and depth.startswith(step, levels * len(step)):
        levels += 1
    return unit * levels + depth[levels * len(step) :] + body


def _strip_indent(base: str, line: str) -> str:
    """A line with as much of an indentation taken away as it has."""
    shared = 0
    while shared < len(base) and line.startswith(base[shared], shared):
        shared += 1
    return line[shared:]


def _step_out(data: bytes, at: int, own: str) -> str:
    """The part of an indentation that the nearest less indented line above lacks."""
    end = line_start(data, at) if own else 0
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
def _first_indent(data: bytes) -> str:
    match = _INDENTED.search(data)
    return match[1].decode() if match else ""

"""Writes the Markdown of a page: texts, blocks of code, and what tags put around them.

What stands within the tags of a component is moved to the left by the indentation that it has for
the writer's sake, and several blank lines become one, except in code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from mcp_preview.markdown.components import Shape

_MOST_OPEN = 200
_WIDEST = 100  # No indentation is deeper.
_LONGEST_LINE = 2_000
"""Pieces of text, and characters, that a heading or a link may have to be put into one line."""

_BLANKS = re.compile(r"\n(?:[ \t]*\n)+")
_HEADING = re.compile(r"(?:^|(?<=\n))#{1,6} ")
_CODE_OR_ESCAPE = re.compile(
    r"(?<!`)(`{1,50})(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\1(?!`)|\\[\\`]|\\(?P<sign>[<{])"
)
_FIRST = re.compile(r"\n([ \t]*)[^ \t\r\n]")


@dataclass(slots=True)
class SizeBudget:
    """Characters that may still be written, for one page with all that it includes."""

    left: int


@dataclass(slots=True)
class _Open:
    """A tag that is not closed yet."""

    name: str
    shape: Shape
    written: tuple[int, int]
    """How many blocks, and how many pieces of prose behind them, there were at its beginning."""
    indent: int = -1
    """The indentation of its content; -1 before its first line."""


class MarkdownWriter:
    """The text of a page or a part of one, as far as it has been written."""

    __slots__ = ("_block", "_dropping", "_open", "_out", "_prose", "budget")

    def __init__(self, budget: SizeBudget) -> None:
        """Begin with nothing."""
        self.budget = budget
        self._open: list[_Open] = []
        self._block: _Open | None = None
        self._dropping = 0
        self._prose: list[str] = []
        self._out: list[str] = []

    @property
    def is_dropping(self) -> bool:
        """Whether readers do not see what comes now."""
        return self._dropping > 0

    def text(self) -> str:
        """All that has been written; tags that are still open end here."""
        self._flush()
        return "".join(self._out).strip()

    def put(self, text: str) -> None:
        """Write a text as it is."""
        if text and not self._dropping and self.budget.left > 0:
            self.budget.left -= len(text)
            self._prose.append(text)

    def put_lines(self, text: str) -> None:
        """Write a text of the page, moved to the left as its surroundings are."""
        block = self._block
        if block is not None and block.indent and "\n" in text:
            if block.indent < 0:
                first = _FIRST.search(text)
                block.indent = min(len(first[1]), _WIDEST) if first else -1
            if block.indent > 0:
                text = _indentation(block.indent).sub("\n", text)
        self.put(text)

    def put_code(self, code: str) -> None:
        """Write a block of code, moved to the left like the text around it."""
        if self._dropping or self.budget.left <= 0:
            return
        code = code.replace("\r\n", "\n")
        before = "".join(self._prose)
        prose = before.rstrip(" \t")
        margin = before[len(prose) :]
        block = self._block
        if block is not None:
            if block.indent < 0:
                block.indent, margin = min(len(margin), _WIDEST), ""
            if block.indent > 0:
                code = _indentation(block.indent).sub("\n", code)
        self._prose = [prose + margin]
        self._flush()
        self.budget.left -= len(code)
        self._out.append(code)

    def open(self, name: str, shape: Shape) -> None:
        """A tag begins whose content is written next."""
        if len(self._open) < _MOST_OPEN:
            self._dropping += shape.is_dropped
            written = (len(self._out), len(self._prose))
            self._open.append(_Open(name, shape, written))
            if shape.is_block:
                self._block = self._open[-1]

    def close(self, name: str) -> None:
        """Close the innermost tag of a name, and all that is left open in it."""
        if not any(one.name == name for one in self._open):
            return
        while True:
            one = self._open.pop()
            shape = one.shape
            if shape.is_line:
                self._join(one)
            self._dropping -= shape.is_dropped
            self.put(shape.after or ("\n\n" if shape.is_block else ""))
            if one.name == name:
                break
        blocks = (each for each in reversed(self._open) if each.shape.is_block)
        self._block = next(blocks, None)

    def _join(self, one: _Open) -> None:
        """Put the content of a tag into one line, without marks that only stand at its beginning.

        With a block of code in it, it stays as it is.
        """
        blocks, start = one.written
        if blocks != len(self._out) or len(self._prose) - start > _LONGEST_LINE:
            return
        content = "".join(self._prose[start:])
        if "\n" in content and len(content) <= _LONGEST_LINE:
            self._prose[start:] = [" ".join(_HEADING.sub("", content).split())]

    def _flush(self) -> None:
        """Write the text before a block of code: in it, several blank lines are one."""
        if self._prose:
            text = "".join(self._prose).replace("\r\n", "\n")
            self._out.append(_BLANKS.sub("\n\n", text))
            self._prose = []


@cache
def _indentation(width: int) -> re.Pattern[str]:
    """The line end with so much of the indentation behind it."""
    return re.compile(rf"\n[ \t]{{1,{width}}}")


def remove_escapes(text: str) -> str:
    """A text with `<` and `{` where a backslash stands before them, but in code."""
    if "\\<" not in text and "\\{" not in text:
        return text
    return _CODE_OR_ESCAPE.sub(lambda match: match["sign"] or match[0], text)

"""Write the Markdown of a page: texts, code blocks, and text around tags.

The content of components is unindented, and several blank lines become one, except in code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from mcp_preview.markdown.components import TagMarkdown

_MOST_OPEN = 200
_WIDEST = 100  # The deepest indentation.
_LONGEST_LINE = 2_000
"""The most pieces, and characters, of a heading or link that is joined into one line."""

_BLANKS = re.compile(r"\n(?:[ \t]*\n)+")
_HEADING = re.compile(r"(?:^|(?<=\n))#{1,6} ")
_CODE_OR_ESCAPE = re.compile(
    r"(?<!`)(`{1,50})(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\1(?!`)|\\[\\`]|\\(?P<sign>[<{])"
)
_FIRST = re.compile(r"\n([ \t]*)[^ \t\r\n]")


@dataclass(slots=True)
class SizeBudget:
    """The characters that may still be written, for one page with all that it includes."""

    left: int


@dataclass(slots=True)
class _OpenTag:
    """A tag that is not closed yet."""

    name: str
    shape: TagMarkdown
    written: tuple[int, int]
    """The number of blocks, and of pieces of prose after them, at its start."""
    indent: int = -1
    """The indentation of its content; -1 before the first line."""


class MarkdownWriter:
    """The text of a page or a part of it, as far as it has been written."""

    __slots__ = ("_block", "_dropping", "_open", "_out", "_prose", "budget")

    def __init__(self, budget: SizeBudget) -> None:
        """Create an empty writer."""
        self.budget = budget
        self._open: list[_OpenTag] = []
        self._block: _OpenTag | None = None
        self._dropping = 0
        self._prose: list[str] = []
        self._out: list[str] = []

    @property
    def is_dropping(self) -> bool:
        """Whether the current content is omitted."""
        return self._dropping > 0

    def finish_text(self) -> str:
        """Return everything that has been written, without the ends of tags that are still open."""
        self._flush_prose()
        return "".join(self._out).strip()

    def write_raw(self, text: str) -> None:
        """Write a text unchanged, unless content is omitted here or the budget is used up."""
        if text and not self._dropping and self.budget.left > 0:
            self.budget.left -= len(text)
            self._prose.append(text)

    def write_unindented(self, text: str) -> None:
        """Write a text of the page without the indentation of its component."""
        block = self._block
        if block is not None and block.indent and "\n" in text:
            if block.indent < 0:
                first = _FIRST.search(text)
                block.indent = min(len(first[1]), _WIDEST) if first else -1
            if block.indent > 0:
                text = _compile_indentation(block.indent).sub("\n", text)
        self.write_raw(text)

    def write_code(self, code: str) -> None:
        """Write a code block without its component's indentation, unless content is omitted."""
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
                code = _compile_indentation(block.indent).sub("\n", code)
        self._prose = [prose + margin]
        self._flush_prose()
        self.budget.left -= len(code)
        self._out.append(code)

    def open_tag(self, name: str, shape: TagMarkdown) -> None:
        """Open a tag whose content is written next; ignore it if too many are open."""
        if len(self._open) < _MOST_OPEN:
            self._dropping += shape.is_dropped
            written = (len(self._out), len(self._prose))
            self._open.append(_OpenTag(name, shape, written))
            if shape.is_block:
                self._block = self._open[-1]

    def close_tag(self, name: str) -> None:
        """Close the innermost tag of a name, and all open tags in it; ignore an unknown name."""
        if not any(tag.name == name for tag in self._open):
            return
        while True:
            tag = self._open.pop()
            shape = tag.shape
            if shape.is_line:
                self._join_lines(tag)
            self._dropping -= shape.is_dropped
            self.write_raw(shape.after or ("\n\n" if shape.is_block else ""))
            if tag.name == name:
                break
        blocks = (each for each in reversed(self._open) if each.shape.is_block)
        self._block = next(blocks, None)

    def _join_lines(self, tag: _OpenTag) -> None:
        """Join the content of a tag into one line without heading marks, unless it has code."""
        blocks, start = tag.written
        if blocks != len(self._out) or len(self._prose) - start > _LONGEST_LINE:
            return
        content = "".join(self._prose[start:])
        if "\n" in content and len(content) <= _LONGEST_LINE:
            self._prose[start:] = [" ".join(_HEADING.sub("", content).split())]

    def _flush_prose(self) -> None:
        """Move the prose written so far to the output, with single blank lines."""
        if self._prose:
            text = "".join(self._prose).replace("\r\n", "\n")
            self._out.append(_BLANKS.sub("\n\n", text))
            self._prose = []


@cache
def _compile_indentation(width: int) -> re.Pattern[str]:
    """Return the pattern of a line end with up to `width` characters of indentation."""
    return re.compile(rf"\n[ \t]{{1,{width}}}")


def remove_escapes(text: str) -> str:
    """Return a text without backslashes before `<` and `{`, except in code."""
    if "\\<" not in text and "\\{" not in text:
        return text
    return _CODE_OR_ESCAPE.sub(lambda match: match["sign"] or match[0], text)

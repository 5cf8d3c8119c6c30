"""Reading the items of an array."""

from __future__ import annotations

import re

from docs_lsp.jsontree import layout
from docs_lsp.jsontree.frame import Frame
from docs_lsp.jsontree.nodes import Array, String
from docs_lsp.jsontree.tokens import (
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    COLON,
    OPEN_ARRAY,
    OPEN_OBJECT,
)

_TEXT = re.compile(rb'"[^"\\\x00-\x1f]*"')
_TEXTS = re.compile(
    rb'\[[ \t\r\n]*"[^"\\\x00-\x1f]*"'
    rb'(?:[ \t\r\n]*,[ \t\r\n]*"[^"\\\x00-\x1f]*")*[ \t\r\n]*\]'
)


class ArrayFrame(Frame):
    """An open array."""

    opener = "["
    bracket = OPEN_ARRAY
    closer = CLOSE_ARRAY
    goes_on = b',"{['

    def plain(self) -> Array | None:
        """A list of nothing but plain texts, as most lists of pages are."""
        parser, data = self.parser, self.parser.data
        match = _TEXTS.match(data, self.start)
        if match is None or len(parser.open) == 1:
            return None  # Where the outermost bracket closes depends on what follows it.
        for text in _TEXT.finditer(data, self.start, match.end()):
            self.items.append(parser.plain_string(text.group()))
            self.starts.append(text.start() - self.start)
        parser.pos = match.end()
        return Array(self.items, self.starts, match.end() - self.start, (), True)

    def child(self, first: int, pos: int) -> bool:
        """Read one item."""
        if first == COLON:
            return self.colon(pos)
        if self.sticking_junk():
            return False
        self.missing_comma()
        node = self.parser.value(first, self.faults)
        self.add(pos, node)
        return False

    def colon(self, pos: int) -> bool:
        """A colon in a list: the list should have ended before the key, or a bracket is missing."""
        parser = self.parser
        if self.ends_with_text() and len(self.items) == 1 and self.misread(CLOSE_OBJECT):
            return True
        column = self.key_column()
        is_deeper = column is not None and column > layout.line_indent(parser.data, self.start)
        if is_deeper or self.lacks_bracket():
            at = self.take_back()
            self.faults = [fault for fault in self.faults if fault.start < at]
            self.add(at, parser.object_without_bracket(at))
            return False
        if column is not None and len(parser.open) > 1 and parser.open[-2].bracket == OPEN_OBJECT:
            self.take_back()
            return True
        message = "A list holds values, not keys: put `{` and `}` around the key and its value."
        self.fault(pos, pos + 1, message)
        parser.pos = pos + 1
        return False

    def lacks_bracket(self) -> bool:
        """Whether the text before a colon is a key whose opening bracket was forgotten."""
        if not self.ends_with_text():
            return False
        surplus = self.parser.surplus
        return surplus(CLOSE_OBJECT) > 0 and surplus(CLOSE_ARRAY) <= 0

    def ends_with_text(self) -> bool:
        """Whether the token read last is an item that is a text."""
        return bool(self.items) and type(self.items[-1]) is String and self.comma < 0

    def key_column(self) -> int | None:
        """Where on its line the text before a colon stands, if it starts the line."""
        if not self.ends_with_text():
            return None
        return layout.column(self.parser.data, self.start + self.starts[-1])

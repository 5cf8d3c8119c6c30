"""Reads the items of an array."""

from __future__ import annotations

import re

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree import lines
from docs_lsp.jsontree.nodes import NO_CHILDREN, Array, Object, String
from docs_lsp.jsontree.parser import closing, commas
from docs_lsp.jsontree.parser.reader import OpenContainer
from docs_lsp.jsontree.parser.strings import QUOTED
from docs_lsp.jsontree.parser.tokens import (
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    COLON,
    MAX_DEPTH,
    OPEN_ARRAY,
    OPEN_OBJECT,
    PLAIN_SCALAR,
    QUOTE,
)

_TEXT = compile_lazily(rb'"[^"\\\x00-\x1f]*"')
_TEXTS = compile_lazily(
    rb'\[[ \t\r\n]*"[^"\\\x00-\x1f]*"'
    rb'(?:[ \t\r\n]*,[ \t\r\n]*"[^"\\\x00-\x1f]*")*[ \t\r\n]*\]'
)
_ITEM = compile_lazily(
    rb'([ \t\r\n]*)(?:("[^"\\\x00-\x1f]*"|' + PLAIN_SCALAR + rb"|\{[ \t]*\}|\[[ \t]*\])"
    rb"([ \t\r\n]*),(?:\1\2\3,)*|(?=[\[{]))"
)
"""White space, and a container or a plain item with its comma, as often as it follows itself."""
_OPENERS = (OPEN_ARRAY, OPEN_OBJECT)
_VALUE = compile_lazily(rb'[ \t\r\n]*(?:(["\[{])|[^ \t\r\n,:\]}])')
_ENDS_LINE = compile_lazily(rb"[ \t]*[\r\n]")
_BLANK = rb"[ \t\r\n]*"
_TEXT_BEFORE_KEY = compile_lazily(
    _BLANK + QUOTED.pattern + _BLANK + b"," + _BLANK + QUOTED.pattern + _BLANK + b":"
)


class OpenArray(OpenContainer):
    """An array whose items are being read."""

    opener = "["
    bracket = OPEN_ARRAY
    closer = CLOSE_ARRAY
    continuations = b',"{['
    holds_keys = False  # whether a key was reported already

    def read_plain(self) -> Array | None:
        """Read an array of nothing but plain strings, as most lists of pages are, or None."""
        reader, data = self.reader, self.reader.data
        match = _TEXTS.match(data, self.start)
        if match is None or len(reader.open) == 1:
            return None  # The end of the outermost container depends on the text after it.
        for text in _TEXT.finditer(data, self.start, match.end()):
            self.items.append(reader.make_plain_string(text.group()))
            self.starts.append(text.start() - self.start)
        reader.pos = match.end()
        return Array(self.items, self.starts, match.end() - self.start, (), True)

    def read_run(self, limit: int) -> bool:
        """Read plain items that begin before `limit` (-1: all); return whether any was read."""
        reader, data, count = self.reader, self.reader.data, len(self.items)
        while limit < 0 or reader.pos < limit:
            item = _ITEM.match(data, reader.pos)
            if item is None:
                break
            if reader.by_indent and closing.ends_run(self, item.group(1), item.end(1)):
                break
            plain = item[2]
            if plain is None or (plain[0] in _OPENERS and len(reader.open) >= MAX_DEPTH):
                reader.pos = item.end(1)
                self.add_child(reader.pos, reader.read_container(data[reader.pos]))
                if not commas.read_plain_comma(self):
                    return True
            else:
                self._add_plain_items(item, limit)
        return len(self.items) > count

    def _add_plain_items(self, item: re.Match[bytes], limit: int) -> None:
        """Add a plain item with its comma, and exact repeats of both that begin before `limit`.

        `limit` is a byte offset, negative for none. As `add_child` and `accept_as_comma`, which
        would take longer than the rest.
        """
        reader, start, plain = self.reader, item.end(1), item[2]
        step = item.end(3) + 1 - item.start()
        count = (item.end() - item.start()) // step
        if count > 1 and limit >= 0:
            count = max(1, -((start - limit) // step))
        if plain[0] not in _OPENERS:
            is_text = plain[0] == QUOTE
            make = reader.make_plain_string if is_text else reader.make_plain_scalar
            self.items += [make(plain)] * count
        elif count == 1 and (known := reader.find_reusable(start)):
            self.items.append(known)
        else:
            kind = Object if plain[0] == OPEN_OBJECT else Array
            none, size = NO_CHILDREN, len(plain)
            self.items += [kind(none, none, size, (), True) for _ in range(count)]
        first = start - self.start
        self.starts += range(first, first + count * step, step)
        self.end = start + (count - 1) * step + len(plain)
        reader.pos = item.start() + count * step
        self.comma = self.resume = reader.pos - 1
        self.faults_before_resume = len(self.faults)

    def read_child(self, first: int, pos: int) -> bool:
        """Read one item; returns True if the array ends before it."""
        if first == COLON:
            return self.read_colon(pos)
        if commas.skip_unexpected_text(self, first):
            return False
        commas.report_missing_comma(self)
        node = self.reader.read_value(first)
        self.add_child(pos, node)
        return False

    def read_colon(self, pos: int) -> bool:
        """Read on at a colon in an array; return True if the array has ended before the key.

        Otherwise the array lacks its opening bracket, or the colon was meant as a comma.
        """
        reader = self.reader
        if (
            self.ends_with_string()
            and len(self.items) == 1
            and closing.detect_wrong_opener(self, CLOSE_OBJECT)
        ):
            return True
        if self.is_colon_for_comma(pos):
            commas.read_colon_for_comma(self, pos)
            return False
        column = self.find_key_column()
        is_deeper = column is not None and column > lines.measure_indent(reader.data, self.start)
        if is_deeper or self.lacks_opening_bracket():
            at = self.remove_last_child()
            self.faults = [fault for fault in self.faults if fault.start < at]
            self.add_child(at, reader.read_object_without_bracket(at))
            return False
        if column is not None and len(reader.open) > 1 and reader.open[-2].bracket == OPEN_OBJECT:
            self.remove_last_child()
            return True
        self.skip_colon(pos)
        return False

    def is_colon_for_comma(self, pos: int) -> bool:
        """Return whether a colon was typed instead of a comma: no key comes before it."""
        data, surplus = self.reader.data, self.reader.bracket_balance
        value = _VALUE.match(data, pos + 1)
        if not self.items or self.comma >= 0 or value is None:
            return False
        if not self.ends_with_string():
            return True
        if value[1] is None or self.holds_keys:
            return False
        if surplus(CLOSE_OBJECT) > 0 or surplus(CLOSE_ARRAY) < 0:
            return False
        if self.find_key_column() is not None:
            return _ENDS_LINE.match(data, pos + 1) is not None
        if value[1] == b'"':
            return _TEXT_BEFORE_KEY.match(data, pos + 1) is None
        return len(self.items) > 1

    def skip_colon(self, pos: int) -> None:
        """Skip a colon that makes the item before it look like a key; the first is a fault."""
        if self.holds_keys and _VALUE.match(self.reader.data, pos + 1):
            commas.accept_as_comma(self, pos)
            return
        message = "An array has values, not keys. Put `{` and `}` around the key and its value."
        if not self.holds_keys:
            self.add_fault(pos, pos + 1, message)
        self.holds_keys = True
        self.reader.pos = pos + 1

    def lacks_opening_bracket(self) -> bool:
        """Return whether the string before a colon is a key whose opening bracket is missing."""
        if not self.ends_with_string():
            return False
        surplus = self.reader.bracket_balance
        return surplus(CLOSE_OBJECT) > 0 and surplus(CLOSE_ARRAY) <= 0

    def ends_with_string(self) -> bool:
        """Return whether the last token is an item that is a string."""
        return bool(self.items) and type(self.items[-1]) is String and self.comma < 0

    def find_key_column(self) -> int | None:
        """Return the column of the string before a colon, if it starts its line, or None."""
        if not self.ends_with_string():
            return None
        return lines.find_column(self.reader.data, self.start + self.starts[-1])

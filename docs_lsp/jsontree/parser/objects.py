"""Reading the members of an object."""

from __future__ import annotations

import re

from docs_lsp.jsontree import layout
from docs_lsp.jsontree.nodes import Broken, Container, Member, Node, String, SyntaxFault
from docs_lsp.jsontree.parser import closing, commas, junk, quotes, scan, trivia, unopened_list
from docs_lsp.jsontree.parser.open_container import Frame
from docs_lsp.jsontree.parser.tokens import (
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    COLON,
    COMMA,
    END,
    OPEN_ARRAY,
    OPEN_OBJECT,
    QUOTE,
)
from docs_lsp.text import Span

_AFTER_KEY = (QUOTE, COMMA, CLOSE_OBJECT, CLOSE_ARRAY, END, OPEN_ARRAY, OPEN_OBJECT)
"""What may follow a key whose colon or value is missing."""


_MEMBER = re.compile(
    rb'[ \t\r\n]*("[^"\\\x00-\x1f]*")[ \t\r\n]*:[ \t\r\n]*'
    rb'(?:("[^"\\\x00-\x1f]*")(?=[ \t\r\n]*[,}])|(?=[\[{]))'
)
_OTHER_COLON = re.compile(
    rb"=>?|->|;|\xef\xbc\x9a"
    rb'|,(?=[ \t]*(?:"(?:[^"\\\n\r]|\\[^\n\r])*"(?![ \t\r\n]*:)|(?:true|false|null)\b|-?[0-9])'
    rb"|[ \t\r\n]*[\[{])"
)
"""What is typed for a colon. A comma may as well follow a key that is only begun: a value on the
same line tells, or a bracket."""
_TEXT_AND_KEY = re.compile(
    rb'"[^"\\\x00-\x1f]*"[ \t\r\n]*:[ \t\r\n]*"(?:[^"\\\n\r]|\\[^\n\r])*"[ \t\r\n]*:'
)
_COMMA = re.compile(rb"[ \t\r\n]*,")


class ObjectFrame(Frame):
    """An open object."""

    opener = "{"
    bracket = OPEN_OBJECT
    closer = CLOSE_OBJECT
    goes_on = b',"'
    texts_looked_at = (-1, False)  # how far, and whether a list ends there
    like_a_list = False  # whether a value without a key was found: more of them are no news

    def plain(self) -> None:
        """Read members as long as key, colon, value and comma follow each other as they should."""
        parser, data = self.parser, self.parser.data
        while match := _MEMBER.match(data, parser.pos):
            start, value_start = match.start(1), match.end(0)
            key = parser.plain_string(match.group(1))
            parser.pos = value_start
            if match.group(2) is None:
                value: Node = parser.container(data[value_start])
            else:
                value_start = match.start(2)
                value = parser.plain_string(match.group(2))
            size = value_start - start + value.size
            self.add(start, Member(key, value, value_start - start, size))
            comma = _COMMA.match(data, parser.pos)
            if comma is None:
                return
            commas.pass_comma(self, comma.end() - 1)

    def child(self, first: int, pos: int) -> bool:
        """Read one member, or what stands in place of one."""
        parser = self.parser
        if first == COLON and self.is_colon_for_comma(pos):
            commas.pass_colon(self, pos)
            return False
        if junk.skip_sticking(self, first):
            return False
        if self.starts_as_list(first, pos) and closing.opened_by_other(self, CLOSE_ARRAY):
            return True
        if unopened_list.goes_on(self, first, pos):
            unopened_list.read(self)
            return False
        if first == QUOTE and self.has_ended_in_list(pos):
            return True
        if first == QUOTE:
            commas.missing(self)
            self.member(pos, parser.key())
            return False
        if first in (OPEN_OBJECT, OPEN_ARRAY):
            return self.value_without_key(first, pos)
        if first == COLON:
            self.fault(pos, pos + 1, "A key is missing before this colon.")
            parser.pos = pos + 1
            self.after_colon(pos, _no_key())
            return False
        self.unquoted_key(pos)
        return False

    def closes_lost_child(self, closer: int, pos: int) -> bool:
        """Read on where the last value is one of a list whose opening bracket is missing."""
        if closer != CLOSE_ARRAY or not unopened_list.ends(self, pos):
            return False
        unopened_list.read(self)
        return True

    def is_colon_for_comma(self, pos: int) -> bool:
        """Whether a colon behind a value stands where a comma belongs: a key follows it."""
        if self.comma >= 0 or not self.items:
            return False
        following = trivia.SPACE.match(self.parser.data, pos + 1)
        return following is not None and scan.is_any_key(self.parser.data, following.end())

    def starts_as_list(self, first: int, pos: int) -> bool:
        """Whether what follows the opening bracket is no key."""
        if self.items or first == COLON:
            return False
        return first != QUOTE or not scan.is_any_key(self.parser.data, pos)

    def is_in_list(self) -> bool:
        """Whether the object is an item."""
        open_ = self.parser.open
        return len(open_) > 1 and open_[-2].bracket == OPEN_ARRAY

    def has_ended_in_list(self, pos: int) -> bool:
        """Whether a text without a colon is rather the next item of the list around the object."""
        parser = self.parser
        if not self.items or not self.is_in_list() or layout.column(parser.data, pos) is None:
            return False
        is_full = isinstance(self.last_member().value, Container)
        if not is_full and not layout.is_shallower(parser.data, pos, self.start):
            return False
        return parser.surplus(CLOSE_OBJECT) < 0 and not scan.is_any_key(parser.data, pos)

    def last_member(self) -> Member:
        """The member read last."""
        member = self.items[-1]
        assert isinstance(member, Member)
        return member

    def is_doubled(self, pos: int) -> bool:
        """Whether the opening bracket was typed twice, and not more often."""
        parser = self.parser
        is_next = pos == self.start + 1 and not parser.data.startswith(b"{", pos + 1)
        return is_next and parser.surplus(CLOSE_OBJECT) < 0

    def value_without_key(self, first: int, pos: int) -> bool:
        """A bracket where a key belongs: the object should have ended, or the key is missing."""
        parser = self.parser
        if first == OPEN_OBJECT and self.is_doubled(pos):
            self.fault(pos, pos + 1, "One `{` is enough: remove this one.", "")
            parser.has_strays = True
            parser.pos = self.end = pos + 1
            return False
        column = layout.column(parser.data, pos)
        if self.is_in_list() and (
            column is None or column <= layout.line_indent(parser.data, self.start)
        ):
            return True
        commas.missing(self)
        if not self.like_a_list:
            self.fault(pos, pos + 1, "A key and a colon are missing before this bracket.")
        self.like_a_list = True
        value = parser.value(first, self.faults)
        self.add(pos, Member(_no_key(), value, 0, value.size))
        return False

    def unquoted_key(self, pos: int) -> None:
        """Read a key that is not in double quotes, or skip what cannot be one."""
        parser = self.parser
        commas.missing(self)
        quoted = quotes.in_other_quotes(parser.data, pos) or quotes.unopened_key(parser.data, pos)
        if quoted is not None:
            parser.pos = pos + quoted.size
            self.member(pos, quoted)
            return
        word = scan.word(parser.data, pos) or parser.unreadable()
        parser.pos = pos + word.size
        found = parser.data[pos : parser.pos].decode("utf-8", "replace")
        after = trivia.SPACE.match(parser.data, parser.pos)
        assert after is not None
        if parser.data[after.end() : after.end() + 1] == b":":
            message = "A key stands in double quotes."
            fault = SyntaxFault(0, word.size, "syntax-error", message, insert=f'"{found}"')
            self.member(pos, String(found, word.size, (fault,), Span(0, word.size)))
            return
        message = f"`{found[:40]}` does not belong here: a key in double quotes does."
        self.fault(pos, parser.pos, message)
        parser.pos = max(parser.pos, junk.junk_end(parser.data, parser.pos))

    def member(self, pos: int, key: String) -> None:
        """Read what follows a key."""
        parser = self.parser
        key_end = parser.pos
        first = parser.peek(self.faults)
        if first == COLON:
            parser.pos += 1
            self.after_colon(pos, key)
            return
        other = _OTHER_COLON.match(parser.data, parser.pos)
        if other is not None:
            message = "A colon stands between a key and its value."
            self.fault(other.start(), other.end(), message, ":")
            parser.pos = other.end()
            self.after_colon(pos, key)
            return
        sticks = first == QUOTE and key_end == parser.pos
        if sticks or first not in _AFTER_KEY:
            self.rubbish_after_key(pos, key, key_end)
            return
        is_value = first == QUOTE and not scan.is_key(parser.data, parser.pos)
        if first in (OPEN_ARRAY, OPEN_OBJECT) or (is_value and self.same_line(key_end, parser.pos)):
            self.fault(key_end, key_end, "A colon is missing after this key.", ":")
            self.with_value(pos, key, first)
            return
        self.no_value(pos, key, key_end, f"`{key.value}` needs a colon and a value.")

    def rubbish_after_key(self, pos: int, key: String, key_end: int) -> None:
        """Skip to the colon, if there is one on the line, or to the end of the line."""
        parser = self.parser
        end = junk.junk_end(parser.data, key_end)
        if key.clean:
            message = "After a key comes a colon. Is a quote or a colon missing or out of place?"
            self.fault(key_end, max(end, key_end + 1), message)
        parser.pos = max(end, key_end)
        if parser.data[parser.pos : parser.pos + 1] == b":":
            parser.pos += 1
            self.after_colon(pos, key)
            return
        size = parser.pos - pos
        self.add(pos, Member(key, Broken(None, 0), size, size))

    def after_colon(self, pos: int, key: String) -> None:
        """Read the value of a key, or note that there is none."""
        parser = self.parser
        colon_end = parser.pos
        first = parser.peek(self.faults)
        while first == COLON:
            self.fault(parser.pos, parser.pos + 1, "One colon is enough: remove this one.", "")
            parser.pos += 1
            first = parser.peek(self.faults)
        absent = first in (END, COMMA, CLOSE_OBJECT, CLOSE_ARRAY)
        start = parser.pos
        if first == QUOTE and self.is_key_for_value(colon_end, start):
            lacks = parser.surplus(CLOSE_OBJECT) > 0 and parser.surplus(CLOSE_ARRAY) <= 0
            if lacks or self.same_line(colon_end, start) or self.is_deeper(start, pos):
                value = parser.object_without_bracket(start)
                self.add(pos, Member(key, value, start - pos, start - pos + value.size))
                return
            absent = True
        if absent and first in (CLOSE_OBJECT, CLOSE_ARRAY) and parser.surplus(first) > 0:
            value = parser.empty_without_bracket(first, start)
            self.add(pos, Member(key, value, start - pos, start - pos + value.size))
        elif absent:
            self.no_value(pos, key, colon_end, f"`{key.value}` has no value: add one.")
        else:
            self.with_value(pos, key, first)

    def is_key_for_value(self, colon_end: int, start: int) -> bool:
        """Whether a key stands where a value belongs. It is a value if on its line another key
        follows it: then the colon between them was typed for a comma."""
        data = self.parser.data
        if not scan.is_key(data, start):
            return False
        return not self.same_line(colon_end, start) or not _TEXT_AND_KEY.match(data, start)

    def with_value(self, pos: int, key: String, first: int) -> None:
        """Read the value that stands at the position."""
        start = self.parser.pos
        value = self.parser.value(first, self.faults)
        self.add(pos, Member(key, value, start - pos, start - pos + value.size))

    def no_value(self, pos: int, key: String, end: int, message: str) -> None:
        """Add a member that lacks its value."""
        parser = self.parser
        if key.clean and not self.like_a_list:
            self.fault(pos, pos + key.size if key.size else end, message)
        self.add(pos, Member(key, Broken(None, 0), end - pos, end - pos))
        if parser.pos < len(parser.data) and parser.data[parser.pos] == QUOTE:
            self.comma = end  # The value was to be followed by one: not a mistake of its own.
            self.settle(end)

    def is_deeper(self, start: int, key: int) -> bool:
        """Whether a text starts its line further in than a key starts its own."""
        outer = layout.column(self.parser.data, key)
        inner = layout.column(self.parser.data, start)
        return outer is not None and inner is not None and inner > outer

    def same_line(self, start: int, end: int) -> bool:
        """Whether no line ends between two offsets."""
        return b"\n" not in self.parser.data[start:end]


def _no_key() -> String:
    return String("", 0, (), Span(0, 0))

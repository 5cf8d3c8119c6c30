"""Reads the members of an object."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree import lines
from docs_lsp.jsontree.nodes import Broken, Container, Member, Node, Object, String, SyntaxFault
from docs_lsp.jsontree.parser import closing, commas, strings, tokens, trivia
from docs_lsp.jsontree.parser.reader import OpenContainer
from docs_lsp.jsontree.parser.tokens import (
    CLOSE_ARRAY,
    CLOSE_OBJECT,
    COLON,
    COMMA,
    END,
    OPEN_ARRAY,
    OPEN_OBJECT,
    PLAIN_SCALAR,
    QUOTE,
)

_AFTER_KEY = (QUOTE, COMMA, CLOSE_OBJECT, CLOSE_ARRAY, END, OPEN_ARRAY, OPEN_OBJECT)
"""The bytes that can follow a key whose colon or value is missing."""
_MEMBER = compile_lazily(
    rb'([ \t\r\n]*)("[^"\\\x00-\x1f]*")[ \t\r\n]*:[ \t\r\n]*'
    rb'(?:(?:("[^"\\\x00-\x1f]*")|(' + PLAIN_SCALAR + rb"))(?=[ \t\r\n]*[,}])|(?=[\[{]))"
)
_OTHER_COLON = compile_lazily(
    rb"=>?|->|;|\xef\xbc\x9a"
    rb'|,(?=[ \t]*(?:"(?:[^"\\\n\r]|\\[^\n\r])*"(?![ \t\r\n]*:)|(?:true|false|null)\b|-?[0-9])'
    rb"|[ \t\r\n]*[\[{])"
)
"""Text typed instead of a colon.

A comma can also follow an unfinished key: it is a colon if a value on the same line, or a bracket,
follows.
"""
_TEXT_AND_KEY = compile_lazily(
    rb'"[^"\\\x00-\x1f]*"[ \t\r\n]*:[ \t\r\n]*"(?:[^"\\\n\r]|\\[^\n\r])*"[ \t\r\n]*:'
)
_TEXTS = compile_lazily(
    rb'"[^"\\\n\r]*"(?![ \t\r\n]*:)(?:[ \t\r\n]*,[ \t\r\n]*"[^"\\\n\r]*"(?![ \t\r\n]*:))*'
)
_END_OF_LIST = compile_lazily(rb"[ \t\r\n]*(?:\]|,[ \t\r\n]*(\{))")


class OpenObject(OpenContainer):
    """An object whose members are being read."""

    opener = "{"
    bracket = OPEN_OBJECT
    closer = CLOSE_OBJECT
    continuations = b',"'
    texts_checked = (-1, False)  # how far, and whether a list ends there
    is_like_array = False  # whether a value without a key was found: later ones are not reported

    def read_plain(self) -> None:
        """Read members as long as key, colon, value and comma are in order."""
        self.read_run(-1)

    def read_run(self, limit: int) -> bool:
        """Read plain members that begin before `limit` (-1: all); return whether any was read."""
        reader, data, count = self.reader, self.reader.data, len(self.items)
        while limit < 0 or reader.pos < limit:
            match = _MEMBER.match(data, reader.pos)
            if match is None or closing.ends_run(self, match.group(1), match.end(1)):
                break
            start, value_start = match.start(2), match.end()
            key = reader.make_plain_string(match.group(2))
            reader.pos = value_start
            if match.group(3) is not None:
                value_start = match.start(3)
                value: Node = reader.make_plain_string(match.group(3))
            elif match.group(4) is not None:
                value_start = match.start(4)
                value = reader.make_plain_scalar(match.group(4))
            else:
                value = reader.read_container(data[value_start])
            size = value_start - start + value.size
            self.add_child(start, Member(key, value, value_start - start, size))
            if not commas.read_plain_comma(self):
                return True
        return len(self.items) > count

    def read_child(self, first: int, pos: int) -> bool:
        """Read one member or what is in its place; returns True if the object ends before it."""
        reader = self.reader
        if first == COLON and self.is_colon_for_comma(pos):
            commas.read_colon_for_comma(self, pos)
            return False
        if commas.skip_unexpected_text(self, first):
            return False
        if self.starts_as_array(first, pos) and closing.detect_wrong_opener(self, CLOSE_ARRAY):
            return True
        if _continues_as_array(self, first, pos):
            _reread_as_array(self)
            return False
        if first == QUOTE and self.has_ended_in_array(pos):
            return True
        if first == QUOTE:
            commas.report_missing_comma(self)
            self.read_member(pos, reader.read_key())
            return False
        if first in (OPEN_OBJECT, OPEN_ARRAY):
            return self.read_value_without_key(first, pos)
        if first == COLON:
            self.add_fault(pos, pos + 1, "A key is missing before this colon.")
            reader.pos = pos + 1
            self.read_after_colon(pos, _make_missing_key())
        else:
            self.read_unquoted_key(pos)
        return False

    def reread_unopened_child(self, closer: int, pos: int) -> bool:
        """Read the last value again, and return True, if it is in an array that lacks its `[`."""
        if closer != CLOSE_ARRAY or not _closes_unopened_array(self, pos):
            return False
        _reread_as_array(self)
        return True

    def is_colon_for_comma(self, pos: int) -> bool:
        """Return whether a colon after a value was typed instead of a comma: a key follows."""
        if self.comma >= 0 or not self.items:
            return False
        following = trivia.SPACE.match(self.reader.data, pos + 1)
        return following is not None and strings.is_any_key(self.reader.data, following.end())

    def starts_as_array(self, first: int, pos: int) -> bool:
        """Return whether the object has no members yet, and no key follows its bracket."""
        if self.items or first == COLON:
            return False
        return first != QUOTE or not strings.is_any_key(self.reader.data, pos)

    def is_in_array(self) -> bool:
        """Return whether the object is an item of an array."""
        open_ = self.reader.open
        return len(open_) > 1 and open_[-2].bracket == OPEN_ARRAY

    def has_ended_in_array(self, pos: int) -> bool:
        """Return whether a string without a colon is the next item of an array around the object.

        Then the closing bracket of the object is missing.
        """
        reader = self.reader
        if not self.items or not self.is_in_array() or lines.find_column(reader.data, pos) is None:
            return False
        is_full = isinstance(self.get_last_member().value, Container)
        if not is_full and not lines.is_shallower(reader.data, pos, self.start):
            return False
        return reader.bracket_balance(CLOSE_OBJECT) < 0 and not strings.is_any_key(reader.data, pos)

    def get_last_member(self) -> Member:
        """Return the last member read; there must be one."""
        member = self.items[-1]
        assert isinstance(member, Member)
        return member

    def is_doubled(self, pos: int) -> bool:
        """Return whether the opening bracket was typed twice, and a closing one is missing."""
        reader = self.reader
        is_next = pos == self.start + 1 and not reader.data.startswith(b"{", pos + 1)
        return is_next and reader.bracket_balance(CLOSE_OBJECT) < 0

    def read_value_without_key(self, first: int, pos: int) -> bool:
        """Read a bracket in place of a key; returns True if the object has ended before it."""
        reader = self.reader
        if first == OPEN_OBJECT and self.is_doubled(pos):
            self.add_fault(pos, pos + 1, "One `{` is enough: remove this one.", "")
            reader.has_unmatched_closers = True
            reader.pos = self.end = pos + 1
            return False
        column = lines.find_column(reader.data, pos)
        if self.is_in_array() and (
            column is None or column <= lines.measure_indent(reader.data, self.start)
        ):
            return True
        commas.report_missing_comma(self)
        if self.is_like_array:
            reader.faults_left -= 1  # Each takes as long as one that is reported.
        else:
            self.add_fault(pos, pos + 1, "A key and a colon are missing before this bracket.")
        self.is_like_array = True
        self.add_member(pos, _make_missing_key(), pos, reader.read_value(first))
        return False

    def read_unquoted_key(self, pos: int) -> None:
        """Add a member whose key is not in double quotes, or skip text that cannot be one."""
        reader = self.reader
        commas.report_missing_comma(self)
        quoted = strings.read_in_other_quotes(reader.data, pos) or strings.read_unopened_key(
            reader.data, pos
        )
        if quoted is not None:
            reader.pos = pos + quoted.size
            self.read_member(pos, quoted)
            return
        word = tokens.read_word(reader.data, pos) or reader.build_unreadable_value()
        reader.pos = pos + word.size
        word_text = reader.data[pos : reader.pos].decode("utf-8", "replace")
        after = trivia.SPACE.match(reader.data, reader.pos)
        assert after is not None
        if reader.data[after.end() : after.end() + 1] == b":":
            message = "A key must be in double quotes."
            fault = SyntaxFault(0, word.size, "syntax-error", message, insert=f'"{word_text}"')
            self.read_member(pos, String(word_text, word.size, (fault,), Span(0, word.size)))
            return
        message = f"`{word_text[:40]}` does not belong here. Write a key in double quotes."
        self.add_fault(pos, reader.pos, message)
        reader.pos = max(reader.pos, tokens.find_unreadable_end(reader.data, reader.pos))

    def read_member(self, pos: int, key: String) -> None:
        """Read the rest of a member after its key, and add the member."""
        reader = self.reader
        key_end = reader.pos
        first = reader.skip_to_token(self.faults)
        if first == COLON:
            reader.pos += 1
            self.read_after_colon(pos, key)
            return
        other = _OTHER_COLON.match(reader.data, reader.pos)
        if other is not None:
            message = "A colon belongs between a key and its value."
            self.add_fault(other.start(), other.end(), message, ":")
            reader.pos = other.end()
            self.read_after_colon(pos, key)
            return
        sticks = first == QUOTE and key_end == reader.pos
        if sticks or first not in _AFTER_KEY:
            self.skip_rubbish_after_key(pos, key, key_end)
            return
        is_value = first == QUOTE and not strings.is_plain_key(reader.data, reader.pos)
        if first in (OPEN_ARRAY, OPEN_OBJECT) or (
            is_value and self.is_same_line(key_end, reader.pos)
        ):
            self.add_fault(key_end, key_end, "A colon is missing after this key.", ":")
            self.read_value(pos, key, first)
            return
        self.add_without_value(pos, key, key_end, f"`{key.value}` needs a colon and a value.")

    def skip_rubbish_after_key(self, pos: int, key: String, key_end: int) -> None:
        """Skip text after a key, with a fault; add the member, empty without a colon."""
        reader = self.reader
        end = tokens.find_unreadable_end(reader.data, key_end)
        if key.clean:
            message = "After a key comes a colon. Is a quote or a colon missing or out of place?"
            self.add_fault(key_end, max(end, key_end + 1), message)
        reader.pos = max(end, key_end)
        if reader.data[reader.pos : reader.pos + 1] == b":":
            reader.pos += 1
            self.read_after_colon(pos, key)
            return
        self.add_member(pos, key, reader.pos, Broken(None, 0))

    def read_after_colon(self, pos: int, key: String) -> None:
        """Read the value of a key, or record that it is missing, and add the member."""
        reader = self.reader
        colon_end = reader.pos
        first = reader.skip_to_token(self.faults)
        while first == COLON and reader.faults_left >= 0:
            self.add_fault(reader.pos, reader.pos + 1, "One colon is enough: remove this one.", "")
            reader.pos += 1
            first = reader.skip_to_token(self.faults)
        absent = first in (END, COMMA, CLOSE_OBJECT, CLOSE_ARRAY)
        start = reader.pos
        if first == QUOTE and self.is_key_for_value(colon_end, start):
            balance = reader.bracket_balance
            lacks_bracket = balance(CLOSE_OBJECT) > 0 and balance(CLOSE_ARRAY) <= 0
            if lacks_bracket or self.is_same_line(colon_end, start) or self.is_deeper(start, pos):
                self.add_member(pos, key, start, reader.read_object_without_bracket(start))
                return
            absent = True
        if absent and first in (CLOSE_OBJECT, CLOSE_ARRAY) and reader.bracket_balance(first) > 0:
            self.add_member(pos, key, start, reader.read_empty_without_bracket(first, start))
        elif absent:
            self.add_without_value(pos, key, colon_end, f"`{key.value}` has no value: add one.")
        else:
            self.read_value(pos, key, first)

    def is_key_for_value(self, colon_end: int, start: int) -> bool:
        """Return whether a key is in place of a value.

        It is a value if another key follows on its line: then the colon between them was typed
        instead of a comma.
        """
        data = self.reader.data
        if not strings.is_plain_key(data, start):
            return False
        return not self.is_same_line(colon_end, start) or not _TEXT_AND_KEY.match(data, start)

    def read_value(self, pos: int, key: String, first: int) -> None:
        """Read the value at the position, and add the member."""
        start = self.reader.pos
        self.add_member(pos, key, start, self.reader.read_value(first))

    def add_member(self, pos: int, key: String, value_at: int, value: Node) -> None:
        """Append a member that starts at an absolute offset, with its value at another."""
        start = value_at - pos
        self.add_child(pos, Member(key, value, start, start + value.size))

    def add_without_value(self, pos: int, key: String, end: int, message: str) -> None:
        """Add a member whose value is missing, and record the fault."""
        reader = self.reader
        if key.clean and not self.is_like_array:
            self.add_fault(pos, pos + key.size if key.size else end, message)
        self.add_member(pos, key, end, Broken(None, 0))
        if reader.pos < len(reader.data) and reader.data[reader.pos] == QUOTE:
            self.comma = end  # The comma is missing with the value.
            self.keep_faults_before(end)

    def is_deeper(self, start: int, key: int) -> bool:
        """Return whether a string starts its line with a deeper indentation than a key."""
        outer = lines.find_column(self.reader.data, key)
        inner = lines.find_column(self.reader.data, start)
        return outer is not None and inner is not None and inner > outer

    def is_same_line(self, start: int, end: int) -> bool:
        """Return whether there is no line break between two offsets."""
        between = self.reader.data[start:end]
        return b"\n" not in between and b"\r" not in between


def _make_missing_key() -> String:
    return String("", 0, (), Span(0, 0))


# Arrays whose opening bracket is missing, so that their items follow one value


def _continues_as_array(container: OpenObject, first: int, pos: int) -> bool:
    """Return whether the last value and the next token are items of an array without `[`.

    Strings must be followed by a bracket that only an array can have, since an unfinished key looks
    the same.
    """
    data = container.reader.data
    if container.comma < 0 or not _may_begin_array(container):
        return False
    if first == QUOTE:
        return _do_strings_reach_array_end(container, pos)
    column = lines.find_column(data, pos)
    return (
        first == OPEN_OBJECT
        and column is not None
        and column == lines.find_column(data, _get_last_value_offset(container))
    )


def _do_strings_reach_array_end(container: OpenObject, pos: int) -> bool:
    """Return whether strings that follow each other from an offset on reach the end of an array.

    An object after them in the same array counts as well.
    """
    data = container.reader.data
    if pos >= container.texts_checked[0]:
        texts = _TEXTS.match(data, pos)
        if texts is None:
            return False
        end = _END_OF_LIST.match(data, texts.end())
        is_list = end is not None and (
            end[1] is None or container.reader.bracket_balance(CLOSE_ARRAY) > 0
        )
        container.texts_checked = (texts.end(), is_list)
    return container.texts_checked[1]


def _closes_unopened_array(container: OpenObject, pos: int) -> bool:
    """Return whether a closing bracket belongs to an array of one value without opening bracket."""
    data = container.reader.data
    if container.comma >= 0 or not _may_begin_array(container):
        return False
    column = lines.find_column(data, pos)
    if column is None:
        same_line = container.is_same_line(_get_last_value_offset(container), pos)
        return same_line and not _closes_surrounding_array(container)
    return column == lines.find_column(data, container.start + container.starts[-1])


def _reread_as_array(container: OpenObject) -> None:
    """Continue reading the last value as an array that begins with it."""
    member, at = container.get_last_member(), container.remove_last_child()
    start = at + member.value_start
    end = start + member.value.size
    container.faults = [fault for fault in container.faults if fault.start < end]
    array = container.reader.read_array_without_bracket(start, member.value)
    size = member.value_start + array.size
    container.add_child(at, Member(member.key, array, member.value_start, size))


def _closes_surrounding_array(container: OpenObject) -> bool:
    """Return whether a bracket that closes an array closes the one around the object."""
    reader = container.reader
    lacks = reader.bracket_balance(CLOSE_OBJECT) < 0 and reader.bracket_balance(CLOSE_ARRAY) <= 0
    return lacks and container.is_in_array()


def _may_begin_array(container: OpenObject) -> bool:
    """Return whether the value of the last member could be the first item of an array."""
    return bool(container.items) and isinstance(container.get_last_member().value, String | Object)


def _get_last_value_offset(container: OpenObject) -> int:
    """Return the offset of the value of the last member."""
    return container.start + container.starts[-1] + container.get_last_member().value_start

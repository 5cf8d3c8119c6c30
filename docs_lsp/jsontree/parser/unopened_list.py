"""A list in an object whose opening bracket is missing, so that its items follow one value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docs_lsp.jsontree import layout
from docs_lsp.jsontree.nodes import Member, Object, String
from docs_lsp.jsontree.parser.tokens import CLOSE_ARRAY, CLOSE_OBJECT, OPEN_OBJECT, QUOTE

if TYPE_CHECKING:
    from docs_lsp.jsontree.parser.objects import ObjectFrame

_TEXTS = re.compile(
    rb'"[^"\\\n\r]*"(?![ \t\r\n]*:)(?:[ \t\r\n]*,[ \t\r\n]*"[^"\\\n\r]*"(?![ \t\r\n]*:))*'
)
_END_OF_LIST = re.compile(rb"[ \t\r\n]*(?:\]|,[ \t\r\n]*(\{))")


def goes_on(frame: ObjectFrame, first: int, pos: int) -> bool:
    """Whether the last value and what follows are a list whose opening bracket is missing.

    Texts have to reach a bracket that only a list can have: a key that is still being typed looks
    the same so far.
    """
    data = frame.parser.data
    if frame.comma < 0 or not _holds_one_value(frame):
        return False
    if first == QUOTE:
        return _ends_behind_texts(frame, pos)
    column = layout.column(data, pos)
    return (
        first == OPEN_OBJECT
        and column is not None
        and column == layout.column(data, _last_value_at(frame))
    )


def _ends_behind_texts(frame: ObjectFrame, pos: int) -> bool:
    """Whether texts that follow each other from an offset on reach the end of a list, or an
    object in one."""
    data = frame.parser.data
    if pos >= frame.texts_looked_at[0]:
        texts = _TEXTS.match(data, pos)
        if texts is None:
            return False
        end = _END_OF_LIST.match(data, texts.end())
        is_list = end is not None and (end[1] is None or frame.parser.surplus(CLOSE_ARRAY) > 0)
        frame.texts_looked_at = (texts.end(), is_list)
    return frame.texts_looked_at[1]


def ends(frame: ObjectFrame, pos: int) -> bool:
    """Whether a closing bracket belongs to a list of one value whose opening one is missing."""
    data = frame.parser.data
    if frame.comma >= 0 or not _holds_one_value(frame):
        return False
    column = layout.column(data, pos)
    if column is None:
        return not _is_missing_end(frame) and frame.same_line(_last_value_at(frame), pos)
    return column == layout.column(data, frame.start + frame.starts[-1])


def read(frame: ObjectFrame) -> None:
    """Read on from the last value as a list that begins with it."""
    member, at = frame.last_member(), frame.take_back()
    start = at + member.value_start
    frame.faults = [fault for fault in frame.faults if fault.start < start + member.value.size]
    array = frame.parser.array_without_bracket(start, member.value)
    size = member.value_start + array.size
    frame.add(at, Member(member.key, array, member.value_start, size))


def _is_missing_end(frame: ObjectFrame) -> bool:
    """Whether a bracket that closes a list rather closes the one around the object."""
    parser = frame.parser
    lacks = parser.surplus(CLOSE_OBJECT) < 0 and parser.surplus(CLOSE_ARRAY) <= 0
    return lacks and frame.is_in_list()


def _holds_one_value(frame: ObjectFrame) -> bool:
    """Whether the last member's value could be the first one of a list."""
    return bool(frame.items) and isinstance(frame.last_member().value, String | Object)


def _last_value_at(frame: ObjectFrame) -> int:
    """Where the value of the member read last starts."""
    return frame.start + frame.starts[-1] + frame.last_member().value_start

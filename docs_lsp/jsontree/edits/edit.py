"""One replacement in a text, and how several are made at once.

All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from docs_lsp.core.text import Span, encode


class Edit(NamedTuple):
    """The bytes of a span become those of `new`; an empty span is a place to insert at."""

    span: Span
    new: str


def apply(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The text after all of the edits, whose spans count in the text before them.

    Edits at the same place are made in the order given. Raises ValueError where two of them want
    the same bytes, or one reaches outside of the text: that is a bug.
    """
    pieces = []
    end = 0
    for span, new in sort_edits(edits):
        if not end <= span.start <= span.end <= len(data):
            raise ValueError(f"The edit of {span} overlaps another one or leaves the text.")
        pieces += [data[end : span.start], encode(new)]
        end = span.end
    return b"".join([*pieces, data[end:]])


def merge_edits(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits with those that touch made into one, so that no order can matter."""
    done: list[Edit] = []
    for edit in sort_edits(edits):
        if done and done[-1].span.end == edit.span.start:
            span, new = done.pop()
            edit = Edit(Span(span.start, edit.span.end), new + edit.new)
        done.append(edit)
    return tuple(done)


def sort_edits(edits: Iterable[Edit]) -> list[Edit]:
    """The edits as they stand in the text; an insertion comes before what is replaced there."""
    return sorted(edits, key=lambda edit: edit.span)

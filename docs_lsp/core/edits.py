"""Replacements in a text, applied several at once.

All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from docs_lsp.core.text import Span, encode_text


class Edit(NamedTuple):
    """A replacement of the bytes of a span by `new`; an empty span is an insertion."""

    span: Span
    new: str


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """Return the text after edits of its spans. Raises `ValueError` if they overlap or leave it.

    Spans refer to the text before all edits. Edits at the same place are applied in the order
    given. An error is a bug of the caller.
    """
    pieces = []
    end = 0
    for span, new in _sort_edits(edits):
        if not end <= span.start <= span.end <= len(data):
            raise ValueError(f"The edit of {span} overlaps another one or leaves the text.")
        pieces += [data[end : span.start], encode_text(new)]
        end = span.end
    return b"".join([*pieces, data[end:]])


def merge_edits(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return edits by their place in the text, those that touch joined into one."""
    done: list[Edit] = []
    for edit in _sort_edits(edits):
        if done and done[-1].span.end == edit.span.start:
            span, new = done.pop()
            edit = Edit(Span(span.start, edit.span.end), new + edit.new)
        done.append(edit)
    return tuple(done)


def _sort_edits(edits: Iterable[Edit]) -> list[Edit]:
    """Sort edits by their place in the text; an insertion precedes a replacement there."""
    return sorted(edits, key=lambda edit: edit.span)

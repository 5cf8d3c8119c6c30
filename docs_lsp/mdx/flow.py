"""Reads tags and expressions that fill whole lines, and collects the text they may span."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.mdx.braces import find_expression_end
from docs_lsp.mdx.characters import find_line_break, skip_spaces
from docs_lsp.mdx.containers import (
    BlockContainer,
    continue_containers,
    may_begin_container,
)
from docs_lsp.mdx.events import Event, InlineEvent, TagEvent
from docs_lsp.mdx.refusal import Refusal
from docs_lsp.mdx.syntax import NOWHERE, FaultKind, MdxExpression
from docs_lsp.mdx.tags import read_tag

MOST_LINES = 2_000
"""The number of lines of a container in which the end of a tag is searched."""
FEW_LINES = 50
"""The number of those lines if the page has many faults."""
_LAZY_REACH = 1_000


class JoinedLines(NamedTuple):
    """Lines joined to one text, without the markers of the containers around them."""

    text: str
    start: int
    end: int
    base: int = 0
    """The number to add to an offset in the text to get one in the page."""


def join_lines(text: str, lines: list[tuple[int, int]], *, in_quote: bool) -> JoinedLines:
    """Join lines to one text; the markers of quotes before them are replaced by spaces."""
    start, end = lines[0][0], lines[-1][1]
    if len(lines) == 1 or not in_quote:
        return JoinedLines(text, start, end)
    parts = []
    at = start
    for first, last in lines:
        parts += [" " * (first - at), text[first:last], "\n"]
        at = last + 1
    return JoinedLines("".join(parts), 0, end - start, start)


def join_contained_lines(
    text: str,
    open_containers: list[BlockContainer],
    first: int,
    end: int,
    most: int,
    *,
    in_quote: bool,
) -> tuple[JoinedLines, int]:
    """Join lines that continue the open containers; return them and the lazy line after, or -1.

    `end` is the end of the first line. Also returns the start of the line that leaves the
    containers in the middle (a lazy line), or -1.
    """
    lines = [(first, end)]
    at = end + 1
    lazy = -1
    while at <= len(text) and len(lines) < most:
        line_end = find_line_break(text, at)
        depth, content, _ = continue_containers(
            open_containers, text, at, line_end, updates_containers=False
        )
        if depth < len(open_containers):
            sign = skip_spaces(text, content, line_end)
            lazy = -1 if sign < line_end and may_begin_container(text[sign]) else at
            break
        lines.append((content, line_end))
        at = line_end + 1
    return join_lines(text, lines, in_quote=in_quote), lazy


def read_flow(
    text: str, start: int, end: int, *, wants_attributes: bool = True
) -> tuple[int, list[Event], bool]:
    """Return the end and events of tags on a line, and whether they fill it. Raises `Refusal`.

    Expressions count as tags, and both may span further lines.
    """
    events: list[Event] = []
    at = start
    may_be_expression = True
    while at < end and text[at] != "\n":
        began = at
        try:
            if text[at] == "<":
                if at + 1 == end < len(text):
                    return at, events, False  # A line break follows.
                tag = read_tag(text, at, end, wants_attributes=wants_attributes)
                if tag is None:
                    return at, events, False
                events.append(TagEvent(at, tag, True))
                at, may_be_expression = tag.end, True
            elif text[at] == "{" and may_be_expression:
                at = find_expression_end(text, at + 1, end, False, True)
                expression = MdxExpression(Span(began, at), True, NOWHERE)
                events.append(InlineEvent(began, expression))
                may_be_expression = False
            else:
                return at, events, False
        except Refusal as refusal:
            refusal.began = began
            raise
        at = skip_spaces(text, at, end)
    return at, events, True


def refine_lazy_refusal(text: str, refusal: Refusal, piece: JoinedLines, at: int) -> Refusal:
    """Return the refusal, modified, or that of a lazy line at an offset that continues its text.

    It is that of the line if the text up to the line is valid.
    """
    refusal.at = at - piece.base
    first = piece.base + refusal.began
    try:
        _, _, is_ended = read_flow(text, first, min(len(text), first + _LAZY_REACH))
    except Refusal:
        return refusal
    if not is_ended:
        return refusal
    lazy = Refusal(FaultKind.LAZY_LINE, refusal.at, tag=refusal.tag, resume=refusal.resume)
    lazy.began, lazy.opens = refusal.began, refusal.opens
    return lazy

"""Where in a page a link with an anchor leads: the line of a heading, or a component's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from docs_lsp.site.mdx.anchors import COUNT_SUFFIX, FIELD_PREFIX, NAMING, anchor_of, headings_in
from docs_lsp.site.mdx.code import code_blocks, gaps
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.frontmatter import find_block
from docs_lsp.site.mdx.heading_ids import Numbers, even, wanted_id
from docs_lsp.site.mdx.links import attributes_in
from docs_lsp.site.pages import letters
from docs_lsp.text import Span

_HEADING = re.compile(rb"#|<h[1-6]")
_UNDERLINE = re.compile(rb"(?:={2,}|-{2,})[ \t\r]*")


class Anchor(NamedTuple):
    """A place that a link may lead to."""

    name: str
    """What stands behind the `#`: as the service makes it of a heading, as written elsewhere."""
    span: Span
    """The line of the heading, or the name in the component."""


def place_of(data: bytes, fragment: str) -> Span | None:
    """The place in a page that the part of a link behind `#` means; None where there is none.

    A heading of this very anchor comes first, then one with the same letters, then a component.
    """
    wanted = unquote(fragment)
    headings = list(headings_of(data))
    meant = {
        letters(one) for one in (wanted, COUNT_SUFFIX.sub("", wanted), FIELD_PREFIX.sub("", wanted))
    }
    meant.discard("")

    def is_alike(anchor: Anchor) -> bool:
        return letters(anchor.name) in meant

    def is_same(anchor: Anchor) -> bool:
        return even(anchor.name) == wanted_id(wanted)

    first = _first(headings, is_same) or _first(headings, is_alike)
    return first or _first(list(_names(data)), is_alike)


def headings_of(data: bytes) -> Iterator[Anchor]:
    """The headings of a page in the order of the text, each with its anchor."""
    numbers = Numbers()
    for start, end in _gaps(data):
        for span, heading in _heading_lines(data, start, end):
            anchor = anchor_of(heading.decode("utf-8", "replace"))
            if anchor:
                yield Anchor(numbers.of(anchor), span)


def _heading_lines(data: bytes, start: int, end: int) -> Iterator[tuple[Span, bytes]]:
    """The lines between two blocks of code that are headings."""
    before = at = start
    while at < end:
        stop = data.find(b"\n", at, end)
        stop = end if stop < 0 else stop
        if _HEADING.search(data, at, stop):
            yield from ((Span(at, stop), text) for text in headings_in(data, at, stop))
        elif _UNDERLINE.fullmatch(data, at, stop):
            line = Span(before, max(before, at - 1))
            yield from ((line, text) for text in headings_in(data, before, stop))
        before, at = at, stop + 1


def _names(data: bytes) -> Iterator[Anchor]:
    """The names of components that may make an anchor."""
    for start, end in _gaps(data):
        for _, place in attributes_in(data, start, end, NAMING):
            span = Span(*place)
            yield Anchor(data[slice(*span)].decode("utf-8", "replace"), span)


def _gaps(data: bytes) -> Iterator[tuple[int, int]]:
    body, end = find_block(data).body_start, min(len(data), MOST_READ)
    return gaps(code_blocks(data, body, end), body, end)


def _first(anchors: list[Anchor], fits: Callable[[Anchor], bool]) -> Span | None:
    return next((one.span for one in anchors if fits(one)), None)

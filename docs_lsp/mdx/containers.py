"""List items, quotes and footnotes: the markers with which a line begins or continues one."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.characters import skip_spaces

_NUMBER = compile_lazily(r"(\d{1,9})([.)])")
_NOTE = compile_lazily(r"\[\^(?:[^\[\]\\\s]|\\.)+\]:")
RULE = compile_lazily(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
"""A thematic break, from its first character to the end of the line."""
MOST_OPEN = 100
"""The depth to which containers can be nested; markers of deeper ones are text."""
_NOTE_INDENT = 4
_TAB = 4


class ContainerKind(Enum):
    """The kind of a container; the values are the parser's names."""

    QUOTE = "blockQuote"
    ITEM = "listItem"
    NOTE = "footnoteDefinition"


class BlockContainer:
    """An open container."""

    __slots__ = ("has_blank_start", "is_over", "kind", "marker", "quotes", "size")

    def __init__(self, kind: ContainerKind, size: int = 0, marker: str = "") -> None:
        self.kind = kind
        self.size = size
        """The indentation of the lines of an item or a footnote, in columns."""
        self.marker = marker
        """The marker of a list item, which all items of a list share."""
        self.quotes = 0
        """The number of open quotes up to this container, itself included."""
        self.has_blank_start = False
        """Whether a list item has had nothing but its marker so far."""
        self.is_over = False
        """Whether a blank line followed the marker alone, so that no later line continues it."""


class ItemMarker(NamedTuple):
    """The start of a list item."""

    sign: str
    end: int
    is_blank: bool
    """Whether the rest of its line is blank."""


def may_begin_container(sign: str) -> bool:
    """Return whether a character can begin a container."""
    return sign in ">[*+-0123456789"


def _measure_columns(text: str, start: int, end: int) -> int:
    """Return the number of columns that a range fills, with tab stops."""
    width = 0
    for at in range(start, end):
        width = (width // _TAB + 1) * _TAB if text[at] == "\t" else width + 1
    return width


def _skip_indent(text: str, at: int, end: int, size: int) -> int | None:
    """Return the offset after an indentation of some columns; None if there is less."""
    width = 0
    while at < end and width < size and text[at] in " \t":
        width = (width // _TAB + 1) * _TAB if text[at] == "\t" else width + 1
        at += 1
    return at if width >= size else None


def continue_containers(
    open_containers: list[BlockContainer], text: str, at: int, end: int, updates_containers: bool
) -> tuple[int, int, ItemMarker | None]:
    """Return how many open containers a line continues, its content's offset, the next marker.

    The offset is that of the content in the innermost of these containers. A marker at that offset
    that begins the next item of the same list is returned too, else None.

    With `updates_containers` the containers record the line. Takes time proportional to the line,
    however many containers are open.
    """
    first = skip_spaces(text, at, end)
    quotes = 0
    for depth, container in enumerate(open_containers):
        if container.kind is ContainerKind.QUOTE:
            if first == end or text[first] != ">":
                return depth, at, None
            at = _skip_quote_mark(text, first, end)
            first = skip_spaces(text, at, end)
            quotes += 1
        elif first == end and quotes == open_containers[-1].quotes:
            # A line that is blank from here on continues all remaining containers.
            if updates_containers and open_containers[-1].has_blank_start:
                open_containers[-1].is_over = True
            return len(open_containers), end, None
        elif first == end:
            at = first
        else:
            behind = None if container.is_over else _skip_indent(text, at, end, container.size)
            if updates_containers:
                container.has_blank_start = container.is_over = False
            if behind is None:
                return depth, at, _read_next_marker(container, text, first, end)
            at = behind
    return len(open_containers), at, None


def _read_next_marker(
    container: BlockContainer, text: str, first: int, end: int
) -> ItemMarker | None:
    """Return the marker of another item of the same list, or None."""
    if container.kind is not ContainerKind.ITEM:
        return None
    marker = _read_item_marker(text, first, end, False)
    return marker if marker and marker.sign == container.marker else None


def _skip_quote_mark(text: str, at: int, end: int) -> int:
    """Return the offset after a `>` and the space that belongs to it."""
    return at + 2 if at + 1 < end and text[at + 1] in " \t" else at + 1


def _read_item_marker(text: str, at: int, end: int, interrupts: bool) -> ItemMarker | None:
    """Return the list marker at an offset, or None.

    If it `interrupts` a paragraph, only an item with text counts and, in a numbered list, only
    number 1.
    """
    sign = text[at]
    behind = at + 1
    if sign not in "*+-":
        match = _NUMBER.match(text, at, end)
        if match is None or (interrupts and match[1] != "1"):
            return None
        sign, behind = match[2], match.end()
    content = skip_spaces(text, behind, end)
    if content == end:
        return None if interrupts else ItemMarker(sign, behind, True)
    if content == behind or (text[content] == sign and RULE.match(text, at, end)):
        return None
    return ItemMarker(sign, behind, False)


def open_item(text: str, marker: ItemMarker, line: int, end: int) -> tuple[BlockContainer, int]:
    """Create the item that a marker begins; returns it with the offset of its content.

    `line` is the offset at which the line begins within the containers around it.
    """
    content = marker.end if marker.is_blank else skip_spaces(text, marker.end, end)
    size = _measure_columns(text, line, content) + marker.is_blank
    item = BlockContainer(ContainerKind.ITEM, size, marker.sign)
    item.has_blank_start = marker.is_blank
    return item, content


def open_container(
    text: str, line: int, first: int, end: int, interrupts: bool
) -> tuple[BlockContainer, int] | None:
    """Create the container that begins at the first character of a line; None if there is none.

    Returned with the offset of its content.
    """
    sign = text[first]
    if sign == ">":
        return BlockContainer(ContainerKind.QUOTE), _skip_quote_mark(text, first, end)
    if sign == "[":
        note = _NOTE.match(text, first, end)
        return (BlockContainer(ContainerKind.NOTE, _NOTE_INDENT), note.end()) if note else None
    if sign in "*+-0123456789":
        marker = _read_item_marker(text, first, end, interrupts)
        return open_item(text, marker, line, end) if marker else None
    return None

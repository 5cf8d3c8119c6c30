"""Matches opening and closing tags, and finds the parent of each tag.

A tag must be closed in the block in which it was opened. If tags do not match, the reader continues
as a person would: a closing tag closes the nearest open tag of its name, unless all open tags are
closed properly later, and tags skipped on the way are one fault, not two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from docs_lsp.core.text import Span
from docs_lsp.mdx.events import Enter, Event, InlineItem, Leave, TagEvent
from docs_lsp.mdx.refusal import MOST_FAULTS
from docs_lsp.mdx.syntax import NOWHERE, FaultKind, MdxFault, MdxTag, TagForm

_PAGE = ""
_LOOKED_AHEAD = 400
_MOST_LOOKS = 50


def is_well_nested(events: Sequence[Event]) -> bool:
    """Return whether every tag is closed in the block in which it was opened."""
    names: list[str | None] = []
    for event in events:
        if type(event) is TagEvent:
            form = event.tag.form
            if form is TagForm.OPENING:
                names.append(event.tag.name)
            elif form is TagForm.CLOSING and (
                event.tag.fault or not names or names.pop() != event.tag.name
            ):
                return False
        elif type(event) is Enter:
            names.append(None)
        elif type(event) is Leave and (not names or names.pop() is not None):
            return False
    return not names


class _OpenItem:
    """An open tag or block."""

    __slots__ = ("block", "index", "name")

    def __init__(self, block: str, index: int = NOWHERE, name: str = "") -> None:
        self.block = block
        """The kind of the block; empty for a tag."""
        self.index = index
        self.name = name


class TagMatcher:
    """The tags of a page with their parents and partners, and the faults among them."""

    def __init__(self, events: Sequence[Event]) -> None:
        """Match all tags of some events, and record the faults among them."""
        self.events = events
        self.tags: list[MdxTag] = []
        self.inline_items: list[tuple[InlineItem, int]] = []
        """Expressions, headings and links, each with its parent."""
        self.faults: list[MdxFault] = []
        self._open: list[_OpenItem] = []
        self._parents: list[int] = []
        """The indices of the open tags, the innermost last."""
        self._named: defaultdict[str, int] = defaultdict(int)
        """The number of open tags by name."""
        self._unclosed: defaultdict[str, list[tuple[_OpenItem, str, int]]] = defaultdict(list)
        """The tags that were open at the end of a block or of another tag, by name.

        Each with the name of that block or tag, and the index of its closing tag, or -1.
        """
        self._excused: set[int] = set()
        """The indexes of tags whose missing end another fault explains."""
        self._looks = 0
        for place, event in enumerate(events):
            if type(event) is TagEvent:
                self._add_tag(event, place)
            elif type(event) is Enter:
                self._open.append(_OpenItem(event.block))
            elif type(event) is Leave:
                self._end_block()
            else:
                self.inline_items.append((event.item, self._get_parent()))  # type: ignore[union-attr]
        while self._open:
            self._end_block()
        self._record_unclosed_faults()

    def _get_parent(self) -> int:
        """Return the index of the innermost open tag, or -1."""
        return self._parents[-1] if self._parents else NOWHERE

    def _add_tag(self, event: TagEvent, place: int) -> None:
        """Add a tag, and match a closing one with its opening tag; records faults."""
        read = event.tag
        index = len(self.tags)
        partner = (
            self._find_partner(event, place, index) if read.form is TagForm.CLOSING else NOWHERE
        )
        name_span = Span(read.name_start, read.name_end)
        span = Span(event.at, read.end)
        attributes = read.attributes
        parent = self._get_parent()
        self.tags.append(
            MdxTag(
                read.name, span, name_span, read.form, attributes, event.is_block, parent, partner
            )
        )
        if partner >= 0:
            if read.fault:
                extra = Span(read.fault.at, read.end - 1)
                self._add_fault(FaultKind.CLOSING_TAG, extra, None, read.name)
            self.tags[partner] = MdxTag(*self.tags[partner][:-1], index)
        if read.form is TagForm.OPENING:
            self._open.append(_OpenItem("", index, read.name))
            if event.is_faulty:
                self._excused.add(index)
            self._parents.append(index)
            self._named[read.name] += 1

    def _end_block(self) -> None:
        """End the innermost block and all tags that are open in it."""
        tags = []
        while self._open and not self._open[-1].block:
            tags.append(self._open.pop())
        block = self._open.pop().block if self._open else _PAGE
        for tag in tags:
            self._record_unclosed(tag, block)

    def _record_unclosed(self, opened: _OpenItem, end: str, by: int = NOWHERE) -> None:
        """Record a tag as unclosed because something around it ends."""
        self._remove_open(opened)
        if opened.index not in self._excused:
            self._unclosed[opened.name].append((opened, end, by))

    def _remove_open(self, opened: _OpenItem) -> None:
        """Remove a tag from the parents and the counts of open tags, but not from `_open`."""
        self._named[opened.name] -= 1
        if self._parents[-1] == opened.index:
            self._parents.pop()
        else:
            self._parents.remove(opened.index)

    def _find_partner(self, event: TagEvent, place: int, index: int) -> int:
        """Return the index of the tag that a closing tag closes, or -1; records faults."""
        name = event.tag.name
        top = self._open[-1] if self._open else None
        if top is not None and not top.block and top.name == name:
            self._remove_open(self._open.pop())
            return top.index
        if self._named[name]:
            depth = len(self._open) - 1
            while self._open[depth].block or self._open[depth].name != name:
                depth -= 1
            if not (self._crosses_open_tags(depth) and self._closes_without(place, depth)):
                return self._close_outer_tag(event, depth, index)
        self._record_stray_closing(event, name)
        return NOWHERE

    def _crosses_open_tags(self, depth: int) -> bool:
        """Return whether an open tag is within the one at a depth, which no fault explains."""
        return any(
            not opened.block and opened.index not in self._excused
            for opened in self._open[depth + 1 :]
        )

    def _closes_without(self, place: int, depth: int) -> bool:
        """Return whether all tags from a depth on are closed later if a closing tag is ignored."""
        self._looks += 1
        if self._looks > _MOST_LOOKS:
            return False
        names = [opened.name for opened in self._open[depth:] if not opened.block]
        for event in self.events[place + 1 : place + 1 + _LOOKED_AHEAD]:
            if type(event) is not TagEvent:
                continue
            if event.tag.form is TagForm.OPENING:
                names.append(event.tag.name)
            elif event.tag.form is TagForm.CLOSING:
                if names[-1] != event.tag.name:
                    return False
                names.pop()
                if not names:
                    return True
        return False

    def _close_outer_tag(self, event: TagEvent, depth: int, index: int) -> int:
        """Close a tag within which other tags or blocks are open, and return its index."""
        opened = self._open[depth]
        above = self._open[depth + 1 :]
        blocks = [each for each in above if each.block]
        for each in above:
            if not each.block:
                self._record_unclosed(each, event.tag.name or "fragment", index)
        if blocks and opened.index not in self._excused:
            opening = self._get_span(opened)
            span = Span(event.at, event.tag.end)
            self._add_fault(FaultKind.SPLIT_TAG, span, opening, opened.name, blocks[0].block)
        del self._open[depth:]
        self._open += blocks
        self._remove_open(opened)
        return opened.index

    def _record_stray_closing(self, event: TagEvent, name: str) -> None:
        """Record the fault of a closing tag that closes no open tag, unless one explains it."""
        span = Span(event.at, event.tag.end)
        if self._unclosed.get(name):
            opening, end, _ = self._unclosed[name].pop()
            self._add_fault(FaultKind.SPLIT_TAG, self._get_span(opening), span, name, end)
        elif not self._parents:
            self._add_fault(FaultKind.STRAY_CLOSING, span, None, name)
        elif self._parents[-1] not in self._excused:
            index = self._parents[-1]
            around = self.tags[index]
            self._excused.add(index)
            self._add_fault(FaultKind.WRONG_CLOSING, span, around.span, name, around.name)

    def _record_unclosed_faults(self) -> None:
        for unclosed in self._unclosed.values():
            for opened, end, by in unclosed:
                related = self.tags[by].span if by >= 0 else None
                self._add_fault(
                    FaultKind.UNCLOSED_TAG, self._get_span(opened), related, opened.name, end
                )

    def _get_span(self, opened: _OpenItem) -> Span:
        return self.tags[opened.index].span

    def _add_fault(
        self, kind: FaultKind, span: Span, related: Span | None, tag: str, detail: str = ""
    ) -> None:
        """Record a fault, unless there are too many already."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(MdxFault(kind, span, related, tag, detail))

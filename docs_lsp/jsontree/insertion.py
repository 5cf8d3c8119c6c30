"""Putting children into a container, as its writer would have put them.

All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from docs_lsp.jsontree.edit import Edit, joined
from docs_lsp.jsontree.gaps import BLANK, Gaps
from docs_lsp.jsontree.indents import LINE_END, STEP, Hand, indent_at
from docs_lsp.jsontree.separators import STRING, Slot, separator_at, spacing
from docs_lsp.text import Span

_OPENS_LINES = {
    ord("["): re.compile(rb"\[[ \t]*[\r\n]"),
    ord("{"): re.compile(rb"\{[ \t]*[\r\n]"),
}
_GOES_ON = {
    ord("["): re.compile(STRING + rb"|(\[[ \t]*[^ \t\r\n\]])"),
    ord("{"): re.compile(STRING + rb"|(\{[ \t]*[^ \t\r\n}])"),
}


class Insertion:
    """New children for a container. Their texts start at column 0.

    `step` is what one level of indentation is made of in the texts; None where they come from the
    same document.
    """

    def __init__(self, gaps: Gaps, texts: Sequence[str], step: str | None = STEP) -> None:
        self.gaps = gaps
        self.texts = texts
        self.hand = Hand.of(gaps.data, gaps.node, gaps.at)
        self.step = self.hand.unit if step is None else step
        self.base = indent_at(gaps.data, gaps.at)
        self.line = self.hand.newline + self.base + self.hand.unit

    def into(self, slot: Slot) -> tuple[Edit, ...]:
        """The edits that put the children there."""
        if not self.texts:
            return ()
        if not self.gaps.count:
            return (self.alone(),)
        if self.breaks_the_line():
            return self.onto_lines(slot)
        return self.behind(slot) if slot.behind else (self.before(slot),)

    def before(self, slot: Slot) -> Edit:
        """Put the children before another one."""
        start = self.gaps.child(slot.child).start
        separator = separator_at(self.gaps, slot)
        line = indent_at(self.gaps.data, start)
        indent = line if separator.indent is None else separator.indent
        return Edit(Span(start, start), self.written(indent, separator.text) + separator.text)

    def behind(self, slot: Slot) -> tuple[Edit, ...]:
        """Put the children behind another one.

        A comma that already follows the last child is used. A comment that ends its line stays on
        that line.
        """
        gaps, separator = self.gaps, separator_at(self.gaps, slot)
        end = at = gaps.child(slot.child).end
        line = indent_at(gaps.data, end)
        new = self.written(line if separator.indent is None else separator.indent, separator.text)
        comma = gaps.comma(gaps.count) if slot.child == gaps.count - 1 else -1
        if comma >= 0:
            at = comma + 1
        if separator.indent is not None:
            at = gaps.comments_end(at)
        if comma >= 0:
            return (Edit(Span(at, at), separator.tail + new),)
        before, behind = separator.head + ",", separator.tail + new
        return joined((Edit(Span(end, end), before), Edit(Span(at, at), behind)))

    def alone(self) -> Edit:
        """Put the children into a container that has none."""
        inner = self.gaps.inner
        blank = self.gaps.bare[inner.start : inner.end]
        lines = LINE_END.split(blank)
        if not BLANK.fullmatch(blank):
            return self.before_what_is_no_child(Span(inner.start, inner.start), blank)
        if not self.opens_lines(blank):
            return Edit(inner, self.written(self.base, spacing(self.gaps.data).text))
        new = self.line + self.written(self.base + self.hand.unit, "," + self.line)
        if self.gaps.node.closed:
            new += self.hand.newline + (lines[-1].decode() if len(lines) > 1 else self.base)
        return Edit(inner, new)

    def before_what_is_no_child(self, place: Span, rest: bytes) -> Edit:
        """Put the children before a comment, say, where there are no others."""
        if LINE_END.search(rest):
            return Edit(
                place, self.line + self.written(self.base + self.hand.unit, "," + self.line)
            )
        new = self.written(self.base, spacing(self.gaps.data).text)
        return Edit(place, new if rest[:1] in b" \t" else new + " ")

    def onto_lines(self, slot: Slot) -> tuple[Edit, ...]:
        """Give every child its own line, which a child of several lines asks for."""
        gaps, line = self.gaps, self.line
        new = self.written(self.base + self.hand.unit, "," + line)
        edits = []
        for index in range(gaps.count + 1):
            start, end = gaps.gap(index)
            if 0 < index < gaps.count:
                start = gaps.comma(index) + 1
            if slot == Slot(index - 1, behind=True):
                place = gaps.gap(index).start
                edits.append(Edit(Span(place, place), "," + line + new))
            blank = line if index < gaps.count else self.hand.newline + self.base
            edits.append(Edit(Span(start, end), blank))
            if slot == Slot(index):
                edits.append(Edit(Span(end, end), new + "," + line))
        return joined(edits)

    # How

    def written(self, base: str, between: str) -> str:
        """The children one after the other, for a line with an indentation."""
        return between.join(self.hand.written(text, base, self.step) for text in self.texts)

    def has_lines(self) -> bool:
        """Whether one of the children takes several lines."""
        return not self.hand.one_line and any("\n" in text.strip() for text in self.texts)

    def breaks_the_line(self) -> bool:
        """Whether the container stands on one line and the children cannot."""
        gaps, node = self.gaps, self.gaps.node
        is_line = LINE_END.search(gaps.data, gaps.at, gaps.at + node.size) is None
        return is_line and node.closed and not node.faults and self.has_lines()

    def opens_lines(self, blank: bytes) -> bool:
        """Whether the children of an empty container go on lines of their own.

        They do where the brackets stand on two lines already, where a child takes several, and
        where others of its kind in the document are written so, or there are no others.
        """
        if self.hand.one_line:
            return False
        if LINE_END.search(blank) or self.has_lines():
            return True
        kind, data = self.gaps.node.bracket, self.gaps.data
        if _OPENS_LINES[kind].search(data):
            return True
        return not any(match[1] for match in _GOES_ON[kind].finditer(data))

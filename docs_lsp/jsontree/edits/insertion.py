"""Inserts children into a container, formatted like its other children.

All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from docs_lsp.core.edits import Edit, merge_edits
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits.indentation import LINE_END, STEP, LineStyle, get_indent
from docs_lsp.jsontree.edits.separators import (
    BLANK,
    STRING,
    ChildPosition,
    Gaps,
    Separator,
    choose_separator,
    detect_separator,
)

_OPENS_LINES = {
    ord("["): compile_lazily(rb"\[[ \t]*[\r\n]"),
    ord("{"): compile_lazily(rb"\{[ \t]*[\r\n]"),
}
_GOES_ON = {
    ord("["): compile_lazily(STRING + rb"|(\[[ \t]*[^ \t\r\n\]])"),
    ord("{"): compile_lazily(STRING + rb"|(\{[ \t]*[^ \t\r\n}])"),
}


class Insertion:
    """New children for a container. Their texts start at column 0.

    `step` is one level of indentation in the texts; None if they come from the same document.
    """

    def __init__(self, gaps: Gaps, texts: Sequence[str], step: str | None = STEP) -> None:
        self.gaps = gaps
        self.texts = texts
        self.style = LineStyle.detect(gaps.data, gaps.node, gaps.at)
        self.step = self.style.unit if step is None else step
        self.base = self.style.base_at(gaps.data, gaps.at)
        self.line = self.style.newline + self.base + self.style.unit

    def build_edits_at(self, position: ChildPosition) -> tuple[Edit, ...]:
        """Return the edits that insert the children at a position."""
        if not self.texts:
            return ()
        if not self.gaps.count:
            return (self.build_edit_in_empty(),)
        if self.needs_line_split():
            return self.build_line_split(position.child + position.behind)
        return (
            self.build_edits_after(position)
            if position.behind
            else (self.build_edit_before(position),)
        )

    def build_edit_before(self, position: ChildPosition) -> Edit:
        """Return the edit that inserts the children before another one."""
        start = self.gaps.get_child_span(position.child).start
        separator = choose_separator(self.gaps, position)
        return Edit(Span(start, start), self.render_row(separator, start) + separator.text)

    def build_replacement(self, first: int, last: int) -> Edit:
        """Return the edit that replaces neighbouring children by the new ones."""
        span = Span(self.gaps.get_child_span(first).start, self.gaps.get_child_span(last).end)
        return Edit(
            span, self.render_row(choose_separator(self.gaps, ChildPosition(first)), span.start)
        )

    def build_edits_after(self, position: ChildPosition) -> tuple[Edit, ...]:
        """Return the edits that insert the children after another one.

        A comma that already follows the last child is used. A comment at the end of its line stays
        on that line.
        """
        gaps, separator = self.gaps, choose_separator(self.gaps, position)
        end = gaps.get_child_span(position.child).end
        new = separator.after + self.render_row(separator, end)
        comma = gaps.find_comma(gaps.count) if position.child == gaps.count - 1 else -1
        if comma >= 0:
            at = gaps.skip_comments(comma + 1) if separator.ends_line else comma + 1
            return (Edit(Span(at, at), new),)
        at = end if separator.indent is None else gaps.skip_comments(end)
        comma_at = end if separator.ends_line else at
        before = separator.before + ","
        return merge_edits((Edit(Span(comma_at, comma_at), before), Edit(Span(at, at), new)))

    def build_edit_in_empty(self) -> Edit:
        """Return the edit that inserts the children into a container without children."""
        inner = self.gaps.inner
        blank = self.gaps.masked[inner.start : inner.end]
        lines = LINE_END.split(blank)
        if not BLANK.fullmatch(blank):
            return self.build_edit_before_comment(Span(inner.start, inner.start), blank)
        if not self.needs_own_lines(blank):
            return Edit(
                inner, self.render_children(self.base, detect_separator(self.gaps.data).text)
            )
        new = self.line + self.render_children(self.base + self.style.unit, "," + self.line)
        if self.gaps.node.closed:
            new += self.style.newline + (lines[-1].decode() if len(lines) > 1 else self.base)
        return Edit(inner, new)

    def build_edit_before_comment(self, place: Span, rest: bytes) -> Edit:
        """Return the edit that inserts the children before a comment in an empty container."""
        if LINE_END.search(rest):
            return Edit(
                place,
                self.line + self.render_children(self.base + self.style.unit, "," + self.line),
            )
        new = self.render_children(self.base, detect_separator(self.gaps.data).text)
        return Edit(place, new if rest[:1] in b" \t" else new + " ")

    def build_line_split(self, index: int, removed: Sequence[int] = ()) -> tuple[Edit, ...]:
        """Return the edits that give every child its own line, the new ones before an index.

        The children at the `removed` indexes are removed at the same time.
        """
        gaps, line = self.gaps, self.line
        left_out = set(removed)
        remaining = [
            gaps.get_child_span(each) for each in range(gaps.count) if each not in left_out
        ]
        place = sum(1 for each in range(index) if each not in left_out)
        starts = [gaps.inner.start, *(child.end for child in remaining)]
        ends = [*(child.start for child in remaining), gaps.inner.end]
        new = self.render_children(self.base + self.style.unit, "," + line)
        edits = []
        for number, span in enumerate(map(Span, starts, ends)):
            is_last = number == len(remaining)
            rows = [""] * (number > 0) + [new] * (number == place) + [""] * (not is_last)
            before = "" if number else line
            behind = self.style.newline + self.base if is_last else ""
            edits.append(Edit(span, before + ("," + line).join(rows) + behind))
        return tuple(edits)

    # Formatting

    def render_row(self, separator: Separator, offset: int) -> str:
        """Return the text of the children among others; the first is on the line of an offset."""
        line = get_indent(self.gaps.data, offset)
        return self.render_children(
            line if separator.indent is None else separator.indent, separator.text
        )

    def render_children(self, base: str, between: str) -> str:
        """Return the text of the children, joined, for a line with an indentation."""
        return between.join(self.style.indent_text(text, base, self.step) for text in self.texts)

    def has_multiline_child(self) -> bool:
        """Return whether a new child has several lines; false in a document of one line."""
        return not self.style.one_line and any("\n" in text.strip() for text in self.texts)

    def needs_line_split(self) -> bool:
        """Return whether new children have several lines but the sound container has one."""
        gaps, node = self.gaps, self.gaps.node
        is_line = LINE_END.search(gaps.data, gaps.at, gaps.at + node.size) is None
        return is_line and node.closed and not node.faults and self.has_multiline_child()

    def needs_own_lines(self, blank: bytes) -> bool:
        """Return whether the children of an empty container get lines of their own.

        They do if the brackets are on two lines, if a child has several lines, or if other
        containers of its kind in the document are formatted so or there are none.
        """
        if self.style.one_line:
            return False
        if LINE_END.search(blank) or self.has_multiline_child():
            return True
        return _do_others_open_lines(self.gaps.node.bracket, self.gaps.data)


@lru_cache(maxsize=2)  # The fixes of one file come one after the other.
def _do_others_open_lines(kind: int, data: bytes) -> bool:
    """Return whether a container of a kind is split onto lines in a document, or all are empty."""
    if _OPENS_LINES[kind].search(data):
        return True
    return not any(match[1] for match in _GOES_ON[kind].finditer(data))

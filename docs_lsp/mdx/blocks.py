"""Reads the blocks of a page: text, lists, quotes, fences, tables, tags, imports and exports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.characters import find_line_break, skip_spaces
from docs_lsp.mdx.containers import (
    MOST_OPEN,
    RULE,
    BlockContainer,
    ContainerKind,
    continue_containers,
    may_begin_container,
    open_container,
    open_item,
)
from docs_lsp.mdx.events import Enter, Event, InlineEvent, Leave, TagEvent, shift_event
from docs_lsp.mdx.fences import MATH, compile_closing_line, find_fence_end, measure_opening_fence
from docs_lsp.mdx.flow import (
    FEW_LINES,
    MOST_LINES,
    JoinedLines,
    join_contained_lines,
    join_lines,
    read_flow,
    refine_lazy_refusal,
)
from docs_lsp.mdx.module_blocks import ModuleReader
from docs_lsp.mdx.nesting import is_well_nested
from docs_lsp.mdx.page_text import PageText
from docs_lsp.mdx.refusal import FEW_FAULTS, MOST_FAULTS, SHORT_REACH, Refusal, build_fault
from docs_lsp.mdx.syntax import NOWHERE, FaultKind, MdxFault, MdxHeading, TagForm
from docs_lsp.mdx.tables import (
    count_cells,
    find_extra_cells,
    find_pipes_in_code,
    is_delimiter_row,
    iter_cells,
    iter_cells_ignoring_pipes,
)
from docs_lsp.mdx.tags import read_tag_line
from docs_lsp.mdx.text_blocks import TextBlock, recover_tag, skip_definitions

_HEADING = compile_lazily(r"(#{1,6})(?=[ \t]|$)")
_UNDERLINE = compile_lazily(r"(?:=+|-+)[ \t]*$")
_MODULE = compile_lazily(r"(?:import|export) ")
_PLAIN_START = compile_lazily(r"[A-Za-df-hj-z(\"'!\[\x80-\xff](?!\^)")
"""The start of a line that can only be text if no container is open."""
_PLAIN_PARAGRAPH = compile_lazily(rf"(?:{_PLAIN_START.pattern}[^\n<{{\]]*+\n)++\n")
"""A paragraph of plain text, with the blank line below it."""
_BELOW_HEAD = ("|", ":", "-", " ", "\t", ">")


class _LinePosition(NamedTuple):
    """A line and the position after the markers of the containers around it."""

    line: int
    """The offset where the line begins."""
    start: int
    """The offset after the container markers."""
    end: int
    depth: int
    """The number of open containers that the line continues."""


class BlockReader:
    """Reads the blocks of a page line by line, collecting events and faults."""

    def __init__(self, page: PageText, *, wants_all: bool, wants_attributes: bool) -> None:
        """Prepare reading; the flags add headings and links, and the attributes of tags."""
        self.text = page.text
        self.end = len(page.text)
        self.events: list[Event] = []
        self.faults: list[MdxFault] = []
        self.modules = ModuleReader(page.text)
        self.code: list[Span] = []
        self.cut_rows: list[Span] = []
        self.extra_cells: list[Span] = []
        self._page = page
        self._wants_all = wants_all
        self._wants_attributes = wants_attributes
        self._open: list[BlockContainer] = []
        self._entered = 0
        """The number of open containers that have an event, because they contain a tag."""
        self._quotes = 0
        """The number of open containers that are quotes."""
        self._lines: list[tuple[int, int]] = []
        """The lines of the open paragraph, as start and end offsets."""
        self._in_table = False
        self._columns = 0
        """Number of columns of the table that is open."""
        self._fence: tuple[int, str, int] | None = None
        """The offset, character and length of the fence that is open in a container."""
        self._first_container = self.end if page.has_unclosed_frontmatter else 0
        """The offset before which no container can begin."""

    def read_blocks(self) -> None:
        """Read the page to its end, or until it has too many faults."""
        at = self._page.body
        while at < self.end and len(self.faults) < MOST_FAULTS:
            after = -1 if self._open else self._read_simple_line(at)
            at = self._read_line(at) if after < 0 else after
        self._end_blocks(0, self.end)

    def _read_simple_line(self, at: int) -> int:
        """Read lines whose first character tells what they are; return the offset after, or -1.

        -1 if the line may be anything else: then nothing is read.
        """
        text = self.text
        sign = text[at]
        if sign == "\n":
            if self._lines or self._in_table:
                self._end_paragraph()
            return at + 1
        if sign in "< \t":
            return self._read_tag_line(at)
        if sign in "#`~$":
            return self._read_marked_line(at, sign)
        if self._in_table and sign == "|":
            end = find_line_break(self.text, at)
            self._read_row(at, end)
            return end + 1
        if self._in_table or not _PLAIN_START.match(text, at):
            return -1
        if not self._lines and (plain := _PLAIN_PARAGRAPH.match(text, at)):
            return plain.end()
        end = find_line_break(self.text, at)
        if text[end + 1 : end + 2] in _BELOW_HEAD:
            return -1  # It may be the header row of a table.
        self._lines.append((at, end))
        return end + 1

    def _read_marked_line(self, at: int, sign: str) -> int:
        """Read a heading or a fenced block; return the offset after it, or -1 for others."""
        if at in self._page.headings:
            return -1
        here = _LinePosition(at, at, find_line_break(self.text, at), 0)
        after = self._read_heading(here, at) if sign == "#" else self._read_fenced_block(here, at)
        return -1 if after is None else after

    def _read_tag_line(self, at: int) -> int:
        """Read a line that is a single tag; return the offset after it, or -1 for others."""
        tag_and_end = read_tag_line(self.text, at, wants_attributes=self._wants_attributes)
        if tag_and_end is None or at in self._page.headings:
            return -1
        tag, after = tag_and_end
        if self._lines or self._in_table:
            self._end_paragraph()
        start = tag.name_start - (2 if tag.form is TagForm.CLOSING else 1)
        self.events.append(TagEvent(start, tag, True))
        return after

    # Lines and containers

    def _read_line(self, at: int) -> int:
        """Read the block that begins on a line, or continues there; return the offset after it."""
        end = find_line_break(self.text, at)
        here = self._continue_line(at, end) if self._open else _LinePosition(at, at, end, 0)
        if self._fence is not None:
            if here.depth == len(self._open):
                return self._read_fence_line(here)
            self._end_fence(at)
        first = skip_spaces(self.text, here.start, end)
        if first < end and may_begin_container(self.text[first]) and at >= self._first_container:
            here = self._enter_new_containers(here, first)
            first = skip_spaces(self.text, here.start, end)
        if here.depth < len(self._open) and not self._lines:
            self._end_blocks(here.depth, at)
        if first == end:
            self._end_blocks(here.depth, at)
            return end + 1
        heading = self._page.headings.get(at)
        if heading is not None:
            return self._read_heading_with_id(heading, here)
        return self._read_block(here, first)

    def _continue_line(self, at: int, end: int) -> _LinePosition:
        """Return the position of a line after its containers; a marker of the list opens an item.

        Containers that end before that item are closed.
        """
        depth, content, marker = continue_containers(
            self._open, self.text, at, end, updates_containers=True
        )
        if marker is None:
            return _LinePosition(at, content, end, depth)
        self._end_blocks(depth, content)
        item, content = open_item(self.text, marker, content, end)
        self._push_container(item)
        return _LinePosition(at, content, end, depth + 1)

    def _enter_new_containers(self, here: _LinePosition, first: int) -> _LinePosition:
        """Open the containers that begin on a line; return the position after their markers."""
        line, start, end, depth = here
        interrupts = bool(self._lines) and depth == len(self._open)
        while first < end and depth < MOST_OPEN and may_begin_container(self.text[first]):
            opening = open_container(self.text, start, first, end, interrupts)
            if opening is None:
                break
            if depth == here.depth:
                self._end_blocks(depth, line)
            container, start = opening
            self._push_container(container)
            depth += 1
            first = skip_spaces(self.text, start, end)
        return _LinePosition(line, start, end, depth)

    def _push_container(self, container: BlockContainer) -> None:
        """Open a container, and store the number of quotes around its content."""
        self._open.append(container)
        self._quotes += container.kind is ContainerKind.QUOTE
        container.quotes = self._quotes

    def _add_container_events(self, at: int) -> None:
        """Add an `Enter` event for each open container that has none, before a tag in it."""
        for container in self._open[self._entered :]:
            self.events.append(Enter(at, container.kind.value))
        self._entered = len(self._open)

    def _end_blocks(self, depth: int, at: int) -> None:
        """End the open paragraph or table, and all but the outermost `depth` containers."""
        if self._lines or self._in_table:
            self._end_paragraph()
        while len(self._open) > depth:
            self._quotes -= self._open.pop().kind is ContainerKind.QUOTE
            self._end_fence(at)
            if self._entered > len(self._open):
                self._entered -= 1
                self.events.append(Leave(at))

    # Blocks

    def _read_block(self, here: _LinePosition, first: int) -> int:
        """Read the block that a line begins or continues and return the offset to continue at."""
        after = self._read_special_block(here, first)
        if after is not None:
            return after
        is_whole = here.depth == len(self._open)
        if self._in_table and is_whole:
            self._read_row(first, here.end)
            return here.end + 1
        if not self._in_table and self._is_table_head(first, here.end):
            self._end_blocks(here.depth, here.line)
            self._in_table = True
            self._columns = count_cells(self.text[first : here.end])
            self._read_row(first, here.end)
            return find_line_break(self.text, here.end + 1) + 1
        self._in_table = False
        self._lines.append((first, here.end))
        return here.end + 1

    def _read_special_block(self, here: _LinePosition, first: int) -> int | None:
        """Read the block that a line's first character shows; return the offset after, or None."""
        sign = self.text[first]
        if sign in "<{":
            return self._read_flow(here, first)
        if sign in "`~$":
            return self._read_fenced_block(here, first)
        if sign == "#":
            return self._read_heading(here, first)
        if sign in "*-_=":
            return self._read_rule_or_underline(here, first)
        if sign in "ie" and first == here.line and not (self._lines or self._open):
            return self._read_module_block(here)
        return None

    def _end_paragraph(self) -> None:
        """End the open table, or the open paragraph, whose text is then read."""
        self._in_table = False
        lines, self._lines = self._lines, []
        if not lines or not self._may_hold_syntax(lines[0][0], lines[-1][1]):
            return
        piece = join_lines(self.text, lines, in_quote=self._quotes > 0)
        if piece.text[piece.start] == "[":
            piece = piece._replace(start=skip_definitions(piece.text, piece.start, piece.end))
        if piece.start < piece.end:
            self._read_inline_text("paragraph", piece)

    def _may_hold_syntax(self, start: int, end: int) -> bool:
        """Return whether a range of text may contain syntax that this reader collects."""
        find = self.text.find
        if find("<", start, end) >= 0 or find("{", start, end) >= 0:
            return True
        return self._wants_all and find("](", start, end) >= 0

    def _read_inline_text(self, block: str, piece: JoinedLines) -> None:
        """Read text, and add its faults and events; the events of a `block` if it may hold tags."""
        text_block = TextBlock(
            piece.text, piece.start, piece.end, self._wants_attributes
        ).read_text()
        for at, refusal in text_block.refusals:
            self.faults.append(build_fault(piece.text, at, refusal).shift(piece.base))
        if text_block.events and text_block.may_hold_tags:
            self._add_container_events(piece.base + piece.start)
            self.events.append(Enter(piece.base + piece.start, block))
            self._add_events(text_block.events, piece.base)
            self.events.append(Leave(piece.base + piece.end))
        elif text_block.events:
            self._add_events(text_block.events, piece.base)

    def _add_events(self, events: list[Event], base: int) -> None:
        """Add events, whose offsets are in a text that begins at `base` in the page."""
        self.events += [shift_event(event, base) for event in events] if base else events

    # Tags and expressions that fill lines

    def _read_flow(self, here: _LinePosition, first: int) -> int | None:
        """Read lines of tags and expressions alone; return the offset after, or None for text."""
        piece = JoinedLines(self.text, first, here.end)
        try:
            stop, events, fits = read_flow(*piece[:3], wants_attributes=self._wants_attributes)
        except Refusal as refusal:
            if not refusal.is_cut_short or here.end == self.end:
                return self._record_refusal(here, piece, refusal)
            piece, lazy = self._collect_lines_ahead(here, first)
            try:
                stop, events, fits = read_flow(*piece[:3], wants_attributes=self._wants_attributes)
            except Refusal as second:
                if lazy >= 0 and second.is_cut_short:
                    second = refine_lazy_refusal(self.text, second, piece, lazy)
                elif second.is_cut_short and second.at == piece.end < self.end:
                    second.at += 1  # The end of the line is part of the refused text.
                return self._record_refusal(here, piece, second)
            if not fits:
                self._first_container = max(self._first_container, piece.base + stop)
        if not fits:
            return None
        self._end_blocks(here.depth, first)
        self._add_container_events(first)
        self._add_events(events, piece.base)
        return piece.base + stop + 1

    def _collect_lines_ahead(self, here: _LinePosition, first: int) -> tuple[JoinedLines, int]:
        """Return the text that a tag may span, and the offset of a lazy line, or -1.

        If the page already has many faults, only a short range.
        """
        if self._open:
            in_quote = self._quotes > 0
            lines = MOST_LINES if len(self.faults) < FEW_FAULTS else FEW_LINES
            return join_contained_lines(
                self.text, self._open, first, here.end, lines, in_quote=in_quote
            )
        has_few_faults = len(self.faults) < FEW_FAULTS
        end = self.end if has_few_faults else min(self.end, first + SHORT_REACH)
        return JoinedLines(self.text, first, end), -1

    def _record_refusal(self, here: _LinePosition, piece: JoinedLines, refusal: Refusal) -> int:
        """Record a fault; the rest of its line becomes text. Returns the offset after it."""
        self._end_blocks(here.depth, here.line)
        start = max(refusal.began, piece.start)
        self.faults.append(build_fault(piece.text, start, refusal).shift(piece.base))
        event, resume = recover_tag(piece.text, start, piece.end, refusal)
        if event:
            self._add_container_events(piece.base + start)
            self._add_events([event._replace(is_block=True)], piece.base)
        end = find_line_break(self.text, piece.base + resume)
        rest = skip_spaces(self.text, piece.base + resume, end)
        if rest < end:
            self._lines.append((rest, end))
        return end + 1

    # Other blocks

    def _read_fenced_block(self, here: _LinePosition, first: int) -> int | None:
        """Read a fenced block or its first line; return the offset after it, or None."""
        sign, size = self.text[first], measure_opening_fence(self.text, first, here.end)
        if not size:
            return None
        self._end_blocks(here.depth, here.line)
        if self._open:
            self._fence = first, sign, size
            return here.end + 1
        stop = find_fence_end(self.text, here.end, sign, size)
        if sign != MATH:
            self.code.append(Span(first, stop))
        return stop + 1

    def _read_fence_line(self, here: _LinePosition) -> int:
        """Read a line in a fence, which it may close; return the offset after the line."""
        assert self._fence is not None
        _, sign, size = self._fence
        if compile_closing_line(sign, size).match(self.text, here.start, here.end):
            self._end_fence(here.end)
        return here.end + 1

    def _end_fence(self, at: int) -> None:
        """End the open fence, if there is one, and record it unless it is math."""
        if self._fence and self._fence[1] != MATH:
            self.code.append(Span(self._fence[0], at))
        self._fence = None

    def _read_heading(self, here: _LinePosition, first: int) -> int | None:
        """Read a heading; return the offset after it, or None for another line."""
        match = _HEADING.match(self.text, first, here.end)
        if match is None:
            return None
        self._end_blocks(here.depth, here.line)
        if not (self._wants_all or self._may_hold_syntax(first, here.end)):
            return here.end + 1
        stop = match.end() + len(_strip_closing_hashes(self.text[match.end() : here.end]))
        start = min(skip_spaces(self.text, match.end(), here.end), stop)
        self._add_heading(Span(first, here.end), len(match[1]), Span(start, stop))
        if self._may_hold_syntax(start, stop):
            self._read_inline_text("atxHeading", JoinedLines(self.text, start, stop))
        return here.end + 1

    def _add_heading(self, span: Span, level: int, text: Span) -> None:
        """Add an event for a heading, if headings are collected."""
        if self._wants_all:
            heading = MdxHeading(span, level, text, NOWHERE)
            self.events.append(InlineEvent(span.start, heading))

    def _read_rule_or_underline(self, here: _LinePosition, first: int) -> int | None:
        """Read a thematic break or a heading's underline; return the offset after, or None."""
        text, sign = self.text, self.text[first]
        is_whole = here.depth == len(self._open)
        if sign in "-=" and self._lines and is_whole and _UNDERLINE.match(text, first, here.end):
            start, stop = self._lines[0][0], self._lines[-1][1]
            self._add_heading(Span(start, here.end), 1 if sign == "=" else 2, Span(start, stop))
            self._end_paragraph()
            return here.end + 1
        if sign == "=" or not RULE.match(text, first, here.end):
            return None
        self._end_blocks(here.depth, here.line)
        return here.end + 1

    def _read_heading_with_id(self, heading: MdxHeading, here: _LinePosition) -> int:
        """Read a heading with an explicit ID and return the offset after its line."""
        at, (start, stop) = heading.span.start, heading.text
        self._end_blocks(here.depth, here.line)
        self._add_heading(heading.span, heading.level, Span(start, heading.span.end))
        if self._may_hold_syntax(start, stop):
            self.events.append(Enter(at, "heading"))
            text = here._replace(start=start, end=stop)
            if self.text[start] not in "<{" or self._read_flow(text, start) is None:
                self._read_inline_text("paragraph", JoinedLines(self.text, start, stop))
            self._end_paragraph()
            self.events.append(Leave(here.end))
        return here.end + 1

    def _read_module_block(self, here: _LinePosition) -> int | None:
        """Read imports and exports; return the offset after them, or None for text."""
        if not _MODULE.match(self.text, here.line, here.end):
            return None
        end, fault = self.modules.read_block(
            here.line, has_few_faults=len(self.faults) < FEW_FAULTS
        )
        if fault is not None:
            self.faults.append(fault)
            if fault.kind is FaultKind.MODULE_TEXT and fault.related is None:
                return None
        return end + 1

    def _is_table_head(self, first: int, end: int) -> bool:
        """Return whether a line is the header row of a table."""
        text, start = self.text, end + 1
        sign = start
        while sign < self.end and text[sign] in "> \t":
            sign += 1
        if sign >= self.end or text[sign] not in "|:-":
            return False
        stop = find_line_break(self.text, start)
        if self._open:
            depth, start, marker = continue_containers(
                self._open, text, start, stop, updates_containers=False
            )
            if marker or depth < len(self._open):
                return False
        sign = skip_spaces(text, start, stop)
        if sign == stop or (text[sign] == "-" and open_container(text, start, sign, stop, False)):
            return False
        return is_delimiter_row(text[first:end], text[start:stop])

    def _read_row(self, first: int, end: int) -> None:
        """Read the cells of a table row; records cells without a column, and code cut by a pipe."""
        has_code = self.text.find("`", first, end) >= 0
        pipes = find_pipes_in_code(self.text, first, end) if has_code else ()
        if pipes and count_cells(self.text[first:end]) - len(pipes) == self._columns:
            self.cut_rows.append(Span(pipes[0], pipes[0] + 1))
        elif not pipes and (extra := find_extra_cells(self.text, first, end, self._columns)):
            self.extra_cells.append(extra)
        if not self._may_hold_syntax(first, end):
            return
        if not pipes:
            self._read_cells(iter_cells(self.text, first, end))
            return
        self._add_container_events(first)
        events, faults = len(self.events), len(self.faults)
        self._read_cells(iter_cells(self.text, first, end))
        if len(self.faults) > faults or not is_well_nested(self.events[events:]):
            # A pipe in code has split the row, so every fault of its cells is reported as that one.
            # Other faults of the row are found again with the code intact.
            del self.events[events:], self.faults[faults:]
            pipe = Span(pipes[0], pipes[0] + 1)
            self.faults.append(MdxFault(FaultKind.PIPE_IN_CODE, pipe))
            if self.cut_rows[-1:] == [pipe]:
                self.cut_rows.pop()
            self._read_cells(iter_cells_ignoring_pipes(self.text, first, end, pipes))

    def _read_cells(self, row: Iterable[Span]) -> None:
        for start, stop in row:
            self._read_inline_text("tableCell", JoinedLines(self.text, start, stop))


def _strip_closing_hashes(heading: str) -> str:
    """Return the text of a heading without the closing `#` characters."""
    text = heading.rstrip(" \t")
    bare = text.rstrip("#")
    return bare.rstrip(" \t") if bare != text and bare.endswith((" ", "\t")) else text

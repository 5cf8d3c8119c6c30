"""The lines of a page that are selected, and the edits that replace them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_end, find_line_start
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span, measure_common_prefix
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.mdx.reading import find_faults, parse_page, parse_page_tags
from docs_lsp.mdx.syntax import MdxPage, MdxTag
from docs_lsp.refactor.selection import Changes, Offer
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.pages import PAGE_EXTENSIONS

REWRITE, EXTRACT, INLINE = "refactor.rewrite", "refactor.extract", "refactor.inline"
_BLANK = compile_lazily(rb"[ \t\r\n]*")
_PREFIX = compile_lazily(r"[ \t]*(?:>[ \t]?[ \t]*)*")
_OUTER = b" \t>"
"""The characters before a block: indentation and the markers of block quotes."""
_STARTS_BLOCK = compile_lazily(rb"(?:[-*+]|\d{1,9}[.)]|#{1,6})(?:[ \t]|\Z)|```|~~~|<.*>\Z")
_ENDS_BLOCK = compile_lazily(rb"#{1,6}[ \t]|```|~~~|<.*>\Z")


@dataclass(frozen=True)
class PageLines:
    """A run of whole lines of a page."""

    site: Snapshot
    files: Files
    file: str
    data: bytes
    """The bytes of the page."""
    span: Span
    """The span of the lines, without blank lines around them and without the last line break."""
    cursor: Span
    """The selected span, which is empty for a mere cursor."""

    @property
    def is_selected(self) -> bool:
        """Whether text is selected; otherwise the lines are those around the cursor."""
        return self.cursor.start < self.cursor.end

    @property
    def line_break(self) -> str:
        """The line break that the page uses."""
        return "\r\n" if b"\r\n" in self.data else "\n"

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their line breaks."""
        text = self.data[slice(*self.span)].decode("utf-8", "replace")
        return tuple(text.replace("\r\n", "\n").split("\n"))

    @property
    def prefix(self) -> str:
        """The common prefix of the lines: spaces and the markers of enclosing block quotes."""
        matches = map(_PREFIX.match, filter(str.strip, self.lines))
        prefixes = [match[0] for match in matches if match]
        first, last = min(prefixes, default=""), max(prefixes, default="")
        return first[: measure_common_prefix(first, last)]

    @cached_property
    def page(self) -> MdxPage:
        """The parsed page."""
        return parse_page(self.data)

    @property
    def has_statements(self) -> bool:
        """Whether an import or an export starts in the lines."""
        spans = [mdx_import.span for mdx_import in self.page.imports]
        spans += [export.span for export in self.page.exports]
        return any(self.span.start <= start < self.span.end for start, _ in spans)

    @property
    def cuts_block(self) -> bool:
        """Whether the first or the last line divides a paragraph, a table or an item of a list."""
        before = self.data[: self.span.start].removesuffix(b"\n").rpartition(b"\n")[2]
        after = self.data[self.span.end :].lstrip(b"\r").removeprefix(b"\n")
        first, last = (self.lines[end].encode() for end in (0, -1))
        if _belong_together(before, first) or _belong_together(last, after.partition(b"\n")[0]):
            return True
        following = _find_text_line(after)
        return len(_get_outer(following)) > len(self.prefix)

    def replace_lines(self, lines: Iterable[str]) -> bytes:
        """Return the bytes of the page with the lines replaced."""
        new = self.line_break.join(lines).encode()
        return self.data[: self.span.start] + new + self.data[self.span.end :]

    def build_edit(self, lines: Iterable[str]) -> FileEdit:
        """Return the edit that replaces the lines."""
        return FileEdit(self.file, self.span, self.line_break.join(lines))

    def build_offer(self, title: str, kind: str, lines: Sequence[str]) -> Offer:
        """Return an offer that replaces the lines."""
        change: Changes = (self.build_edit(lines),)
        return Offer(title, kind, lambda: change)

    @cached_property
    def _fault_count(self) -> int:
        """The number of syntax faults of the page."""
        return len(find_faults(self.data))

    def has_no_new_faults(self, after: bytes) -> bool:
        """Return whether other bytes of the page have no more faults than the page has now."""
        return len(find_faults(after)) <= self._fault_count

    def wrap_in_tag(self, opening: str, form: tuple[str, ...]) -> list[str]:
        """Return the lines within a tag.

        `opening` is the text inside the brackets of the tag, `form` the lines between tag and
        content.
        """
        before = self.prefix
        first, last = f"{before}<{opening}>", f"{before}</{opening.partition(' ')[0]}>"
        return [first, *form, *self.lines, *form, last]

    @cached_property
    def tag_spacing(self) -> tuple[str, ...] | None:
        """The lines to put between a tag and the lines: none, or a blank one. None if no tag fits.

        No tag can enclose them if they are code or part of a block.
        """
        for form in ((), (self.prefix.rstrip(),)):
            if self.is_one_element(self.wrap_in_tag("Note", form)):
                return form
        return None

    def is_one_element(self, lines: Sequence[str]) -> bool:
        """Return whether other lines would form one element in the page, in place of these.

        The first and the last of them are tags.
        """
        after = self.replace_lines(lines)
        if not self.has_no_new_faults(after):
            return False
        start = self.span.start + len(lines[0]) - len(lines[0].lstrip(" \t>"))
        end = self.span.start + len(self.line_break.join(lines).encode())
        return _has_element_at(parse_page_tags(after).tags, start, end)


def _belong_together(above: bytes, below: bytes) -> bool:
    """Return whether two adjacent lines belong to one block that cannot be divided between them."""
    texts = [line.strip().lstrip(_OUTER) for line in (above, below)]
    return all(texts) and not (_ENDS_BLOCK.match(texts[0]) or _STARTS_BLOCK.match(texts[1]))


def _find_text_line(data: bytes) -> bytes:
    """Return the first line that is not blank; empty if there is none."""
    text = _BLANK.match(data)
    start = find_line_start(data, text.end()) if text else 0
    return data[start:].partition(b"\n")[0].rstrip()


def _get_outer(line: bytes) -> bytes:
    """Return the spaces and quote markers that a line begins with."""
    return line[: len(line) - len(line.lstrip(_OUTER))]


def _has_element_at(tags: tuple[MdxTag, ...], start: int, end: int) -> bool:
    """Return whether a tag starts at `start`, and its closing tag ends at `end`."""
    for tag in tags:
        if tag.span.start == start and tag.partner >= 0:
            return tags[tag.partner].span.end == end
    return False


def find_selected_lines(site: Snapshot, files: Files, file: str, span: Span) -> PageLines | None:
    """Return the lines that a span touches, or the paragraph around an empty one, or None.

    None outside of the text of a page.
    """
    if not file.endswith(PAGE_EXTENSIONS):
        return None
    data = read_bytes_or_empty(files, file)
    if not data or len(data) > MOST_READ or span.start < locate_frontmatter(data).body_start:
        return None
    lines = (
        _expand_to_lines(data, span) if span.start < span.end else _find_paragraph(data, span.start)
    )
    return PageLines(site, files, file, data, lines, span) if lines.start < lines.end else None


def _expand_to_lines(data: bytes, span: Span) -> Span:
    """Return the span of the lines that a span touches, without blank ones around; may be empty."""
    start, end = span
    if data[end - 1 : end] == b"\n":
        end -= 1  # The next line is not touched.
    blank = _BLANK.match(data, start, end)
    start = blank.end() if blank else start
    end = start + len(data[start:end].rstrip())
    if start >= end:
        return Span(span.start, span.start)
    return Span(find_line_start(data, start), find_line_end(data, end))


def _find_paragraph(data: bytes, at: int) -> Span:
    """Return the span of the lines around an offset, up to the next blank lines."""
    start = find_line_start(data, at)
    if not data[start : find_line_end(data, at)].strip():
        return Span(at, at)
    while start > 0:
        above = find_line_start(data, start - 1)
        if not data[above : start - 1].strip():
            break
        start = above
    end = find_line_end(data, at)
    while (stop := data.find(b"\n", end)) >= 0:
        below = find_line_end(data, stop + 1)
        if not data[stop + 1 : below].strip():
            break
        end = below
    return Span(start, end)

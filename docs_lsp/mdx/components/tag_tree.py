"""Parents and content of the tags of a page, and whether the service treats them as blocks."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from itertools import takewhile

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.component_fault import LostContent
from docs_lsp.mdx.syntax import NOWHERE, MdxPage, TagForm

_WORD = compile_lazily(r"https?://\S+|\w+(?:['\u2019-]\w+)*")
"""A word of text. The address of a link is one, however many slashes it has."""
_LINK_TARGET = compile_lazily(r"(?<=\])\([^()\s]*\)")
_TAG = compile_lazily(r"</?[A-Za-z_$>][^<>]*>|</?>")
_BLANK_LINE = compile_lazily(rb"\n[ \t\r>]*(?=\n)")
_LIST_MARKERS = compile_lazily(rb"[ \t\r>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_MOST_COUNTED = 50_000
"""The size in bytes up to which the words of content are counted."""
_MOST_AROUND = 4000
"""The number of bytes around a tag in which its paragraph is searched."""


class TagTree:
    """The tags of one page with their parents and content."""

    def __init__(self, page: MdxPage, data: bytes) -> None:
        self.page = page
        self.data = data

    @cached_property
    def local_names(self) -> frozenset[str]:
        """The names that the page imports or exports; for `Name.x` that is `Name`."""
        imported = (name.local for each in self.page.imports for name in each.names)
        exported = (name.name for each in self.page.exports for name in each.names)
        return frozenset((*imported, *exported))

    def is_local(self, name: str) -> bool:
        """Return whether the page imports or exports the name of a tag."""
        return bool(self.local_names) and name.partition(".")[0] in self.local_names

    def find_parent(self, index: int) -> int:
        """Return the index of the tag around a tag, skipping fragments; -1 if there is none."""
        tags = self.page.tags
        index = tags[index].parent
        while index != NOWHERE and not tags[index].name:
            index = tags[index].parent
        return index

    def find_related_names(self, index: int) -> frozenset[str]:
        """Return the names of the parent of a tag and of its direct children."""
        around = self.find_parent(index)
        own = {self.page.tags[around].name} if around != NOWHERE else set()
        return frozenset(own | self._names_by_parent.get(index, set()))

    @cached_property
    def _names_by_parent(self) -> dict[int, set[str]]:
        """The names of the direct children of each tag."""
        names: dict[int, set[str]] = {}
        for tag in self.page.tags:
            names.setdefault(tag.parent, set()).add(tag.name)
        return names

    @cached_property
    def index_by_name_span(self) -> dict[Span, int]:
        """The index of each tag by the span of its name."""
        return {tag.name_span: index for index, tag in enumerate(self.page.tags)}

    def get_inner_span(self, index: int) -> Span:
        """Return the span between an opening tag and its closing tag; empty for other tags."""
        tag = self.page.tags[index]
        if tag.form is not TagForm.OPENING or tag.partner == NOWHERE:
            return Span(tag.span.end, tag.span.end)
        return Span(tag.span.end, self.page.tags[tag.partner].span.start)

    def get_outer_span(self, index: int) -> Span:
        """Return the span from a tag to its matching tag; that of the tag if it has none."""
        tag = self.page.tags[index]
        end = tag if tag.partner == NOWHERE else self.page.tags[tag.partner]
        return Span(tag.span.start, max(tag.span.end, end.span.end))

    def measure_content(self, index: int) -> LostContent | None:
        """Return the number of words and code blocks in a tag; None if it is too long to count."""
        start, end = self.get_inner_span(index)
        if end - start > _MOST_COUNTED:
            return None
        code = self.page.code[bisect_left(self.page.code, (start, -1)) :]
        blocks = sum(span.end <= end for span in takewhile(lambda span: span.start < end, code))
        text = _LINK_TARGET.sub(" ", self.extract_text(Span(start, end)))
        return LostContent(len(_WORD.findall(text)), blocks)

    def extract_text(self, span: Span) -> str:
        """Return the text in a span, without tags, code blocks and expressions."""
        pieces = []
        at, end = span
        first = bisect_left(self._code_and_expressions, (at, -1))
        for start, stop in self._code_and_expressions[first:]:
            if start >= end:
                break
            if start >= at:
                pieces.append(self.data[at:start])
                at = stop
        pieces.append(self.data[at:end])
        return _TAG.sub(" ", b" ".join(pieces).decode("utf-8", "replace"))

    def is_block(self, index: int) -> bool:
        """Return whether the service treats a tag as a block.

        It does if the tag is on lines of its own, or if its paragraph consists of nothing but tags
        with their content.
        """
        tag = self.page.tags[index]
        if tag.is_block:
            return True
        if tag.parent != NOWHERE and not self.page.tags[tag.parent].is_block:
            return False  # Only the outermost tags of a paragraph become blocks.
        return self._has_only_tags(self._find_paragraph(index))

    def _find_paragraph(self, index: int) -> Span:
        """Return the lines around a tag up to the next blank lines, within the parent tag."""
        start, end = self.get_outer_span(index)
        parent = self.page.tags[index].parent
        outer = self.get_inner_span(parent) if parent != NOWHERE else Span(0, len(self.data))
        low = max(outer.start, start - _MOST_AROUND)
        high = min(outer.end, end + _MOST_AROUND)
        before = [match.end() for match in _BLANK_LINE.finditer(self.data, low, start)]
        after = _BLANK_LINE.search(self.data, end, high)
        first = before[-1] + 1 if before else low
        return Span(min(first, start), after.start() if after else high)

    def _has_only_tags(self, span: Span) -> bool:
        """Return whether a range has only list markers, tags with their content and expressions."""
        at, end = span
        markers = _LIST_MARKERS.match(self.data, at, end)
        at = markers.end() if markers else at
        first = bisect_left(self._tags_and_expressions, (at, -1))
        for start, stop in self._tags_and_expressions[first:]:
            if start >= end:
                break
            if start >= at:
                if self.data[at:start].strip():
                    return False
                at = stop
        return not self.data[at:end].strip()

    @cached_property
    def _tags_and_expressions(self) -> list[Span]:
        """The spans of all tags with their content and of all expressions, in order."""
        tags = (index for index, tag in enumerate(self.page.tags) if tag.form != TagForm.CLOSING)
        spans = [*map(self.get_outer_span, tags), *(each.span for each in self.page.expressions)]
        return sorted(spans)

    @cached_property
    def _code_and_expressions(self) -> list[Span]:
        """The spans of all code blocks and expressions, in order."""
        expressions = (each.span for each in self.page.expressions)
        return sorted((*self.page.code, *expressions))

"""Comments in pages that leave findings out: what they name, and what they cover.

`{/* docs-lsp-ignore dead-link: the page comes with the next release */}` covers the rest of its
line, or, at the end of a line, the element that follows or the lines up to the next blank one.
`{/* docs-lsp-ignore-file unlisted-page */}` covers the page. Offsets are UTF-8 byte offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import MdxPage, TagForm

MARK = b"docs-lsp-ignore"
FOR_PAGE = "docs-lsp-ignore-file"
"""The beginning of a comment that is for the whole page."""
_NAME = compile_lazily(rb"[\w-]+")
_COMMENT = compile_lazily(
    rb"\{\s*/\*\s*docs-lsp-ignore(?P<file>-file)?(?=[\s:*])\s*"
    rb"(?P<rules>[\w-]+(?:\s*,\s*[\w-]+)*)?.*\*/\s*\}\Z",
    re.DOTALL,
)
_SPACE = compile_lazily(rb"\s*")
_BLANK_LINE = compile_lazily(rb"\n[ \t\r]*(?=\n|\Z)")


class PageSuppression(NamedTuple):
    """One rule that a comment names."""

    rule: str
    """Empty, if the comment names none."""
    place: Span
    """The comment with its braces; of several rules in one the name of this."""
    covers: Span | None
    """Where findings are left out; None for the whole page."""

    def is_about(self, rule: str, offset: int) -> bool:
        """Whether a finding of a rule that begins at an offset is left out."""
        if rule != self.rule:
            return False
        return self.covers is None or self.covers.start <= offset < self.covers.end


def read_suppressions(data: bytes, page: MdxPage) -> Iterator[PageSuppression]:
    """Yield each rule that a comment suppresses, and where; empty if the comment names none."""
    covered: _CoveredParts | None = None
    for expression in page.expressions:
        match = _COMMENT.match(data[slice(*expression.span)])
        if match is None:
            continue
        covered = covered or _CoveredParts(data, page)
        covers = None if match["file"] else covered.find_part(expression.span.end)
        names = list(_NAME.finditer(match["rules"] or b""))
        if not names:
            yield PageSuppression("", expression.span, covers)
        for name in names:
            start = expression.span.start + match.start("rules")
            place = Span(*name.span()).shift(start) if len(names) > 1 else expression.span
            yield PageSuppression(name[0].decode(), place, covers)


class _CoveredParts:
    """Finds the parts of a page that its comments cover, one after the other."""

    def __init__(self, data: bytes, page: MdxPage) -> None:
        self._data = data
        self._tags = page.tags
        self._first_tags = {tag.span.start: tag for tag in reversed(page.tags)}
        self._last_blank = Span(0, -1)
        """A place, and the start of the next blank line or the end of the page."""

    def find_part(self, end: int) -> Span:
        """Return the span in which a comment leaves findings out, given the end of the comment."""
        space = _SPACE.match(self._data, end)
        start = space.end() if space else end
        tag = self._first_tags.get(start)
        if tag is not None and tag.form is TagForm.OPENING and tag.partner >= 0:
            return Span(start, self._tags[tag.partner].span.end)
        if self._data.find(b"\n", end, start) < 0:
            return Span(start, _find_or_end(self._data, b"\n", start))
        return Span(start, self._find_blank_line(start if tag is None else tag.span.end))

    def _find_blank_line(self, start: int) -> int:
        """Return the offset of the next blank line, or of the end."""
        if not self._last_blank.start <= start <= self._last_blank.end:
            blank = _BLANK_LINE.search(self._data, start)
            self._last_blank = Span(start, blank.start() if blank else len(self._data))
        return self._last_blank.end


def _find_or_end(data: bytes, piece: bytes, start: int) -> int:
    """Return the next offset of a piece of text, or the end of the data."""
    at = data.find(piece, start)
    return len(data) if at < 0 else at

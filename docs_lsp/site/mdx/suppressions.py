"""Comments in pages that leave findings out: what they name and cover, and how to add one.

`{/* docs-lsp-ignore dead-link: the page comes with the next release */}` covers the rest of its
line, or, at the end of a line, the element that follows or the lines up to the next blank one.
`{/* docs-lsp-ignore-file unlisted-page */}` covers the page. Offsets are UTF-8 byte offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import MdxPage, TagForm
from docs_lsp.site.mdx.frontmatter import locate_frontmatter

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
_INDENT = compile_lazily(rb"[ \t]*")


class PageSuppression(NamedTuple):
    """One rule that a comment names."""

    rule: str
    """Empty, if the comment names none."""
    place: Span
    """The comment with its braces; of several rules in one the name of this."""
    covers: Span | None
    """Where findings are left out; None for the whole page."""

    def is_about(self, rule: str, offset: int) -> bool:
        """Return whether this suppresses a finding of a rule that begins at a byte offset."""
        if rule != self.rule:
            return False
        return self.covers is None or self.covers.start <= offset < self.covers.end


def read_suppressions(data: bytes, page: MdxPage) -> Iterator[PageSuppression]:
    """Yield a suppression for each rule that a comment names, or one with an empty rule."""
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
            return Span(start, _find_offset_or_end(self._data, b"\n", start))
        return Span(start, self._find_blank_line(start if tag is None else tag.span.end))

    def _find_blank_line(self, start: int) -> int:
        """Return the offset of the next blank line, or of the end."""
        if not self._last_blank.start <= start <= self._last_blank.end:
            blank = _BLANK_LINE.search(self._data, start)
            self._last_blank = Span(start, blank.start() if blank else len(self._data))
        return self._last_blank.end


def _find_offset_or_end(data: bytes, text: bytes, start: int) -> int:
    """Return the next offset of a text, or the end of the data."""
    at = data.find(text, start)
    return len(data) if at < 0 else at


def build_suppression(data: bytes, rule: str, offset: int) -> tuple[int, str] | None:
    """Return the offset and text of a comment that suppresses a finding; None if none is safe.

    It is put before the block of lines around the offset, or else it is for the whole page. None if
    the comment would change what readers see.
    """
    from docs_lsp.mdx.reading import parse_page  # Every check loads this module.

    body = locate_frontmatter(data).body_start
    before = parse_page(data)
    candidates = [_place_before_block(data, rule, offset, body)] if offset >= body else []
    for candidate in (*candidates, _place_for_page(data, rule, body)):
        if _is_harmless(data, before, candidate, rule, offset):
            return candidate
    return None


def _place_before_block(data: bytes, rule: str, offset: int, body: int) -> tuple[int, str]:
    """Return the offset and the text of a comment above the block of lines around an offset."""
    start = max(find_line_start(data, offset), body)
    while start > body:
        above = find_line_start(data, start - 1)
        if above < body or not data[above:start].strip():
            break
        start = above
    indent = _INDENT.match(data, start)
    text = indent[0].decode() if indent else ""
    return start, f"{text}{{/* docs-lsp-ignore {rule} */}}{_line_end(data)}"


def _place_for_page(data: bytes, rule: str, body: int) -> tuple[int, str]:
    """Return the offset, right after the frontmatter, and the text of the comment for a page."""
    end = _line_end(data)
    opening = end if body and not data[:body].endswith(b"\n") else ""
    closing = end if data[body:].startswith((b"\n", b"\r\n")) or not data[body:] else end * 2
    return body, f"{opening}{{/* {FOR_PAGE} {rule} */}}{closing}"


def _line_end(data: bytes) -> str:
    """Return the line break of a page: CRLF if it has one, else LF."""
    return "\r\n" if b"\r\n" in data else "\n"


def _is_harmless(
    data: bytes, before: MdxPage, insertion: tuple[int, str], rule: str, offset: int
) -> bool:
    """Return whether a page with the comment is the same to readers, without the finding."""
    from docs_lsp.mdx.reading import parse_page  # As above.

    at, text = insertion
    new = text.encode()
    changed = data[:at] + new + data[at:]
    after = parse_page(changed)
    if not _has_same_content(before, after, at, len(new)):
        return False
    place = offset + len(new) if offset >= at else offset
    return any(each.is_about(rule, place) for each in read_suppressions(changed, after))


def _has_same_content(before: MdxPage, after: MdxPage, at: int, size: int) -> bool:
    """Return whether `after` is `before` with one more expression, of `size` bytes at `at`.

    Compares tags, headings, links and code, and the number of faults.
    """

    def move(span: Span) -> Span:
        return span.shift(size) if span.start >= at else span

    return (
        [(tag.name, move(tag.span)) for tag in before.tags]
        == [(tag.name, tag.span) for tag in after.tags]
        and [(each.level, move(each.span)) for each in before.headings]
        == [(each.level, each.span) for each in after.headings]
        and [move(each.target) for each in before.links] == [each.target for each in after.links]
        and list(map(move, before.code)) == list(after.code)
        and len(before.faults) == len(after.faults)
        and len(before.expressions) + 1 == len(after.expressions)
    )

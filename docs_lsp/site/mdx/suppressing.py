"""Writes a comment into a page that leaves out a finding, and changes nothing that readers see."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.text import Span
from docs_lsp.mdx.reading import parse_page
from docs_lsp.mdx.syntax import MdxPage
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.suppressions import FOR_PAGE, read_suppressions

_INDENT = compile_lazily(rb"[ \t]*")


class CommentInsertion(NamedTuple):
    """A text to put in at an offset in bytes."""

    offset: int
    text: str


def build_suppression(data: bytes, rule: str, offset: int) -> CommentInsertion | None:
    """Return the comment that leaves out what a rule finds at an offset; None if it does harm.

    It is put before the block of lines around it, or else it is for the whole page. None if the
    page would become another one.
    """
    body = locate_frontmatter(data).body_start
    before = parse_page(data)
    candidates = [_place_before_block(data, rule, offset, body)] if offset >= body else []
    for candidate in (*candidates, _place_for_page(data, rule, body)):
        if _is_harmless(data, before, candidate, rule, offset):
            return candidate
    return None


def _place_before_block(data: bytes, rule: str, offset: int, body: int) -> CommentInsertion:
    """Return the comment to be put above the lines around an offset, up to a blank one."""
    start = max(find_line_start(data, offset), body)
    while start > body:
        above = find_line_start(data, start - 1)
        if above < body or not data[above:start].strip():
            break
        start = above
    indent = _INDENT.match(data, start)
    text = indent[0].decode() if indent else ""
    return CommentInsertion(start, f"{text}{{/* docs-lsp-ignore {rule} */}}{_line_end(data)}")


def _place_for_page(data: bytes, rule: str, body: int) -> CommentInsertion:
    """Return the comment for the whole page, to be put right after the frontmatter."""
    end = _line_end(data)
    opening = end if body and not data[:body].endswith(b"\n") else ""
    closing = end if data[body:].startswith((b"\n", b"\r\n")) or not data[body:] else end * 2
    return CommentInsertion(body, f"{opening}{{/* {FOR_PAGE} {rule} */}}{closing}")


def _line_end(data: bytes) -> str:
    """Return the line break of a page: CRLF if it has one, else LF."""
    return "\r\n" if b"\r\n" in data else "\n"


def _is_harmless(
    data: bytes, before: MdxPage, insertion: CommentInsertion, rule: str, offset: int
) -> bool:
    """Whether a page with the comment is the same to readers, and the finding is left out."""
    at, text = insertion
    new = text.encode()
    changed = data[:at] + new + data[at:]
    after = parse_page(changed)
    if not _has_same_content(before, after, at, len(new)):
        return False
    place = offset + len(new) if offset >= at else offset
    return any(each.is_about(rule, place) for each in read_suppressions(changed, after))


def _has_same_content(before: MdxPage, after: MdxPage, at: int, size: int) -> bool:
    """Whether all tags, headings, links, code and faults are the same, moved along."""

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

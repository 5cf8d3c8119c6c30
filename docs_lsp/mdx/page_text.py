"""Prepares the text of a page as the service does before it parses the page.

Nothing is moved, so that every offset stays a byte offset in the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.characters import find_line_break
from docs_lsp.mdx.syntax import NOWHERE, MdxHeading

_FRONTMATTER = compile_lazily(r"(---|\+\+\+)[ \t]*\n(?:[^\n]*\n)*?\1[ \t]*(?:\n|\Z)")
_FRONTMATTER_START = compile_lazily(r"(?:---|\+\+\+)[ \t]*(?:\n|\Z)")
_BOM = "\xef\xbb\xbf"
_ID_AT_END = compile_lazily(r"\{[ \t]*#[^}\n]+\}[ \t]*$", re.MULTILINE)
_HEADING_WITH_ID = compile_lazily(
    r"([ \t]*)(#{1,6})[ \t]+(\S[^\n]*?)[ \t]*\{[ \t]*#[^}\n]+\}[ \t]*$"
)
_FENCE = compile_lazily(r"[ \t]*(`{3,}|~{3,})")
_MDX_OPENING = compile_lazily(r"<MDX(?:\s[^>]*[^/>\s])?\s*>")
_MDX_CLOSING = compile_lazily(r"</MDX\s*>")
_CODE_OR_QUOTED = compile_lazily(r"(`+).*?\1|\"[^\"\n]*\"")
_CODE = compile_lazily(r"(?<!`)(`+)(?!`)([^`]+)\1(?!`)")
_CODE_SIGNS = str.maketrans("<>{}", "xxxx")
_MOST_INDENT = 3


class PageText(NamedTuple):
    """A page with one `str` character for each byte, in which every line ends with LF."""

    text: str
    body: int
    """The offset after the frontmatter."""
    headings: Mapping[int, MdxHeading]
    """The headings with explicit IDs, by the start of their lines.

    The service turns them into tags on lines of their own; their `text` is without the ID.
    """
    has_unclosed_frontmatter: bool
    """Whether a frontmatter is never closed, which prevents lists and quotes."""


def prepare_page_text(data: bytes, start: int) -> PageText:
    """Return a page's text, to be read from `start` or, if that is 0, after the frontmatter."""
    text = data.decode("latin-1")
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    body, is_unclosed = (start, False) if start else _find_body(text)
    if text.find("<MDX", body) >= 0:
        text = _mask_code_in_mdx(text)
    headings: Mapping[int, MdxHeading] = {}
    if text.find("#", body) >= 0 and _ID_AT_END.search(text, body):
        headings = dict(_iter_headings_with_id(text))
        text = _blank_heading_marks(text, headings.values())
    return PageText(text, body, headings, is_unclosed)


def _find_body(text: str) -> tuple[int, bool]:
    """Return the offset after the frontmatter, and whether a frontmatter is unclosed."""
    start = len(_BOM) if text.startswith(_BOM) else 0
    if not text.startswith(("---", "+++"), start):
        return start, False
    match = _FRONTMATTER.match(text, start)
    if match:
        return match.end(), False
    return start, _FRONTMATTER_START.match(text, start) is not None


class _Line(NamedTuple):
    start: int
    end: int
    depth: int
    """The number of `<MDX>` elements around it."""
    is_code: bool
    """Whether it is in a fence, or ends one."""
    is_comment: bool


def _iter_lines(text: str) -> Iterator[_Line]:
    """Yield the lines of a page with the state that the service's own rewriting tracks."""
    may_be_in_mdx = "<MDX" in text
    fence = ""
    comment = False
    depth = 0
    start = 0
    while start <= len(text):
        end = find_line_break(text, start)
        if fence:
            yield _Line(start, end, depth, True, False)
            sign = text[start:end].strip()
            if sign.startswith(fence) and not sign.strip(fence[0]):
                fence = ""
        elif not comment and (match := _FENCE.match(text, start, end)):
            fence = match[1]
            yield _Line(start, end, depth, False, True)
        else:
            before = comment
            visible, comment = _strip_comments(text[start:end], comment)
            yield _Line(start, end, depth, False, before or comment)
            if may_be_in_mdx:
                depth += len(_MDX_OPENING.findall(visible)) - len(_MDX_CLOSING.findall(visible))
                depth = max(0, depth)
        start = end + 1


def _strip_comments(line: str, comment: bool) -> tuple[str, bool]:
    """Return a line without its comments, and whether a comment is open at its end."""
    if "{/*" not in line and not comment:
        return line, False
    masked = _CODE_OR_QUOTED.sub(lambda match: " " * len(match[0]), line)
    seen: list[str] = []
    at = 0
    while True:
        if comment:
            close = line.find("*/", at)
            if close < 0:
                return "".join(seen), True
            at = close + 2
        opening = masked.find("{/*", at)
        if opening < 0:
            return "".join([*seen, line[at:]]), False
        seen.append(line[at:opening])
        at = opening + 3
        comment = True


def _iter_headings_with_id(text: str) -> Iterator[tuple[int, MdxHeading]]:
    """Yield each heading with an explicit ID, with the start of its line."""
    for line in _iter_lines(text):
        if line.is_code or line.is_comment:
            continue
        match = _HEADING_WITH_ID.match(text, line.start, line.end)
        if match and (line.depth or (len(match[1]) <= _MOST_INDENT and "\t" not in match[1])):
            span = Span(match.start(2), match.end())
            yield line.start, MdxHeading(span, len(match[2]), Span(*match.span(3)), NOWHERE)


def _blank_heading_marks(text: str, headings: Iterable[MdxHeading]) -> str:
    """Replace the `#` characters and the ID around the text of some headings by spaces."""
    parts = []
    at = 0
    for heading in headings:
        parts += [text[at : heading.span.start], " " * (heading.text.start - heading.span.start)]
        parts += [text[slice(*heading.text)], " " * (heading.span.end - heading.text.end)]
        at = heading.span.end
    return "".join([*parts, text[at:]])


def _mask_code_in_mdx(text: str) -> str:
    """Mask tag and expression characters in code within `<MDX>`."""
    parts = []
    for line in _iter_lines(text):
        part = text[line.start : line.end]
        if line.depth and line.is_code:
            part = part.translate(_CODE_SIGNS)
        elif "`" in part:
            part = _mask_code_in_line(part, line.depth)
        parts.append(part)
    return "\n".join(parts)


def _mask_code_in_line(line: str, depth: int) -> str:
    """Mask the code in a line wherever it is inside of `<MDX>`."""
    parts = []
    at = 0
    for match in _CODE.finditer(line):
        before = line[at : match.start()]
        depth += len(_MDX_OPENING.findall(before)) - len(_MDX_CLOSING.findall(before))
        parts += [before, match[0].translate(_CODE_SIGNS) if depth > 0 else match[0]]
        at = match.end()
    return "".join([*parts, line[at:]])

"""Splits a page into sections at its headings; a search result shows one of them.

Nothing is copied: a section has its place in the Markdown of its page.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.site.mdx.anchors import WITHOUT_ID, make_live_heading_id
from docs_lsp.site.mdx.heading_ids import HeadingIdCounter, has_custom_id
from mcp_preview.content.pages import IndexedPage

# A heading, an underlined one, or a code fence, after a line break: beginning with it makes the
# search several times as fast as `^`.
_MARKS = (
    r"\n(?:[ \t]{0,12}(#{1,6})[ \t]+([^\n]{1,500})"
    r"|%s(?=[^\s#<>|=`~-])([^\n]{1,500})\n(=|-)\4+[ \t]*"
    r"|[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*))$"
)
_MARK = re.compile(_MARKS % "", re.MULTILINE)
# Searching underlined headings takes as long as everything else, and few pages have any.
_MARK_ABOVE_NO_LINE = re.compile(_MARKS % "(?!)", re.MULTILINE)
_LINES = ("\n==", "\n--")
_ID = re.compile(r"[ \t]*\{[ \t]*#[^{}\s]+[ \t]*\}[ \t]*$")
_SIGNS = re.compile(r"[#{\[*`_]")
_CLOSING = re.compile(r"[ \t]+#+[ \t]*$")
_LINKED = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_EMPHASIS = re.compile(r"\*+|`+|(?<!\w)_+|_+(?!\w)")


class PageSection(NamedTuple):
    """The content below one heading of a page, or before the first one."""

    title: str
    """The heading as readers see it; the title of the page before the first heading."""
    anchor: str
    """The fragment of a link to it; empty before the first heading."""
    level: int
    """The level of the heading, from 1; 0 before the first one."""
    above: tuple[str, ...]
    """The headings above it, the outermost first."""
    start: int
    """The character offset in the page's Markdown at which it begins, heading included."""
    end: int


def split_page(page: IndexedPage) -> list[PageSection]:
    """Return the sections of a page in order; the first one may be empty."""
    return split_text(page.markdown, page.title)


def split_text(text: str, page_title: str = "") -> list[PageSection]:
    """Return the sections of a text in order, the first one with the title of its page."""
    sections = [PageSection(page_title, "", 0, (), 0, len(text))]
    above: list[tuple[int, str]] = []
    numbers = HeadingIdCounter()
    fence = ""
    mark = _MARK if any(line in text for line in _LINES) else _MARK_ABOVE_NO_LINE
    for match in mark.finditer(f"\n{text}"):
        marks, heading, underlined, line, opening, rest = match.groups()
        if opening:
            if not fence:
                fence = opening if not (opening[0] == "`" and "`" in rest) else ""
            elif opening.startswith(fence) and not rest.strip():
                fence = ""
            continue
        if fence:
            continue
        level = len(marks) if marks else 1 + (line == "-")
        written = (heading or underlined).strip()
        while above and above[-1][0] >= level:
            above.pop()
        title = strip_markup(written)
        sections[-1] = sections[-1]._replace(end=match.start())
        outer = tuple(one for _, one in above)
        own = make_live_heading_id(written) if level < WITHOUT_ID or has_custom_id(written) else ""
        anchor = numbers.make_unique(own) if own else ""
        sections.append(PageSection(title, anchor, level, outer, match.start(), len(text)))
        above.append((level, title))
    return sections


def strip_markup(heading: str) -> str:
    """Return a heading as readers see it, without Markdown markup."""
    if not _SIGNS.search(heading):
        return " ".join(heading.split())
    text = _CLOSING.sub("", _ID.sub("", heading))
    return " ".join(_EMPHASIS.sub("", _LINKED.sub(r"\1", text)).split()) or heading

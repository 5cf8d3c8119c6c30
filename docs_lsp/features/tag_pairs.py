"""Keeps the opening and the closing tag in a page together while either of them is typed.

The names of the two change together. `>` inserts the closing tag and `</` the rest of it, but only
if the page has fewer faults with it: so never within code, and never if the tag is closed already.
"""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._page_syntax import get_page_syntax
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.mdx.components.catalogue import VOID_ELEMENTS
from docs_lsp.mdx.reading import find_faults
from docs_lsp.mdx.syntax import NOWHERE, TagForm
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.tag_cursor import find_surroundings
from docs_lsp.site.mdx.target_cursor import is_offset_in_code

_NAME = r"[A-Za-z_$][\w$.:-]*"
"""The pattern of names while the two tags stay linked."""
_NAMED = compile_lazily(rb"[\w$.:-]|[ \t]*>")


def answer_linked_editing(text: Text, offset: int, encoding: Encoding) -> Json | None:
    """Return the name ranges of the pair of tags at a byte offset; None if not in such a name."""
    tags = get_page_syntax(text.data).tags
    for tag in tags:
        is_there = tag.name_span.start <= offset <= tag.name_span.end
        if is_there and tag.name and tag.partner != NOWHERE:
            spans = sorted((tag.name_span, tags[tag.partner].name_span))
            ranges = [build_range(text, span, encoding) for span in spans]
            return {"ranges": ranges, "wordPattern": _NAME}
    return None


def answer_tag_closing(text: Text, offset: int, typed: str, encoding: Encoding) -> list[Json]:
    """Return the edit that closes a tag after a typed `>` or `/`; empty if it repairs nothing.

    `typed` is the character typed before the byte offset.
    """
    data = text.data
    sign = typed.encode("utf-8", "replace")
    if len(data) > MOST_READ or not data.endswith(sign, 0, offset):
        return []
    new = _build_closing_tag(data, offset) if typed == ">" else _complete_closing_tag(data, offset)
    if not new:
        return []
    return [{"range": build_range(text, Span(offset, offset), encoding), "newText": new}]


def _build_closing_tag(data: bytes, offset: int) -> str:
    """Return the closing tag for the tag whose `>` ends at an offset; empty if it needs none."""
    paragraph = max(0, data.rfind(b"\n\n", 0, offset))
    if data.rfind(b"<", paragraph, offset) < 0:
        return ""  # It is a quotation mark of Markdown, or part of a text.
    tags = get_page_syntax(data).tags
    tag = next((one for one in tags if one.span.end == offset), None)
    if tag is None or tag.form is not TagForm.OPENING or tag.name in VOID_ELEMENTS:
        return ""
    new = f"</{tag.name}>"
    return new if _reduces_faults(data, offset, offset, new) else ""


def _complete_closing_tag(data: bytes, offset: int) -> str:
    """Return the rest of a closing tag after `</` before an offset; empty if it repairs nothing."""
    start = offset - 2
    body = locate_frontmatter(data).body_start
    if start < body or data[start:offset] != b"</" or _NAMED.match(data, offset):
        return ""
    around = () if is_offset_in_code(data, body, start) else find_surroundings(data, start).around
    if not around:
        return ""
    new = f"</{around[-1]}>"
    return new[2:] if _reduces_faults(data, start, offset, new) else ""


def _reduces_faults(data: bytes, start: int, end: int, new: str) -> bool:
    """Return whether a page has fewer faults with a closing tag than with nothing in its place."""
    before = find_faults(data[:start] + data[end:])
    return bool(before) and len(find_faults(data[:start] + new.encode() + data[end:])) < len(before)

"""The text of a link in a page, read from the source around its target."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span

_LONGEST = 1000
"""Maximum number of bytes that are read around a target."""
_TITLES = ("title", "label", "name")
_SIGNS = compile_lazily(r"<[^<>]*>|[`*~]|(?<!\w)_+|_+(?!\w)|\\(?=[!-/])")
"""Tags and marks, not the `_` of a name such as `series_cos`."""


def read_link_text(data: bytes, target: Span) -> str:
    """Return the text of a Markdown link, or the title or text of a tag; empty if there is none.

    `target` is the byte span of the link's target in the page.
    """
    words = _read_markdown_label(data, target.start) or _read_tag_label(data, target)
    return " ".join(_SIGNS.sub("", words).split())


def _read_markdown_label(data: bytes, at: int) -> str:
    """Return the text in the brackets before `(target`; empty if it is not a Markdown link."""
    low = max(0, at - _LONGEST)
    before = data[low:at].rstrip(b"< \t")
    if not before.endswith(b"]("):
        return ""
    depth = 0
    for place in range(len(before) - 2, -1, -1):
        depth += (before[place] == ord("]")) - (before[place] == ord("["))
        if depth == 0:
            return before[place + 1 : -2].decode("utf-8", "replace")
    return ""


def _read_tag_label(data: bytes, target: Span) -> str:
    """Return the title attribute or the content of the tag around a target, or an empty string."""
    from docs_lsp.mdx.reading import parse_page_tags  # Imported late: needed only for fixes.

    page = parse_page_tags(data)
    around = (tag for tag in page.tags if tag.span.start < target.start < tag.span.end)
    tag = next(around, None)
    if tag is None:
        return ""
    for attribute in tag.attributes:
        if attribute.name in _TITLES and attribute.value:
            return attribute.value
    if tag.partner < 0:
        return ""
    inside = data[tag.span.end : page.tags[tag.partner].span.start]
    return inside.decode("utf-8", "replace") if len(inside) <= _LONGEST else ""

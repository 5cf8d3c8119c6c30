"""What a link in a page says to readers, found around its target."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span

_LONGEST = 1000
"""How many bytes around a target are looked at."""
_TITLES = ("title", "label", "name")
_SIGNS = compile_lazily(r"<[^<>]*>|[`*_~]|\\(?=[!-/])")


def read_link_words(data: bytes, target: Span) -> str:
    """The text of a link of Markdown, or the title or text of a tag with an address; empty if there
    is none. Spans are byte offsets."""
    words = _text_before(data, target.start) or _words_of_tag(data, target)
    return " ".join(_SIGNS.sub("", words).split())


def _text_before(data: bytes, at: int) -> str:
    """What stands in the brackets before `(target`."""
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


def _words_of_tag(data: bytes, target: Span) -> str:
    from docs_lsp.mdx.reading import read_tags  # Only who is offered a fix pays for it.

    page = read_tags(data)
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

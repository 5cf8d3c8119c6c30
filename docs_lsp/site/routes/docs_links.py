"""The links of docs.json: objects that are links, and those in the text of a banner."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import String
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.model_navigation import GLOBAL_ENTRIES
from docs_lsp.site.navigation.element import Element, Spot

FREE = frozenset(("contextualCustom", "contextualTarget"))
"""The records that accept any text as a link."""

HREFS = {
    **{kind.name: "href" for kind in KINDS.values() if kind.takes_href},
    **dict.fromkeys(GLOBAL_ENTRIES, "href"),
    **dict.fromkeys(("navbarLink", "navbarBadge", "primaryButton", "primaryBadge"), "href"),
    **{"footerLink": "href", "logo": "href", "contextualCustom": "href"},
    "contextualTarget": "base",
}
"""The names of records that are links, and the key of their target."""

LINK_KEYS = frozenset((*HREFS.values(), "content"))
"""The keys that hold links, including the text of a banner."""

# Markdown, with one level of brackets in it, or an HTML attribute.
_IN_TEXT = compile_lazily(
    r"\]\([ \t]*<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200}){0,8})"
    r"|\bhref=[\"']([^\"'\s]{1,2000})[\"']"
)


def iter_links(element: Element) -> Iterator[tuple[str, Spot]]:
    """Yield the links of an object as written: its own, or those in its text."""
    if element.record.name == "banner":
        yield from _iter_banner_links(element)
        return
    key = HREFS.get(element.record.name)
    text = element.get_text(key) if key else None
    if key and text:
        yield text, element.find_value_spot(key)


def _iter_banner_links(element: Element) -> Iterator[tuple[str, Spot]]:
    """Yield the links in a banner's text; with escapes, each has the span of all the text."""
    content = element.get("content")
    if not isinstance(content, String):
        return
    text = content.value
    span, layer = element.find_value_spot("content")
    # With escapes in the string, finding the position is not worth the effort.
    plain = len(text.encode("utf-8", "surrogatepass")) == span.end - span.start
    for match in _IN_TEXT.finditer(text):
        link = match[1] or match[2]
        if plain:
            start = span.start + len(text[: match.start(match.lastindex or 0)].encode())
            yield link, Spot(Span(start, start + len(link.encode())), layer)
        else:
            yield link, Spot(span, layer)

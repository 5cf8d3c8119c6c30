"""Removes what agents do not get from Markdown that is served as it is written.

Pages become Markdown of their own (`page_markdown`). Skills and the descriptions of specifications
are not pages, and need not be MDX: all of them that is not within a `Visibility` stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.text import Span
from docs_lsp.mdx.components.audiences import VISIBILITY, read_agent_audience
from docs_lsp.mdx.reading import parse_page_tags
from docs_lsp.mdx.refusal import MOST_FAULTS
from docs_lsp.mdx.syntax import NOWHERE, MdxPage, MdxTag, TagForm

_START = f"<{VISIBILITY}".encode()


def remove_concealed_text(text: str) -> str:
    """Return Markdown without content of `Visibility` that is not for agents, and without its tags.

    Frontmatter and code are unchanged. What cannot be parsed is removed if it may be such content.
    """
    if VISIBILITY not in text:
        return text
    data = text.encode("utf-8", "replace")
    kept = bytearray()
    at = 0
    for span in sorted(_iter_cuts(data, parse_page_tags(data))):
        kept += data[at : span.start]
        at = max(at, span.end)
    kept += data[at:]
    return kept.decode("utf-8", "replace")


def _iter_cuts(data: bytes, page: MdxPage) -> Iterator[Span]:
    """Yield the parts of a text to remove, some within others."""
    end = len(data)
    for tag in reversed(page.tags):
        if tag.name == VISIBILITY and tag.form is TagForm.CLOSING and tag.partner == NOWHERE:
            end = tag.span.end
        elif tag.name == VISIBILITY:
            yield from _iter_tag_cuts(data, tag, page.tags, end)
        else:
            for attribute in tag.attributes:
                if attribute.is_expression and _START in data[slice(*attribute.span)]:
                    yield attribute.span
    # Their text is code, in which it is not certain who gets what.
    for span in (*(one.span for one in page.expressions), *(one.span for one in page.exports)):
        if _START in data[slice(*span)]:
            yield span
    if len(page.faults) >= MOST_FAULTS:  # The page was not read to its end.
        unread = data.find(_START, page.faults[-1].span.start)
        if unread >= 0:
            yield Span(unread, len(data))


def _iter_tag_cuts(data: bytes, tag: MdxTag, tags: tuple[MdxTag, ...], end: int) -> Iterator[Span]:
    """Yield what to remove because of a tag of `Visibility`: the tag, or its content as well.

    `end` is the end of the content if no closing tag belongs to the tag.
    """
    if tag.form is not TagForm.OPENING or read_agent_audience(tag, data):
        yield tag.span
    elif tag.partner != NOWHERE:
        yield Span(tag.span.start, tags[tag.partner].span.end)
    elif data[slice(*tag.span)] != _START + b">":  # The bare name may be a mention of it.
        yield Span(tag.span.start, end)

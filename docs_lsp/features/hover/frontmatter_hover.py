"""Hover for a frontmatter field of a page: its meaning, and its effect on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.endpoint_hover import build_operation_card
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.features.hover.key_hover import build_key_card
from docs_lsp.features.hover.link_hover import link_answer
from docs_lsp.features.hover.page_hover import build_page_card, build_visibility_facts, card_of
from docs_lsp.schema.key_card import key_card, values_of
from docs_lsp.schema.model import FRONTMATTER
from docs_lsp.schema.types import Property
from docs_lsp.site.mdx.frontmatter import MAX_SIZE, find_block, read_frontmatter
from docs_lsp.site.pages import PageFile, strip_extension
from docs_lsp.site.references.targets import strip_quotes
from docs_lsp.site.specifications.named_operation import find_page_operation

_FIELD = compile_lazily(
    rb"^(?P<key>[A-Za-z$][\w:$-]{0,60})[ \t]*:(?P<value>[^\r\n]*)", re.MULTILINE
)
_NAMES_PAGE = frozenset(("title", "sidebarTitle", "description"))
_OF_VISIBILITY = frozenset(("hidden", "noindex", "searchable", "groups", "public"))


class FrontmatterField(NamedTuple):
    """A field, with the byte spans of its key and its value in the page."""

    name: str
    key: Span
    value: Span


def frontmatter_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer at a byte offset in the frontmatter of a page; None outside of it."""
    data = context.view.text(context.file).data
    block = find_block(data)
    if not block.start <= offset <= (block.end if block.end >= 0 else len(data)):
        return None
    for field in _fields(data):
        if field.key.start <= offset <= field.key.end:
            return _build_key_answer(context, field)
        if field.value.start <= offset <= field.value.end:
            return link_answer(context, offset) or _build_value_answer(context, field, data)
    return None


def _build_key_answer(context: HoverContext, field: FrontmatterField) -> HoverAnswer | None:
    known = FRONTMATTER.properties.get(field.name)
    if known is None:
        return None
    more = _build_indexing_facts(context) if field.name in _OF_VISIBILITY else []
    return HoverAnswer(
        build_key_card(context, FRONTMATTER, key_card(known), tuple(more)), field.key
    )


def _build_value_answer(
    context: HoverContext, field: FrontmatterField, data: bytes
) -> HoverAnswer | None:
    span = strip_quotes(data, field.value)
    text = data[slice(*span)].decode("utf-8", "replace")
    if field.name == "openapi" and context.facts is not None:
        match = find_page_operation(text, context.file, context.facts)
        if match is not None:
            return HoverAnswer(build_operation_card(context, match), span)
    page = _page(context)
    if field.name in _NAMES_PAGE and page is not None:
        return HoverAnswer(build_page_card(context, page), span)
    known = FRONTMATTER.properties.get(field.name)
    card = _choice(context, known, text) if known else None
    return HoverAnswer(card, span) if card else _build_key_answer(context, field)


def _choice(context: HoverContext, property_: Property, text: str) -> Card | None:
    """Return the card of a value from a fixed set, or None if it has no description."""
    prose = context.prose
    label = next((value.label for value in values_of(property_.type) if value.text == text), "")
    if not label:
        return None
    heading = f"{prose.strong(prose.code(text))} as {prose.code(property_.name)}"
    return Card(
        heading, [prose.render_own_text(label), prose.render_own_text(property_.description)]
    )


def _build_indexing_facts(context: HoverContext) -> list[Fact]:
    """Return facts about whether the page is indexed, and why not."""
    page = _page(context)
    return [] if page is None else build_visibility_facts(context, card_of(context, page))


def _page(context: HoverContext) -> PageFile | None:
    """Return the page of the file, or None if the file is not a page."""
    if context.facts is None:
        return None
    page = context.facts.pages.find(strip_extension(context.file))
    return page if page is not None and page.file == context.file else None


def _fields(data: bytes) -> Iterator[FrontmatterField]:
    """Yield the top-level fields; if the YAML is invalid, the lines that look like fields."""
    frontmatter = read_frontmatter(data)
    if frontmatter.problem is None:
        for name, entry in frontmatter.entries.items():
            yield FrontmatterField(name, entry.key, entry.value)
        return
    block = find_block(data)
    end = block.end if block.end >= 0 else len(data)
    for match in _FIELD.finditer(data, block.start, min(end, block.start + MAX_SIZE)):
        value = Span(*match.span("value"))
        padding = len(match["value"]) - len(match["value"].lstrip())
        yield FrontmatterField(
            match["key"].decode(), Span(*match.span("key")), Span(value.start + padding, value.end)
        )

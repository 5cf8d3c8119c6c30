"""Hover for a frontmatter field of a page: its meaning, and its effect on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.features._locations import find_page_of_file
from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.features.hover.key_hover import build_key_card
from docs_lsp.features.hover.link_hover import build_link_answer
from docs_lsp.features.hover.page_hover import (
    build_page_card,
    build_visibility_facts,
    collect_page_card,
)
from docs_lsp.features.hover.spec_hover import build_operation_card
from docs_lsp.formats.places import EntryPlace
from docs_lsp.schema.key_card import describe_known_key, iter_allowed_values
from docs_lsp.schema.model import FRONTMATTER
from docs_lsp.schema.types import Property
from docs_lsp.site.mdx.frontmatter import MAX_SIZE, locate_frontmatter, read_frontmatter
from docs_lsp.site.references.targets import strip_quotes_from_span
from docs_lsp.site.specifications.named_operation import find_page_operation

_FIELD = compile_lazily(
    rb"^(?P<key>[A-Za-z$][\w:$-]{0,60})[ \t]*:(?P<value>[^\r\n]*)", re.MULTILINE
)
_NAMES_PAGE = frozenset(("title", "sidebarTitle", "description"))
_OF_VISIBILITY = frozenset(("hidden", "noindex", "searchable", "groups", "public"))


def build_frontmatter_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer at a byte offset in the frontmatter of a page; None outside of it."""
    data = context.view.text(context.file).data
    block = locate_frontmatter(data)
    if not block.start <= offset <= (block.end if block.end >= 0 else len(data)):
        return None
    for name, place in _iter_frontmatter_fields(data):
        if place.key.start <= offset <= place.key.end:
            return _build_key_answer(context, name, place)
        if place.value.start <= offset <= place.value.end:
            answer = build_link_answer(context, offset)
            return answer or _build_value_answer(context, name, place, data)
    return None


def _build_key_answer(context: HoverContext, name: str, place: EntryPlace) -> HoverAnswer | None:
    known = FRONTMATTER.properties.get(name)
    if known is None:
        return None
    more = _build_indexing_facts(context) if name in _OF_VISIBILITY else []
    return HoverAnswer(
        build_key_card(context, FRONTMATTER, describe_known_key(known), tuple(more)), place.key
    )


def _build_value_answer(
    context: HoverContext, name: str, place: EntryPlace, data: bytes
) -> HoverAnswer | None:
    """Return the answer for the value of a frontmatter field, else for its key, or None."""
    span = strip_quotes_from_span(data, place.value)
    text = data[slice(*span)].decode("utf-8", "replace")
    if name == "openapi" and context.facts is not None:
        match = find_page_operation(text, context.file, context.facts)
        if match is not None:
            return HoverAnswer(build_operation_card(context, match), span)
    page = find_page_of_file(context.view, context.file)
    if name in _NAMES_PAGE and page is not None:
        return HoverAnswer(build_page_card(context, page), span)
    known = FRONTMATTER.properties.get(name)
    card = _build_choice_card(context, known, text) if known else None
    return HoverAnswer(card, span) if card else _build_key_answer(context, name, place)


def _build_choice_card(context: HoverContext, property_: Property, text: str) -> Card | None:
    """Return the card of a value from a fixed set, or None if it has no description."""
    prose = context.prose
    label = next(
        (value.label for value in iter_allowed_values(property_.type) if value.text == text), ""
    )
    if not label:
        return None
    heading = f"{prose.render_bold_code(text)} as {prose.render_code(property_.name)}"
    return Card(
        heading,
        [prose.render_own_markdown(label), prose.render_own_markdown(property_.description)],
    )


def _build_indexing_facts(context: HoverContext) -> list[Fact]:
    """Return facts about whether the page is indexed, and why not."""
    page = find_page_of_file(context.view, context.file)
    return [] if page is None else build_visibility_facts(context, collect_page_card(context, page))


def _iter_frontmatter_fields(data: bytes) -> Iterator[tuple[str, EntryPlace]]:
    """Yield the top-level fields; if the YAML is invalid, the lines that look like fields."""
    frontmatter = read_frontmatter(data)
    if frontmatter.problem is None:
        yield from frontmatter.entries.items()
        return
    block = locate_frontmatter(data)
    end = block.end if block.end >= 0 else len(data)
    for match in _FIELD.finditer(data, block.start, min(end, block.start + MAX_SIZE)):
        value = Span(*match.span("value"))
        padding = len(match["value"]) - len(match["value"].lstrip())
        key, value = Span(*match.span("key")), Span(value.start + padding, value.end)
        yield match["key"].decode(), EntryPlace(key, value)

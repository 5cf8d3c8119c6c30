"""Hover for a key: its meaning, its values, and the facts that depend on its position."""

from __future__ import annotations

import json
from collections.abc import Iterator

from docs_lsp.features._prose import Card, Fact, ProseRenderer
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext, list_fact
from docs_lsp.features.hover.ref_hover import build_ref_card
from docs_lsp.features.hover.search_hover import build_search_facts
from docs_lsp.schema.documentation import find_documentation
from docs_lsp.schema.key_card import (
    KeyCard,
    describe_known_key,
    describe_legacy_key,
    list_content_keys,
)
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Record
from docs_lsp.site.navigation.docs_cursor import DocsCursor, MemberAtCursor
from docs_lsp.site.navigation.origins import INHERITED, find_origin

_FEW = 4
_MOST_VALUES = 20
_SEARCH = ("name", "navigation")


def build_key_answer(context: HoverContext, here: DocsCursor) -> HoverAnswer | None:
    """Return the answer for the key at an offset of docs.json or an included file, or None."""
    pointed = here.key
    if pointed is None:
        return None
    card = build_ref_card(context, pointed) or _build_known_key_card(context, pointed)
    return HoverAnswer(card, pointed.span) if card else None


def build_key_card(
    context: HoverContext, record: Record, card: KeyCard, more: tuple[Fact, ...] = ()
) -> Card:
    """Return the card of a key, with `more` facts that depend on its position."""
    prose = context.prose
    heading = prose.render_bold(prose.render_code(card.name))
    if card.takes:
        heading += f" takes {prose.render_own_markdown(_describe_accepted_type(card))}"
    text = [prose.render_own_markdown(card.description)]
    if card.deprecated:
        text.append(f"{prose.render_bold('Instead:')} {prose.render_own_markdown(card.deprecated)}")
    return Card(
        heading,
        text,
        (
            *_iter_schema_facts(context, card),
            *more,
            *_iter_documentation_facts(context, record, card),
        ),
    )


def _build_known_key_card(context: HoverContext, pointed: MemberAtCursor) -> Card | None:
    record, known = pointed.record, pointed.known
    if record is None:
        return None
    if known is None:
        old = describe_legacy_key(record, pointed.key)
        return build_key_card(context, record, old) if old else None
    more = [*_build_replaced_facts(context, pointed)]
    if record is DOCS and pointed.key in _SEARCH:
        more += build_search_facts(context)
    if context.json_server_shows_schema:
        name = context.prose.render_bold(context.prose.render_code(pointed.key))
        return Card(name, (), more) if more else None
    card = describe_known_key(known)
    if pointed.key == record.kind:  # At the key that identifies an element, describe the element.
        generates = "openapi" in record.properties
        card = card._replace(content=list_content_keys(record), generates=generates)
    return build_key_card(context, record, card, tuple(more))


def _describe_accepted_type(card: KeyCard) -> str:
    """Return the type of a key in words; of many values, only their number."""
    if len(card.values) > _FEW and "value" not in card.takes and "array" not in card.takes:
        return f"one of {len(card.values)} values"
    return card.takes


def _iter_schema_facts(context: HoverContext, card: KeyCard) -> Iterator[Fact]:
    prose = context.prose
    if any(value.label for value in card.values):
        shown = [
            f"{prose.render_code(value.text)}: {prose.render_own_markdown(value.label)}".rstrip(
                ": "
            )
            for value in card.values[:_MOST_VALUES]
        ]
        if len(card.values) > _MOST_VALUES:
            rest = [value.text for value in card.values[_MOST_VALUES:]]
            shown.append(f"and {prose.render_code_list(rest)}")
        yield Fact("Values", shown)
    is_list = "array" in card.takes
    if card.content:
        yield Fact("Content of each" if is_list else "Content", _render_content_rule(prose, card))
    if card.keys:
        label = "Keys of each object" if is_list else "Keys"
        label = label.replace("Keys", "Other keys") if card.content else label
        yield Fact(label, prose.render_code_list(card.keys))
    if card.default is not None:
        default = card.default
        text = default if isinstance(default, str) else json.dumps(default)
        yield Fact("Default", prose.render_code(text))
    if card.required:
        yield Fact("Required", "yes")


def _render_content_rule(prose: ProseRenderer, card: KeyCard) -> str:
    """Return the rule for the content of a navigation element."""
    rule = f"exactly one of {prose.render_code_list(card.content)}"
    alone = prose.render_own_markdown("; or none, if `openapi` generates its pages")
    return rule + alone if card.generates else rule


def _iter_documentation_facts(
    context: HoverContext, record: Record, card: KeyCard
) -> Iterator[Fact]:
    """Yield where a key is documented; nothing for a key that is no longer supported."""
    if not card.takes:
        return
    if not card.documented:
        yield Fact("Note", "the service accepts it here, but its documentation does not list it")
    page = find_documentation(record, card.name)
    yield Fact("Documentation", context.prose.render_own_link(page.title, page.url))


def _build_replaced_facts(context: HoverContext, pointed: MemberAtCursor) -> list[Fact]:
    """Return a fact with the inherited values that the key overrides."""
    placed = pointed.placed
    if placed is None or placed.element.kind is None or pointed.key not in INHERITED:
        return []
    origin = find_origin(placed.around, pointed.key)
    if origin is None:
        return []
    values = context.prose.render_code_list(origin.values)
    return list_fact(
        "Replaces", f"{values} of {context.describe_element(origin.placed, origin.spot)}"
    )

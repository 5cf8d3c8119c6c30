"""Hover for a key: its meaning, its values, and the facts that depend on its position."""

from __future__ import annotations

import json
from collections.abc import Iterator

from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext, fact
from docs_lsp.features.hover.ref_hover import reference_card
from docs_lsp.features.hover.search_hover import search_facts
from docs_lsp.schema.documentation import documentation_of
from docs_lsp.schema.key_card import KeyCard, key_card, legacy_card
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Record
from docs_lsp.site.navigation.docs_cursor import DocsCursor, MemberAtCursor
from docs_lsp.site.navigation.origins import INHERITED, origin_of

_FEW = 4
_MOST_VALUES = 20
_SEARCH = ("name", "navigation")


def key_answer(context: HoverContext, here: DocsCursor) -> HoverAnswer | None:
    """Return the answer for the key at an offset of docs.json or of a file it includes."""
    pointed = here.key
    if pointed is None:
        return None
    card = reference_card(context, pointed) or _card(context, pointed)
    return HoverAnswer(card, pointed.span) if card else None


def build_key_card(
    context: HoverContext, record: Record, card: KeyCard, more: tuple[Fact, ...] = ()
) -> Card:
    """Return the card of a key, with `more` facts that depend on its position."""
    prose = context.prose
    heading = prose.strong(prose.code(card.name))
    if card.takes:
        heading += f" takes {prose.render_own_text(_describe_type(card))}"
    text = [prose.render_own_text(card.description)]
    if card.deprecated:
        text.append(f"{prose.strong('Instead:')} {prose.render_own_text(card.deprecated)}")
    return Card(heading, text, (*_facts(context, card), *more, *_source(context, record, card)))


def _card(context: HoverContext, pointed: MemberAtCursor) -> Card | None:
    record, known = pointed.record, pointed.known
    if record is None:
        return None
    if known is None:
        old = legacy_card(record, pointed.key)
        return build_key_card(context, record, old) if old else None
    more = [*_build_replaced_facts(context, pointed)]
    if record is DOCS and pointed.key in _SEARCH:
        more += search_facts(context)
    if context.has_schema:
        name = context.prose.strong(context.prose.code(pointed.key))
        return Card(name, (), more) if more else None
    return build_key_card(context, record, key_card(known), tuple(more))


def _describe_type(card: KeyCard) -> str:
    """Return the type of a key in words; of many values, only their number."""
    if len(card.values) > _FEW and "value" not in card.takes and "array" not in card.takes:
        return f"one of {len(card.values)} values"
    return card.takes


def _facts(context: HoverContext, card: KeyCard) -> Iterator[Fact]:
    prose = context.prose
    if any(value.label for value in card.values):
        shown = [
            f"{prose.code(value.text)}: {prose.render_own_text(value.label)}".rstrip(": ")
            for value in card.values[:_MOST_VALUES]
        ]
        if len(card.values) > _MOST_VALUES:
            rest = [value.text for value in card.values[_MOST_VALUES:]]
            shown.append(f"and {prose.codes(rest)}")
        yield Fact("Values", shown)
    if card.keys:
        label = "Keys of each object" if "array" in card.takes else "Keys"
        yield Fact(label, prose.codes(card.keys))
    if card.default is not None:
        default = card.default
        text = default if isinstance(default, str) else json.dumps(default)
        yield Fact("Default", prose.code(text))
    if card.required:
        yield Fact("Required", "yes")


def _source(context: HoverContext, record: Record, card: KeyCard) -> Iterator[Fact]:
    """Yield where a key is documented; nothing for a key that is no longer supported."""
    if not card.takes:
        return
    if not card.documented:
        yield Fact("Note", "the service accepts it here, but its documentation does not list it")
    page = documentation_of(record, card.name)
    yield Fact("Documentation", context.prose.link(page.title, page.url))


def _build_replaced_facts(context: HoverContext, pointed: MemberAtCursor) -> list[Fact]:
    """Return a fact with the inherited values that the key overrides."""
    placed = pointed.placed
    if placed is None or placed.element.kind is None or pointed.key not in INHERITED:
        return []
    origin = origin_of(placed.around, pointed.key)
    if origin is None:
        return []
    values = context.prose.codes(origin.values)
    return fact("Replaces", f"{values} of {context.describe_element(origin.placed, origin.spot)}")

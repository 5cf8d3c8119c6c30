"""Hover for a value of docs.json: a card of what it names, or of the value itself."""

from __future__ import annotations

from docs_lsp.features._prose import Card
from docs_lsp.features.hover.element_hover import element_card, language_card
from docs_lsp.features.hover.endpoint_hover import endpoint_card
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.features.hover.key_hover import build_key_card
from docs_lsp.features.hover.link_hover import destination_card, link_card
from docs_lsp.features.hover.page_hover import entry_card
from docs_lsp.features.hover.ref_hover import reference_card
from docs_lsp.features.hover.search_hover import name_card
from docs_lsp.features.hover.spec_hover import spec_card
from docs_lsp.schema.key_card import key_card
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Choice, Form, Property, StringType
from docs_lsp.schema.value_types import resolve
from docs_lsp.site.navigation.docs_cursor import DocsCursor, MemberAtCursor
from docs_lsp.site.references.docs_references import Reference, Role, reference_at_cursor


def value_answer(context: HoverContext, here: DocsCursor) -> HoverAnswer | None:
    """Return the answer for the value at an offset of docs.json or of a file it includes."""
    reference = reference_at_cursor(context.site.navigator, here)
    named = _build_reference_card(context, reference) if reference else None
    if reference and named:
        return HoverAnswer(named, reference.span)
    pointed = here.value
    card = _card(context, pointed) if pointed else None
    return HoverAnswer(card, pointed.span) if pointed and card else None


def _build_reference_card(context: HoverContext, reference: Reference) -> Card | None:
    """Return the card of the thing that a string names, or None."""
    placed = reference.placed
    match reference.role:
        case Role.ENTRY | Role.ROOT if placed and placed.element.kind:
            return endpoint_card(context, reference) or entry_card(context, reference)
        case Role.SOURCE:
            return destination_card(context, reference)
        case Role.LINK if placed and placed.element.record.name == "redirect":
            return destination_card(context, reference)
        case Role.LINK | Role.ASSET:
            return link_card(context, reference.text)
        case Role.SPEC:
            return spec_card(context, reference.text)
    return None


def _card(context: HoverContext, pointed: MemberAtCursor) -> Card | None:
    reference = reference_card(context, pointed)
    if reference:
        return reference
    record, known = pointed.record, pointed.known
    if record is DOCS and pointed.key == "name":
        return name_card(context, pointed.text)
    if record and pointed.placed and record.kind and pointed.key == record.kind:
        card = language_card if record.kind == "language" else element_card
        return card(context, pointed.placed, pointed.text)
    if record is None or known is None or context.has_schema:
        return None
    if pointed.wanted is None or pointed.value is None:
        return None
    type_ = resolve(pointed.wanted, pointed.value)
    if isinstance(type_, Choice) and (pointed.text in type_.values or type_.open):
        return _choice(context, pointed, known, type_)
    if isinstance(type_, StringType) and type_.form is Form.HEX_COLOUR:
        return None  # The colour swatch already shows it.
    return build_key_card(context, record, key_card(known))


def _choice(
    context: HoverContext, pointed: MemberAtCursor, property_: Property, choice: Choice
) -> Card:
    """Return the card of a value from a fixed set, with its effect."""
    prose = context.prose
    heading = f"{prose.strong(prose.code(pointed.text))} as {prose.code(pointed.key)}"
    text = [
        prose.render_own_text(choice.labels.get(pointed.text, "")),
        prose.render_own_text(property_.description),
    ]
    if choice.documented is not None and pointed.text not in choice.documented:
        text.append("The service accepts this value, but its documentation does not list it.")
    return Card(heading, [each for each in text if each])

"""Hover in docs.json, in the files that its `$ref`s name, and in pages.

In pages it covers frontmatter, links, tags, snippets, exports and variables.
"""

from __future__ import annotations

from docs_lsp.core.text import Encoding
from docs_lsp.features._locations import has_page_extension
from docs_lsp.features._prose import Card, ProseRenderer
from docs_lsp.features._view import View
from docs_lsp.features.hover.component_hover import build_shared_answer, build_tag_answer
from docs_lsp.features.hover.element_hover import build_element_card, build_language_card
from docs_lsp.features.hover.frontmatter_hover import build_frontmatter_answer
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.features.hover.key_hover import build_key_answer, build_key_card, build_ref_card
from docs_lsp.features.hover.link_hover import (
    build_link_answer,
    build_link_card,
    build_redirect_card,
)
from docs_lsp.features.hover.page_hover import build_entry_card
from docs_lsp.features.hover.search_hover import build_site_name_card
from docs_lsp.features.hover.spec_hover import build_endpoint_card, build_spec_card
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.schema.key_card import describe_known_key
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Choice, Form, Property, StringType
from docs_lsp.schema.value_types import choose_value_type
from docs_lsp.site.navigation.docs_cursor import DocsCursor, MemberAtCursor
from docs_lsp.site.references.docs_references import Reference, Role, find_reference_at_cursor


def answer_hover(
    view: View,
    file: str,
    offset: int,
    encoding: Encoding,
    *,
    reads_markdown: bool = True,
    has_json_server: bool = False,
    shows_pictures: bool = False,
) -> Json | None:
    """Return the answer to `textDocument/hover` at an absolute byte offset of a file, or None.

    `has_json_server` says that a JSON language server answers too; what that shows from the schema
    named in docs.json is not repeated. `shows_pictures` is set if the client shows them.
    """
    if not view.site.is_service_site:
        return None
    context = HoverContext(
        view,
        file,
        ProseRenderer(view, reads_markdown),
        has_json_server=has_json_server,
        shows_pictures=shows_pictures,
    )
    answer = _build_hover_answer(context, offset)
    if answer is None:
        return None
    card, span = answer
    return {
        "contents": {"kind": context.prose.kind, "value": context.prose.render_card(card)},
        "range": build_range(view.text(file), span, encoding),
    }


def _build_hover_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    if context.file in context.view.site.parts:
        here = context.site.navigator.locate_cursor(context.file, offset)
        if here is None:
            return None
        return build_key_answer(context, here) or build_value_answer(context, here)
    if has_page_extension(context.file):
        answer = build_frontmatter_answer(context, offset) or build_link_answer(context, offset)
        return answer or build_shared_answer(context, offset) or build_tag_answer(context, offset)
    return None


def build_value_answer(context: HoverContext, here: DocsCursor) -> HoverAnswer | None:
    """Return the answer for the value at an offset of docs.json or an included one, or None."""
    reference = find_reference_at_cursor(context.site.navigator, here)
    named = _build_reference_card(context, reference) if reference else None
    if reference and named:
        return HoverAnswer(named, reference.span)
    pointed = here.value
    card = _build_plain_value_card(context, pointed) if pointed else None
    return HoverAnswer(card, pointed.span) if pointed and card else None


def _build_reference_card(context: HoverContext, reference: Reference) -> Card | None:
    """Return the card of the thing that a string names, or None."""
    placed = reference.placed
    match reference.role:
        case Role.ENTRY | Role.ROOT if placed and placed.element.kind:
            return build_endpoint_card(context, reference) or build_entry_card(context, reference)
        case Role.SOURCE:
            return build_redirect_card(context, reference)
        case Role.LINK if placed and placed.element.record.name == "redirect":
            return build_redirect_card(context, reference)
        case Role.LINK | Role.ASSET:
            return build_link_card(context, reference.text)
        case Role.SPEC:
            return build_spec_card(context, reference.text)
    return None


def _build_plain_value_card(context: HoverContext, pointed: MemberAtCursor) -> Card | None:
    """Return the card of a `$ref`, a name, a title or a value that the schema knows, or None."""
    reference = build_ref_card(context, pointed)
    if reference:
        return reference
    record, known = pointed.record, pointed.known
    if record is DOCS and pointed.key == "name":
        return build_site_name_card(context, pointed.text)
    if record and pointed.placed and record.kind and pointed.key == record.kind:
        card = build_language_card if record.kind == "language" else build_element_card
        return card(context, pointed.placed, pointed.text)
    if record is None or known is None or context.json_server_shows_schema:
        return None
    if pointed.wanted is None or pointed.value is None:
        return None
    type_ = choose_value_type(pointed.wanted, pointed.value)
    if isinstance(type_, Choice) and (pointed.text in type_.values or type_.open):
        return _build_choice_card(context, pointed, known, type_)
    if isinstance(type_, StringType) and type_.form is Form.HEX_COLOUR:
        return None  # The colour swatch already shows it.
    return build_key_card(context, record, describe_known_key(known))


def _build_choice_card(
    context: HoverContext, pointed: MemberAtCursor, property_: Property, choice: Choice
) -> Card:
    """Return the card of a value from a fixed set, with its effect."""
    prose = context.prose
    heading = f"{prose.render_bold_code(pointed.text)} as {prose.render_code(pointed.key)}"
    text = [
        prose.render_own_markdown(choice.labels.get(pointed.text, "")),
        prose.render_own_markdown(property_.description),
    ]
    if choice.documented is not None and pointed.text not in choice.documented:
        text.append("The service accepts this value, but its documentation does not list it.")
    return Card(heading, [each for each in text if each])

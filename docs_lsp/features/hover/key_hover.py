"""Hover for a key: its meaning, its values, and the facts that depend on its position.

The card of a `$ref` shows the file that it names, and the keys and pages in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from docs_lsp.core.phrases import format_count
from docs_lsp.features._prose import Card, Fact, ProseRenderer
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.features.hover.search_hover import build_search_facts
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Object, String
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
from docs_lsp.site.navigation.element import count_entries
from docs_lsp.site.navigation.origins import INHERITED, find_origin
from docs_lsp.site.navigation.refs import resolve_ref_path

_FEW = 4
_MOST_VALUES = 20
_SEARCH = ("name", "navigation")
_MOST_KEYS = 12
_SOURCE_REF = "Content of another repository, inserted when the site is deployed."


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
    heading = prose.render_bold_code(card.name)
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
        name = context.prose.render_bold_code(pointed.key)
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
    """Return a fact with the inherited values that the key overrides; empty if there are none."""
    placed = pointed.placed
    if placed is None or placed.element.kind is None or pointed.key not in INHERITED:
        return []
    origin = find_origin(placed.around, pointed.key)
    if origin is None:
        return []
    values = context.prose.render_code_list(origin.values)
    return [Fact("Replaces", f"{values} of {context.describe_element(origin.placed, origin.spot)}")]


def build_ref_card(context: HoverContext, pointed: MemberAtCursor) -> Card | None:
    """Return the card of a `$ref` or a `sourceRef`, or None for any other key."""
    prose = context.prose
    if pointed.key == "sourceRef":
        return Card(prose.render_bold_code("sourceRef"), [prose.render_own_markdown(_SOURCE_REF)])
    if pointed.key != "$ref" or not isinstance(pointed.value, String):
        return None
    heading = prose.render_bold_code(pointed.text)
    target = resolve_ref_path(context.file, pointed.text)
    if target is None:
        text = "This path is outside the site, so the service does not follow it."
        return Card(heading, [text])
    part = context.site.parts.get(target)
    if not isinstance(part, Document):
        return Card(
            heading, [prose.render_own_markdown(part or "This file has not been read yet.")]
        )
    heading += f" contains {_describe_ref_value(part)}"
    pages = _count_page_entries(part, pointed)
    return Card(
        heading,
        (),
        [
            Fact("Page entries", str(pages) if pages else ""),
            *_build_keys_facts(context, part, pointed),
            Fact("File", prose.render_file_link(target)),
        ],
    )


def _describe_ref_value(part: Document) -> str:
    match part.tree.root:
        case Object():
            return "an object"
        case Array() as items:
            return f"an array of {format_count(len(items.items), 'entry', 'entries')}"
        case String():
            return "a string"
    return "a value"


def _build_keys_facts(context: HoverContext, part: Document, pointed: MemberAtCursor) -> list[Fact]:
    """Return facts about the keys that a `$ref` inserts, and those overridden beside it."""
    root, own = part.tree.root, pointed.here.steps[-1].node
    if not isinstance(root, Object) or not isinstance(own, Object):
        return []
    inserted = [key for key in root.by_key if key not in own.by_key]
    overridden = [key for key in root.by_key if key in own.by_key and key != "$ref"]
    more = ", …" if len(inserted) > _MOST_KEYS else ""
    keys = context.prose.render_code_list(inserted[:_MOST_KEYS]) + more
    lost_keys = context.prose.render_code_list(overridden[:_MOST_KEYS])
    return [Fact("Keys", keys), Fact("Overridden here", lost_keys)]


def _count_page_entries(part: Document, pointed: MemberAtCursor) -> int:
    """Return the number of page entries in the file itself, without those of its own `$ref`s."""
    root = part.tree.root
    if not isinstance(root, Container):
        return 0
    return count_entries(root, in_pages=_find_key_around_ref(pointed) == "pages")


def _find_key_around_ref(pointed: MemberAtCursor) -> str:
    """Return the key whose value the object with the `$ref` is; may be empty."""
    steps = pointed.here.steps
    around = steps[-2] if len(steps) > 1 else None
    member = around.child if around else None
    return member.key.value if isinstance(member, Member) else ""

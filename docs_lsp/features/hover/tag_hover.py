"""Hover in the text of a page: components and their props, imports, variables."""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.features._page_syntax import get_page_modules
from docs_lsp.features._page_words import read_variable_strings, render_prop_note
from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component import Component, Prop
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.tag_cursor import (
    PropAtCursor,
    TagAtCursor,
    VariableAtCursor,
    find_tag_cursor,
)


def build_tag_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer at a byte offset of a page; None if there is no tag and no variable."""
    data = context.view.text(context.file).data
    body = locate_frontmatter(data).body_start
    if offset < body:
        return None
    match find_tag_cursor(data, body, offset):
        case TagAtCursor(span=span):
            card = _build_tag_card(context, data[slice(*span)].decode("utf-8", "replace"), data)
        case PropAtCursor(span=span, tag=tag):
            card = _build_prop_card(context, tag, data[slice(*span)].decode("utf-8", "replace"))
        case VariableAtCursor(span=span):
            card = _build_variable_card(context, data[slice(*span)].decode("utf-8", "replace"))
        case _:
            return None
    return HoverAnswer(card, Span(*span)) if card else None


def _build_tag_card(context: HoverContext, name: str, data: bytes) -> Card | None:
    """Return the card of an imported name or a component of the service, or None."""
    prose = context.prose
    heading = prose.render_bold(prose.render_code(f"<{name}>"))
    for each in get_page_modules(data).imports:
        for one in each.names:
            if one.local == name.partition(".")[0]:
                return Card(heading, [f"Imported from {prose.render_code(each.source)}."])
    component = COMPONENTS.get(name)
    if component is None or not component.is_offered:
        return None
    text = [prose.render_own_markdown(component.doc)]
    if component.replaced_by:
        text.append(
            prose.render_own_markdown(f"Deprecated. Use `{component.replaced_by}` instead.")
        )
    return Card(heading, text, _build_component_facts(context, component))


def _build_component_facts(context: HoverContext, component: Component) -> list[Fact]:
    prose = context.prose
    facts = []
    if component.parents:
        facts.append(Fact("Belongs in", prose.render_code_list(component.parents)))
    if component.children:
        facts.append(Fact("Contains", prose.render_code_list(component.children)))
    shown = [prop for prop in component.props if prop.is_documented]
    if shown:
        facts.append(Fact("Props", [_render_prop_line(context, prop) for prop in shown]))
    return facts


def _render_prop_line(context: HoverContext, prop: Prop) -> str:
    return f"{context.prose.render_code(prop.name)}: {context.prose.render_own_markdown(prop.doc)}"


def _build_prop_card(context: HoverContext, tag: str, name: str) -> Card | None:
    component = COMPONENTS.get(tag)
    prop = component.find_prop(name) if component else None
    if prop is None:
        return None
    prose = context.prose
    heading = f"{prose.render_bold(prose.render_code(name))} of {prose.render_code(tag)}"
    return Card(
        heading, [prose.render_own_markdown(render_prop_note(prop)), f"Takes: {prop.kind.value}."]
    )


def _build_variable_card(context: HoverContext, name: str) -> Card | None:
    value = read_variable_strings(context.view).get(name)
    if value is None:
        return None
    prose = context.prose
    heading = f"{prose.render_bold(prose.render_code('{{' + name + '}}'))} · variable in docs.json"
    return Card(heading, [prose.escape_text(value)])

"""Hover in the text of a page: components and their props, snippets, exports, and variables."""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.features._locations import find_shared_in_file
from docs_lsp.features._notes import read_variable_strings, render_prop_note
from docs_lsp.features._page_syntax import get_page_modules
from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component import Component, Prop
from docs_lsp.mdx.reading import parse_page_tags
from docs_lsp.mdx.syntax import MdxExport
from docs_lsp.site.mdx.contents import COMPONENTS as SCRIPTS
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.links import resolve_old_snippet, resolve_site_path
from docs_lsp.site.mdx.tag_cursor import (
    PropAtCursor,
    TagAtCursor,
    VariableAtCursor,
    find_tag_cursor,
)
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.references.docs_references import Role
from docs_lsp.site.references.page_references import find_page_reference_at
from docs_lsp.site.references.shared_names import SharedKind, SharedMention, collect_names

_MOST_LINES = 12
_MOST_READ = 20_000
"""The maximum number of bytes of a snippet that are read: only its beginning is shown."""


def build_tag_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer for a tag, prop or variable at a byte offset of a page; None if unknown."""
    data = context.view.text(context.file).data
    body = locate_frontmatter(data).body_start
    if offset < body:
        return None
    cursor = find_tag_cursor(data, body, offset)
    if not isinstance(cursor, TagAtCursor | PropAtCursor | VariableAtCursor):
        return None
    name = data[slice(*cursor.span)].decode("utf-8", "replace")
    match cursor:
        case TagAtCursor():
            card = _build_tag_card(context, name, data)
        case PropAtCursor(tag=tag):
            card = _build_prop_card(context, tag, name)
        case VariableAtCursor():
            is_known = name in read_variable_strings(context.view)
            card = _build_variable_card(context, name) if is_known else None
    return HoverAnswer(card, cursor.span) if card else None


def _build_tag_card(context: HoverContext, name: str, data: bytes) -> Card | None:
    """Return the card of an imported name or a component of the service, or None."""
    prose = context.prose
    heading = prose.render_bold_code(f"<{name}>")
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
    heading = f"{prose.render_bold_code(name)} of {prose.render_code(tag)}"
    return Card(
        heading, [prose.render_own_markdown(render_prop_note(prop)), f"Takes: {prop.kind.value}."]
    )


def _build_variable_card(context: HoverContext, name: str) -> Card:
    """Return the card of a variable in docs.json, with its value if that is a string."""
    prose, value = context.prose, read_variable_strings(context.view).get(name)
    heading = f"{prose.render_bold_code('{{' + name + '}}')} · variable in docs.json"
    return Card(heading, [] if value is None else [prose.escape_text(value)])


def build_shared_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer for the snippet, export or variable named at an offset, or None."""
    snippet_answer = _build_snippet_path_answer(context, offset)
    if snippet_answer is not None:
        return snippet_answer
    here = find_shared_in_file(context.view, context.file, offset)
    card = _build_shared_card(context, here) if here else None
    return HoverAnswer(card, here.span) if here and card else None


def _build_snippet_path_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer for the snippet whose path is at an offset, or None."""
    data = context.view.text(context.file).data
    reference = find_page_reference_at(data, context.file, offset)
    if reference is None:
        return None
    path = None
    if reference.role is Role.IMPORT:
        path = resolve_site_path(reference.text, context.file)
    elif reference.role is Role.OLD_SNIPPET:
        path = resolve_old_snippet(reference.text)
    if not path or not path.endswith(PAGE_EXTENSIONS) or not context.view.files.exists(path):
        return None
    heading = f"{context.prose.render_bold_code(path)} · snippet"
    return HoverAnswer(Card(heading, [*_render_snippet_excerpt(context, path)]), reference.span)


def _build_shared_card(context: HoverContext, here: SharedMention) -> Card | None:
    prose, thing = context.prose, here.shared
    match thing.kind:
        case SharedKind.VARIABLE:
            return _build_variable_card(context, thing.name)
        case SharedKind.SNIPPET:
            heading = prose.render_bold_code(f"<{here.local}>")
            whence = f"The content of the snippet {prose.render_file_link(thing.file)}."
            return Card(heading, [whence, *_render_snippet_excerpt(context, thing.file)])
        case SharedKind.EXPORT:
            return _build_export_card(context, here)
    return None


def _build_export_card(context: HoverContext, here: SharedMention) -> Card:
    prose, thing = context.prose, here.shared
    data = context.view.text(thing.file).data
    exports = collect_names(data, thing.file).exports
    export = next((one for one in exports if any(n.name == thing.name for n in one.names)), None)
    if thing.file == context.file:
        whence = "Defined in this page."
    else:
        whence = f"Exported by {prose.render_file_link(thing.file)}."
    text = [whence]
    if export and prose.markdown:
        text.append(prose.render_untrusted_markdown(_render_export_code(data, export)))
    return Card(prose.render_bold_code(here.local), text)


def _render_export_code(data: bytes, export: MdxExport) -> str:
    """Return a fenced code block with the first 12 lines of an export."""
    lines = _decode_text(data[slice(*export.span)]).split("\n")
    more = ["…"] if len(lines) > _MOST_LINES else []
    return "\n".join(("````jsx", *lines[:_MOST_LINES], *more, "````"))


def _render_snippet_excerpt(context: HoverContext, file: str) -> list[str]:
    """Return up to 12 visible lines of a snippet as one text; empty for a script or if none is."""
    data = context.view.text(file).data
    if file.endswith(SCRIPTS):
        return []
    text = _strip_invisible(data[locate_frontmatter(data).body_start :][:_MOST_READ]).strip("\n")
    lines = text.split("\n")
    more = ["…"] if len(lines) > _MOST_LINES else []
    if not text.strip():
        return []
    return [context.prose.render_untrusted_markdown("\n".join((*lines[:_MOST_LINES], *more)))]


def _strip_invisible(body: bytes) -> str:
    """Return a text without its imports, exports and comments."""
    page = parse_page_tags(body)
    comments = [
        expression.span for expression in page.expressions if _is_comment(body, expression.span)
    ]
    spans = [
        *(mdx_import.span for mdx_import in page.imports),
        *(export.span for export in page.exports),
        *comments,
    ]
    chunks, at = [], 0
    for start, end in sorted(spans):
        chunks.append(body[at:start])
        at = max(at, end)
    return _decode_text(b"".join((*chunks, body[at:])))


def _is_comment(body: bytes, span: Span) -> bool:
    return body[span.start + 1 : span.start + 3] == b"/*"


def _decode_text(data: bytes) -> str:
    """Return bytes as text, with LF line breaks only."""
    return data.decode("utf-8", "replace").replace("\r\n", "\n")

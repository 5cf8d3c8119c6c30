"""Hover for what pages share: snippets, exports and variables."""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.features._locations import find_shared_at_cursor
from docs_lsp.features._page_words import read_variable_strings
from docs_lsp.features._prose import Card
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.mdx.reading import parse_page_tags
from docs_lsp.mdx.syntax import MdxExport
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.links import resolve_old_snippet, resolve_site_path
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.references.docs_references import Role
from docs_lsp.site.references.page_references import find_page_reference_at
from docs_lsp.site.references.shared_names import (
    SharedKind,
    SharedMention,
    collect_names,
)

_MOST_LINES = 12
_MOST_READ = 20_000
"""The maximum number of bytes of a snippet that are read: only its beginning is shown."""


def build_shared_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer for the snippet, export or variable named at an offset, or None."""
    file = _build_file_answer(context, offset)
    if file is not None:
        return file
    here = find_shared_at_cursor(context.view, context.file, offset)
    card = _build_shared_card(context, here) if here else None
    return HoverAnswer(card, here.span) if here and card else None


def _build_file_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer for the snippet whose path is at an offset, or None."""
    data = context.view.text(context.file).data
    reference = find_page_reference_at(data, context.file, offset)
    match reference.role if reference else None:
        case Role.IMPORT:
            path = resolve_site_path(reference.text, context.file) if reference else None
        case Role.OLD_SNIPPET:
            path = resolve_old_snippet(reference.text) if reference else None
        case _:
            return None
    if reference is None or path is None or not context.view.files.exists(path):
        return None
    if not path.endswith(PAGE_EXTENSIONS):
        return None
    heading = f"{context.prose.render_bold(context.prose.render_code(path))} · snippet"
    return HoverAnswer(Card(heading, [*_render_snippet_excerpt(context, path)]), reference.span)


def _build_shared_card(context: HoverContext, here: SharedMention) -> Card | None:
    prose, thing = context.prose, here.shared
    match thing.kind:
        case SharedKind.VARIABLE:
            value = read_variable_strings(context.view).get(thing.name)
            heading = prose.render_bold(prose.render_code("{{" + thing.name + "}}"))
            text = [] if value is None else [prose.escape_text(value)]
            return Card(f"{heading} · variable in docs.json", text)
        case SharedKind.SNIPPET:
            heading = prose.render_bold(prose.render_code(f"<{here.local}>"))
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
    written = (
        [prose.render_untrusted_markdown(_render_export_code(data, export))]
        if export and prose.markdown
        else []
    )
    return Card(prose.render_bold(prose.render_code(here.local)), [whence, *written])


def _render_export_code(data: bytes, export: MdxExport) -> str:
    lines = _decode_text(data[slice(*export.span)]).split("\n")
    more = ["…"] if len(lines) > _MOST_LINES else []
    return "\n".join(("````jsx", *lines[:_MOST_LINES], *more, "````"))


def _render_snippet_excerpt(context: HoverContext, file: str) -> list[str]:
    """Return the visible beginning of a snippet as one text; empty if nothing is visible."""
    data = context.view.text(file).data
    if file.endswith(COMPONENTS):
        return []
    text = _strip_invisible(data[locate_frontmatter(data).body_start :][:_MOST_READ]).strip("\n")
    lines = text.split("\n")
    more = ["…"] if len(lines) > _MOST_LINES else []
    return (
        [context.prose.render_untrusted_markdown("\n".join((*lines[:_MOST_LINES], *more)))]
        if text.strip()
        else []
    )


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
    pieces, at = [], 0
    for start, end in sorted(spans):
        pieces.append(body[at:start])
        at = max(at, end)
    return _decode_text(b"".join((*pieces, body[at:])))


def _is_comment(body: bytes, span: Span) -> bool:
    return body[span.start + 1 : span.start + 3] == b"/*"


def _decode_text(data: bytes) -> str:
    """Return bytes as text, with LF line breaks only."""
    return data.decode("utf-8", "replace").replace("\r\n", "\n")

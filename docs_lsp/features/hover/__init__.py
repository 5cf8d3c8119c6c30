"""Hover in docs.json, in the files that its `$ref`s name, and in pages.

In pages it covers frontmatter, links, tags, snippets, exports and variables.
"""

from __future__ import annotations

from docs_lsp.core.text import Encoding
from docs_lsp.features._locations import has_page_extension
from docs_lsp.features._prose import ProseRenderer
from docs_lsp.features._view import View
from docs_lsp.features.hover.component_hover import build_shared_answer, build_tag_answer
from docs_lsp.features.hover.frontmatter_hover import build_frontmatter_answer
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.features.hover.key_hover import build_key_answer
from docs_lsp.features.hover.link_hover import build_link_answer
from docs_lsp.features.hover.value_hover import build_value_answer
from docs_lsp.features.to_lsp import Json, build_range


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

"""Hover in docs.json, in the files that its `$ref`s name, and in pages.

In pages it covers frontmatter, links, tags, snippets, exports and variables.
"""

from __future__ import annotations

from docs_lsp.core.text import Encoding
from docs_lsp.features._prose import Prose
from docs_lsp.features._view import View
from docs_lsp.features.hover.frontmatter_hover import frontmatter_answer
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.features.hover.key_hover import key_answer
from docs_lsp.features.hover.link_hover import link_answer
from docs_lsp.features.hover.snippet_hover import build_shared_answer
from docs_lsp.features.hover.tag_hover import tag_answer
from docs_lsp.features.hover.value_hover import value_answer
from docs_lsp.features.to_lsp import Json, range_of
from docs_lsp.site.pages import strip_extension


def hover(
    view: View,
    file: str,
    offset: int,
    encoding: Encoding,
    *,
    reads_markdown: bool = True,
    has_json_server: bool = False,
) -> Json | None:
    """Return the answer to `textDocument/hover` at an absolute byte offset of a file.

    `has_json_server` says that a JSON language server answers too; what that shows from the schema
    named in docs.json is not repeated.
    """
    if not view.site.is_ours:
        return None
    context = HoverContext(view, file, Prose(view, reads_markdown), has_json_server=has_json_server)
    answer = _answer(context, offset)
    if answer is None:
        return None
    card, span = answer
    return {
        "contents": {"kind": context.prose.kind, "value": context.prose.write(card)},
        "range": range_of(view.text(file), span, encoding),
    }


def _answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    if context.file in context.view.site.parts:
        here = context.site.navigator.locate(context.file, offset)
        if here is None:
            return None
        return key_answer(context, here) or value_answer(context, here)
    if strip_extension(context.file) != context.file:
        answer = frontmatter_answer(context, offset) or link_answer(context, offset)
        return answer or build_shared_answer(context, offset) or tag_answer(context, offset)
    return None

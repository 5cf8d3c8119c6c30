"""A completion item in a page, and its conversion to LSP."""

from __future__ import annotations

from dataclasses import dataclass

from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._prose import ProseRenderer, shorten_path, shorten_text
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import ItemKind, Json, build_range
from docs_lsp.jsontree.edits import Edit

_PLAIN, _SNIPPET = 1, 2
_DEPRECATED = 1
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class PageProposal:
    """Something that can replace a range of bytes of a page."""

    label: str
    kind: ItemKind
    span: Span
    new: str
    snippet: str = ""
    """`new` in LSP's snippet syntax, if something remains to be filled in."""
    detail: str = ""
    note: str = ""
    """Our own description of it, in Markdown."""
    description: str = ""
    """A description from a file, in untrusted Markdown."""
    page: str = ""
    """The page that the item names, if any: its content can be shown later."""
    typed: str = ""
    """The text between the start of the range and the cursor."""
    is_searched: bool = False
    """Whether the typed text was searched for, so that the item may not begin with it.

    The client must not filter it out then.
    """
    is_deprecated: bool = False
    added: Edit | None = None
    """The import that the item needs."""


def build_page_lsp_item(
    number: int,
    item: PageProposal,
    view: View,
    file: str,
    encoding: Encoding,
    abilities: CompletionAbilities,
) -> Json:
    """Return a completion item as LSP defines it; the best items have the smallest numbers."""
    is_snippet = bool(item.snippet) and abilities.snippets
    shape: Json = {
        "label": _get_label(item, abilities),
        "kind": int(item.kind),
        "sortText": f"{number:04}",
        "filterText": _build_filter_text(item),
        "insertTextFormat": _SNIPPET if is_snippet else _PLAIN,
        "textEdit": {
            "range": build_range(view.text(file), item.span, encoding),
            "newText": item.snippet if is_snippet else item.new,
        },
    }
    if item.detail:
        shape["detail"] = shorten_text(item.detail, _LONGEST)
    if item.added:
        where = build_range(view.text(file), item.added.span, encoding)
        shape["additionalTextEdits"] = [{"range": where, "newText": item.added.new}]
    if item.is_deprecated and abilities.tags:
        shape["tags"] = [_DEPRECATED]
    if item.page and abilities.resolves:
        shape["data"] = {"uri": view.uri(file), "file": file, "page": item.page}
    else:
        prose = ProseRenderer(view, abilities.markdown)
        note = prose.render_own_markdown(item.note) or prose.render_untrusted_markdown(
            item.description
        )
        if note:
            shape["documentation"] = prose.build_markup_content(note)
    return shape


def _get_label(item: PageProposal, abilities: CompletionAbilities) -> str:
    """Return the label; a page's path is shortened if the client filters by `filterText`."""
    if item.page and abilities.filters_texts:
        return shorten_path(item.label, item.typed)
    return item.label


def _build_filter_text(item: PageProposal) -> str:
    """Return the text that the client compares with the typed text."""
    is_found = item.is_searched and not item.label.startswith(item.typed)
    return f"{item.typed}{item.label}" if is_found else item.label  # See `completion.item`.

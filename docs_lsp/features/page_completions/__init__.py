"""Completion in a page.

It proposes fields of the frontmatter and their values, links to pages and headings, pictures,
icons, snippets to import; components with their props and values, closing tags; variables; and the
exports of snippets, together with the import they need.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from docs_lsp.core.text import Encoding
from docs_lsp.features._abilities import ProposalAbilities
from docs_lsp.features._commands import PAGE_TRIGGERS as TRIGGERS
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.fields import field_items, top_items, value_items
from docs_lsp.features.page_completions.imports import tag_items_to_import
from docs_lsp.features.page_completions.imports import value_items as brace_items
from docs_lsp.features.page_completions.item import PageItem, build_completion_item
from docs_lsp.features.page_completions.props import (
    prop_items,
    prop_value_items,
    variable_items,
)
from docs_lsp.features.page_completions.tags import tag_items
from docs_lsp.features.page_completions.targets import target_items
from docs_lsp.features.to_lsp import Json
from docs_lsp.site.mdx.page_cursor import FieldAtCursor, PageCursor, Top, ValueAtCursor, page_cursor
from docs_lsp.site.mdx.tag_cursor import (
    NameAtCursor,
    PropAtCursor,
    PropValueAtCursor,
    TagAtCursor,
    VariableAtCursor,
)
from docs_lsp.site.mdx.target_cursor import LinkAtCursor
from docs_lsp.site.pages import Never, strip_extension

__all__ = ["TRIGGERS", "page_completions"]

_NO_PART = frozenset((Never.REPOSITORY, Never.SKILL, Never.IGNORED))


def page_completions(
    view: View, file: str, offset: int, encoding: Encoding, abilities: ProposalAbilities
) -> Json:
    """Return the answer to `textDocument/completion` at a byte offset of a page or a snippet."""
    text = view.text(file)
    cursor = page_cursor(text.data, offset) if _is_read(view, file) else None
    if cursor is None:
        return {"isIncomplete": False, "items": []}
    items = list(_items(view, file, cursor))
    shapes = [
        build_completion_item(number, item, view, file, encoding, abilities)
        for number, item in enumerate(items)
    ]
    # Items found by the typed letters must be searched for again as typing goes on.
    is_searched = _is_searched(cursor) or any(item.is_searched for item in items)
    return {"isIncomplete": is_searched or view.site.facts is None, "items": shapes}


def _is_searched(cursor: PageCursor) -> bool:
    """Whether each further letter may lead to other items."""
    return isinstance(cursor, LinkAtCursor) or (
        isinstance(cursor, ValueAtCursor) and cursor.name == "icon"
    )


def _items(view: View, file: str, cursor: PageCursor) -> Iterator[PageItem]:
    match cursor:
        case Top():
            return top_items(cursor)
        case FieldAtCursor():
            return field_items(cursor)
        case LinkAtCursor():
            return target_items(view, file, cursor)
        case TagAtCursor():
            return chain(tag_items(view, file, cursor), tag_items_to_import(view, file, cursor))
        case PropAtCursor():
            return prop_items(view, file, cursor)
        case PropValueAtCursor():
            return prop_value_items(view, file, cursor)
        case VariableAtCursor():
            return variable_items(view, cursor)
        case NameAtCursor():
            return brace_items(view, file, cursor)
    return value_items(view, file, cursor)


def _is_read(view: View, file: str) -> bool:
    """Whether a file is a page or a snippet of a site that we know about."""
    page = strip_extension(file)
    if page == file or not view.site.is_ours:
        return False
    facts = view.site.facts
    return facts is None or facts.pages.non_page_reason(page) not in _NO_PART

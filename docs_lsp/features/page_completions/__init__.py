"""Completion in a page.

It proposes fields of the frontmatter and their values, links to pages and headings, pictures,
icons, snippets to import; components with their props and values, closing tags; variables; the
languages of code blocks; and the exports of snippets, together with the import they need.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from docs_lsp.core.text import Encoding
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.code_languages import iter_language_items
from docs_lsp.features.page_completions.frontmatter_fields import (
    iter_field_items,
    iter_field_value_items,
    iter_whole_frontmatter_items,
)
from docs_lsp.features.page_completions.imports import (
    iter_braced_value_items,
    iter_importable_tag_items,
)
from docs_lsp.features.page_completions.item import PageProposal, build_page_lsp_item
from docs_lsp.features.page_completions.props import (
    iter_prop_items,
    iter_prop_value_items,
    iter_variable_items,
)
from docs_lsp.features.page_completions.tags import iter_tag_items
from docs_lsp.features.page_completions.targets import iter_target_items
from docs_lsp.features.to_lsp import Json
from docs_lsp.site.mdx.page_cursor import (
    FieldAtCursor,
    LanguageAtCursor,
    PageCursor,
    PageTopAtCursor,
    ValueAtCursor,
    find_page_cursor,
)
from docs_lsp.site.mdx.tag_cursor import (
    NameAtCursor,
    PropAtCursor,
    PropValueAtCursor,
    TagAtCursor,
    VariableAtCursor,
)
from docs_lsp.site.mdx.target_cursor import LinkAtCursor
from docs_lsp.site.pages import NonPageReason, strip_page_extension

_NEVER_COMPLETED = frozenset((NonPageReason.REPOSITORY, NonPageReason.SKILL, NonPageReason.IGNORED))


def answer_page_completion(
    view: View, file: str, offset: int, encoding: Encoding, abilities: CompletionAbilities
) -> Json:
    """Return the answer to `textDocument/completion` at a byte offset of a page or a snippet."""
    text = view.text(file)
    cursor = find_page_cursor(text.data, offset) if _is_completed_file(view, file) else None
    if cursor is None:
        return {"isIncomplete": False, "items": []}
    is_left = view.site.settings.leaves_components and _is_in_component(cursor)
    items = list((_iter_site_component_items if is_left else _iter_items)(view, file, cursor))
    shapes = [
        build_page_lsp_item(number, item, view, file, encoding, abilities)
        for number, item in enumerate(items)
    ]
    # Items found by the typed letters must be searched for again as typing goes on.
    is_searched = _depends_on_query(cursor) or any(item.is_searched for item in items)
    return {"isIncomplete": is_searched or view.site.facts is None, "items": shapes}


def _depends_on_query(cursor: PageCursor) -> bool:
    """Return whether each further letter may lead to other items."""
    return isinstance(cursor, LinkAtCursor | LanguageAtCursor) or (
        isinstance(cursor, ValueAtCursor) and cursor.name == "icon"
    )


def _iter_items(view: View, file: str, cursor: PageCursor) -> Iterator[PageProposal]:
    match cursor:
        case PageTopAtCursor():
            return iter_whole_frontmatter_items(cursor)
        case FieldAtCursor():
            return iter_field_items(cursor)
        case LanguageAtCursor():
            return iter_language_items(view.text(file).data, cursor)
        case LinkAtCursor():
            return iter_target_items(view, file, cursor)
        case TagAtCursor():
            return chain(
                iter_tag_items(view, file, cursor), iter_importable_tag_items(view, file, cursor)
            )
        case PropAtCursor():
            return iter_prop_items(view, file, cursor)
        case PropValueAtCursor():
            return iter_prop_value_items(view, file, cursor)
        case VariableAtCursor():
            return iter_variable_items(view, cursor)
        case NameAtCursor():
            return iter_braced_value_items(view, file, cursor)
    return iter_field_value_items(view, file, cursor)


def _iter_site_component_items(view: View, file: str, cursor: PageCursor) -> Iterator[PageProposal]:
    """Yield what the vendor's extension does not propose in a tag: components of the site."""
    if isinstance(cursor, TagAtCursor):
        yield from iter_importable_tag_items(view, file, cursor)


def _is_in_component(cursor: PageCursor) -> bool:
    """Return whether an opening tag or prop is typed, which the vendor's extension completes."""
    is_closing = isinstance(cursor, TagAtCursor) and cursor.is_closing
    return isinstance(cursor, TagAtCursor | PropAtCursor | PropValueAtCursor) and not is_closing


def _is_completed_file(view: View, file: str) -> bool:
    """Return whether a file is a page or a snippet of a known site, and is not ignored."""
    page = strip_page_extension(file)
    if page == file or not view.site.is_service_site:
        return False
    facts = view.site.facts
    return facts is None or facts.pages.find_non_page_reason(page) not in _NEVER_COMPLETED

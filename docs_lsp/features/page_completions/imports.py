"""Proposals of what a page does not know yet: components, snippets and values of other files, with
the import that each needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from docs_lsp.features._page_syntax import page_syntax
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageItem
from docs_lsp.features.page_completions.tags import is_in_line
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.syntax import ExportKind, MdxPage
from docs_lsp.site.mdx.adding_imports import AddedImport, import_edit
from docs_lsp.site.mdx.contents import COMPONENTS as SCRIPTS
from docs_lsp.site.mdx.tag_cursor import NameAtCursor, TagAtCursor
from docs_lsp.site.offered_imports import known_tags_to_import, known_values_to_import
from docs_lsp.text import Span

_MOST = 200
_SHOWN = (ExportKind.LITERAL, ExportKind.JSX)


def tag_items_to_import(view: View, file: str, tag: TagAtCursor) -> Iterator[PageItem]:
    """The tags that the page can have by an import.

    The text of a snippet is put only in the place of a tag on lines of its own. What a file of
    components exports by default would replace the page.
    """
    if tag.is_closing:
        return
    data = view.text(file).data
    in_line = is_in_line(data, tag.start)
    found = view.site.once(known_tags_to_import)
    for one in _new(found, view, file, tag.typed):
        is_shown = not one.is_default or not (in_line or one.file.endswith(SCRIPTS))
        if is_shown and one.name[:1].isupper() and one.name not in COMPONENTS:
            new = one.name if tag.has_more else f"{one.name} />"
            yield _item(one, tag.span, tag.typed, new, data, file)


def value_items(view: View, file: str, at: NameAtCursor) -> Iterator[PageItem]:
    """The values that stand in braces: those of the page, and those of snippets."""
    data = view.text(file).data
    end = "" if at.is_closed else "}"
    found = view.site.once(known_values_to_import)
    for name in _values_of(page_syntax(data), found):
        yield PageItem(name, ItemKind.VARIABLE, at.span, f"{name}{end}", typed=at.typed)
    for one in _new(found, view, file, at.typed):
        yield _item(one, at.span, at.typed, f"{one.name}{end}", data, file)


def _values_of(page: MdxPage, found: Mapping[str, object]) -> Iterator[str]:
    """The names that a page shows in braces."""
    for exported in (name for each in page.exports for name in each.names):
        if exported.kind in _SHOWN and exported.name != "default":
            yield exported.name
    for imported in (name for each in page.imports for name in each.names):
        if imported.exported == imported.local and imported.local in found:
            yield imported.local


def _new(
    found: Mapping[str, tuple[AddedImport, ...]], view: View, file: str, typed: str
) -> list[AddedImport]:
    """What the page does not know yet, that first which begins as is typed; at most 200."""
    page, begun = page_syntax(view.text(file).data), typed.casefold()
    known = {name.local for each in page.imports for name in each.names}
    known.update(name.name for each in page.exports for name in each.names)
    names = sorted(
        (name for name in found if name not in known),
        key=lambda name: (not name.casefold().startswith(begun), name.casefold()),
    )
    return [one for name in names[:_MOST] for one in found[name] if one.file != file]


def _item(one: AddedImport, span: Span, typed: str, new: str, data: bytes, file: str) -> PageItem:
    kind = ItemKind.CLASS if one.name[:1].isupper() else ItemKind.VARIABLE
    added = import_edit(data, page_syntax(data), one, file)
    return PageItem(one.name, kind, span, new, detail=f"/{one.file}", typed=typed, added=added)

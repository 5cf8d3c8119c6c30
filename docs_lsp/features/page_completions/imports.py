"""Completion of components, snippets and values of other files, with their imports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from heapq import nsmallest

from docs_lsp.core.text import Span
from docs_lsp.features._page_syntax import get_page_modules
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageProposal
from docs_lsp.features.page_completions.tags import has_text_before
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.reading import may_contain_modules
from docs_lsp.mdx.syntax import ExportKind, MdxPage
from docs_lsp.site.mdx.contents import COMPONENTS as SCRIPTS
from docs_lsp.site.mdx.tag_cursor import NameAtCursor, TagAtCursor, find_surroundings
from docs_lsp.site.offered_imports import (
    AddedImport,
    ImportInserter,
    map_importable_tags_if_read,
    map_importable_values_if_read,
)

_MOST = 60
_SHOWN = (ExportKind.LITERAL, ExportKind.JSX)


def iter_importable_tag_items(view: View, file: str, tag: TagAtCursor) -> Iterator[PageProposal]:
    """Yield the tags that begin with the typed text and need an import, up to 60 names.

    A whole snippet is proposed only for a tag on lines of its own. The default export of a file of
    components is left out, because it would replace the page.
    """
    if tag.is_closing:
        return
    data = view.text(file).data
    in_line = has_text_before(data, tag.start)
    page = _parse_imports_and_exports(data, tag)
    places = ImportInserter(data, page, file)
    imports = map_importable_tags_if_read(view.site)
    offers, is_cut = _match_new_imports(imports, page, file, tag.typed)
    for offer in offers:
        is_shown = not offer.is_default or not (in_line or offer.file.endswith(SCRIPTS))
        if is_shown and offer.name[:1].isupper() and offer.name not in COMPONENTS:
            new = offer.name if tag.has_more else f"{offer.name} />"
            yield replace(
                _build_import_item(offer, tag.span, tag.typed, new, places), is_searched=is_cut
            )


def iter_braced_value_items(view: View, file: str, at: NameAtCursor) -> Iterator[PageProposal]:
    """Yield the values of the page, then up to 60 to import that begin with the typed text."""
    data = view.text(file).data
    end = "" if at.is_closed else "}"
    imports = map_importable_values_if_read(view.site)
    page = get_page_modules(data)
    places = ImportInserter(data, page, file)
    for name in _iter_braced_names(page, imports):
        yield PageProposal(name, ItemKind.VARIABLE, at.span, f"{name}{end}", typed=at.typed)
    offers, is_cut = _match_new_imports(imports, page, file, at.typed)
    for offer in offers:
        item = _build_import_item(offer, at.span, at.typed, f"{offer.name}{end}", places)
        yield replace(item, is_searched=is_cut)


def _parse_imports_and_exports(data: bytes, tag: TagAtCursor) -> MdxPage:
    """Return a page parsed at least as far as its imports and exports.

    Nearly all of these are at the top, and the text before the tag has been parsed already.
    """
    if may_contain_modules(data, tag.span.end):
        return get_page_modules(data)
    return find_surroundings(data, tag.start).page


def _iter_braced_names(page: MdxPage, imports: Mapping[str, object]) -> Iterator[str]:
    """Yield the names that a page may show in braces."""
    for exported in (name for each in page.exports for name in each.names):
        if exported.kind in _SHOWN and exported.name != "default":
            yield exported.name
    for imported in (name for each in page.imports for name in each.names):
        if imported.exported == imported.local and imported.local in imports:
            yield imported.local


def _match_new_imports(
    imports: Mapping[str, tuple[AddedImport, ...]], page: MdxPage, file: str, typed: str
) -> tuple[list[AddedImport], bool]:
    """Return imports for up to 60 fitting names new to the page, and whether there are more.

    Also whether these are only the first 60 names.
    """
    begun = typed.casefold()
    known = {name.local for each in page.imports for name in each.names}
    known.update(name.name for each in page.exports for name in each.names)
    matching = (name for name in imports if name.casefold().startswith(begun) and name not in known)
    names = nsmallest(_MOST + 1, matching, key=str.casefold)
    offers = [
        added_import
        for name in names[:_MOST]
        for added_import in imports[name]
        if added_import.file != file
    ]
    return offers, len(names) > _MOST


def _build_import_item(
    one: AddedImport, span: Span, typed: str, new: str, places: ImportInserter
) -> PageProposal:
    kind = ItemKind.CLASS if one.name[:1].isupper() else ItemKind.VARIABLE
    detail, added = f"/{one.file}", places.make_edit(one)
    return PageProposal(one.name, kind, span, new, detail=detail, typed=typed, added=added)

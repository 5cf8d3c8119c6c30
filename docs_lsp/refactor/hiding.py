"""Pages and elements, hidden from readers by `hidden: true` and shown again.

Of a page it stands in the frontmatter, which counts wherever the page is listed; of an element it
stands in docs.json, and everything below is hidden with it.
"""

from __future__ import annotations

from docs_lsp.files import Files
from docs_lsp.jsontree.edits import Edits, insert_members, remove, replace_value
from docs_lsp.problem import FileEdit
from docs_lsp.refactor.placing import Place, PlacingRefused, document_of, named_by
from docs_lsp.refactor.selection import Changes
from docs_lsp.site.mdx.hidden_field import hidden_mark, without_mark
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.page_titles import page_of_entry

_KEY = "hidden"


def set_hidden(overview: Overview, files: Files, place: Place, *, hidden: bool) -> Changes:
    """The changes that hide what takes up a place, or show it. Raises `PlacingRefused`."""
    found = named_by(overview, place)
    if isinstance(found, Placed):
        return _of_element(overview, found, hidden=hidden)
    return _of_page(overview, files, found, hidden=hidden)


def _of_page(overview: Overview, files: Files, listing: Listing, *, hidden: bool) -> Changes:
    page = page_of_entry(listing.text, overview.facts.pages)
    if page is None:
        raise PlacingRefused(f"There is no page `{listing.text}`.")
    edit = hidden_mark(files.read(page.file)) if hidden else without_mark(files.read(page.file))
    if edit is None:
        raise PlacingRefused(f"The frontmatter of `{page.file}` cannot be read. Correct it first.")
    span, new = edit
    return (FileEdit(page.file, span, new),) if new or span.start < span.end else ()


def _of_element(overview: Overview, placed: Placed, *, hidden: bool) -> Changes:
    element, kind = placed.element, placed.element.kind
    if kind is None or not kind.title:
        raise PlacingRefused("The whole of `navigation` cannot be hidden.")
    layer = element.layer_of(_KEY if element.has(_KEY) else kind.title)
    node, at = element.node(layer), placed.starts[layer]
    file = element.resolved.layers[layer].file
    data = document_of(overview, file).text.data
    index = next((n for n, one in enumerate(node.items) if one.key.value == _KEY), None)
    edits: Edits
    if hidden and index is not None:
        edits = (replace_value(data, node, at, index, "true"),)
    elif hidden:
        titles = (n for n, one in enumerate(node.items) if one.key.value == kind.title)
        edits = insert_members(data, node, at, next(titles, -1) + 1, [(_KEY, "true")]) or ()
    else:
        edits = remove(data, node, at, [index]) or () if index is not None else ()
    return tuple(FileEdit(file, *edit) for edit in edits)

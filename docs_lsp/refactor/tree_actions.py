"""Changes requested in a tree view of the navigation: new pages and groups, hiding, removing.

The files of removed entries are not deleted. `hidden: true` of a page is set in its frontmatter,
which applies wherever the page is listed; that of an element is set in docs.json and hides
everything below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.files.files import Files
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.edits import (
    Edits,
    build_value_edit,
    insert_members,
    quote_json,
    remove_children,
)
from docs_lsp.jsontree.nodes import Container
from docs_lsp.refactor.harmless_changes import ChangeRefused, require_harmless_changes
from docs_lsp.refactor.placing import (
    Place,
    find_target,
    require_document,
    require_insertion_place,
    resolve_place,
)
from docs_lsp.refactor.selection import Changes
from docs_lsp.site.mdx.frontmatter import Frontmatter, build_hide_edit, build_unhide_edit
from docs_lsp.site.moves.refusals import find_new_page_refusal, parse_page_path
from docs_lsp.site.navigation.navigation import Listing, is_listing_accepted
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.page_titles import choose_page_title, find_page_of_entry

_ADDING = frozenset(("newPage", "newGroup"))
_CHANGING = frozenset(("hide", "show", "remove"))
_KEY = "hidden"


def plan_action(
    overview: Overview | None,
    files: Files,
    action: str,
    place: Place | None,
    name: str,
    *more: Place,
) -> Changes | None:
    """Return an action's changes; None if it is unknown or lacks a place. Raises `ChangeRefused`.

    Changes that hide, show or remove an entry do so at `more` places too.
    """
    if action not in _ADDING | _CHANGING or (place is None and action in _CHANGING):
        return None
    if overview is None:
        raise ChangeRefused("The files of the site have not been read yet. Try again in a moment.")
    if action == "newPage":
        changes = _plan_new_page(overview, files, name, place)
    elif place is None or action == "newGroup":
        changes = _plan_new_group(overview, name, place)
    elif action == "remove":
        changes = _plan_removal(overview, (place, *more))
    else:
        is_hidden = action == "hide"
        edits = (_plan_hidden(overview, files, each, hidden=is_hidden) for each in (place, *more))
        # A page that is listed twice changes once.
        changes = tuple(dict.fromkeys(chain.from_iterable(edits)))
    require_harmless_changes(overview, files, changes, removes=action == "remove")
    return changes


def _plan_new_page(overview: Overview, files: Files, written: str, beside: Place | None) -> Changes:
    """Return the changes that create or list a page, or both, at a place. Raises `ChangeRefused`.

    An existing page is only listed, and a missing one that the section lists already is only
    created.
    """
    page = parse_page_path(written)
    listing = _find_listing_in_section(overview, page, beside)
    if page in overview.facts.pages:
        if listing is not None:
            raise ChangeRefused(_explain_listed_page(listing))
        return plan_listing(overview, page, beside)
    reason = find_new_page_refusal(written, overview, files)
    if reason is not None:
        raise ChangeRefused(reason)
    title = quote_json(choose_page_title(page, Frontmatter()))
    data = require_document(overview, overview.name).text.data
    made = NewFile(f"{page}.mdx", copy_line_breaks(f"---\ntitle: {title}\n---\n", data))
    return (made,) if listing is not None else (made, *plan_listing(overview, page, beside))


def _find_listing_in_section(overview: Overview, page: str, beside: Place | None) -> Listing | None:
    """Return the accepted entry of a page in the section around a place, or None.

    An entry in another section is not a duplicate.
    """
    listings = overview.navigation.by_page.get(page, ())
    if not listings:
        return None
    target = find_target(overview, beside)
    known = overview.navigation.ancestors
    section = known[target.placed if isinstance(target, Listing) else target].section
    accepted = (
        listing
        for listing in listings
        if not listing.is_root and is_listing_accepted(listing, known)
    )
    return next((one for one in accepted if known[one.placed].section is section), None)


def _explain_listed_page(listing: Listing) -> str:
    group = listing.placed.element.get_text("group")
    where = f" in the group {code(group)}" if group else " in this section"
    return (
        f"{code(listing.page)} is already listed{where}. "
        "Write another path, or drag that entry to move it."
    )


def plan_listing(overview: Overview, page: str, beside: Place | None) -> Changes:
    """Return the changes that add an entry for a page. Raises `ChangeRefused`."""
    return require_insertion_place(overview, beside).build_insertion(quote_json(page))


def _plan_new_group(overview: Overview, title: str, beside: Place | None) -> Changes:
    """Return the changes that add a group without pages. Raises `ChangeRefused`."""
    if not title.strip():
        raise ChangeRefused("The title is empty. Enter one.")
    group = f'{{\n  "group": {quote_json(title.strip())},\n  "pages": []\n}}'
    return require_insertion_place(overview, beside, group=True).build_insertion(group)


def _plan_removal(overview: Overview, places: Sequence[Place]) -> Changes:
    """Return the changes that remove the items at some places. Raises `ChangeRefused`."""
    containers: dict[tuple[str, int], tuple[Container, list[int]]] = {}
    for place in places:
        if not any(_is_inside(place, other) for other in places):
            file, step = _find_item(overview, place)
            containers.setdefault((file, step.at), (step.node, []))[1].append(step.index)
    changes: list[FileEdit] = []
    for (file, at), (node, indexes) in containers.items():
        data = require_document(overview, file).text.data
        changes += (
            FileEdit(file, *edit) for edit in remove_children(data, node, at, indexes) or ()
        )
    return tuple(changes)


def _is_inside(place: Place, other: Place) -> bool:
    (file, span), (around, whole) = place, other
    return file == around and whole.start < span.start and span.end < whole.end


def _find_item(overview: Overview, place: Place) -> tuple[str, Step]:
    """Return the file of an item, and its container with its index. Raises `ChangeRefused`."""
    target = resolve_place(overview, place)
    if isinstance(target, Placed):
        kind, at = target.element.kind, target.at
        if kind is None or not kind.title:
            raise ChangeRefused("`navigation` as a whole cannot be removed here.")
    else:
        at = target.span.start - 1  # The quote.
    steps = find_steps_to(require_document(overview, target.file), at + 1)
    step = next((one for one in reversed(steps) if one.child and one.value_offset == at), None)
    if step is None:
        raise ChangeRefused("docs.json has changed meanwhile. Try again.")
    return target.file, step


def _plan_hidden(overview: Overview, files: Files, place: Place, *, hidden: bool) -> Changes:
    """Return the changes that hide or show the item at a place. Raises `ChangeRefused`."""
    target = resolve_place(overview, place)
    if isinstance(target, Placed):
        return _plan_element_hidden(overview, target, hidden=hidden)
    return _plan_page_hidden(overview, files, target, hidden=hidden)


def _plan_page_hidden(
    overview: Overview, files: Files, listing: Listing, *, hidden: bool
) -> Changes:
    """Return the edit of `hidden` in a page's frontmatter, or (). Raises `ChangeRefused`."""
    page = find_page_of_entry(listing.text, overview.facts.pages)
    if page is None:
        raise ChangeRefused(f"The page `{listing.text}` does not exist.")
    edit = (build_hide_edit if hidden else build_unhide_edit)(files.read(page.file))
    if edit is None:
        raise ChangeRefused(f"The frontmatter of `{page.file}` cannot be read. Fix it first.")
    span, new = edit
    return (FileEdit(page.file, span, new),) if new or span.start < span.end else ()


def _plan_element_hidden(overview: Overview, placed: Placed, *, hidden: bool) -> Changes:
    """Return the edits of `hidden` in docs.json, or (). Raises `ChangeRefused`."""
    element, kind = placed.element, placed.element.kind
    if kind is None or not kind.title:
        raise ChangeRefused("`navigation` as a whole cannot be hidden.")
    if hidden and not element.has(kind.title):
        raise ChangeRefused(f"The {kind.label} has no title, so the service drops it. Add one.")
    layer = element.find_layer(_KEY if element.has(_KEY) else kind.title)
    node, at = element.get_layer_node(layer), placed.starts[layer]
    file = element.resolved.layers[layer].file
    data = require_document(overview, file).text.data
    index = next((n for n, one in enumerate(node.items) if one.key.value == _KEY), None)
    edits: Edits
    if hidden and index is not None:
        edits = (build_value_edit(data, node, at, index, "true"),)
    elif hidden:
        titles = (n for n, one in enumerate(node.items) if one.key.value == kind.title)
        edits = insert_members(data, node, at, next(titles, -1) + 1, [(_KEY, "true")]) or ()
    else:
        edits = remove_children(data, node, at, [index]) or () if index is not None else ()
    return tuple(FileEdit(file, *edit) for edit in edits)

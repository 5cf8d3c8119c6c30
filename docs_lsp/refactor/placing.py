"""Finds places in the navigation: what is at a place, and where a new item can go.

A tree view names an entry by its file and range. Everything else is found when a change is
requested.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from docs_lsp.core.phrases import capitalize
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edits, insert_items, insert_members
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.refactor.selection import Changes
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview

Place: TypeAlias = tuple[str, Span]


class InsertionPlace(NamedTuple):
    """A place for a new item: before an index of an array, or under a new key of an object."""

    file: str
    data: bytes
    node: Array | Object
    at: int
    before: int
    key: str = ""

    def build_insertion(self, text: str) -> Changes:
        """Return the changes that insert a JSON value at the place."""
        edits: Edits | None
        if isinstance(self.node, Array):
            edits = insert_items(self.data, self.node, self.at, self.before, [text])
        else:
            inside = text.replace("\n", "\n  ")
            members = [(self.key, f"[\n  {inside}\n]")]
            edits = insert_members(self.data, self.node, self.at, self.before, members)
        return tuple(FileEdit(self.file, *edit) for edit in edits or ())


def resolve_place(overview: Overview, place: Place) -> Placed | Listing:
    """Return the element or the entry at a place. Raises `ChangeRefused` if there is none."""
    file, span = place
    listings = overview.navigation.listings
    for listing in listings:
        if (listing.file, listing.span) == (file, span):
            return listing
    for placed in overview.navigation.elements:
        if (placed.file, placed.at) == (file, span.start):
            return placed
    raise ChangeRefused("docs.json has changed meanwhile. Try again.")


def find_target(overview: Overview, beside: Place | None) -> Placed | Listing:
    """Return what a new item goes into or after, or else `navigation`. Raises `ChangeRefused`."""
    if beside is not None:
        return resolve_place(overview, beside)
    elements = overview.navigation.elements
    if not elements:
        raise ChangeRefused("docs.json has no `navigation` to add it to.")
    return elements[0]


def require_insertion_place(
    overview: Overview, beside: Place | None, *, group: bool = False
) -> InsertionPlace:
    """Return the place for a new page, or for a group: in an element, or after an entry.

    In an element it is the last place; without `beside` it is the end of the navigation. Raises
    `ChangeRefused`.
    """
    target = find_target(overview, beside)
    if isinstance(target, Placed):
        return _require_place_in(target, overview, group=group)
    step = find_entry_step(overview, target)
    if step is not None and isinstance(step.node, Array):
        document = require_document(overview, target.file)
        return InsertionPlace(target.file, document.text.data, step.node, step.at, step.index + 1)
    return _require_place_in(target.placed, overview, group=group, first=True)


def find_entry_step(overview: Overview, listing: Listing) -> Step | None:
    """Return the container of an entry, with the entry as its child, or None."""
    steps = find_steps_to(require_document(overview, listing.file), listing.span.start)
    return steps[-1] if steps else None


def require_document(overview: Overview, file: str) -> Document:
    """Return the tree of docs.json or of a file it references. Raises `ChangeRefused`."""
    part = overview.parts.get(file)
    if not isinstance(part, Document):
        raise ChangeRefused(f"`{file}` cannot be read.")
    return part


def _require_place_in(
    placed: Placed, overview: Overview, *, group: bool, first: bool = False
) -> InsertionPlace:
    """Return the place for a group or a page in an element. Raises `ChangeRefused`."""
    element, kind = placed.element, placed.element.kind
    accepted_key = element.accepted_key
    for key in ("groups", "pages") if group else ("pages",):
        if kind is not None and key in kind.order and accepted_key in (None, key):
            return _require_place_under_key(placed, key, overview, first=first)
    what = "a group" if group else "a page"
    if accepted_key is None or accepted_key == "href":
        raise ChangeRefused(f"{capitalize(element.label)} cannot contain {what}.")
    raise ChangeRefused(
        f"{capitalize(element.label)} contains `{accepted_key}`. Choose one of these for {what}."
    )


def _require_place_under_key(
    placed: Placed, key: str, overview: Overview, *, first: bool
) -> InsertionPlace:
    """Return the place in the array under a key, or for a new array under a new key."""
    element = placed.element
    layer = element.find_layer(key)
    file, value = element.resolved.layers[layer].file, element.get(key)
    ref_value = element.get_ref_value(key)
    if isinstance(value, Array):
        at = placed.starts[layer] + element.get_layer_node(layer).get_value_span(key).start
        node = value
    elif ref_value is not None and isinstance(ref_value[2], Array):
        file, at, node = ref_value[0], ref_value[1], ref_value[2]
    elif value is None:
        data, whole = require_document(overview, file).text.data, element.get_layer_node(layer)
        return InsertionPlace(file, data, whole, placed.starts[layer], len(whole.items), key)
    else:
        raise ChangeRefused(f"`{key}` of {element.label} is not a list.")
    index = 0 if first else len(node.items)
    return InsertionPlace(file, require_document(overview, file).text.data, node, at, index)

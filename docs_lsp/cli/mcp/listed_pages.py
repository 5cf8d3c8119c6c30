"""Finds where the navigation already lists a page, so that it is not listed there again."""

from __future__ import annotations

from docs_lsp.jsontree.nodes import Array, String
from docs_lsp.refactor.placing import Place, Room
from docs_lsp.site.navigation.navigation import is_listing_accepted
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import entry_to_page_path
from docs_lsp.site.summaries.page_titles import find_page_of_entry


def find_entry(page: str, overview: Overview) -> Place | None:
    """Return the first entry of a page, or the group whose root it is, or None.

    Entries that the service drops are ignored.
    """
    scopes = overview.navigation.scopes
    for listing in overview.navigation.listings:
        if _is_entry_of_page(listing.text, page, overview) and is_listing_accepted(listing, scopes):
            return listing.file, listing.span
    return None


def find_entry_in_room(room: Room, page: str, overview: Overview) -> Place | None:
    """Return the entry of a page in the very list that a new entry would go into, or None."""
    for start, item in room.node.iter_children() if isinstance(room.node, Array) else ():
        if isinstance(item, String) and _is_entry_of_page(item.value, page, overview):
            return room.file, item.inner.shift(room.at + start)
    return None


def _is_entry_of_page(entry: str, page: str, overview: Overview) -> bool:
    listed_page = find_page_of_entry(entry, overview.facts.pages)
    return (listed_page.page if listed_page else entry_to_page_path(entry)) == page

"""The changes that a writer asks for in a tree of the navigation."""

from __future__ import annotations

from docs_lsp.features._view import View
from docs_lsp.refactor.creating import group_created, page_created
from docs_lsp.refactor.hiding import set_hidden
from docs_lsp.refactor.placing import Place, PlacingRefused
from docs_lsp.refactor.removing import removed
from docs_lsp.refactor.selection import Changes

_ADDING = frozenset(("newPage", "newGroup"))
_CHANGING = frozenset(("hide", "show", "remove"))


def changes_of(view: View, action: str, place: Place | None, name: str) -> Changes | None:
    """What an action changes, about what takes up a place; None for an action that is not known.

    Raises `PlacingRefused`.
    """
    overview = view.site.overview()
    if action not in _ADDING | _CHANGING or (place is None and action in _CHANGING):
        return None
    if overview is None:
        raise PlacingRefused(
            "The files of the site have not been looked at yet. Try again in a moment."
        )
    if action == "newPage":
        return page_created(overview, view.files, name, place)
    if action == "newGroup" or place is None:
        return group_created(overview, name, place)
    if action == "remove":
        return removed(overview, place)
    return set_hidden(overview, view.files, place, hidden=action == "hide")

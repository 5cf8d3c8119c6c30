"""What surrounds the pages that an element lists: the section that readers see them in, whether
they see it, and whether the service keeps it at all.

Readers see one section at a time: one language, version, product, tab, anchor, dropdown or menu
entry. All groups of a section stand together in one sidebar. So whether a page is there twice is
a question about the innermost of these, however deep in groups the page is listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from docs_lsp.site.navigation.navigation import Listing, Navigation
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.visibility import Chain, Mark


class Ancestors(NamedTuple):
    """What surrounds the listings of one element."""

    section: Placed
    """The innermost element that is not a group."""
    chain: Chain
    """What the elements from the root down to this one say about who sees what is below."""
    is_kept: bool
    """Whether the service keeps the element: of several kinds of content it drops all but one."""


def scopes(navigation: Navigation) -> Mapping[Placed, Ancestors]:
    """The scope of every element of the navigation."""
    found: dict[Placed, Ancestors] = {}
    for placed in navigation.elements:
        around = next((one for one in placed.outward() if one in found), None)
        found[placed] = _scope(placed, around, found.get(around) if around else None)
    return found


def is_kept(listing: Listing, known: Mapping[Placed, Ancestors]) -> bool:
    """Whether the service keeps a listing."""
    if not known[listing.placed].is_kept:
        return False
    return listing.is_root or listing.placed.element.kept == "pages"


def _scope(placed: Placed, around: Placed | None, outer: Ancestors | None) -> Ancestors:
    element = placed.element
    mark = Mark(element.flag("hidden"), element.flag("searchable"), element.flag("public"))
    if around is None or outer is None:
        return Ancestors(placed, (mark,), True)
    return Ancestors(
        outer.section if element.record.kind == "group" else placed,
        (*outer.chain, mark),
        outer.is_kept and around.element.kept == placed.key,
    )

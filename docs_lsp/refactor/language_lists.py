"""Finds the lists of languages of a site: one for the site, or one for each version or product."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.site.navigation.navigation import Navigation
from docs_lsp.site.navigation.origins import list_breadcrumbs
from docs_lsp.site.navigation.walk import Placed

LANGUAGES = "languages"


class LanguageList(NamedTuple):
    """A list of languages and its position."""

    owner: Placed
    """The element that has the list; the first one if several reference it by `$ref`."""
    codes: tuple[str | None, ...]
    """The codes of the languages; None for one without a known code."""
    file: str
    starts: tuple[int, ...]
    """The byte offset of each language in the file; of its `$ref` if it is referenced."""

    @property
    def label(self) -> str:
        """The name of the owner of the list, for a message."""
        return describe_owner(self.owner)


def find_language_lists(navigation: Navigation) -> list[LanguageList]:
    """Return the lists with at least one language, each place in a file once."""
    lists: dict[tuple[str, int], LanguageList] = {}
    for placed in navigation.elements:
        value = placed.element.get_resolved(LANGUAGES)
        if not isinstance(value, Array):
            continue
        file, (at, _) = placed.locate_spot(placed.element.find_resolved_spot(LANGUAGES))
        codes = tuple(
            child.get_text("language") for child in placed.element.list_children(LANGUAGES)
        )
        starts = tuple(
            at + start for start, one in value.iter_children() if isinstance(one, Object)
        )
        if codes:
            lists.setdefault((file, at), LanguageList(placed, codes, file, starts))
    return list(lists.values())


def find_single_language_elements(navigation: Navigation) -> Iterator[Placed]:
    """Yield the elements with pages in one language beside others that have several languages."""
    owners = {
        placed
        for placed in navigation.elements
        if isinstance(placed.element.get_resolved(LANGUAGES), Array)
    }
    above = {one for owner in owners for one in owner.list_outward()}
    for placed in navigation.elements:
        is_beside = placed.around in above - owners and placed not in above
        if is_beside and placed.element.accepted_key not in (None, "href"):
            yield placed


def describe_owner(placed: Placed) -> str:
    """Return an element as part of the site, such as ``the version `v1` in `API` ``."""
    kind, names = placed.element.kind, list_breadcrumbs(placed)
    if kind is None or not names:
        return "`navigation`"
    return f"the {kind.label} {' in '.join(f'`{name}`' for name in reversed(names))}"

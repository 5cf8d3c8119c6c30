"""The lists of languages of a site: one for all of it, or one in each version or product."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.site.navigation.navigation import Navigation
from docs_lsp.site.navigation.origins import crumbs
from docs_lsp.site.navigation.walk import Placed

LANGUAGES = "languages"


class LanguageList(NamedTuple):
    """A list of languages, and where it stands."""

    owner: Placed
    """The element that has it; the first one where a `$ref` brings it to several."""
    codes: tuple[str | None, ...]
    """The codes of the languages; None for one that has none, or is not known."""
    file: str
    starts: tuple[int, ...]
    """The absolute offset of each language in the file, of a `$ref` where that brings it."""

    @property
    def label(self) -> str:
        """What has the list, in a writer's words."""
        return label_of_owner(self.owner)


def find_language_lists(navigation: Navigation) -> list[LanguageList]:
    """All that hold a language, each place of the text once."""
    lists: dict[tuple[str, int], LanguageList] = {}
    for placed in navigation.elements:
        value = placed.element.get_resolved(LANGUAGES)
        if not isinstance(value, Array):
            continue
        file, (at, _) = placed.file_span(placed.element.get_resolved_spot(LANGUAGES))
        codes = tuple(child.text("language") for child in placed.element.children(LANGUAGES))
        starts = tuple(at + start for start, one in value.children() if isinstance(one, Object))
        if codes:
            lists.setdefault((file, at), LanguageList(placed, codes, file, starts))
    return list(lists.values())


def find_single_language_elements(navigation: Navigation) -> Iterator[Placed]:
    """The elements that list something in one language, while others beside them have several."""
    owners = {
        placed
        for placed in navigation.elements
        if isinstance(placed.element.get_resolved(LANGUAGES), Array)
    }
    above = {one for owner in owners for one in owner.walk_outward()}
    for placed in navigation.elements:
        is_beside = placed.around in above - owners and placed not in above
        if is_beside and placed.element.accepted_key not in (None, "href"):
            yield placed


def label_of_owner(placed: Placed) -> str:
    """An element as a part of the site, such as ``the version `v1` in `API` ``."""
    kind, names = placed.element.kind, crumbs(placed)
    if kind is None or not names:
        return "`navigation`"
    return f"the {kind.label} {' in '.join(f'`{name}`' for name in reversed(names))}"

"""Finds the elements of a navigation that are the current version.

That is the default version or, if the site splits languages first, the default version of each
language. A site without versions is one version as a whole.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from docs_lsp.refactor.freeze.freeze_refusal import FreezeRefusal
from docs_lsp.schema.kinds import ROOT
from docs_lsp.site.navigation.element_titles import (
    BETWEEN_TITLES,
    has_titles,
    list_titles,
    split_titles,
)
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.translations import default_of


class Current(NamedTuple):
    """The element of the current version, for the whole site or for one language."""

    placed: Placed
    name: str
    """The name of the version; empty for a navigation without versions."""
    other_versions: frozenset[str] = frozenset()
    """The names of the other versions in its list."""

    @property
    def is_root(self) -> bool:
        """Whether this is a whole navigation without versions, which becomes a version."""
        return self.placed.element.kind is ROOT


def find_current_versions(overview: Overview, under: str | None = None) -> tuple[Current, ...]:
    """Return the element of the current version, or one for each language.

    `under` gives the titles of the element whose versions are frozen. Raises `FreezeRefusal` if
    there is no such version or the user has to choose one.
    """
    lists = _find_version_lists(overview)
    if under is not None:
        return tuple(map(_choose_current, _require_lists(lists, under)))
    if not lists:
        root = next(
            (element for element in overview.navigation.elements if element.element.kind is ROOT),
            None,
        )
        if root is None or not root.element.content_keys:
            raise FreezeRefusal("The navigation lists nothing, so there is nothing to freeze.")
        return (Current(root, ""),)
    elsewhere = [around for around in lists if not _is_in_languages(around)]
    if elsewhere:
        raise FreezeRefusal(_explain_choice(lists, elsewhere))
    return tuple(_choose_current(versions) for versions in lists.values())


def find_languages_without_versions(overview: Overview, current: tuple[Current, ...]) -> list[str]:
    """Return the languages that have no versions although others have."""
    if current[0].is_root:
        return []
    having = {around for one in current for around in one.placed.walk_outward()}
    return [
        element.element.text("language") or ""
        for element in overview.navigation.elements
        if element.element.record.kind == "language"
        and element not in having
        and all(around.element.record.kind != "version" for around in element.walk_outward())
    ]


def _find_version_lists(overview: Overview) -> Mapping[Placed, list[Placed]]:
    version_lists: defaultdict[Placed, list[Placed]] = defaultdict(list)
    for placed in overview.navigation.elements:
        if placed.element.record.kind == "version" and placed.around is not None:
            version_lists[placed.around].append(placed)
    return version_lists


def _choose_current(versions: list[Placed]) -> Current:
    default = default_of(versions)
    names = (
        version.element.text("version") or "" for version in versions if version is not default
    )
    if not default.element.content_keys:
        raise FreezeRefusal("The current version lists nothing, so there is nothing to freeze.")
    return Current(default, default.element.text("version") or "", frozenset(names))


def _require_lists(lists: Mapping[Placed, list[Placed]], under: str) -> list[list[Placed]]:
    """Return the version lists of the element with some titles, one for each language.

    Raises `FreezeRefusal` if there is none, or several in one language.
    """
    wanted = split_titles(under)
    chosen = [around for around in lists if has_titles(list(list_titles(around)), wanted)]
    if not chosen:
        names = _quote_titles(lists)
        having = f" These have: {names}." if names else ""
        raise FreezeRefusal(f"No element `{under}` has versions.{having}")
    languages = {_language_of(around) for around in chosen}
    if len(languages) < len(chosen):
        names = ", ".join(f"`{BETWEEN_TITLES.join(list_titles(around))}`" for around in chosen)
        raise FreezeRefusal(f"Several elements named `{under}` have versions. Use one of: {names}.")
    return [lists[around] for around in chosen]


def _explain_choice(lists: Iterable[Placed], elsewhere: list[Placed]) -> str:
    option = f"`--under {shlex.quote(_title(elsewhere[0]))}`"
    names = _quote_titles(lists)
    if "," not in names:
        return (
            f"Only {names} has versions, so the rest of the site would not be frozen. Add "
            f"{option} to freeze only these."
        )
    return f"Several elements have versions ({names}). Choose one, for example with {option}."


def _quote_titles(lists: Iterable[Placed]) -> str:
    return ", ".join(dict.fromkeys(f"`{_title(placed)}`" for placed in lists))


def _language_of(placed: Placed) -> str | None:
    languages = (around.element.text("language") for around in placed.walk_outward())
    return next(filter(None, languages), None)


def _is_in_languages(around: Placed) -> bool:
    kinds = {placed.element.record.kind for placed in around.walk_outward()}
    return kinds <= {"language", ROOT.name, None}


def _title(placed: Placed) -> str:
    return next(reversed(list(list_titles(placed))), "navigation")

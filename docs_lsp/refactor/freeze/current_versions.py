"""Finds the elements of a navigation that are the current version.

That is the default version or, if the site splits languages first, the default version of each
language. A site without versions is one version as a whole.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.schema.kinds import ROOT
from docs_lsp.site.languages_and_versions import choose_default
from docs_lsp.site.navigation.origins import (
    BETWEEN_TITLES,
    is_title_path_match,
    iter_title_path,
    split_titles,
)
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview


class FreezeRequest(NamedTuple):
    """The names and the folder requested for a frozen version."""

    old: str
    """The name of the copy."""
    next: str
    """The new name of the current version."""
    folder: str
    """The site path of the folder that the copies go below."""
    tag: str | None = None
    """The tag of the current version; None keeps its tag, or sets the default one."""
    under: str | None = None
    """The titles of the element whose versions are frozen; None for those of the whole site."""


class CurrentVersion(NamedTuple):
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


def require_current_versions(
    overview: Overview, under: str | None = None
) -> tuple[CurrentVersion, ...]:
    """Return the element of the current version, or one for each language.

    `under` gives the titles of the element whose versions are frozen. Raises `ChangeRefused` if
    there is no such version or the user has to choose one.
    """
    lists = _find_version_lists(overview)
    if under is not None:
        return tuple(map(_require_default_version, _require_version_lists(lists, under)))
    if not lists:
        root = next(
            (element for element in overview.navigation.elements if element.element.kind is ROOT),
            None,
        )
        if root is None or not root.element.content_keys:
            raise ChangeRefused("The navigation lists nothing, so there is nothing to freeze.")
        return (CurrentVersion(root, ""),)
    elsewhere = [around for around in lists if not _is_language_or_root(around)]
    if elsewhere:
        raise ChangeRefused(_explain_choice(lists, elsewhere))
    return tuple(_require_default_version(versions) for versions in lists.values())


def find_languages_without_versions(
    overview: Overview, current: tuple[CurrentVersion, ...]
) -> list[str]:
    """Return the languages that have no versions although others have."""
    if current[0].is_root:
        return []
    having = {around for one in current for around in one.placed.list_outward()}
    return [
        element.element.get_text("language") or ""
        for element in overview.navigation.elements
        if element.element.record.kind == "language"
        and element not in having
        and all(around.element.record.kind != "version" for around in element.list_outward())
    ]


def _find_version_lists(overview: Overview) -> Mapping[Placed, list[Placed]]:
    """Return the elements that list versions, each with its versions."""
    version_lists: defaultdict[Placed, list[Placed]] = defaultdict(list)
    for placed in overview.navigation.elements:
        if placed.element.record.kind == "version" and placed.around is not None:
            version_lists[placed.around].append(placed)
    return version_lists


def _require_default_version(versions: list[Placed]) -> CurrentVersion:
    """Return the default one of some versions. Raises `ChangeRefused` if it lists nothing."""
    default = choose_default(versions)
    names = (
        version.element.get_text("version") or "" for version in versions if version is not default
    )
    if not default.element.content_keys:
        raise ChangeRefused("The current version lists nothing, so there is nothing to freeze.")
    return CurrentVersion(default, default.element.get_text("version") or "", frozenset(names))


def _require_version_lists(lists: Mapping[Placed, list[Placed]], under: str) -> list[list[Placed]]:
    """Return the version lists of the element with some titles, one for each language.

    Raises `ChangeRefused` if there is none, or several in one language.
    """
    wanted = split_titles(under)
    chosen = [
        around for around in lists if is_title_path_match(list(iter_title_path(around)), wanted)
    ]
    if not chosen:
        names = _quote_titles(lists)
        having = f" These have: {names}." if names else ""
        raise ChangeRefused(f"No element `{under}` has versions.{having}")
    languages = {_find_language_of(around) for around in chosen}
    if len(languages) < len(chosen):
        names = ", ".join(f"`{BETWEEN_TITLES.join(iter_title_path(around))}`" for around in chosen)
        raise ChangeRefused(f"Several elements named `{under}` have versions. Use one of: {names}.")
    return [lists[around] for around in chosen]


def _explain_choice(lists: Iterable[Placed], elsewhere: list[Placed]) -> str:
    """Return the message that asks the user to choose an element with versions."""
    option = f"`--under {shlex.quote(_get_last_title(elsewhere[0]))}`"
    names = _quote_titles(lists)
    if "," not in names:
        return (
            f"Only {names} has versions, so the rest of the site would not be frozen. Add "
            f"{option} to freeze only these."
        )
    return f"Several elements have versions ({names}). Choose one, for example with {option}."


def _quote_titles(lists: Iterable[Placed]) -> str:
    """Return the last titles of some elements in backticks, each once, joined by commas."""
    return ", ".join(dict.fromkeys(f"`{_get_last_title(placed)}`" for placed in lists))


def _find_language_of(placed: Placed) -> str | None:
    """Return the language of an element, or of the nearest one around that has one, or None."""
    languages = (around.element.get_text("language") for around in placed.list_outward())
    return next(filter(None, languages), None)


def _is_language_or_root(around: Placed) -> bool:
    """Return whether an element and all around it are languages or the navigation as a whole."""
    kinds = {placed.element.record.kind for placed in around.list_outward()}
    return kinds <= {"language", ROOT.name, None}


def _get_last_title(placed: Placed) -> str:
    """Return the title of an element or the nearest one around, or `navigation` if none has one."""
    return next(reversed(list(iter_title_path(placed))), "navigation")

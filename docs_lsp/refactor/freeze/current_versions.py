"""Which elements of a navigation are the current version.

That is the default version; where a site splits languages first, the default one of each. A site
without versions is one as a whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from docs_lsp.refactor.freeze.freeze_refusal import FreezeRefusal
from docs_lsp.schema.kinds import ROOT
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.translations import default_of


class Current(NamedTuple):
    """An element that is the current version, or a part of it in one language."""

    placed: Placed
    name: str
    """What it is called; empty for a navigation without versions."""
    other_versions: frozenset[str] = frozenset()
    """The versions beside it."""

    @property
    def is_root(self) -> bool:
        """Whether it is the whole navigation, which is to become a version."""
        return self.placed.element.kind is ROOT


def find_current_versions(overview: Overview) -> tuple[Current, ...]:
    """The current version: one element, or one in each language. Raises `FreezeRefusal`
    where there is none or where several would do."""
    lists = _find_version_lists(overview)
    if not lists:
        root = next(
            (element for element in overview.navigation.elements if element.element.kind is ROOT),
            None,
        )
        if root is None or not root.element.content_keys:
            raise FreezeRefusal("The navigation lists nothing, so there is nothing to freeze.")
        return (Current(root, ""),)
    elsewhere = [around for around in lists if not _is_in_languages(around)]
    if len(lists) > 1 and elsewhere:
        names = ", ".join(f"`{_title(placed)}`" for placed in elsewhere)
        raise FreezeRefusal(
            f"Versions stand in several places of the navigation ({names}), and each is a line of "
            "its own. Freeze them by hand, or bring them into one list."
        )
    return tuple(_choose_current(versions) for versions in lists.values())


def find_languages_without_versions(overview: Overview, current: tuple[Current, ...]) -> list[str]:
    """The languages that have no versions while others have."""
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


def _is_in_languages(around: Placed) -> bool:
    kinds = {placed.element.record.kind for placed in around.walk_outward()}
    return kinds <= {"language", ROOT.name, None}


def _title(placed: Placed) -> str:
    kind = placed.element.kind
    return (placed.element.text(kind.title) if kind and kind.title else None) or "navigation"

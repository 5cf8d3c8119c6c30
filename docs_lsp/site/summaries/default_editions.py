"""Which language and version is the default, and which elements belong to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.site.navigation.walk import Placed


def choose_default(languages: Collection[Placed]) -> Placed:
    """Return the default of some languages or versions: the one marked so, else the first."""
    marked = (language for language in languages if language.element.get_flag("default") is True)
    return next(marked, next(iter(languages)))


def select_default_elements(elements: Iterable[Placed]) -> frozenset[Placed]:
    """Return the elements that are in no language or version but a default one.

    The elements must be ordered with outer ones first.
    """
    every = tuple(elements)
    switches: dict[tuple[Placed | None, str], list[Placed]] = {}
    for placed in every:
        if placed.element.record.kind in SWITCHED:
            switches.setdefault((placed.around, placed.key), []).append(placed)
    defaults = {choose_default(found) for found in switches.values()}
    so_far: dict[Placed, bool] = {}
    for placed in every:
        around = next((one for one in placed.list_outward() if one in so_far), None)
        is_default = placed.element.record.kind not in SWITCHED or placed in defaults
        so_far[placed] = is_default and (around is None or so_far[around])
    return frozenset(placed for placed, is_main in so_far.items() if is_main)

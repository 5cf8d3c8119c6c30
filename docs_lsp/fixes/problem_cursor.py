"""Locates problems in docs.json and the files that its `$ref`s name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.docs_cursor import DocsCursor
from docs_lsp.site.navigation.placed_index import PlacedIndex

if TYPE_CHECKING:
    from docs_lsp.core.problem import Problem
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.rules.framework.readings import LastReadings
    from docs_lsp.site.navigation.walk import KnownElements


def locate_problem(site: Snapshot, problem: Problem, readings: LastReadings) -> DocsCursor | None:
    """Return the place of a problem; None in a file that is not part of docs.json."""
    file, offset = problem.file, problem.span.start
    if file == site.name:
        return site.navigator.locate_cursor(file, offset, readings.get_or_read(site, _start_cache))
    part = site.parts.get(file)
    if not isinstance(part, Document):
        return None
    around = readings.get_or_read(site, _index_objects).find_around(file, offset)
    return DocsCursor(file, part, offset, find_steps_to(part, offset), around)


def _start_cache(_site: Snapshot) -> KnownElements:
    """Return an empty cache of elements, for the problems of one snapshot."""
    return {}


def _index_objects(site: Snapshot) -> PlacedIndex:
    return PlacedIndex((site.get_overview() or site).objects)

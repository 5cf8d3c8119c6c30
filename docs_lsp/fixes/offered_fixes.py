"""Computes the fixes that are offered for one problem, the best one first."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import TypeAlias

from docs_lsp.core.current_work import record_file, record_rule
from docs_lsp.core.did_you_mean import SuggestionBudget
from docs_lsp.core.problem import FileChange, Fix, Problem
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.fixes.exchanged_findings import may_add_serious_findings
from docs_lsp.fixes.safe_and_preferred import restrict_fix
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.fix_context import FixContext, LastReadings
from docs_lsp.site.navigation.docs_cursor import DocsCursor
from docs_lsp.site.navigation.walk import KnownElements, Placed

Wanted: TypeAlias = Callable[[Problem, Fix], bool]
MOST_REPORTED = 128
"""The number of findings of one file whose fixes a report of all findings includes."""

_Ranges: TypeAlias = Mapping[tuple[int, int], tuple[int, Placed]]
"""Byte ranges, each with the last object in the order of a walk that is exactly there."""


class PlacedIndex:
    """The objects of a docs.json, by the files and places of their layers.

    A walk toward one of many places in the files that `$ref`s name would pass every `$ref`, of
    which a site may have thousands.
    """

    def __init__(self, objects: Iterable[Placed]) -> None:
        """Index objects in the order of a walk."""
        by_file: dict[str, dict[tuple[int, int], tuple[int, Placed]]] = defaultdict(dict)
        for order, placed in enumerate(objects):
            layers = placed.element.resolved.layers
            for layer, start in zip(layers, placed.starts, strict=True):
                by_file[layer.file][start, start + layer.node.size] = order, placed
        self._searches = {file: _index_ranges(ranges) for file, ranges in by_file.items()}

    def find_around(self, file: str, offset: int) -> tuple[Placed, ...]:
        """Return the objects around an absolute byte offset, the outermost first; may be empty."""
        search = self._searches.get(file)
        # A file that several `$ref`s name is seen from the last one.
        found = max(search(offset), key=itemgetter(0), default=None) if search else None
        return () if found is None else tuple(reversed(found[1].list_outward()))


def _index_ranges(by_range: _Ranges) -> Callable[[int], Iterator[tuple[int, Placed]]]:
    """Return a function that yields what is around an offset, or ends there, with its order.

    Any two of the ranges are apart, or one is in the other.
    """
    ranges = sorted((*span, *found) for span, found in by_range.items())
    starts = [start for start, *_ in ranges]
    outer: list[int] = []  # The index of the range around each; -1 for none.
    for index, start in enumerate(starts):
        around = index - 1
        while around >= 0 and ranges[around][1] <= start:
            around = outer[around]
        outer.append(around)

    def iter_around(offset: int) -> Iterator[tuple[int, Placed]]:
        index = bisect_right(starts, offset) - 1
        while index >= 0:
            _, end, order, placed = ranges[index]
            if offset <= end:
                yield order, placed
            index = outer[index]

    return iter_around


class ReportedFixes:
    """Makes the fixes that a report of all findings includes, file by file.

    Of a file with very many mistakes these are the fixes of the first ones: no reader could use
    more, and making them would take longer than finding the mistakes.
    """

    def __init__(self, site: Snapshot, files: Files) -> None:
        """Take the site of the report, which must not change meanwhile."""
        self._site = site
        self._files = files
        self._readings = LastReadings(SuggestionBudget())
        self._made: Counter[str] = Counter()

    def list_fixes(self, problem: Problem) -> tuple[Fix, ...]:
        """Return the fixes of a finding, the best one first; none after 128 findings of a file."""
        if not has_fixes(problem) or self._made[problem.file] == MOST_REPORTED:
            return ()
        self._made[problem.file] += 1
        return list_offered_fixes(self._site, self._files, problem, self._readings)


def has_fixes(problem: Problem) -> bool:
    """Return whether the rule of a problem makes fixes."""
    rule = all_rules().get(problem.rule)
    return rule is not None and rule.fix is not None


def list_offered_fixes(
    site: Snapshot, files: Files, problem: Problem, readings: LastReadings | None = None
) -> tuple[Fix, ...]:
    """Return the fixes that can be offered for a problem of this snapshot, the best one first.

    A caller with many problems passes the same `readings` for all, so that each page is read once.
    A fix that would remove pages or addresses by surprise is not offered (see `restrict_fix`).
    """
    offered = (
        restrict_fix(fix, problem, site, files)
        for fix in generate_fixes(site, files, problem, readings)
    )
    return tuple(fix for fix in offered if fix is not None)


def generate_fixes(
    site: Snapshot,
    files: Files,
    problem: Problem,
    readings: LastReadings | None = None,
    is_wanted: Wanted | None = None,
    *,
    is_tried: bool = True,
) -> Iterator[Fix]:
    """Yield the distinct fixes that a rule computes for a problem and that add no new mistake.

    A generator, because the next fix may be slow and not needed. To find out whether a fix only
    exchanges the mistake for another is slow, so it is not tried for fixes that are not wanted.
    Without `is_tried` the caller finds it out.
    """
    record_rule(problem.rule)
    record_file(problem.file)
    rule = all_rules().get(problem.rule)
    if rule is None or rule.fix is None or not _is_decodable(site.parts.get(problem.file)):
        return
    shared = LastReadings() if readings is None else readings
    here = locate_problem(site, problem, shared)
    subject = FixContext(problem, files, site.settings, here, site.get_overview(), shared)
    made: set[tuple[FileChange, ...]] = set()
    for fix in rule.fix(subject):
        if fix.changes in made:
            continue
        made.add(fix.changes)
        if is_wanted and not is_wanted(problem, fix):
            continue
        if not (is_tried and may_add_serious_findings(fix, problem, site)):
            yield fix


def _is_decodable(part: Document | str | None) -> bool:
    """Return whether a part is UTF-8; in another encoding each edit would do harm."""
    return not isinstance(part, Document) or part.undecodable is None


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

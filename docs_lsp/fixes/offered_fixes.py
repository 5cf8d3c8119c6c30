"""Computes the fixes that are offered for one problem, the best one first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
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
from docs_lsp.site.navigation.placed_index import PlacedIndex
from docs_lsp.site.navigation.walk import KnownElements

Wanted: TypeAlias = Callable[[Problem, Fix], bool]
MOST_REPORTED = 128
"""The number of findings of one file whose fixes a report of all findings includes."""


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
        """Return the fixes of a finding, the best one first; none if its file had enough."""
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

"""Applies the fixes of a whole site in rounds, until none remains.

Of fixes that overlap one is applied, the others in the next round, if they are still offered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

from docs_lsp.core.problem import FileEdit, Fix, MovedFile, Problem
from docs_lsp.evaluation.finding_limits import SYNTAX_RULES
from docs_lsp.evaluation.snapshot import Snapshot, update_parts
from docs_lsp.files.draft import Conflict, Draft
from docs_lsp.files.files import CachedFiles, FileFault, Files, read_bytes_or_empty, read_text
from docs_lsp.fixes.combining import (
    ClaimedPlaces,
    count_repetitions,
    iter_changed_files,
    select_harmless,
)
from docs_lsp.fixes.exchanged_findings import (
    list_tried_edits,
    may_add_serious_findings,
    select_quiet_edits,
)
from docs_lsp.fixes.offered_fixes import Wanted, generate_fixes
from docs_lsp.fixes.safe_and_preferred import list_fixable_rules
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.parser import is_cut_off
from docs_lsp.rules.framework.fix_context import LastReadings
from docs_lsp.site.routes.accepted_site import (
    AcceptedSite,
    collect_accepted_entries,
    get_accepted_site,
)

MOST_ROUNDS = 50
"""The number of times that a site is checked again, since fixing one problem can reveal another."""

_MOST_CUT_OFF = 3
"""How often a file is looked at again that has too many syntax errors to be read to its end."""

_MOST_READ = 1 << 21
"""Bytes that are parsed again to find the fixes that repeat a key; then no more are applied."""

Load: TypeAlias = Callable[[Draft], Snapshot]
"""Creates the fully evaluated snapshot of a site from its files."""


class AppliedFix(NamedTuple):
    """A fix that was applied."""

    problem: Problem
    """The problem with its places in the text before the fix."""
    fix: Fix
    line: int
    """The line of the problem in that text, from 0."""


class FixedSite(NamedTuple):
    """A site after its fixes, as a draft that is not saved yet."""

    draft: Draft
    site: Snapshot
    """The snapshot of the draft."""
    done: tuple[AppliedFix, ...]


def apply_fixes_repeatedly(
    load: Load, files: Files, wanted: Wanted, rules: Collection[str] | None = None
) -> FixedSite:
    """Apply the wanted fixes to a draft, check it again, and repeat until none remains.

    Of several wanted fixes of one problem the first is applied. Fixes of the same place are applied
    one after the other; a fix that cannot be applied, or would remove pages, is skipped. Fixing a
    large site takes time: if only fixes of some `rules` are wanted, the others are not computed.
    """
    if rules is None:
        rules = list_fixable_rules(safe=False)
    draft = Draft(files)
    site = load(draft)
    done: list[AppliedFix] = []
    seen = {_get_changes(draft)}
    may_read = _make_trial_budget()
    for round_ in range(MOST_ROUNDS):
        if round_ >= _MOST_CUT_OFF and any(map(_is_cut_off, site.parts.values())):
            break
        attempt = _FixRound(load, draft, site, _find_accepted_site(site), may_read)
        after, chosen, new = attempt.apply_harmless(_choose_fixes(site, draft, wanted, rules))
        state = _get_changes(after)
        if state in seen:
            break  # Nothing remains to do, or two fixes undo each other endlessly.
        seen.add(state)
        draft, site = after, new or load(after)
        done += chosen
    return FixedSite(draft, site, tuple(done))


def _make_trial_budget() -> Callable[[int], bool]:
    """Return a function that counts bytes to parse again, and returns whether they may be."""
    left = _MOST_READ

    def may_read(size: int) -> bool:
        """Count bytes, and return whether they are within the budget."""
        nonlocal left
        left -= size
        return left >= 0

    return may_read


class _FixRound(NamedTuple):
    """One round of fixes, after which readers must have everything they had."""

    load: Load
    draft: Draft
    site: Snapshot
    accepted_content: AcceptedSite
    may_read: Callable[[int], bool]
    """Whether so many bytes more may be parsed to find harmful fixes among many."""

    def apply_harmless(
        self, chosen: list[AppliedFix]
    ) -> tuple[Draft, list[AppliedFix], Snapshot | None]:
        """Apply fixes that lose no content; return the draft, the fixes, and the site if known."""
        after, made = self._apply_distinct(chosen)
        if not made:
            return after, made, None
        site = self.load(after)
        if not self._removes_content(site, made):
            return after, made, site
        made = select_harmless(made, self._is_removing_content)
        return _apply_fixes(self.draft, made)[0], made, None

    def _apply_distinct(self, chosen: list[AppliedFix]) -> tuple[Draft, list[AppliedFix]]:
        """Apply fixes, without those that write the same key or title as another one."""
        after, made = _apply_fixes(self.draft, chosen)
        before = count_repetitions(self.site.parts)
        # Fixes that make a file readable write no key; what is repeated in it was only hidden.
        readable = self.site.parts.keys() - _list_unreadable_files(self.site)

        def is_repeating(draft: Draft) -> bool:
            """Return whether a draft repeats keys or titles that the site does not."""
            changed = readable & draft.changed.keys()
            contents = {file: read_bytes_or_empty(draft, file) for file in changed}
            return bool(count_repetitions(update_parts(self.site, contents).parts) - before)

        if not is_repeating(after):
            return after, made
        size = sum(len(content or b"") for content in after.changed.values())
        harmless = select_harmless(
            made,
            lambda some: not self.may_read(size) or is_repeating(_apply_fixes(self.draft, some)[0]),
        )
        return _apply_fixes(self.draft, harmless)

    def _is_removing_content(self, made: list[AppliedFix]) -> bool:
        """Load the site with just these fixes, and return whether it has lost content."""
        return self._removes_content(self.load(_apply_fixes(self.draft, made)[0]), made)

    def _removes_content(self, site: Snapshot, made: list[AppliedFix]) -> bool:
        """Return whether the site after some fixes lacks content that they did not move."""
        changes = (change for done in made for change in done.fix.changes)
        moved = {change.file: change.to for change in changes if isinstance(change, MovedFile)}
        return _find_accepted_site(site).has_lost_content(self.accepted_content, moved)


def _find_accepted_site(site: Snapshot) -> AcceptedSite:
    """Return what the service accepts of a site; of docs.json only if its files are unknown."""
    overview = site.get_overview()
    if overview is None:
        return AcceptedSite(collect_accepted_entries(site.name, site.parts))
    return overview.cached(get_accepted_site)


def _get_changes(draft: Draft) -> frozenset[tuple[str, bytes | None]]:
    """Return the changed contents, to detect that a draft has returned to an earlier state."""
    return frozenset(draft.changed.items() - draft.was.items())


def _apply_fixes(draft: Draft, chosen: list[AppliedFix]) -> tuple[Draft, list[AppliedFix]]:
    """Apply fixes to a draft, and return it with those that could be applied."""
    try:
        return draft.with_changes(change for done in chosen for change in done.fix.changes), chosen
    except (Conflict, FileFault):
        pass
    # The disk has the last word on which files are there.
    able = _select_able(draft, [], chosen)
    return draft.with_changes(change for done in able for change in done.fix.changes), able


def _select_able(
    draft: Draft, able: list[AppliedFix], others: list[AppliedFix]
) -> list[AppliedFix]:
    """Return `able` with as many of the others as can be applied together with them."""
    with suppress(Conflict, FileFault):
        draft.with_changes(change for done in (*able, *others) for change in done.fix.changes)
        return [*able, *others]
    if len(others) < 2:
        return able
    middle = len(others) // 2
    return _select_able(draft, _select_able(draft, able, others[:middle]), others[middle:])


def _choose_fixes(
    site: Snapshot, files: Draft, wanted: Wanted, rules: Collection[str]
) -> list[AppliedFix]:
    """Return wanted fixes, one for each problem, that can be applied together."""
    chosen: list[AppliedFix] = []
    claimed = ClaimedPlaces()
    read = cache(partial(read_text, files))
    unreadable = _list_unreadable_files(site)
    for problem, fix in _make_first_fixes(site, CachedFiles(files), wanted, rules):
        if not (problem.rule in SYNTAX_RULES or _leaves_unchanged(fix, unreadable)):
            continue
        if claimed.claim(fix.changes):
            line = read(problem.file).find_line_number(problem.span.start)
            chosen.append(AppliedFix(problem, fix, line))
    return chosen


def _make_first_fixes(
    site: Snapshot, files: Files, wanted: Wanted, rules: Collection[str]
) -> Iterator[tuple[Problem, Fix]]:
    """Yield problems, each with its first wanted fix that adds no serious finding beside others."""
    make = partial(
        generate_fixes, site, files, readings=LastReadings(), is_wanted=wanted, is_tried=False
    )
    first = [
        (problem, fix)
        for problems in site.find_all_problems().values()
        for problem in problems
        if problem.rule in rules
        for fix in islice(make(problem), 1)
    ]
    edits_by_fix = [list_tried_edits(fix, problem, site) for problem, fix in first]
    claimed = ClaimedPlaces()
    apart = [edits for edits in edits_by_fix if edits and claimed.claim(edits)]
    together = select_quiet_edits(apart, site)
    quiet = {(), *together}
    alone: list[tuple[Problem, Fix]] = []
    for (problem, fix), edits in zip(first, edits_by_fix, strict=True):
        if edits in quiet:
            yield problem, fix
            continue
        for other in chain([fix], islice(make(problem), 1, None)):
            if not may_add_serious_findings(other, problem, site):
                alone.append((problem, other))
                break
    yield from _select_quiet_beside(together, alone, site)


def _select_quiet_beside(
    together: Sequence[tuple[FileEdit, ...]], alone: Sequence[tuple[Problem, Fix]], site: Snapshot
) -> Iterator[tuple[Problem, Fix]]:
    """Yield those fixes, each harmless alone, that add no serious findings beside others either.

    If there are neither, the first is yielded; the others are tried again after it.
    """
    edits_of = [list_tried_edits(fix, problem, site) for problem, fix in alone]
    claimed = ClaimedPlaces()
    apart = [edits for edits in (*together, *edits_of) if edits and claimed.claim(edits)]
    quiet = {(), *select_quiet_edits(apart, site)} if alone else set()
    beside = [made for made, edits in zip(alone, edits_of, strict=True) if edits in quiet]
    yield from beside or ([] if together else alone[:1])


def _list_unreadable_files(site: Snapshot) -> set[str]:
    """Return the parts of docs.json with syntax errors, which only get fixes of these."""
    return {file for file, part in site.parts.items() if not _is_parsable(part)}


def _is_parsable(part: Document | str) -> bool:
    """Return whether a part could be read and has no syntax errors."""
    return isinstance(part, Document) and next(part.iter_faults(), None) is None


def _is_cut_off(part: Document | str) -> bool:
    """Return whether a file has too many syntax errors to be read to its end."""
    return isinstance(part, Document) and is_cut_off(part.tree)


def _leaves_unchanged(fix: Fix, files: set[str]) -> bool:
    """Return whether a fix changes none of some files."""
    return all(files.isdisjoint(iter_changed_files(change)) for change in fix.changes)

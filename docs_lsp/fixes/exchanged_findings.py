"""Detects fixes that would only exchange one mistake of docs.json for another.

The fix is tried on a copy of the site, of which an edit checks only what it touches, as on a
keystroke. A finding about text that the fix does not write was there before, only hidden.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path

from docs_lsp.core.grouping import group_by
from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span, encode_text
from docs_lsp.evaluation.finding_limits import MOST_NOISY, SYNTAX_RULES
from docs_lsp.evaluation.new_problems import find_new_problems, list_local_problems
from docs_lsp.evaluation.snapshot import Snapshot, update_parts
from docs_lsp.files.draft import apply_file_edits
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node
from docs_lsp.rules.navigation.sibling_labels import CHOICES
from docs_lsp.site.navigation.refs import Parts, has_refs_to_files, iter_refs, resolve_ref_path
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.accepted_changes import TrialCosts

MOST_LOOKED_AT = 100_000
"""The maximum number of children that all trials for one report or question check again.

Only a site with mistakes in very long arrays reaches it. A fix that is not tried is not offered.
"""
_CHECKED_OFTEN = 6
"""The weight of an entry in an array of pages, languages or versions, which several rules check."""
_LOOKED_UP = 3
"""The weight of an array or object whose findings are looked up again to be counted."""
_FINDING = 5
"""The weight of a finding about a container around the edit, which is made and graded again."""
_UNCHANGED = 100
"""The number of unchanged children that cost as much as one that is checked."""
_REFERENCE = 9
"""The weight of a reference, which every trial looks up again."""
_EDITED_REFERENCE = 60
"""The further weight of a reference to an edited file, whose content is checked in each place."""
_DEEP_REFERENCE = 150
"""The weight of a reference to a file with references, which every trial checks again."""
_MOST_TRIES = 4
"""How often fixes are tried together, each time without those that add findings."""
_ABOUT_NEIGHBOURS = frozenset(
    ("several-primary-patterns", "mixed-children", "link-with-content", "misplaced-child")
)
"""Rules about neighbouring keys, for which the place of a key matters, not its value."""
_UNFINISHED = frozenset(("empty-element",))
"""Rules that request content that only the user can add."""


def may_add_serious_findings(fix: Fix, problem: Problem, site: Snapshot) -> bool:
    """Return whether a fix adds errors or warnings about its own text, or was not tried.

    It is not tried if earlier trials on the same site took too long. Some fixes need no trial.
    """
    edits, overview = list_tried_edits(fix, problem, site), site.get_overview()
    if not edits or overview is None:
        return False
    return overview.cached(_TrialSite).adds_findings(edits, overview.cached(TrialCosts))


def list_tried_edits(fix: Fix, problem: Problem, site: Snapshot) -> tuple[FileEdit, ...]:
    """Return the edits of a fix that is tried; an empty tuple if it cannot add findings."""
    if problem.rule in SYNTAX_RULES or problem.file not in site.parts:
        return ()
    edits = tuple(change for change in fix.changes if isinstance(change, FileEdit))
    if len(edits) < len(fix.changes) or site.get_overview() is None:
        return ()
    if not any(edit.new for edit in edits) or any(edit.file not in site.parts for edit in edits):
        return ()
    return edits


def select_quiet_edits(
    edits_by_fix: Sequence[tuple[FileEdit, ...]], site: Snapshot
) -> Sequence[tuple[FileEdit, ...]]:
    """Return the edits of fixes that together add no serious findings; no two fixes may touch.

    They are tried together, which costs little more than to try one of them. A fix that is left out
    may be harmless if it is tried alone.
    """
    for _ in range(_MOST_TRIES):
        quiet = _select_quiet_edits(edits_by_fix, site)
        if len(quiet) == len(edits_by_fix):
            return quiet
        edits_by_fix = quiet
    return []


def _select_quiet_edits(
    edits_by_fix: Sequence[tuple[FileEdit, ...]], site: Snapshot
) -> Sequence[tuple[FileEdit, ...]]:
    """Make all edits at once, and return those of the fixes that cause no serious finding."""
    if not edits_by_fix:
        return []
    by_file = group_by(chain.from_iterable(edits_by_fix), lambda edit: edit.file)
    contents = {
        file: apply_file_edits(_get_document(site, file).text.data, edits)
        for file, edits in by_file.items()
    }
    written = _WrittenText(edits_by_fix, site)
    noisy = {
        index
        for problem in list_local_problems(update_parts(site, contents))
        if _is_serious(problem)
        for index in written.find_causes(problem)
    }
    return [edits for index, edits in enumerate(edits_by_fix) if index not in noisy]


def _get_document(site: Snapshot, file: str) -> Document:
    part = site.parts[file]
    assert isinstance(part, Document)
    return part


class _TrialSite:
    """A copy of a site on which fixes are tried.

    It has its own trees, since rules cache findings in a tree; it must not refer to the overview
    that caches it.
    """

    def __init__(self, overview: Overview) -> None:
        parts = {
            file: Document.from_text(part.text) if isinstance(part, Document) else part
            for file, part in overview.parts.items()
        }
        known = (overview.facts, overview.contents, overview.earlier, overview.stale_translations)
        self._site = Snapshot(overview.name, parts, overview.settings, *known, root=Path())
        self._checked_always = _weigh_references(parts)
        self._references = Counter(_iter_ref_targets(parts))

    def adds_findings(self, edits: Sequence[FileEdit], costs: TrialCosts) -> bool:
        """Return whether edits add findings about the text they write, or could not be tried."""
        if costs.checked_children <= MOST_LOOKED_AT:
            costs.checked_children += self._count_children(edits) + self._checked_always
        if costs.checked_children > MOST_LOOKED_AT:
            return True
        written = _WrittenText([edits], self._site)

        def is_wanted(problem: Problem) -> bool:
            return _is_serious(problem) and written.is_cause_of(problem)

        return bool(find_new_problems(self._site, _apply_edits(self._site, edits), is_wanted))

    def _count_children(self, edits: Sequence[FileEdit]) -> int:
        """Estimate how many children of containers are looked at again after some edits."""
        count = 0
        for file in {edit.file for edit in edits}:
            count += _EDITED_REFERENCE * self._references[file]
        for edit in edits:
            key = None
            for step in find_steps_to(_get_document(self._site, edit.file), edit.span.start):
                node, known = step.node, step.node.check_result
                count += _FINDING * len(known.findings) if known is not None else 0
                is_sound = isinstance(node, Array) and known is not None and not known.findings
                noisy = len(known.children) if known is not None else 0
                is_sound = is_sound and noisy < MOST_NOISY and not _is_unchecked(step.child)
                weight = 1
                if isinstance(node, Array):
                    is_checked_often = node.height == 1 or key in CHOICES or key == "pages"
                    weight = _CHECKED_OFTEN if is_checked_often else 1
                    is_full = noisy >= MOST_NOISY and node.height > 1
                    weight = max(weight, _LOOKED_UP) if is_full else weight
                if is_sound and node.height > 1:
                    count += weight * noisy + len(node.items) // _UNCHANGED
                else:
                    count += weight * len(node.items)
                key = step.child.key.value if isinstance(step.child, Member) else None
        return count


def _weigh_references(parts: Parts) -> int:
    """Estimate what the `$ref`s cost in every trial.

    About those to files with `$ref`s, no findings are cached.
    """
    targets = (parts.get(target, "") for target in _iter_ref_targets(parts))
    return sum(_DEEP_REFERENCE if has_refs_to_files(part) else _REFERENCE for part in targets)


def _iter_ref_targets(parts: Parts) -> Iterator[str]:
    """Yield the file that each `$ref` names; empty if it names none."""
    for file, part in parts.items():
        if isinstance(part, Document):
            yield from (resolve_ref_path(file, ref.value) or "" for _, ref in iter_refs(part))


def _is_unchecked(child: Node | None) -> bool:
    """Return whether an item is a container that no check looks into, such as a page object.

    If one becomes something else, all items beside it are checked again.
    """
    return isinstance(child, Container) and child.check_result is None


def _is_serious(problem: Problem) -> bool:
    """Return whether a problem is an error or a warning, and not just a request for content."""
    return problem.severity <= Severity.WARNING and problem.rule not in _UNFINISHED


class _WrittenText:
    """The texts that the edits of some fixes write, and those that they remove."""

    def __init__(self, edits_by_fix: Sequence[Sequence[FileEdit]], site: Snapshot) -> None:
        self._spans: dict[str, list[tuple[Span, FileEdit, int]]] = {}
        """The written texts of each file in order, each with the index of its fix."""
        self._old: list[dict[FileEdit, bytes]] = [{} for _ in edits_by_fix]
        shifts: Counter[str] = Counter()
        numbered = ((edit, index) for index, edits in enumerate(edits_by_fix) for edit in edits)
        for edit, index in sorted(numbered, key=lambda pair: pair[0].span):
            new, start = encode_text(edit.new), edit.span.start + shifts[edit.file]
            before = _get_document(site, edit.file).text.data
            self._old[index][edit] = before[edit.span.start : edit.span.end]
            if new:
                span = Span(start, start + len(new))
                self._spans.setdefault(edit.file, []).append((span, edit, index))
            shifts[edit.file] += len(new) - (edit.span.end - edit.span.start)

    def is_cause_of(self, problem: Problem) -> bool:
        """Return whether a problem after the edits concerns text that was not there before."""
        return next(self.find_causes(problem), None) is not None

    def find_causes(self, problem: Problem) -> Iterator[int]:
        """Yield the indices of the fixes whose new text a problem concerns."""
        places = [(problem.file, problem.span)]
        places += [(place.file, place.span) for place in problem.related]
        for file, span in places:
            texts = self._spans.get(file, [])
            for inside, edit, index in islice(texts, _find_first(texts, span.start), None):
                if inside.start > span.end:
                    break
                is_about_place = problem.rule in _ABOUT_NEIGHBOURS
                if is_about_place or not self._was_there(span, inside, edit, self._old[index]):
                    yield index

    def _was_there(
        self, span: Span, inside: Span, edit: FileEdit, old_texts: Mapping[FileEdit, bytes]
    ) -> bool:
        """Return whether written text was only moved, or put into something around it."""
        text = encode_text(edit.new)[max(0, span.start - inside.start) : span.end - inside.start]
        others = (old for other, old in old_texts.items() if other != edit)
        own = old_texts[edit]
        is_moved = any(text in old for old in others)
        return bool(text) and (is_moved or (own[:1] in (b"{", b"[") and text in own))


def _find_first(texts: Sequence[tuple[Span, FileEdit, int]], offset: int) -> int:
    """Return the index of the first of some texts in order that ends at an offset or after it."""
    return bisect_left(texts, offset, key=lambda text: text[0].end)


def _apply_edits(site: Snapshot, edits: Iterable[FileEdit]) -> Snapshot:
    """Return the snapshot of a site after some edits."""
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        start, end = edit.span
        new = encode_text(edit.new)
        text = _get_document(site, edit.file).text.replace_bytes(start, end, new)
        site = site.apply_edit(edit.file, text, [(start, end, start + len(new))])
    return site

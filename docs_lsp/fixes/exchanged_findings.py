"""Detects fixes that would only exchange one mistake of docs.json for another.

The fix is tried on a copy of the site, of which an edit checks only what it touches, as on a
keystroke. A finding about text that the fix does not write was there before, only hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span, encode_text
from docs_lsp.evaluation.bounds import MOST_NOISY
from docs_lsp.evaluation.new_problems import find_new_problems
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

MOST_LOOKED_AT = 300_000
"""The maximum number of children that all trials of one snapshot check again.

Only a site with mistakes in very long arrays reaches it. A fix that is not tried is not offered.
"""
_ENTRY = 6
"""The weight of an entry in an array of pages, which several rules check."""
_FINDING = 5
"""The weight of a finding about a container around the edit, which is made and graded again."""
_UNCHANGED = 100
"""The number of unchanged children that cost as much as one that is checked."""
_ABOUT_NEIGHBOURS = frozenset(
    ("several-primary-patterns", "mixed-children", "link-with-content", "misplaced-child")
)
"""Rules about neighbouring keys, for which the place of a key matters, not its value."""
_UNFINISHED = frozenset(("empty-element",))
"""Rules that request content that only the user can add."""
_ABOUT_SYNTAX = frozenset(("syntax-error", "trailing-comma", "comment"))
"""Rules whose fixes make a file readable; later findings were only hidden before."""


def adds_serious_findings(fix: Fix, problem: Problem, site: Snapshot) -> bool:
    """Whether an error or a warning would be reported about text that a fix writes.

    True also if earlier trials on the same site took too long.
    """
    if problem.rule in _ABOUT_SYNTAX:
        return False
    overview = site.get_overview() if problem.file in site.parts else None
    edits = [change for change in fix.changes if isinstance(change, FileEdit)]
    if overview is None or len(edits) < len(fix.changes):
        return False
    if not any(edit.new for edit in edits) or any(edit.file not in site.parts for edit in edits):
        return False
    return overview.cached(_TrialSite).adds_findings(edits)


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
        self._looked_at = 0

    def adds_findings(self, edits: Sequence[FileEdit]) -> bool:
        """Return whether edits add findings about the text they write, or could not be tried."""
        self._looked_at += self._count_children(edits)
        if self._looked_at > MOST_LOOKED_AT:
            return True
        written = _WrittenText(edits, self._site)
        new = find_new_problems(self._site, _apply_edits(self._site, edits))
        return any(
            problem.severity <= Severity.WARNING
            and problem.rule not in _UNFINISHED
            and written.is_cause_of(problem)
            for problem in new
        )

    def _count_children(self, edits: Sequence[FileEdit]) -> int:
        """Estimate how many children of containers are looked at again after some edits."""
        count = 0
        for edit in edits:
            part = self._site.parts[edit.file]
            assert isinstance(part, Document)
            for step in find_steps_to(part, edit.span.start):
                node, known = step.node, step.node.check_result
                count += _FINDING * len(known.findings) if known is not None else 0
                is_sound = isinstance(node, Array) and known is not None and not known.findings
                is_sound = is_sound and len(known.children) < MOST_NOISY
                if node.height == 1 and isinstance(node, Array):
                    count += _ENTRY * len(node.items)
                else:
                    count += len(node.items) // (_UNCHANGED if is_sound else 1)
        return count


class _WrittenText:
    """The texts that some edits write, and those that they remove."""

    def __init__(self, edits: Sequence[FileEdit], site: Snapshot) -> None:
        self._spans: dict[str, list[tuple[Span, FileEdit]]] = {}
        self._old: dict[FileEdit, bytes] = {}
        shifts: Counter[str] = Counter()
        for edit in sorted(edits, key=lambda edit: edit.span):
            new, start = encode_text(edit.new), edit.span.start + shifts[edit.file]
            part = site.parts[edit.file]
            assert isinstance(part, Document)
            self._old[edit] = part.text.data[edit.span.start : edit.span.end]
            if new:
                span = Span(start, start + len(new))
                self._spans.setdefault(edit.file, []).append((span, edit))
            shifts[edit.file] += len(new) - (edit.span.end - edit.span.start)

    def is_cause_of(self, problem: Problem) -> bool:
        """Whether a problem after the edits concerns text that was not there before."""
        places = [(problem.file, problem.span)]
        places += [(place.file, place.span) for place in problem.related]
        return any(
            problem.rule in _ABOUT_NEIGHBOURS or not self._was_there(span, inside, edit)
            for file, span in places
            for inside, edit in self._spans.get(file, ())
            if inside.start <= span.end and span.start <= inside.end
        )

    def _was_there(self, span: Span, inside: Span, edit: FileEdit) -> bool:
        """Whether written text was only moved, or put into something around it."""
        text = encode_text(edit.new)[max(0, span.start - inside.start) : span.end - inside.start]
        others = (old for other, old in self._old.items() if other != edit)
        own = self._old[edit]
        is_moved = any(text in old for old in others)
        return bool(text) and (is_moved or (own[:1] in (b"{", b"[") and text in own))


def _apply_edits(site: Snapshot, edits: Iterable[FileEdit]) -> Snapshot:
    """Return the snapshot of a site after some edits."""
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        part = site.parts[edit.file]
        assert isinstance(part, Document)
        start, end = edit.span
        new = encode_text(edit.new)
        text = part.text.replace_bytes(start, end, new)
        site = site.apply_edit(edit.file, text, [(start, end, start + len(new))])
    return site

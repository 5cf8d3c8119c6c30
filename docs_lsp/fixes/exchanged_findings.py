"""Detects fixes that would only exchange one mistake of docs.json for another.

The fix is tried on a copy of the site, of which an edit checks only what it touches, as on a
keystroke. A finding about text that the fix does not write was there before, only hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span, encode
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.jsontree.document import Document

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

MOST_TRIED = 500
"""The number of fixes of one snapshot that are tried; further ones are not checked."""
_ABOUT_NEIGHBOURS = frozenset(
    ("several-primary-patterns", "mixed-children", "link-with-content", "misplaced-child")
)
"""Rules about neighbouring keys, for which the place of a key matters, not its value."""
_UNFINISHED = frozenset(("empty-element",))
"""Rules that request content that only the user can add."""

_Key: TypeAlias = tuple[str, str, str]


def adds_findings(fix: Fix, problem: Problem, site: Snapshot) -> bool:
    """Whether an error or a warning would be reported about text that a fix writes."""
    overview = site.overview() if problem.file in site.parts else None
    edits = [change for change in fix.changes if isinstance(change, FileEdit)]
    if overview is None or len(edits) < len(fix.changes):
        return False
    if not any(edit.new for edit in edits) or any(edit.file not in site.parts for edit in edits):
        return False
    return overview.cached(_Trial).adds_findings(edits)


class _Trial:
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
        self._findings = _count_findings(self._site.problems())
        self._left = MOST_TRIED

    def adds_findings(self, edits: Sequence[FileEdit]) -> bool:
        """Whether there are new findings about the text that some edits write."""
        self._left -= 1
        if self._left < 0:
            return False
        written = _Written(edits, self._site)
        after = _apply_edits(self._site, edits).problems()
        new = _count_findings(after) - self._findings
        return any(
            problem.rule not in _UNFINISHED and written.is_cause_of(problem)
            for problem in _serious(after)
            if _key(problem) in new
        )


class _Written:
    """The texts that some edits write, and those that they remove."""

    def __init__(self, edits: Sequence[FileEdit], site: Snapshot) -> None:
        self._spans: dict[str, list[tuple[Span, FileEdit]]] = {}
        self._old: dict[FileEdit, bytes] = {}
        shifts: Counter[str] = Counter()
        for edit in sorted(edits, key=lambda edit: edit.span):
            new, start = encode(edit.new), edit.span.start + shifts[edit.file]
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
        text = encode(edit.new)[max(0, span.start - inside.start) : span.end - inside.start]
        others = (old for other, old in self._old.items() if other != edit)
        own = self._old[edit]
        is_moved = any(text in old for old in others)
        return bool(text) and (is_moved or (own[:1] in (b"{", b"[") and text in own))


def _apply_edits(site: Snapshot, edits: Iterable[FileEdit]) -> Snapshot:
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        part = site.parts[edit.file]
        assert isinstance(part, Document)
        start, end = edit.span
        new = encode(edit.new)
        text = part.text.splice(start, end, new)
        site = site.apply_edit(edit.file, text, [(start, end, start + len(new))])
    return site


def _count_findings(problems: Mapping[str, Sequence[Problem]]) -> Counter[_Key]:
    return Counter(map(_key, _serious(problems)))


def _serious(problems: Mapping[str, Sequence[Problem]]) -> Iterator[Problem]:
    for found in problems.values():
        yield from (problem for problem in found if problem.severity <= Severity.WARNING)


def _key(problem: Problem) -> _Key:
    return problem.rule, problem.file, problem.message

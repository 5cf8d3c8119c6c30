"""What a fix would do to a site, worked out before it is offered as the obvious one.

Only what a fix changes is looked at, and each fix once: a writer waits for the light bulb, and a
report has thousands of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from docs_lsp.core.problem import FileEdit, Fix, Problem, split_changes
from docs_lsp.files.draft import apply_edits
from docs_lsp.jsontree.document import Document
from docs_lsp.site.routes.accepted_changes import AcceptedChanges, DocsEdit

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.files.files import Files
    from docs_lsp.site.navigation.refs import Parts
    from docs_lsp.site.overview import Overview

_ABOUT_ENTRIES = frozenset(
    ("page-extension", "page-slash", "page-case", "index-page", "missing-page")
)
"""Rules whose fixes write the path of a page in place of another, which takes nothing away."""


def removes_content(fix: Fix, problem: Problem, site: Snapshot, files: Files) -> bool:
    """Whether a fix that is the obvious one would take pages from readers all the same."""
    overview = site.overview() if fix.safe or fix.preferred else None
    edits, others = split_changes(fix.changes)
    if overview is None or edits.keys().isdisjoint(site.parts):
        return False
    if any(other.file not in edits for other in others):
        return False  # Files come or go: `fix` looks at the whole site then.
    texts = (file_edit.new for found in edits.values() for file_edit in found)
    if problem.rule in _ABOUT_ENTRIES and not any(" " in text for text in texts):
        return False
    return overview.cached(_Effects).may_remove_content(edits, overview, files)


class _Effects:
    """What fixes do to a site. Several problems may have the same fix.

    The overview keeps it, so it must not lead back there: then both would stay for good.
    """

    def __init__(self, _overview: Overview) -> None:
        self._known: dict[tuple[FileEdit, ...], bool] = {}

    def may_remove_content(
        self, edits: Mapping[str, Sequence[FileEdit]], overview: Overview, files: Files
    ) -> bool:
        """Whether some edits take something from readers."""
        key = tuple(chain.from_iterable(edits.values()))
        if key not in self._known:
            self._known[key] = would_remove_content(edits, overview, files)
        return self._known[key]


def would_remove_content(
    edits: Mapping[str, Sequence[FileEdit]], overview: Overview, files: Files
) -> bool:
    """Whether readers would miss something after some edits of docs.json or its parts."""
    changes = dict(_merge_edits_by_part(edits, overview.parts))
    return overview.cached(AcceptedChanges).would_remove_content(changes, overview, files)


def _merge_edits_by_part(
    edits: Mapping[str, Sequence[FileEdit]], parts: Parts
) -> Iterator[tuple[str, DocsEdit]]:
    """The parts of docs.json that some edits change, before and after."""
    for file, file_edits in edits.items():
        part = parts.get(file)
        if isinstance(part, Document):
            yield file, _merge_edits(file_edits, part)


def _merge_edits(edits: Sequence[FileEdit], document: Document) -> DocsEdit:
    """All edits of a document as one; what they do not touch is not read anew."""
    before = document.text
    start = min(edit.span.start for edit in edits)
    end = max(edit.span.end for edit in edits)
    moved = [edit._replace(span=edit.span.shift(-start)) for edit in edits]
    new = apply_edits(before.data[start:end], moved)
    return DocsEdit(document, start, end, new)

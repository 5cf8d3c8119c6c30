"""What a fix would do to a site, worked out before it is offered.

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
from docs_lsp.jsontree.nodes import Object
from docs_lsp.site.routes.accepted_changes import AcceptedChanges, DocsEdit
from docs_lsp.site.routes.accepted_site import Effect

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.files.files import Files
    from docs_lsp.site.navigation.refs import Parts
    from docs_lsp.site.overview import Overview

_ABOUT_ENTRIES = frozenset(
    ("page-extension", "page-slash", "page-case", "index-page", "missing-page")
)
"""Rules whose fixes write the path of a page in place of another, which takes nothing away."""
_TAKES_PAGES = frozenset(("operation-twice",))
"""Rules about pages that the service shows in another way as well, so that one of two may go."""


def predict_effect(fix: Fix, problem: Problem, site: Snapshot, files: Files) -> Effect:
    """What a fix of docs.json would take from readers."""
    overview = site.overview()
    edits, others = split_changes(fix.changes)
    if overview is None or edits.keys().isdisjoint(site.parts):
        return Effect.NONE
    if any(other.file not in edits for other in others):
        return Effect.NONE  # Files come or go: `fix` looks at the whole site then.
    is_obvious = fix.safe or fix.preferred
    if not (is_obvious or _touches_navigation(edits, overview)):
        return Effect.NONE  # It takes no page away, and a writer who takes it knows the rest.
    texts = (file_edit.new for found in edits.values() for file_edit in found)
    if problem.rule in _ABOUT_ENTRIES and not any(" " in text for text in texts):
        return Effect.NONE
    effect = overview.cached(_Effects).predict(edits, overview, files)
    is_meant = bool(others) or problem.rule in _TAKES_PAGES
    return Effect.SOMETHING if is_meant and effect is Effect.PAGES else effect


def _touches_navigation(edits: Mapping[str, Sequence[FileEdit]], overview: Overview) -> bool:
    """Whether some edits change the navigation, or a part of docs.json that may belong to it."""
    part = overview.parts.get(overview.name)
    root = part.tree.root if isinstance(part, Document) else None
    if not isinstance(part, Document) or not isinstance(root, Object):
        return False
    if "navigation" not in root.by_key or edits.keys() - {overview.name}:
        return True
    start, end = root.value_span("navigation").shift(part.tree.start)
    return any(edit.span.start <= end and start <= edit.span.end for edit in edits[overview.name])


class _Effects:
    """What fixes do to a site. Several problems may have the same fix.

    The overview keeps it, so it must not lead back there: then both would stay for good.
    """

    def __init__(self, _overview: Overview) -> None:
        self._known: dict[tuple[FileEdit, ...], Effect] = {}

    def predict(
        self, edits: Mapping[str, Sequence[FileEdit]], overview: Overview, files: Files
    ) -> Effect:
        """What some edits take from readers."""
        key = tuple(chain.from_iterable(edits.values()))
        if key not in self._known:
            self._known[key] = predict_effect_of_edits(edits, overview, files)
        return self._known[key]


def predict_effect_of_edits(
    edits: Mapping[str, Sequence[FileEdit]], overview: Overview, files: Files
) -> Effect:
    """What some edits of docs.json or its parts would take from readers."""
    changes = dict(_merge_edits_by_part(edits, overview.parts))
    return overview.cached(AcceptedChanges).predict_effect(changes, overview, files)


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

"""What a fix would do to a site, played before it is offered as the obvious one.

Only what a fix changes is read anew, and each is played once: a writer waits for the light bulb.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING

from docs_lsp.core.problem import FileEdit, Fix, Problem, split_changes
from docs_lsp.files.draft import apply_edits
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.site.navigation.docs_reader import read_missing_parts
from docs_lsp.site.routes.accepted_site import get_accepted_site, predict_accepted_site

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.files.files import Files
    from docs_lsp.site.navigation.refs import Parts
    from docs_lsp.site.overview import Overview

_ABOUT_ENTRIES = frozenset(
    ("page-extension", "page-slash", "page-case", "index-page", "missing-page")
)
"""Rules whose fixes write the path of a page in place of another, which takes nothing away."""
MOST_PLAYED = 500
"""How many fixes of one snapshot are held against what the service keeps; others are offered."""


_TAKES_PAGES = frozenset(("operation-twice",))
"""Rules about pages that the service shows in another way as well, so that one of two may go."""


class Effect(Enum):
    """What a fix takes from readers."""

    NONE = "none"
    SOMETHING = "something"
    """An address, or a page that the service makes; or nobody can tell."""
    PAGES = "pages"
    """A page of the site that the service keeps today."""


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
    """What fixes have done to a site when they were played.

    The overview keeps it, so it must not lead back there: then both would stay for good.
    """

    def __init__(self, _overview: Overview) -> None:
        self._left = MOST_PLAYED
        self._known: dict[tuple[FileEdit, ...], Effect] = {}
        """What some edits take away; several problems may have the same fix."""

    def predict(
        self, edits: Mapping[str, Sequence[FileEdit]], overview: Overview, files: Files
    ) -> Effect:
        """What some edits take from readers; something, where nobody can tell any more, for a
        report of thousands of problems goes without."""
        key = tuple(chain.from_iterable(edits.values()))
        if key not in self._known:
            self._left -= 1
            if self._left < 0:
                return Effect.SOMETHING
            parts = {**overview.parts, **dict(_apply_to_parts(edits, overview.parts))}
            after = predict_accepted_site(read_missing_parts(parts, files), overview, files)
            before = get_accepted_site(overview)
            effect = Effect.SOMETHING if after.removes_content(before, {}) else Effect.NONE
            self._known[key] = Effect.PAGES if after.lacks_pages(before, {}) else effect
        return self._known[key]


def _apply_to_parts(
    edits: Mapping[str, Sequence[FileEdit]], parts: Parts
) -> Iterator[tuple[str, Document | str]]:
    """The parts of docs.json that some edits change, as they would be."""
    for file, file_edits in edits.items():
        part = parts.get(file)
        if isinstance(part, Document):
            yield file, _apply_to_document(file_edits, part)


def _apply_to_document(edits: Sequence[FileEdit], document: Document) -> Document:
    """A document after some edits; what they do not touch is not read anew."""
    before = document.text
    data = apply_edits(before.data, edits)
    start = min(edit.span.start for edit in edits)
    left = len(before.data) - max(edit.span.end for edit in edits)
    end = len(data) - left
    text = before.splice(start, len(before.data) - left, data[start:end])
    return document.update_text(text, start, len(before.data) - left, end)

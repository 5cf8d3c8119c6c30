"""Decides whether a fix may be offered, is obvious, or is so safe that it needs no question.

A rule says whether its fix is safe or preferred. What the fix would remove for readers can only
restrict that. Only what a fix changes is examined, and each fix once: the user waits for the light
bulb, and a report has thousands of fixes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from docs_lsp.core.problem import FileEdit, Fix, Problem, split_changes
from docs_lsp.files.draft import apply_file_edits
from docs_lsp.files.files import Files
from docs_lsp.jsontree.document import Document
from docs_lsp.rules import all_rules
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.accepted_changes import AcceptedChangePredictor, DocsEdit
from docs_lsp.site.routes.accepted_site import Effect

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot

_TAKES_ADDRESSES = frozenset(
    (
        *("endpoint-page", "hidden-endpoint", "malformed-endpoint", "missing-page"),
        *("operation-twice", "shadowed-page"),
    )
)
"""Rules of which a fix that is not the obvious one may cost an address, as its title says."""


_ABOUT_ENTRIES = frozenset(
    ("page-extension", "page-slash", "page-case", "index-page", "missing-page")
)
"""Rules whose fixes replace the path of a page by another, which removes nothing."""
_TAKES_PAGES = frozenset(("operation-twice",))
"""Rules about pages that the service shows twice, so that one of them may be removed."""


def is_safe_fix(_problem: Problem, fix: Fix) -> bool:
    """Return whether a fix may be applied without asking."""
    return fix.safe


def is_preferred_fix(_problem: Problem, fix: Fix) -> bool:
    """Return whether a fix is the obvious one."""
    return fix.preferred


def list_fixable_rules(*, safe: bool) -> frozenset[str]:
    """Return the names of the rules that may have preferred fixes, or safe ones if `safe`."""
    return frozenset(
        name
        for name, rule in all_rules().items()
        if (rule.fixes.may_be_safe if safe else rule.fixes.may_be_preferred)
    )


def restrict_fix(fix: Fix, problem: Problem, site: Snapshot, files: Files) -> Fix | None:
    """Return a fix as it may be offered; None if it would remove pages or addresses by surprise.

    That happens because of another mistake in docs.json, for example. A fix whose title says so may
    remove an address, and is neither safe nor preferred.
    """
    effect = predict_fix_effect(fix, problem, site, files)
    if effect is Effect.NONE:
        return fix
    if effect is Effect.PAGES or not _says_what_is_lost(fix, problem):
        return None
    return fix._replace(safe=False, preferred=False)


def _says_what_is_lost(fix: Fix, problem: Problem) -> bool:
    """Return whether a fix is meant to remove something, so that this is no surprise."""
    is_choice = problem.rule in _TAKES_ADDRESSES and not (fix.safe or fix.preferred)
    return is_choice or bool(split_changes(fix.changes)[1])


def predict_fix_effect(fix: Fix, problem: Problem, site: Snapshot, files: Files) -> Effect:
    """Return what a fix of docs.json would remove for readers; `NONE` also if not examined."""
    overview = site.get_overview()
    edits, others = split_changes(fix.changes)
    if overview is None or edits.keys().isdisjoint(site.parts):
        return Effect.NONE
    if any(other.file not in edits for other in others):
        return Effect.NONE  # Files are created or deleted: then `fix` examines the whole site.
    is_obvious = fix.safe or fix.preferred
    if not (is_obvious or _touches_navigation(edits, overview)):
        return Effect.NONE  # It removes no page, and a user who chooses it knows its other effects.
    texts = (file_edit.new for found in edits.values() for file_edit in found)
    if problem.rule in _ABOUT_ENTRIES and not any(" " in text for text in texts):
        return Effect.NONE
    effect = _predict_cached_effect(edits, overview, files)
    is_meant = bool(others) or problem.rule in _TAKES_PAGES
    return Effect.SOMETHING if is_meant and effect is Effect.PAGES else effect


def _touches_navigation(edits: Mapping[str, Sequence[FileEdit]], overview: Overview) -> bool:
    """Return whether some edits change the navigation, or a file that may belong to it."""
    document, root = overview.find_document(overview.name), overview.root_object
    if document is None or root is None:
        return False
    if "navigation" not in root.by_key or edits.keys() - {overview.name}:
        return True
    start, end = root.get_value_span("navigation").shift(document.tree.start)
    return any(edit.span.start <= end and start <= edit.span.end for edit in edits[overview.name])


def _start_effect_cache(_overview: Overview) -> dict[tuple[FileEdit, ...], Effect]:
    """Return an empty cache of the effects of edits, since several problems may have one fix."""
    return {}


def _predict_cached_effect(
    edits: Mapping[str, Sequence[FileEdit]], overview: Overview, files: Files
) -> Effect:
    """Return what some edits remove for readers, computed once for the same edits."""
    known = overview.cached(_start_effect_cache)
    key = tuple(chain.from_iterable(edits.values()))
    if key not in known:
        known[key] = predict_edit_effect(edits, overview, files)
    return known[key]


def predict_edit_effect(
    edits: Mapping[str, Sequence[FileEdit]], overview: Overview, files: Files
) -> Effect:
    """Return what some edits of docs.json or its parts would remove for readers."""
    changes = {
        file: _merge_edits(file_edits, document)
        for file, file_edits in edits.items()
        if (document := overview.find_document(file))
    }
    return overview.cached(AcceptedChangePredictor).predict_effect(changes, overview, files)


def _merge_edits(edits: Sequence[FileEdit], document: Document) -> DocsEdit:
    """Merge all edits of a document into one; text outside of it is not parsed again."""
    before = document.text
    start = min(edit.span.start for edit in edits)
    end = max(edit.span.end for edit in edits)
    moved = [edit._replace(span=edit.span.shift(-start)) for edit in edits]
    new = apply_file_edits(before.data[start:end], moved)
    return DocsEdit(document, start, end, new)

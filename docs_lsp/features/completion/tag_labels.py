"""Completion of the labels that are shown beside a title: `tag` of versions and groups."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.item import CompletionProposal
from docs_lsp.features.to_lsp import ItemKind

_VERSION_LABELS = {
    "Latest": "the newest version",
    "Recommended": "the version that most readers should use",
    "Beta": "may still change",
    "Preview": "not released yet",
    "Legacy": "for existing users only",
    "Deprecated": "should no longer be used",
}
"""Usual labels of a version, with their meanings."""
_GROUP_LABELS = {"New": "added lately", "Beta": "may still change", "Deprecated": "will be removed"}
USUAL_LABELS = {"version": _VERSION_LABELS, "group": _GROUP_LABELS}
"""The records with a key `tag` for which some labels are usual, with these."""


def iter_label_items(place: CompletionCursor, record: str) -> Iterator[CompletionProposal]:
    """Yield values for the key `tag` of a record: of a group first the labels of its siblings."""
    used = sorted(place.collect_sibling_strings("tag"))
    usual = USUAL_LABELS.get(record, {})
    if record == "group":
        known = {label.casefold() for label in used}
        labels = [*used, *(label for label in usual if label.casefold() not in known)]
    else:
        labels = [*usual, *used]
    for label in dict.fromkeys(labels):
        if label.strip():
            yield CompletionProposal(label, ItemKind.VALUE, label, detail=usual.get(label, ""))

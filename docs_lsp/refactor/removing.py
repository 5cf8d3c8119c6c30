"""Entries and elements, taken out of the navigation. The files of their pages stay."""

from __future__ import annotations

from docs_lsp.jsontree.cursor import steps_to
from docs_lsp.jsontree.edits import remove
from docs_lsp.problem import FileEdit
from docs_lsp.refactor.placing import Place, PlacingRefused, document_of, named_by
from docs_lsp.refactor.selection import Changes
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview


def removed(overview: Overview, place: Place) -> Changes:
    """The changes that take out what takes up a place. Raises `PlacingRefused`."""
    found = named_by(overview, place)
    if isinstance(found, Placed):
        kind, at = found.element.kind, found.at
        if kind is None or not kind.title:
            raise PlacingRefused("The whole of `navigation` cannot be removed here.")
    else:
        at = found.span.start - 1  # The quote.
    document = document_of(overview, found.file)
    steps = steps_to(document, at + 1)
    step = next((one for one in reversed(steps) if one.child and one.value_at == at), None)
    if step is None:
        raise PlacingRefused("docs.json has changed since. Try again.")
    edits = remove(document.text.data, step.node, step.at, [step.index])
    return tuple(FileEdit(found.file, *edit) for edit in edits or ())

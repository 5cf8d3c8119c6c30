"""File changes as an LSP WorkspaceEdit, in the form that the client supports.

With change annotations, the user confirms some of the changes separately.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from docs_lsp.core.problem import (
    DeletedFile,
    FileChange,
    FileEdit,
    MovedFile,
    NewFile,
    split_changes,
)
from docs_lsp.core.text import Encoding, Span, measure_common_prefix
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, build_range

_TOP: Json = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


@dataclass(frozen=True, slots=True)
class EditAbilities:
    """Parts of a WorkspaceEdit that a client supports; the defaults describe a bare client."""

    versions: bool = False
    """Whether edits may name the document version they apply to."""
    creates: bool = False
    renames: bool = False
    deletes: bool = False
    annotates: bool = False
    """Whether parts of an edit may require the user's confirmation."""

    def supports_change(self, change: FileChange) -> bool:
        """Whether the client can apply a change of this kind."""
        match change:
            case NewFile():
                return self.creates
            case MovedFile():
                return self.renames
            case DeletedFile():
                return self.deletes
        return True


def can_apply_changes(changes: Sequence[FileChange], view: View, abilities: EditAbilities) -> bool:
    """Whether the client applies all changes, and no command left the site half written."""
    if view.is_interrupted:
        return False
    return all(
        abilities.supports_change(change) and view.can_client_change(change.file)
        for change in changes
    )


def build_workspace_edit(
    changes: Sequence[FileChange], view: View, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the workspace edit for some changes, or None if the client cannot apply them."""
    if not can_apply_changes(changes, view, abilities):
        return None
    edits, others = split_changes(changes)
    written = {
        file: _build_text_edits(file, found, view, encoding) for file, found in edits.items()
    }
    if not others and not abilities.versions:
        return {"changes": {view.uri(file): found for file, found in written.items()}}
    documents = [build_document_edit(file, found, view) for file, found in written.items()]
    # Edits of a file that is moved use its old name, so they come first.
    return {
        "documentChanges": [
            *documents,
            *(step for one in others for step in _iter_file_operations(one, view)),
        ]
    }


def _build_text_edits(
    file: str, edits: Sequence[FileEdit], view: View, encoding: Encoding
) -> list[Json]:
    text = view.text(file)
    return [
        {"range": build_range(text, edit.span, encoding), "newText": edit.new}
        for edit in sorted(edits, key=lambda each: each.span)
    ]


def build_document_edit(file: str, edits: list[Json], view: View) -> Json:
    """Return LSP's `TextDocumentEdit` for the newest version of a file."""
    document = {"uri": view.uri(file), "version": view.versions.get(file)}
    return {"textDocument": document, "edits": edits}


def build_rename_step(change: MovedFile, view: View) -> Json:
    """Return LSP's `RenameFile` for a move, which never overwrites a file."""
    old, new = view.uri(change.file), view.uri(change.to)
    options = {"overwrite": False}
    return {"kind": "rename", "oldUri": old, "newUri": new, "options": options}


def _iter_file_operations(change: NewFile | MovedFile | DeletedFile, view: View) -> Iterator[Json]:
    match change:
        case NewFile(file, content):
            yield {"kind": "create", "uri": view.uri(file), "options": {"overwrite": False}}
            if content:
                yield build_document_edit(file, [{"range": _TOP, "newText": content}], view)
        case MovedFile():
            yield build_rename_step(change, view)
        case DeletedFile(file):
            yield {"kind": "delete", "uri": view.uri(file)}


class ChangeAnnotation(NamedTuple):
    """The confirmation that a change asks for: LSP's change annotation."""

    label: str
    description: str


class AnnotatedChange(NamedTuple):
    """A change, and the confirmation it needs; without one it is applied unconditionally."""

    change: FileEdit | MovedFile
    offer: ChangeAnnotation | None = None


def build_annotated_edit(
    pieces: Sequence[AnnotatedChange], view: View, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the workspace edit for changes, some of which need confirmation, or None.

    The order of changes at one place matters. The result is None if the client cannot apply one of
    them or does not support annotations.
    """
    changes = [piece.change for piece in pieces]
    if not (
        abilities.annotates and abilities.versions and can_apply_changes(changes, view, abilities)
    ):
        return None
    offers = tuple(dict.fromkeys(piece.offer for piece in pieces if piece.offer))
    names = {offer: str(number) for number, offer in enumerate(offers)}
    by_file: dict[str, list[Json]] = defaultdict(list)
    steps: list[Json] = []
    for change, offer in sorted(pieces, key=_change_sort_key):
        mark = {"annotationId": names[offer]} if offer else {}
        if isinstance(change, FileEdit):
            where = build_range(view.text(change.file), change.span, encoding)
            by_file[change.file].append({"range": where, "newText": change.new, **mark})
        else:
            steps.append({**build_rename_step(change, view), **mark})
    return {
        "documentChanges": [
            *(build_document_edit(file, by_file[file], view) for file in by_file),
            *steps,
        ],
        "changeAnnotations": {
            name: _build_change_annotation(offer) for offer, name in names.items()
        },
    }


def annotate_extra_changes(
    sure: Sequence[FileChange], all_changes: Sequence[FileChange], offer: ChangeAnnotation
) -> tuple[AnnotatedChange, ...] | None:
    """Return the sure changes, with those that `all_changes` adds to them as an annotated offer.

    None if the two sets of changes cannot be combined.
    """
    both = {*sure} & {*all_changes}
    left = {change for change in sure if change not in both}
    edits: dict[str, list[FileEdit]] = defaultdict(list)
    for change in sure:
        if isinstance(change, FileEdit) and change in left:
            edits[change.file].append(change)
    pieces: list[AnnotatedChange] = []
    for change in all_changes:
        inside = _find_inner_edits(change, edits) if isinstance(change, FileEdit) else []
        if change in both:
            pieces.append(AnnotatedChange(change))  # type: ignore[arg-type]  # only edits and moves come here
        elif isinstance(change, FileEdit) and inside and left.issuperset(inside):
            split = _split_outer_edit(inside, change, offer)
            if not split:
                return None
            pieces += split
            left.difference_update(inside)
        else:
            pieces.append(AnnotatedChange(change, offer))  # type: ignore[arg-type]  # as above
    return None if left else tuple(pieces)


def _find_inner_edits(outer: FileEdit, edits: Mapping[str, Sequence[FileEdit]]) -> list[FileEdit]:
    """Return the edits within the range of a larger one, in order."""
    start, end = outer.span
    near = edits.get(outer.file, ())
    inside = [
        file_edit
        for file_edit in near
        if start <= file_edit.span.start and file_edit.span.end <= end
    ]
    return sorted(inside, key=lambda file_edit: file_edit.span)


def _split_outer_edit(
    sure: Sequence[FileEdit], outer: FileEdit, offer: ChangeAnnotation
) -> list[AnnotatedChange]:
    """Split an edit into the smaller ones it contains and the offered text around them.

    The result is empty if the smaller edits cannot be located in it.
    """
    pieces: list[AnnotatedChange] = []
    done, rest = outer.span.start, outer.new
    for file_edit in sure:
        before, found, behind = rest.partition(file_edit.new) if file_edit.new else ("", "", rest)
        if found != file_edit.new:
            return _split_same_range_edit(sure[0], outer, offer) if len(sure) == 1 else []
        pieces += _build_offered_pieces(outer, Span(done, file_edit.span.start), before, offer)
        pieces.append(AnnotatedChange(file_edit))
        done, rest = file_edit.span.end, behind
    return [*pieces, *_build_offered_pieces(outer, Span(done, outer.span.end), rest, offer)]


def _build_offered_pieces(
    outer: FileEdit, span: Span, new: str, offer: ChangeAnnotation
) -> list[AnnotatedChange]:
    is_nothing = span.start == span.end and not new
    return [] if is_nothing else [AnnotatedChange(FileEdit(outer.file, span, new), offer)]


def _split_same_range_edit(
    sure: FileEdit, outer: FileEdit, offer: ChangeAnnotation
) -> list[AnnotatedChange]:
    """Split an edit into another one of the same range and the offered text inserted in it.

    The result is empty if the ranges differ or the texts do not fit.
    """
    size = measure_common_prefix(sure.new, outer.new)
    head, tail = sure.new[:size], sure.new[size:]
    is_longer = outer.new.endswith(tail) and len(outer.new) >= len(sure.new)
    if outer.span != sure.span or not is_longer:
        return []
    end = Span(sure.span.end, sure.span.end)
    between = outer.new[size : len(outer.new) - len(tail)]
    last = [AnnotatedChange(FileEdit(sure.file, end, tail))] if tail else []
    return [
        AnnotatedChange(sure._replace(new=head)),
        AnnotatedChange(FileEdit(sure.file, end, between), offer),
        *last,
    ]


def _change_sort_key(piece: AnnotatedChange) -> tuple[str, Span]:
    change = piece.change
    return change.file, change.span if isinstance(change, FileEdit) else Span(0, 0)


def _build_change_annotation(offer: ChangeAnnotation) -> Json:
    return {"label": offer.label, "needsConfirmation": True, "description": offer.description}

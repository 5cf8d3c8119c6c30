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
from docs_lsp.features.to_lsp import TOP_RANGE, Json, build_range


@dataclass(frozen=True, slots=True)
class EditAbilities:
    """Parts of a WorkspaceEdit that a client supports; the defaults describe a bare client."""

    versions: bool = False
    """Whether edits may name the document version they apply to."""
    creates: bool = False
    renames: bool = False
    deletes: bool = False
    annotates: bool = False
    """Whether annotated of an edit may require the user's confirmation."""

    def supports_change(self, change: FileChange) -> bool:
        """Return whether the client can apply a change of this kind."""
        match change:
            case NewFile():
                return self.creates
            case MovedFile():
                return self.renames
            case DeletedFile():
                return self.deletes
        return True


def can_apply_changes(changes: Sequence[FileChange], view: View, abilities: EditAbilities) -> bool:
    """Return whether the client applies all changes, and no command left the site half written."""
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


def merge_site_edits(edits: Sequence[Json]) -> Json | None:
    """Return the workspace edits of several sites as one; a file is edited for the first only.

    None if there are none. Files of nested sites would be edited twice in the same way.
    """
    if len(edits) < 2:
        return edits[0] if edits else None
    seen: set[str] = set()
    steps: list[Json] = []
    annotations: Json = {}
    for number, edit in enumerate(edits):
        own = [step for step in _iter_edit_steps(edit, f"{number}.") if _get_uri(step) not in seen]
        seen.update(map(_get_uri, own))
        steps += own
        for name, annotation in edit.get("changeAnnotations", {}).items():
            annotations[f"{number}.{name}"] = annotation
    if all("changes" in edit for edit in edits):
        return {"changes": {_get_uri(step): step["edits"] for step in steps}}
    merged: Json = {"documentChanges": steps}
    return {**merged, "changeAnnotations": annotations} if annotations else merged


def _iter_edit_steps(edit: Json, prefix: str) -> Iterator[Json]:
    """Yield the document changes of an edit, with a prefix before the names of annotations."""
    for uri, found in edit.get("changes", {}).items():
        yield {"textDocument": {"uri": uri, "version": None}, "edits": found}
    for step in edit.get("documentChanges", ()):
        marked = _rename_annotation(step, prefix)
        if "edits" in step:
            marked["edits"] = [_rename_annotation(one, prefix) for one in step["edits"]]
        yield marked


def _rename_annotation(part: Json, prefix: str) -> Json:
    """Return a copy of an edit or operation whose annotation, if any, has a prefix."""
    name = part.get("annotationId")
    return {**part, "annotationId": f"{prefix}{name}"} if name is not None else {**part}


def _get_uri(step: Json) -> str:
    """Return the URI of the document that an edit or operation changes."""
    uri = step.get("uri") or step.get("oldUri") or step["textDocument"]["uri"]
    return str(uri)


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
                yield build_document_edit(file, [{"range": TOP_RANGE, "newText": content}], view)
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
    annotation: ChangeAnnotation | None = None


def build_annotated_edit(
    annotated: Sequence[AnnotatedChange], view: View, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the workspace edit for changes, some to be confirmed; None if it is not supported.

    The order of changes at one place matters. The client may be unable to apply one of them, or
    not support annotations.
    """
    changes = [one.change for one in annotated]
    if not (
        abilities.annotates and abilities.versions and can_apply_changes(changes, view, abilities)
    ):
        return None
    annotations = tuple(dict.fromkeys(one.annotation for one in annotated if one.annotation))
    names = {annotation: str(number) for number, annotation in enumerate(annotations)}
    by_file: dict[str, list[Json]] = defaultdict(list)
    steps: list[Json] = []
    for change, annotation in sorted(annotated, key=_change_sort_key):
        mark = {"annotationId": names[annotation]} if annotation else {}
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
            name: _build_change_annotation(annotation) for annotation, name in names.items()
        },
    }


def annotate_extra_changes(
    main: Sequence[FileChange], all_changes: Sequence[FileChange], annotation: ChangeAnnotation
) -> tuple[AnnotatedChange, ...] | None:
    """Return the main changes, and annotated what `all_changes` adds; None if incompatible."""
    both = {*main} & {*all_changes}
    left = {change for change in main if change not in both}
    edits: dict[str, list[FileEdit]] = defaultdict(list)
    for change in main:
        if isinstance(change, FileEdit) and change in left:
            edits[change.file].append(change)
    annotated: list[AnnotatedChange] = []
    for change in all_changes:
        inside = _find_inner_edits(change, edits) if isinstance(change, FileEdit) else []
        if change in both:
            annotated.append(AnnotatedChange(change))  # type: ignore[arg-type]  # only edits and moves come here
        elif isinstance(change, FileEdit) and inside and left.issuperset(inside):
            split = _split_outer_edit(inside, change, annotation)
            if not split:
                return None
            annotated += split
            left.difference_update(inside)
        else:
            annotated.append(AnnotatedChange(change, annotation))  # type: ignore[arg-type]  # as above
    return None if left else tuple(annotated)


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
    main: Sequence[FileEdit], outer: FileEdit, annotation: ChangeAnnotation
) -> list[AnnotatedChange]:
    """Split an edit into the smaller ones it contains and the annotated text around them.

    The result is empty if the smaller edits cannot be located in it.
    """
    annotated: list[AnnotatedChange] = []
    done, rest = outer.span.start, outer.new
    for file_edit in main:
        before, found, behind = rest.partition(file_edit.new) if file_edit.new else ("", "", rest)
        if found != file_edit.new:
            return _split_same_range_edit(main[0], outer, annotation) if len(main) == 1 else []
        annotated += _annotate_text(outer, Span(done, file_edit.span.start), before, annotation)
        annotated.append(AnnotatedChange(file_edit))
        done, rest = file_edit.span.end, behind
    return [*annotated, *_annotate_text(outer, Span(done, outer.span.end), rest, annotation)]


def _annotate_text(
    outer: FileEdit, span: Span, new: str, annotation: ChangeAnnotation
) -> list[AnnotatedChange]:
    is_nothing = span.start == span.end and not new
    return [] if is_nothing else [AnnotatedChange(FileEdit(outer.file, span, new), annotation)]


def _split_same_range_edit(
    main: FileEdit, outer: FileEdit, annotation: ChangeAnnotation
) -> list[AnnotatedChange]:
    """Split an edit into another one of the same range and the annotated text inserted in it.

    The result is empty if the ranges differ or the texts do not fit.
    """
    size = measure_common_prefix(main.new, outer.new)
    head, tail = main.new[:size], main.new[size:]
    is_longer = outer.new.endswith(tail) and len(outer.new) >= len(main.new)
    if outer.span != main.span or not is_longer:
        return []
    end = Span(main.span.end, main.span.end)
    between = outer.new[size : len(outer.new) - len(tail)]
    last = [AnnotatedChange(FileEdit(main.file, end, tail))] if tail else []
    return [
        AnnotatedChange(main._replace(new=head)),
        AnnotatedChange(FileEdit(main.file, end, between), annotation),
        *last,
    ]


def _change_sort_key(one: AnnotatedChange) -> tuple[str, Span]:
    change = one.change
    return change.file, change.span if isinstance(change, FileEdit) else Span(0, 0)


def _build_change_annotation(annotation: ChangeAnnotation) -> Json:
    return {
        "label": annotation.label,
        "needsConfirmation": True,
        "description": annotation.description,
    }

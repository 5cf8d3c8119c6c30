"""File changes as an LSP WorkspaceEdit, in the form that the client supports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docs_lsp.core.problem import (
    DeletedFile,
    FileChange,
    FileEdit,
    MovedFile,
    NewFile,
    split_changes,
)
from docs_lsp.core.text import Encoding
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

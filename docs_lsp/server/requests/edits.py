"""Answers that edit files: code actions, renaming, and the edits for moved and deleted files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docs_lsp.features.to_lsp import Json
from docs_lsp.server.buffers import path_of
from docs_lsp.server.errors import BadParams, RequestRefused
from docs_lsp.server.requests.request import Request, WorkspaceRequest


def actions(request: Request) -> list[Json]:
    """`textDocument/codeAction`."""
    from docs_lsp.features._actions import Question
    from docs_lsp.features.code_actions import code_actions

    match request.params.get("context"):
        case {"only": list(kinds)}:
            only = tuple(kind for kind in kinds if isinstance(kind, str))
        case _:
            only = ()
    question = Question(request.file, request.span(), only)
    client = request.client
    return code_actions(request.view, question, client.dialect, client.actions)


def action(request: Request) -> Json:
    """`codeAction/resolve`: the action with its edit, or as it is if it is out of date."""
    from docs_lsp.features.code_actions import resolved

    client = request.client
    edit = resolved(request.view, request.data, client.dialect, client.actions)
    return request.params if edit is None else {**request.params, "edit": edit}


def what_is_renamed(request: Request) -> Json | None:
    """`textDocument/prepareRename`."""
    from docs_lsp.features.rename import RenameRefused, prepare

    try:
        return prepare(request.view, request.file, request.offset(), request.encoding)
    except RenameRefused as refusal:
        raise RequestRefused(str(refusal)) from None


def rename(request: Request) -> Json | None:
    """`textDocument/rename`."""
    from docs_lsp.features.rename import RenameRefused
    from docs_lsp.features.rename import rename as edit

    name = request.params.get("newName")
    if not isinstance(name, str):
        raise BadParams("a renaming without a name")
    can = request.client.actions.edits
    try:
        return edit(request.view, request.file, request.offset(), name, request.encoding, can)
    except RenameRefused as refusal:
        raise RequestRefused(str(refusal)) from None


def files_renamed(request: WorkspaceRequest) -> Json | None:
    """`workspace/willRenameFiles`."""
    from docs_lsp.features.file_operations import will_rename

    client = request.client
    renamed = list(_files(request, "oldUri", "newUri"))
    for view, site_path in request.sites:
        paths = [(site_path(old), site_path(new)) for old, new in renamed]
        moves = [(old, new) for old, new in paths if old is not None and new is not None]
        edit = will_rename(view, moves, client.dialect.encoding, client.actions.edits)
        if edit is not None:
            return edit
    return None


def files_deleted(request: WorkspaceRequest) -> Json | None:
    """`workspace/willDeleteFiles`."""
    from docs_lsp.features.file_operations import will_delete

    client = request.client
    deleted = list(_files(request, "uri"))
    for view, site_path in request.sites:
        paths = [path for one in deleted if (path := site_path(*one)) is not None]
        edit = will_delete(view, paths, client.dialect.encoding, client.actions.edits)
        if edit is not None:
            return edit
    return None


def _files(request: WorkspaceRequest, *names: str) -> Iterator[Any]:
    """The paths that a file operation names, those of one file together."""
    files = request.params.get("files")
    for file in files if isinstance(files, list) else ():
        uris = [file.get(name) for name in names] if isinstance(file, dict) else []
        paths = [path_of(uri) for uri in uris if isinstance(uri, str)]
        if len(paths) == len(names) and None not in paths:
            yield tuple(paths)

"""Answers about all sites: workspace symbols, and the edits for renamed and deleted files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docs_lsp.features.to_lsp import Json
from docs_lsp.server.buffers import path_from_uri
from docs_lsp.server.requests.request import WorkspaceRequest


def handle_workspace_symbols(request: WorkspaceRequest) -> list[Json]:
    """Answer `workspace/symbol`."""
    from docs_lsp.features.workspace_symbols import answer_workspace_symbols

    query, client = request.params.get("query"), request.client
    return answer_workspace_symbols(
        request.views,
        query if isinstance(query, str) else "",
        client.dialect.encoding,
        is_lazy=client.resolves_symbols,
    )


def handle_workspace_symbol_resolve(request: WorkspaceRequest) -> Json:
    """Answer `workspaceSymbol/resolve`."""
    from docs_lsp.features.workspace_symbols import resolve_symbol_location

    data = request.params.get("data")
    encoding = request.client.dialect.encoding
    location = (
        resolve_symbol_location(request.views, data, encoding) if isinstance(data, dict) else None
    )
    return {**request.params, "location": location} if location else request.params


def handle_will_rename_files(request: WorkspaceRequest) -> Json | None:
    """Answer `workspace/willRenameFiles` with the edits of all sites, or None without any."""
    from docs_lsp.features._workspace_edit import merge_site_edits
    from docs_lsp.features.file_operations import answer_will_rename

    client = request.client
    renamed = list(_iter_operation_paths(request, "oldUri", "newUri"))
    edits: list[Json] = []
    for view, site_path in request.sites:
        paths = [(site_path(old), site_path(new)) for old, new in renamed]
        moves = [(old, new) for old, new in paths if old is not None and new is not None]
        edit = answer_will_rename(view, moves, client.dialect.encoding, client.actions.edits)
        edits += [edit] if edit else []
    return merge_site_edits(edits)


def handle_will_delete_files(request: WorkspaceRequest) -> Json | None:
    """Answer `workspace/willDeleteFiles` with the edits of all sites, or None without any."""
    from docs_lsp.features._workspace_edit import merge_site_edits
    from docs_lsp.features.file_operations import answer_will_delete

    client = request.client
    deleted = list(_iter_operation_paths(request, "uri"))
    edits: list[Json] = []
    for view, site_path in request.sites:
        paths = [path for one in deleted if (path := site_path(*one)) is not None]
        edit = answer_will_delete(view, paths, client.dialect.encoding, client.actions.edits)
        edits += [edit] if edit else []
    return merge_site_edits(edits)


def _iter_operation_paths(request: WorkspaceRequest, *names: str) -> Iterator[Any]:
    """Yield the paths that a file operation names, a tuple for each file."""
    files = request.params.get("files")
    for file in files if isinstance(files, list) else ():
        uris = [file.get(name) for name in names] if isinstance(file, dict) else []
        paths = [path_from_uri(uri) for uri in uris if isinstance(uri, str)]
        if len(paths) == len(names) and None not in paths:
            yield tuple(paths)

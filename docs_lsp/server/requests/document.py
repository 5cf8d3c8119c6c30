"""Answers about a whole document: outline, folds, selections, colours, hints, lenses."""

from __future__ import annotations

from docs_lsp.features.to_lsp import Json, RawJson
from docs_lsp.server.errors import BadParams, RequestOutdated
from docs_lsp.server.requests.request import FOLDING, SELECTION, Request


def symbols(request: Request) -> RawJson | list[Json] | None:
    """`textDocument/documentSymbol`."""
    from docs_lsp.features.symbols import document_symbols, flat_symbols

    if request.document is None:
        return None
    view, file = request.view, request.file
    found = document_symbols(view, file, request.encoding)
    return found if request.client.nests_symbols else flat_symbols(found, view.uri(file))


def folds(request: Request) -> list[Json] | None:
    """`textDocument/foldingRange`."""
    from docs_lsp.features.folding import folding_ranges

    document = request.document
    if document is None or request.is_left_to_json_server(FOLDING):
        return None
    return folding_ranges(document, request.client.most_folds)


def selections(request: Request) -> list[Json] | None:
    """`textDocument/selectionRange`."""
    from docs_lsp.features.selection import selection_ranges

    document = request.document
    if document is None or request.is_left_to_json_server(SELECTION):
        return None
    positions = request.params.get("positions")
    if not isinstance(positions, list):
        raise BadParams("a request for selections without its positions")
    offsets = [request.offset_of(position) for position in positions]
    return selection_ranges(document, offsets, request.encoding)


def colours(request: Request) -> list[Json]:
    """`textDocument/documentColor`."""
    from docs_lsp.features.colours import document_colours

    if request.document is None:
        return []
    return document_colours(request.view, request.file, request.encoding)


def hints(request: Request) -> list[Json]:
    """`textDocument/inlayHint`."""
    from docs_lsp.features.inlay_hints import inlay_hints

    resolves = request.client.resolves_hints
    span = request.span()
    return inlay_hints(request.view, request.file, span, request.encoding, resolves=resolves)


def hint(request: Request) -> Json:
    """`inlayHint/resolve`."""
    from docs_lsp.features.inlay_hints import resolved_hint

    tooltip = resolved_hint(request.view, request.data)
    return {**request.params, "tooltip": tooltip} if tooltip else request.params


def lenses(request: Request) -> list[Json]:
    """`textDocument/codeLens`."""
    from docs_lsp.features.code_lenses import code_lenses

    return code_lenses(request.view, request.file, request.encoding)


def lens(request: Request) -> Json:
    """`codeLens/resolve`: one that is outdated says nothing until the client asks anew.

    VS Code would go on to show nothing even then, unless it is told that the lens is outdated.
    """
    from docs_lsp.features.code_lenses import is_outdated, resolved_lens

    shows = request.client.shows_references
    view, encoding = request.view, request.encoding
    if request.client.drops_outdated and is_outdated(view, request.data):
        raise RequestOutdated("The text has changed since.")
    command = resolved_lens(view, request.data, encoding, shows_references=shows)
    return {**request.params, "command": command or {"title": "", "command": ""}}

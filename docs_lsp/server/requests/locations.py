"""Answers about a reference: hover, definition, references, highlights, links, symbols."""

from __future__ import annotations

from docs_lsp.features.to_lsp import Json, RawJson
from docs_lsp.server.requests.request import Request, WorkspaceRequest
from docs_lsp.settings import SETTINGS_FILE


def hover(request: Request) -> Json | None:
    """`textDocument/hover`."""
    view, file, offset = request.view, request.file, request.offset()
    encoding, markdown = request.encoding, request.client.reads_markdown
    if file == SETTINGS_FILE:
        from docs_lsp.features.rule_hover import rule_hover

        return rule_hover(view.text(file), offset, encoding, markdown=markdown)
    from docs_lsp.features.hover import hover as card

    json_server = request.schema_is_shown()
    return card(view, file, offset, encoding, markdown=markdown, json_server=json_server)


def definition(request: Request) -> list[Json]:
    """`textDocument/definition`."""
    from docs_lsp.features.definition import definition as places

    links = request.client.takes_links
    return places(request.view, request.file, request.offset(), request.encoding, links=links)


def references(request: Request) -> list[Json]:
    """`textDocument/references`."""
    from docs_lsp.features.references import references as places

    match request.params.get("context"):
        case {"includeDeclaration": bool(wanted)}:
            declared = wanted
        case _:
            declared = False
    return places(
        request.view,
        request.file,
        request.offset(),
        request.encoding,
        include_declaration=declared,
    )


def highlights(request: Request) -> list[Json] | None:
    """`textDocument/documentHighlight`."""
    from docs_lsp.features.highlight import highlights as spans

    return spans(request.view, request.file, request.offset(), request.encoding)


def links(request: Request) -> RawJson:
    """`textDocument/documentLink`."""
    from docs_lsp.features.document_links import document_links

    tooltips = request.client.shows_link_tooltips
    return document_links(request.view, request.file, request.encoding, tooltips=tooltips)


def link(request: Request) -> Json:
    """`documentLink/resolve`."""
    from docs_lsp.features.document_links import resolved_link

    found = resolved_link(request.view, request.file, request.data, request.encoding)
    return {**request.params, **(found or {})}


def workspace_symbols(request: WorkspaceRequest) -> list[Json]:
    """`workspace/symbol`."""
    from docs_lsp.features.workspace_symbols import workspace_symbols as symbols

    query, client = request.params.get("query"), request.client
    return symbols(
        request.views,
        query if isinstance(query, str) else "",
        client.dialect.encoding,
        lazy=client.resolves_symbols,
    )


def workspace_symbol(request: WorkspaceRequest) -> Json:
    """`workspaceSymbol/resolve`."""
    from docs_lsp.features.workspace_symbols import resolved_symbol

    data = request.params.get("data")
    encoding = request.client.dialect.encoding
    found = resolved_symbol(request.views, data, encoding) if isinstance(data, dict) else None
    return {**request.params, "location": found} if found else request.params

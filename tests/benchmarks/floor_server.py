"""The floor: a bare pygls server that applies each edit and publishes an empty list."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer(
    "floor", "1", text_document_sync_kind=types.TextDocumentSyncKind.Incremental
)


def publish(uri: str, version: int | None) -> None:
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=[])
    )


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def opened(_: LanguageServer, params: types.DidOpenTextDocumentParams) -> None:
    publish(params.text_document.uri, params.text_document.version)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def changed(_: LanguageServer, params: types.DidChangeTextDocumentParams) -> None:
    publish(params.text_document.uri, params.text_document.version)


if __name__ == "__main__":
    server.start_io()

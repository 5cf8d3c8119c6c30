"""The methods that the server announces: requests with a row for each, other messages, commands.

`protocol` handles `$/cancelRequest`, `exit` and the client's answers itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from lsprotocol import types

from docs_lsp.features._commands import (
    EXPLAIN,
    KINDS,
    PAGE_TRIGGERS,
    PREVIEW_OPEN,
    PREVIEW_RESTART,
    PREVIEW_START,
    PREVIEW_STATUS,
    PREVIEW_STOP,
    TAG_SIGNS,
    TRIGGERS,
)
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.created_files import build_creation_options
from docs_lsp.server.handlers import Handlers
from docs_lsp.server.protocol import PlainHandler, Server
from docs_lsp.server.requests import completion, language_features, tree_view, workspace
from docs_lsp.server.responder import RequestMethod, RequestSubject
from docs_lsp.server.tracing import SET_TRACE


def _build_completion_options(client: ClientFlags) -> types.CompletionOptions:
    return types.CompletionOptions(
        trigger_characters=sorted({*TRIGGERS, *PAGE_TRIGGERS}),
        resolve_provider=client.proposals.resolves,
    )


def _build_on_type_options(_client: ClientFlags) -> types.DocumentOnTypeFormattingOptions:
    first, *more = TAG_SIGNS
    return types.DocumentOnTypeFormattingOptions(first, more)


def _build_action_options(client: ClientFlags) -> types.CodeActionOptions | None:
    """Return the options of code actions; None for a client that only accepts commands."""
    if not client.actions.literals:
        return None
    return types.CodeActionOptions(
        code_action_kinds=KINDS, resolve_provider=client.actions.resolves
    )


def _build_file_operation_options(_client: ClientFlags) -> types.FileOperationRegistrationOptions:
    """Return the files and folders that the client asks about before it renames or deletes them."""
    file, folder = types.FileOperationPatternKind.File, types.FileOperationPatternKind.Folder
    patterns = (
        ("**/*.{md,mdx,json,yaml,yml,js,jsx,ts,tsx,css}", file),
        ("**/*.{svg,png,jpg,jpeg,webp,gif,ico,avif,mp4,webm,woff,woff2,ttf,otf,pdf}", file),
        ("**", folder),
    )
    return types.FileOperationRegistrationOptions(
        [
            types.FileOperationFilter(types.FileOperationPattern(glob, matches), scheme="file")
            for glob, matches in patterns
        ]
    )


_ITEM, _WORKSPACE = RequestSubject.ITEM, RequestSubject.WORKSPACE

REQUESTS = (
    # Typing
    RequestMethod(
        types.TEXT_DOCUMENT_COMPLETION,
        completion.handle_completion,
        options=_build_completion_options,
        is_urgent=True,
    ),
    RequestMethod(
        types.COMPLETION_ITEM_RESOLVE,
        completion.handle_completion_resolve,
        _ITEM,
        is_for=lambda client: client.proposals.resolves,
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
        completion.handle_on_type_formatting,
        options=_build_on_type_options,
        nothing=(),
        is_urgent=True,
        must_fit=True,
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_COLOR_PRESENTATION, completion.handle_colour_presentations, nothing=()
    ),
    # A reference
    RequestMethod(types.TEXT_DOCUMENT_HOVER, language_features.handle_hover),
    RequestMethod(types.TEXT_DOCUMENT_DEFINITION, language_features.handle_definition),
    RequestMethod(
        types.TEXT_DOCUMENT_IMPLEMENTATION,
        language_features.handle_implementation,
        is_for=lambda client: client.finds_implementations,
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
        language_features.handle_call_hierarchy_preparation,
        is_for=lambda client: client.shows_call_hierarchy,
        needs_pages=True,
    ),
    RequestMethod(
        types.CALL_HIERARCHY_INCOMING_CALLS,
        language_features.handle_incoming_calls,
        RequestSubject.HIERARCHY_ITEM,
        is_for=lambda client: client.shows_call_hierarchy,
        takes_long=True,
        needs_pages=True,
    ),
    RequestMethod(
        types.CALL_HIERARCHY_OUTGOING_CALLS,
        language_features.handle_outgoing_calls,
        RequestSubject.HIERARCHY_ITEM,
        is_for=lambda client: client.shows_call_hierarchy,
        takes_long=True,
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, language_features.handle_document_highlight
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_REFERENCES,
        language_features.handle_references,
        takes_long=True,
        needs_pages=True,
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_DOCUMENT_LINK, language_features.handle_document_links, takes_long=True
    ),
    RequestMethod(types.DOCUMENT_LINK_RESOLVE, language_features.handle_link_resolve, _ITEM),
    RequestMethod(
        types.WORKSPACE_SYMBOL, workspace.handle_workspace_symbols, _WORKSPACE, takes_long=True
    ),
    RequestMethod(
        types.WORKSPACE_SYMBOL_RESOLVE,
        workspace.handle_workspace_symbol_resolve,
        _WORKSPACE,
        is_for=lambda client: client.resolves_symbols,
    ),
    # The whole document
    RequestMethod(
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
        language_features.handle_document_symbols,
        takes_long=True,
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_FOLDING_RANGE, language_features.handle_folding_ranges, takes_long=True
    ),
    RequestMethod(types.TEXT_DOCUMENT_SELECTION_RANGE, language_features.handle_selection_ranges),
    RequestMethod(
        types.TEXT_DOCUMENT_LINKED_EDITING_RANGE, language_features.handle_linked_editing
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_DOCUMENT_COLOR, language_features.handle_document_colours, nothing=()
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_INLAY_HINT, language_features.handle_inlay_hints, takes_long=True
    ),
    RequestMethod(
        types.INLAY_HINT_RESOLVE,
        language_features.handle_hint_resolve,
        _ITEM,
        is_for=lambda client: client.resolves_hints,
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_CODE_LENS, language_features.handle_code_lenses, takes_long=True
    ),
    RequestMethod(
        types.CODE_LENS_RESOLVE, language_features.handle_lens_resolve, _ITEM, takes_long=True
    ),
    # Edits
    RequestMethod(
        types.TEXT_DOCUMENT_CODE_ACTION,
        language_features.handle_code_actions,
        options=_build_action_options,
        answer_loose=language_features.handle_loose_code_actions,
        takes_long=True,
        must_fit=True,
    ),
    RequestMethod(
        types.CODE_ACTION_RESOLVE,
        language_features.handle_action_resolve,
        _ITEM,
        is_for=lambda client: client.actions.resolves,
        takes_long=True,
    ),
    RequestMethod(types.TEXT_DOCUMENT_PREPARE_RENAME, language_features.handle_prepare_rename),
    RequestMethod(
        types.TEXT_DOCUMENT_RENAME,
        language_features.handle_rename,
        takes_long=True,
        must_fit=True,
        needs_pages=True,
    ),
    RequestMethod(
        types.WORKSPACE_WILL_RENAME_FILES,
        workspace.handle_will_rename_files,
        _WORKSPACE,
        options=_build_file_operation_options,
        takes_long=True,
        needs_pages=True,
    ),
    RequestMethod(
        types.WORKSPACE_WILL_DELETE_FILES,
        workspace.handle_will_delete_files,
        _WORKSPACE,
        options=_build_file_operation_options,
        takes_long=True,
        needs_pages=True,
    ),
    # A tree beside the text
    RequestMethod(
        tree_view.NAVIGATION, tree_view.handle_navigation, takes_long=True, needs_pages=True
    ),
    RequestMethod(
        tree_view.DROP,
        tree_view.handle_navigation_drop,
        takes_long=True,
        must_fit=True,
        needs_pages=True,
    ),
    RequestMethod(
        tree_view.CHANGE,
        tree_view.handle_navigation_change,
        takes_long=True,
        must_fit=True,
        needs_pages=True,
    ),
)


def offer_methods(server: Server, handlers: Handlers, client: ClientFlags) -> None:
    """Announce the requests and notifications that depend on the client, and handle them."""
    if client.pulls:
        offer = types.DiagnosticOptions(
            identifier="docs-lsp", inter_file_dependencies=True, workspace_diagnostics=True
        )
        server.offer_method(
            types.TEXT_DOCUMENT_DIAGNOSTIC, handlers.pull_document_diagnostics, offer
        )
        server.offer_method(types.WORKSPACE_DIAGNOSTIC, handlers.pull_workspace_diagnostics)
    if client.starts_pages:
        server.offer_plain_method(
            types.WORKSPACE_DID_CREATE_FILES,
            handlers.handle_created_files,
            build_creation_options(),
        )
    for row in REQUESTS:
        if row.is_for(client):
            answer = partial(handlers.responder.answer_request, row)
            server.offer_plain_method(row.method, answer, row.options(client))


def list_plain_handlers(handlers: Handlers) -> Mapping[str, PlainHandler]:
    """Return the handlers that get plain dicts, which is faster: above all, for every keystroke."""
    return {
        types.TEXT_DOCUMENT_DID_OPEN: handlers.handle_did_open,
        types.TEXT_DOCUMENT_DID_CHANGE: handlers.handle_did_change,
        types.TEXT_DOCUMENT_DID_CLOSE: handlers.handle_did_close,
        types.TEXT_DOCUMENT_DIAGNOSTIC: handlers.pull_document_diagnostics,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: handlers.handle_watched_files,
        SET_TRACE: handlers.handle_set_trace,
    }


def list_notification_handlers(handlers: Handlers) -> Mapping[str, Callable[..., object]]:
    """Return the handlers that get objects from pygls."""
    return {
        types.INITIALIZE: handlers.handle_initialize,
        types.INITIALIZED: handlers.handle_initialized,
        types.SHUTDOWN: handlers.handle_shutdown,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: handlers.handle_did_change_configuration,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: handlers.handle_did_change_folders,
    }


def list_command_handlers(handlers: Handlers) -> Mapping[str, Callable[..., object]]:
    """Return the handlers of the commands of `workspace/executeCommand`."""
    previews = handlers.previews
    return {
        EXPLAIN: handlers.handle_explain_rule,
        PREVIEW_START: previews.start,
        PREVIEW_STOP: previews.stop,
        PREVIEW_RESTART: previews.restart,
        PREVIEW_OPEN: previews.open_page,
        PREVIEW_STATUS: previews.list_statuses,
    }
